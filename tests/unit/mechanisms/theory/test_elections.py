"""Chances in an approval vote, and what voters gain if a better proposal lies there."""

from fractions import Fraction
from itertools import product

import pytest

from ostrom.games.theory.game import Payoffs
from ostrom.mechanisms.theory.elections import (
    Approval,
    election_deviations,
    election_value,
    winning_chances,
)


@pytest.mark.parametrize(
    ("approvals", "chances"),
    [
        ([(True, False), (True, True)], (Fraction(1), Fraction(0))),
        ([(True, False), (False, True)], (Fraction(1, 2), Fraction(1, 2))),
        ([(False, False), (False, False)], (Fraction(1, 2), Fraction(1, 2))),
        ([(True, True, False)] * 3, (Fraction(1, 2), Fraction(1, 2), Fraction(0))),
        ([(False, False, False)] * 3, (Fraction(1, 3),) * 3),
    ],
)
def test_most_approvals_win_and_ties_are_drawn_evenly(
    approvals: list[Approval], chances: tuple[Fraction, ...]
) -> None:
    assert winning_chances(approvals) == chances


@pytest.mark.parametrize("players", [2, 3])
def test_chances_are_a_distribution_and_follow_the_proposals_around(
    players: int,
) -> None:
    ballots = tuple(product((True, False), repeat=players))
    for votes in product(ballots, repeat=players):
        chances = winning_chances(votes)
        assert sum(chances) == 1
        turned = winning_chances([vote[::-1] for vote in votes])
        assert turned == chances[::-1]


WORTHS = {
    "good": (Fraction(3), Fraction(3)),
    "bad": (Fraction(1), Fraction(1)),
    "best for one": (Fraction(9), Fraction(0)),
}


def worth(content: str) -> Payoffs:
    return WORTHS[content]


def test_nothing_pays_if_all_else_is_worse() -> None:
    found = list(election_deviations(2, ("good", "bad"), "good", worth))
    assert max(each.gain for each in found) == 0
    # Four profiles of two proposals, three other ballots for each of two voters; then
    # one other proposal for each.
    assert len(found) == 4 * 2 * 3 + 2


def test_approving_of_what_one_likes_better_pays() -> None:
    found = [
        each
        for each in election_deviations(2, ("good", "best for one"), "good", worth)
        if each.gain > 0
    ]
    assert {each.player for each in found} == {0}
    assert max(each.gain for each in found) == (Fraction(9) - Fraction(3)) / 2
    assert all(each.stage == "vote" for each in found)


def test_value_if_nothing_deserves_approval_is_that_of_a_draw() -> None:
    assert election_value(("bad", "best for one"), "good", worth) == (
        Fraction(5),
        Fraction(1, 2),
    )
    assert election_value(("good", "bad"), "good", worth) == (Fraction(3), Fraction(3))
