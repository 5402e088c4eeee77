"""Prompts hold what a player may know, in a fixed order, and nothing else."""

from dataclasses import replace
from fractions import Fraction
from typing import Any

import pytest

from ostrom.core.answers import ActionDistribution, IntegerByAction
from ostrom.core.errors import SpecError
from ostrom.core.questions import Question
from ostrom.games.theory.catalogue import GAMES
from ostrom.games.theory.game import Game
from ostrom.mechanisms.protocol.mechanism import MECHANISMS
from ostrom.mechanisms.protocol.observations import (
    NothingMore,
    PastRound,
    Plan,
    Proposal,
    Transfers,
)
from ostrom.mechanisms.repetition import AgainWithTheSame
from ostrom.prompts.render import render
from ostrom.prompts.rendering.voice import Voice
from ostrom.prompts.rendering.words import words
from playing import few_rounds, game_called, mechanism_called, play_with, population
from unit.prompts.asked import (
    LABELS,
    ORDERS,
    Unheard,
    any_answer,
    at_random,
    met,
    question,
    wording,
)

PD = game_called("prisoners_dilemma")
TRIO = game_called("public_goods")
BOTH = (True, False)


def user(asked: Question, game: Game = PD, **settings: Any) -> str:
    return render(asked, game, wording(game, **settings)).user


def again(*rounds: PastRound, continuation: str = "4/5") -> Question:
    seen = AgainWithTheSame(Fraction(continuation), len(rounds), rounds)
    return question("repetition", "choose_action", ActionDistribution(2), seen)


def voice(game: Game = TRIO, player: int = 0, **settings: Any) -> Voice:
    return Voice(game, player, wording(game).labels, **settings)


@pytest.mark.parametrize("name", GAMES.names())
@pytest.mark.parametrize("mechanism", MECHANISMS.names())
def test_every_question_can_be_put(mechanism: str, name: str) -> None:
    """In every game under every mechanism, with no field left unfilled."""
    game = game_called(name)
    for place, asked in enumerate(met(mechanism, game)):
        labels, order = LABELS[place % 3], ORDERS[place % 2]
        prompt = render(asked, game, wording(game, labels, order))
        assert "${" not in prompt.user + prompt.system
        assert prompt.form.pattern in prompt.system
        assert len({part.file.id for part in prompt.parts}) == 5


@pytest.mark.parametrize("mechanism", MECHANISMS.names())
def test_no_name_of_an_action_or_game_is_given_away(mechanism: str) -> None:
    """Actions are anonymous: neither their names nor the game's stand in a prompt."""
    for game in (PD, game_called("trust_game"), TRIO):
        tells = {name for names in game.actions for name in names} | {game.name}
        for asked in met(mechanism, game):
            prompt = render(asked, game, wording(game))
            text = (prompt.system + prompt.user).lower()
            assert not [tell for tell in tells if f" {tell} ".replace("_", " ") in text]


def test_rules_come_first_and_history_last() -> None:
    one = user(again(PastRound(1, (0, 1))))
    two = user(again(PastRound(1, (0, 1)), PastRound(2, (1, 1))))
    shared = one[: one.index("Round 1: you played A0; the other player played A1.")]
    assert two.startswith(shared)
    assert "You are Player 1 of 2" in shared
    assert "80 %" in shared
    assert two.index("Round 1:") < two.index("Round 2:") < two.index("played so far: 2")


def test_newest_first_is_a_setting() -> None:
    rounds = (PastRound(1, (0, 1)), PastRound(2, (1, 1)))
    text = user(again(*rounds), history_order="newest_first")
    assert text.index("Round 2:") < text.index("Round 1:")


@pytest.mark.parametrize(
    ("continuation", "shown"), [("0.29", "29 %"), ("0.57", "57 %"), ("1/3", "100/3 %")]
)
def test_continuation_is_exact(continuation: str, shown: str) -> None:
    assert f"a chance of {shown} that" in user(again(continuation=continuation))


def test_no_history_is_said() -> None:
    assert "(nothing yet)" in user(again())


def test_payoffs_of_past_rounds_are_told_where_they_are_shown() -> None:
    text = words(
        PastRound(4, (0, 1, 0), (Fraction(1, 2), Fraction(3), Fraction(0))), voice()
    )
    assert text == (
        "Round 4: you played A0 and got 0.5; Player 2 played A1 and got 3; "
        "Player 3 played A0 and got 0."
    )


def test_plans_and_contracts_are_spelled_out() -> None:
    assert words(Plan((1, 0)), voice(PD)) == (
        "- If 1 player delegates, it plays A1 for that player.\n"
        "- If 2 players delegate, it plays A0 for each of them."
    )
    lines = words(Proposal(1, Transfers((2, -1))), voice(PD)).split("\n")
    assert lines == [
        "proposed by the other player:",
        "- Whoever plays A0 receives 2 points in all from the other players, "
        "in equal parts.",
        "- Whoever plays A1 pays 1 point in all to the other players, in equal parts.",
    ]
    assert "neither pays" in words(Transfers((0, 0)), voice(PD))


def test_relabelling_moves_every_mention_of_an_action() -> None:
    """Reversing labels is the same as swapping the actions everywhere."""
    asked = again(PastRound(1, (0, 1)))
    swapped = user(asked, order="reversed")
    assert "Round 1: you played A1; the other player played A0." in swapped
    assert "If you play A0 and the other player plays A1: you get 3" in swapped


