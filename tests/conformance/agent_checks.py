"""What every agent of the catalogue must hold to; each check rejects one fault."""

from collections.abc import Callable, Iterator

import numpy as np

from ostrom.agents.protocol.agent import AgentKind
from ostrom.core.errors import OstromError
from ostrom.games.theory.catalogue import GAMES
from ostrom.games.theory.game import Game
from ostrom.mechanisms.protocol.mechanism import MECHANISMS, Mechanism
from ostrom.mechanisms.protocol.play import Settled, Voided
from playing import (
    Playing,
    decided,
    drive,
    few_rounds,
    game_called,
    is_tournament,
    mechanism_called,
    seat_agents,
)

Check = Callable[[AgentKind, str], None]

FEW_GAMES = ("public_goods", "travellers_dilemma")
"""Three players, and four actions."""


def lineup(kind: AgentKind, mechanism: Mechanism, game: Game) -> tuple[list[str], int]:
    """Which slots the agent takes, `me`, beside uniform ones, and agents per role."""
    per_role = 2 if is_tournament(mechanism, few_rounds(mechanism)) else 1
    slots = game.num_players * per_role
    return ["me" if slot % 2 == 0 else "uniform" for slot in range(slots)], per_role


def play(kind: AgentKind, mechanism_name: str, game: Game, seed: int) -> Playing:
    """The agent among agents that act at random."""
    mechanism = mechanism_called(mechanism_name)
    names, per_role = lineup(kind, mechanism, game)
    return drive(
        mechanism,
        game,
        [kind if name == "me" else name for name in names],
        few_rounds(mechanism).model_dump(),
        seed,
        per_role,
    )


def places(kind: AgentKind, games: tuple[str, ...]) -> Iterator[tuple[str, Game]]:
    """The mechanisms and games where the agent does not object to playing."""
    for mechanism in MECHANISMS.names():
        for name in games:
            game = game_called(name)
            if kind.objection(kind.settings(), game, mechanism) is None:
                yield mechanism, game


def check_named_after_file(kind: AgentKind, file_name: str) -> None:
    assert kind.name == file_name


def check_version_is_counted(kind: AgentKind, file_name: str) -> None:
    assert kind.version >= 1, file_name


def check_summary_is_one_sentence(kind: AgentKind, file_name: str) -> None:
    assert kind.summary.endswith("."), file_name
    assert "\n" not in kind.summary, file_name


def check_source_is_given(kind: AgentKind, file_name: str) -> None:
    assert kind.source.strip(), f"{file_name}: who defined it?"


def check_settings_are_documented(kind: AgentKind, file_name: str) -> None:
    documented = "\n".join(
        parent.__doc__ or "" for parent in kind.settings.__mro__ if parent is not object
    )
    for name in kind.settings.model_fields:
        assert f"    {name}: " in documented, f"{file_name}: {name} is not explained"


def check_plays_or_objects_everywhere(kind: AgentKind, file_name: str) -> None:
    for mechanism, game in places(kind, GAMES.names()):
        where = f"{file_name}: {game.name} under {mechanism}"
        try:
            playing = play(kind, mechanism, game, seed=0)
        except (OstromError, ArithmeticError, LookupError, TypeError) as error:
            raise AssertionError(f"{where}: {error!r}") from error
        silent = [key for key, answer in playing.answers.items() if answer is None]
        assert not silent, f"{where}: no answer to {silent}"
        assert playing.of(Settled), where
        assert not playing.of(Voided), where


def check_objections_are_sentences(kind: AgentKind, file_name: str) -> None:
    for mechanism in MECHANISMS.names():
        for name in GAMES.names():
            game = game_called(name)
            objection = kind.objection(kind.settings(), game, mechanism)
            if objection is not None:
                assert objection.endswith("."), (file_name, objection)
                assert len(objection.split()) > 3, (file_name, objection)


def check_plays_somewhere(kind: AgentKind, file_name: str) -> None:
    assert list(places(kind, GAMES.names())), f"{file_name} objects to everything"


def check_same_seed_same_decisions(kind: AgentKind, file_name: str) -> None:
    for mechanism, game in places(kind, FEW_GAMES):
        first = play(kind, mechanism, game, seed=1)
        play(kind, mechanism, game, seed=2)
        again = play(kind, mechanism, game, seed=1)
        assert again == first, f"{file_name}: {game.name} under {mechanism}"


def check_seats_share_nothing(kind: AgentKind, file_name: str) -> None:
    """An agent decides the same if nobody of its kind decides between its questions."""
    for mechanism, game in places(kind, FEW_GAMES):
        playing = drive(
            mechanism,
            game,
            [kind] * game.num_players * 2,
            few_rounds(mechanism_called(mechanism)).model_dump(),
            3,
            per_role=2,
        )
        slots = [player for player in range(game.num_players) for _ in range(2)]
        slot = len(slots) - 1
        seated = seat_agents([(kind, kind.settings())] * len(slots), game, slots, 3)
        for question in playing.questions:
            if question.slot == slot:
                alone = decided(seated[slot], question).answer
                together = playing.answers[question.key]
                assert alone == together, f"{file_name}: {question.key}"


def check_leaves_global_randomness_alone(kind: AgentKind, file_name: str) -> None:
    # The standard library's generator is left out: run-time type checks draw from it.
    before = repr(np.random.get_state(legacy=False))  # noqa: NPY002
    for mechanism, game in places(kind, FEW_GAMES):
        play(kind, mechanism, game, seed=4)
    assert repr(np.random.get_state(legacy=False)) == before, file_name  # noqa: NPY002


CHECKS: dict[str, Check] = {
    check.__name__: check
    for check in (
        check_named_after_file,
        check_version_is_counted,
        check_summary_is_one_sentence,
        check_source_is_given,
        check_settings_are_documented,
        check_objections_are_sentences,
        check_plays_somewhere,
        check_plays_or_objects_everywhere,
        check_same_seed_same_decisions,
        check_seats_share_nothing,
        check_leaves_global_randomness_alone,
    )
}
"""By name; those that let the agent play stand last."""

STATIC = tuple(CHECKS)[:5]
"""The checks that do not let the agent play."""


def rejections(kind: AgentKind, file_name: str) -> set[str]:
    """Names of the checks that reject an agent; one that does not play stops there."""
    rejected: set[str] = set()
    for name, check in CHECKS.items():
        try:
            check(kind, file_name)
        except AssertionError:
            rejected.add(name)
        if "check_plays_or_objects_everywhere" in rejected:
            break
    return rejected
