"""What every mechanism of the catalogue must hold to; each check rejects one fault."""

from collections import Counter
from collections.abc import Callable, Iterator
from fractions import Fraction

from ostrom.core.answers import ActionDistribution, Answer
from ostrom.core.errors import OstromError
from ostrom.core.questions import Question
from ostrom.games.theory.catalogue import GAMES
from ostrom.games.theory.game import Game
from ostrom.mechanisms.protocol.mechanism import Mechanism
from ostrom.mechanisms.protocol.play import (
    Event,
    Noted,
    RoundPlayed,
    Settled,
    Voided,
)
from playing import (
    Playing,
    deciding,
    few_rounds,
    game_called,
    named_kind,
    play_with,
    population,
    seat_agents,
)

Check = Callable[[Mechanism, str], None]

# With three players and with four actions; the rest is in the first check.
FEW_GAMES = ("public_goods", "travellers_dilemma")
LINEUPS = (("uniform",), ("best_response", "uniform"))


def played(
    mechanism: Mechanism, game: Game, seed: int, lineup: tuple[str, ...]
) -> Playing:
    """A population with two agents for each seat, the line-up repeated over slots."""
    situation = population(game, seed, per_role=2)
    names = [lineup[slot % len(lineup)] for slot in range(len(situation.slots))]
    seated = seat_agents(
        [named_kind(name) for name in names], game, situation.slots, seed
    )
    return play_with(mechanism, situation, few_rounds(mechanism), deciding(seated))


def repeated(
    mechanism: Mechanism,
    game: Game,
    seed: int,
    base: Playing,
    changes: dict[str, Answer | None],
) -> Playing:
    """The same play with the same answers but some; new questions: the neutral one."""

    def decide(question: Question) -> Answer | None:
        if question.key in changes:
            return changes[question.key]
        known = base.answers.get(question.key)
        neutral: Answer = question.schema.neutral()
        return known if fits(question, known) else neutral

    situation = population(game, seed, per_role=2)
    return play_with(mechanism, situation, few_rounds(mechanism), decide)


def plays(mechanism: Mechanism) -> Iterator[tuple[Game, Playing]]:
    """A handful of plays."""
    for name in FEW_GAMES:
        for seed, lineup in enumerate(LINEUPS):
            game = game_called(name)
            yield game, played(mechanism, game, seed, lineup)


def other_answer(question: Question, given: Answer | None) -> Answer:
    """A legal answer that differs from the given one."""
    schema = question.schema
    if isinstance(schema, ActionDistribution):
        last = schema.pure(schema.num_actions - 1)
        return schema.pure(0) if given == last else last
    if isinstance(given, bool):
        return not given
    assert given is not None
    # Approvals turn round; plans and amounts move up or down by one.
    turned = tuple(
        not entry if isinstance(entry, bool) else entry + (1 if entry < 1 else -1)
        for entry in given
    )
    changed: Answer = schema.check(turned)
    return changed


def fits(question: Question, answer: Answer | None) -> bool:
    """Whether an answer from another play is legal here."""
    try:
        question.schema.check(answer)
    except OstromError:
        return False
    return True


def check_named_after_file(mechanism: Mechanism, file_name: str) -> None:
    assert mechanism.name == file_name


def check_version_is_counted(mechanism: Mechanism, file_name: str) -> None:
    assert mechanism.version >= 1, file_name


def check_summary_is_whole(mechanism: Mechanism, file_name: str) -> None:
    assert mechanism.summary.endswith("."), file_name
    assert "\n" not in mechanism.summary, file_name


def check_source_is_given(mechanism: Mechanism, file_name: str) -> None:
    assert mechanism.source.strip(), file_name


def check_parameters_are_documented(mechanism: Mechanism, file_name: str) -> None:
    documented = "".join(each.__doc__ or "" for each in mechanism.parameters.__mro__)
    for name, field in mechanism.parameters.model_fields.items():
        assert f"    {name}: " in documented, f"{file_name}: {name} is not explained"
        assert not field.is_required(), f"{file_name}: {name} has no default"


def check_every_game_plays_to_the_end(mechanism: Mechanism, file_name: str) -> None:
    for name in GAMES.names():
        for lineup in LINEUPS:
            where = f"{file_name}: {name}"
            try:
                playing = played(mechanism, game_called(name), 0, lineup)
            except (OstromError, ArithmeticError, LookupError, TypeError) as error:
                raise AssertionError(f"{where}: {error!r}") from error
            assert not playing.of(Voided), where
            assert playing.of(RoundPlayed), where


def check_questions_are_addressed_right(mechanism: Mechanism, file_name: str) -> None:
    for game, playing in plays(mechanism):
        slots = population(game, 0, per_role=2).slots
        for question in playing.questions:
            assert question.player == slots[question.slot], question.key
            assert question.mechanism == mechanism.name, question.key


def check_keys_are_unique(mechanism: Mechanism, file_name: str) -> None:
    for _, playing in plays(mechanism):
        counted = Counter(question.key for question in playing.questions)
        assert max(counted.values()) == 1, counted.most_common(1)


def check_payoffs_are_the_games_and_transfers(
    mechanism: Mechanism, file_name: str
) -> None:
    for game, playing in plays(mechanism):
        for event in playing.of(RoundPlayed):
            base = game.payoff(event.actions)
            moved = event.transfers or (Fraction(0),) * game.num_players
            assert event.payoffs == tuple(
                own + more for own, more in zip(base, moved, strict=True)
            ), f"{file_name}: {event}"