def test_step_by_step_and_system_text_are_settings() -> None:
    asked = question("none", "choose_action", ActionDistribution(2), NothingMore())
    plain = render(asked, PD, wording(PD))
    stepwise = render(asked, PD, wording(PD, step_by_step=True))
    assert stepwise.user == plain.user
    assert "step by step" in stepwise.system
    assert "step by step" not in plain.system
    own = render(asked, PD, wording(PD, persona="You are a baker.", system="Play."))
    assert own.system.startswith("You are a baker.\n\nPlay.\n\nHow to answer")
    assert "normal_form/system" not in [part.file.id for part in own.parts]
    assert len({plain.sha256, stepwise.sha256, own.sha256}) == 3


def test_a_mechanism_without_a_file_is_put_generically() -> None:
    seen = Unheard("hot", Fraction(1, 4), (1, 2))
    asked = question("none", "ask_around", IntegerByAction(2), seen)
    summary = MECHANISMS.load("none").summary
    text = render(asked, TRIO, wording(TRIO), rules=summary).user
    assert summary in text
    assert "- warning: hot\n- chance: 0.25\n- losers: Player 2 and Player 3" in text
    assert "ask around" in text
    with pytest.raises(SpecError, match="no rules of the mechanism"):
        user(asked, TRIO)


def test_a_field_that_a_prompt_file_forgets_is_an_error() -> None:
    asked = replace(again(), mechanism="none", observation=Unheard("", Fraction(0), ()))
    with pytest.raises(SpecError, match="without a field: chance, losers, warning"):
        user(asked)


def test_unknown_parts_are_told_or_refused() -> None:
    assert words(None, voice()) == "not known"
    assert words(True, voice()) == "yes"
    with pytest.raises(SpecError, match="No words for a set"):
        words({1}, voice())


# What the rules hide: the same question is put in the same words, whatever is hidden.


def puts(mechanism: str, game: Game, seed: int, changed: str, first: bool) -> Any:
    """Prompts by key; questions with `changed` in their key get a set answer."""
    rules = mechanism_called(mechanism)
    usual = at_random(seed)

    def decide(asked: Question) -> Any:
        if changed not in asked.key:
            return usual(asked)
        if isinstance(asked.schema, ActionDistribution):
            return asked.schema.pure(0 if first else 1)
        return any_answer(asked.schema, 1 if first else 2)

    played = play_with(rules, population(game, seed), few_rounds(rules, 6), decide)
    return {q.key: render(q, game, wording(game)).user for q in played.questions}


@pytest.mark.parametrize("mechanism", MECHANISMS.names())
@pytest.mark.parametrize("seed", range(3))
def test_simultaneous_choices_do_not_see_each_other(mechanism: str, seed: int) -> None:
    """Slot 1 of the first ask decides otherwise; nobody's first prompt changes."""
    asked = met(mechanism, PD, seed)[0]
    changed = f"{asked.key.rpartition('/')[0]}/1"
    before, after = (
        puts(mechanism, PD, seed, changed, first) for first in (True, False)
    )
    at_once = [key for key in before if f"/{asked.round}/{asked.kind}/" in key]
    assert at_once
    assert all(before[key] == after[key] for key in at_once)


@pytest.mark.parametrize("mechanism", ["repetition", "reputation"])
def test_rounds_out_of_the_window_are_not_told(mechanism: str) -> None:
    """The window holds 3 rounds: another round 1 leaves rounds 5 and 6 as they are."""
    game = PD if mechanism == "repetition" else TRIO
    changed = "/1/choose_action/"
    before, after = (
        puts(mechanism, game, 11, changed, first) for first in (True, False)
    )
    late = [key for key in before if "/5/" in key or "/6/" in key]
    early = [key for key in before if "/2/" in key or "/3/" in key or "/4/" in key]
    assert late
    assert all(before[key] == after[key] for key in late)
    assert early
    assert all(before[key] != after[key] for key in early)


def test_first_order_reputation_hides_what_others_others_did() -> None:
    rules = mechanism_called("reputation")
    parameters = rules.parameters.model_validate({"rounds": 4, "order": "first"})
    asked = play_with(
        rules, population(PD, 3, per_role=3), parameters, at_random(3)
    ).questions
    texts = [render(q, PD, wording(PD)).user for q in asked if q.round == 4]
    assert texts
    assert all("before that:" not in text for text in texts)


@pytest.mark.parametrize("mechanism", ["mediation", "contract"])
def test_votes_are_not_told(mechanism: str) -> None:
    """Prompts after the vote are the same for votes with the same winner."""
    rules = mechanism_called(mechanism)

    def texts(approve: tuple[bool, bool]) -> list[str]:
        def decide(asked: Question) -> Any:
            if asked.kind == "vote":
                return approve if asked.slot == 0 else (True, False)
            if asked.kind == "sign_contract":
                return True
            return any_answer(asked.schema, 5, asked.key)

        played = play_with(rules, population(PD, 5), rules.parameters(), decide)
        late = [
            q for q in played.questions if q.kind in {"choose_action", "sign_contract"}
        ]
        return [render(q, PD, wording(PD)).user for q in late]

    assert texts((True, False)) == texts((False, False))
