"""What players of a repeated game are shown, and how mixed actions are drawn."""

from fractions import Fraction

import pytest

from ostrom.core.answers import Answer
from ostrom.core.questions import Question
from ostrom.mechanisms.protocol.play import RoundPlayed, Settled, Voided
from ostrom.mechanisms.repetition import MECHANISM, AgainWithTheSame
from playing import drive, game_called, play_with, population, sequence

DILEMMA = game_called("prisoners_dilemma")
PATTERN = "011010"


def shown(window: int | str, show_payoffs: bool = False) -> list[AgainWithTheSame]:
    """What the first player sees before each round."""
    first = sequence(*(int(digit) for digit in PATTERN))
    playing = drive(
        "repetition",
        DILEMMA,
        [first, sequence(*([0] * 6))],
        {"rounds": 6, "window": window, "show_payoffs": show_payoffs},
    )
    seen = [q.observation for q in playing.questions if q.player == 0]
    assert all(isinstance(each, AgainWithTheSame) for each in seen)
    return [each for each in seen if isinstance(each, AgainWithTheSame)]


@pytest.mark.parametrize("window", [1, 2, 3, "all"])
def test_the_window_shows_the_last_rounds_only(window: int | str) -> None:
    for before, seen in enumerate(shown(window)):
        assert seen.rounds_played == before
        first = 1 if isinstance(window, str) else max(1, before - window + 1)
        numbers = list(range(first, before + 1))
        assert [past.number for past in seen.history] == numbers
        assert [past.actions for past in seen.history] == [
            (int(PATTERN[number - 1]), 0) for number in numbers
        ]


def test_payoffs_are_shown_only_where_the_rules_say_so() -> None:
    assert all(past.payoffs is None for past in shown(3)[-1].history)
    told = shown(3, show_payoffs=True)[-1].history
    assert all(past.payoffs == DILEMMA.payoff(past.actions) for past in told)


def test_the_return_by_hand() -> None:
    playing = drive(
        "repetition",
        DILEMMA,
        [sequence(0, 1, 1), sequence(0, 0, 1)],
        {"rounds": 3, "continuation": 0.5},
    )
    [settled] = playing.of(Settled)
    # Payoffs 2, 3, 1 and 2, 0, 1 with weights 1/2, 1/4, 1/4.
    assert settled.returns == (2, Fraction(5, 4))
    assert settled.expected_returns is None


def test_a_missing_answer_ends_the_match() -> None:
    def decide(question: Question) -> Answer | None:
        return None if (question.round, question.player) == (2, 1) else (100, 0)

    situation = population(DILEMMA, 0)
    playing = play_with(MECHANISM, situation, MECHANISM.parameters(), decide)
    assert [each.round for each in playing.of(RoundPlayed)] == [1]
    assert not playing.of(Settled)
    [void] = playing.of(Voided)
    assert (void.round, void.slots) == (2, (0, 1))


def test_mixed_actions_are_drawn_as_often_as_they_say() -> None:
    def decide(question: Question) -> Answer | None:
        return (30, 70) if question.player == 0 else (85, 15)

    rounds = 1500
    given = MECHANISM.parameters.model_validate({"rounds": rounds, "window": 1})
    playing = play_with(MECHANISM, population(DILEMMA, 7), given, decide)
    played = [each.actions for each in playing.of(RoundPlayed)]
    for player, share in ((0, 0.3), (1, 0.85)):
        seen = sum(actions[player] == 0 for actions in played)
        assert abs(seen - rounds * share) < 4 * (rounds * share * (1 - share)) ** 0.5
    # The two draws of a round are independent.
    both = sum(actions == (0, 0) for actions in played)
    assert abs(both / rounds - 0.3 * 0.85) < 0.05


def test_the_expected_payoff_is_exact() -> None:
    def decide(question: Question) -> Answer | None:
        return (30, 70) if question.player == 0 else (85, 15)

    given = MECHANISM.parameters.model_validate({"rounds": 1})
    playing = play_with(MECHANISM, population(DILEMMA, 7), given, decide)
    [settled] = playing.of(Settled)
    # .3 x .85 x 2 + .7 x .85 x 3 + .7 x .15 x 1, and .3 x .15 x 3 in place of it.
    assert settled.expected_returns == (Fraction("2.4"), Fraction("0.75"))


def test_matches_and_seeds_draw_apart() -> None:
    def decide(question: Question) -> Answer | None:
        return (50, 50)

    draws = set()
    for seed in range(2):
        situation = population(DILEMMA, seed, per_role=2)
        playing = play_with(MECHANISM, situation, MECHANISM.parameters(), decide)
        for match in range(4):
            draws.add(
                tuple(
                    each.actions
                    for each in playing.of(RoundPlayed)
                    if each.match == match
                )
            )
    assert len(draws) == 8