def check_transfers_sum_to_nothing(mechanism: Mechanism, file_name: str) -> None:
    for _, playing in plays(mechanism):
        for event in playing.of(RoundPlayed):
            assert sum(event.transfers) == 0, f"{file_name}: {event}"


def check_pure_play_is_its_own_expectation(
    mechanism: Mechanism, file_name: str
) -> None:
    for name in FEW_GAMES:
        playing = played(mechanism, game_called(name), 1, ("best_response",))
        for event in playing.of(RoundPlayed):
            assert all(max(shares) == 100 for shares in event.distributions)
            assert event.expected_payoffs == event.payoffs, f"{file_name}: {event}"


def check_simultaneous_answers_do_not_leak(
    mechanism: Mechanism, file_name: str
) -> None:
    """Another answer changes no question of the same kind in the same round."""
    for name in FEW_GAMES:
        game = game_called(name)
        base = played(mechanism, game, 0, ("uniform",))
        for first in _first_of_each_moment(base):
            changed = other_answer(first, base.answers[first.key])
            again = repeated(mechanism, game, 0, base, {first.key: changed})
            assert _same_moment(again, first) == _same_moment(base, first), (
                f"{file_name}: {first.key} shows in what others are asked"
            )


def _first_of_each_moment(playing: Playing) -> list[Question]:
    found: dict[tuple[str, int], Question] = {}
    for question in playing.questions:
        found.setdefault((question.kind, question.round), question)
    return list(found.values())


def _same_moment(playing: Playing, like: Question) -> list[Question]:
    return sorted(
        (
            question
            for question in playing.questions
            if (question.kind, question.round) == (like.kind, like.round)
        ),
        key=lambda question: question.key,
    )


def check_same_answers_same_events(mechanism: Mechanism, file_name: str) -> None:
    for name in FEW_GAMES:
        game = game_called(name)
        base = played(mechanism, game, 0, ("uniform",))
        assert repeated(mechanism, game, 0, base, {}) == base, file_name


def check_a_missing_answer_invents_nothing(
    mechanism: Mechanism, file_name: str
) -> None:
    """It is told as missing, and no round is played with an action nobody chose."""
    for name in FEW_GAMES:
        game = game_called(name)
        base = played(mechanism, game, 0, ("uniform",))
        for question in _first_of_each_moment(base):
            again = repeated(mechanism, game, 0, base, {question.key: None})
            where = f"{file_name}: {question.key}"
            assert _is_told_missing(again, question), where
            if question.kind == "choose_action":
                for event in again.of(RoundPlayed):
                    assert (event.match, event.round) != (
                        question.match,
                        question.round,
                    ), where


def _is_told_missing(playing: Playing, question: Question) -> bool:
    def tells(event: Event) -> bool:
        if isinstance(event, Voided):
            return question.slot in event.slots
        return (
            isinstance(event, Noted)
            and event.topic.endswith("missing")
            and event.facts.get("slot") == question.slot
        )

    return any(tells(event) for event in playing.events)


def check_every_seat_is_settled(mechanism: Mechanism, file_name: str) -> None:
    for _, playing in plays(mechanism):
        settled = {
            (event.match, slot) for event in playing.of(Settled) for slot in event.slots
        }
        for event in playing.of(RoundPlayed):
            for slot in event.slots:
                assert {(event.match, slot), (None, slot)} & settled, (file_name, slot)


def check_returns_are_weighted_payoffs(mechanism: Mechanism, file_name: str) -> None:
    """Recomputed from the rounds: `c**t (1 - c)`, the last one the whole tail."""
    given = few_rounds(mechanism)
    chance = Fraction(str(getattr(given, "continuation", 0)))
    for _, playing in plays(mechanism):
        for event in playing.of(Settled):
            for slot, total in zip(event.slots, event.returns, strict=True):
                rounds = [
                    each.payoffs[each.slots.index(slot)]
                    for each in playing.of(RoundPlayed)
                    if slot in each.slots and event.match in (None, each.match)
                ]
                value = rounds[-1]
                for payoff in reversed(rounds[:-1]):
                    value = (1 - chance) * payoff + chance * value
                assert total == value, f"{file_name}: {event}"


CHECKS: dict[str, Check] = {
    check.__name__: check
    for check in (
        check_named_after_file,
        check_version_is_counted,
        check_summary_is_whole,
        check_source_is_given,
        check_parameters_are_documented,
        check_every_game_plays_to_the_end,
        check_questions_are_addressed_right,
        check_keys_are_unique,
        check_payoffs_are_the_games_and_transfers,
        check_transfers_sum_to_nothing,
        check_pure_play_is_its_own_expectation,
        check_simultaneous_answers_do_not_leak,
        check_same_answers_same_events,
        check_a_missing_answer_invents_nothing,
        check_every_seat_is_settled,
        check_returns_are_weighted_payoffs,
    )
}


def rejections(mechanism: Mechanism, file_name: str) -> set[str]:
    """Names of the checks that reject a mechanism; one that breaks down stops there."""
    rejected: set[str] = set()
    for name, check in CHECKS.items():
        try:
            check(mechanism, file_name)
        except AssertionError:
            rejected.add(name)
        if "check_every_game_plays_to_the_end" in rejected:
            break
    return rejected
