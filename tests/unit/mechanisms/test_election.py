"""Approval voting: the most approved wins, ties are drawn evenly."""

from collections import Counter

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ostrom.mechanisms.protocol.election import Elected, elect
from ostrom.mechanisms.protocol.observations import Plan, Proposal
from ostrom.mechanisms.protocol.play import Ask, Event, Noted, Voided
from ostrom.mechanisms.protocol.table import Table
from playing import game_called

GROUP = game_called("public_goods")
OFFERS = tuple(Proposal(player, Plan((0, 0, player % 2))) for player in range(3))
Votes = list[tuple[bool, ...] | None]


def held(
    votes: Votes, seed: int, offers: tuple[Proposal[Plan], ...] = OFFERS
) -> tuple[Elected[Plan] | None, list[Event]]:
    """The outcome of an election and what was told."""
    stage = elect(Table("test", GROUP, 0, (0, 1, 2), seed), offers)
    events: list[Event] = []
    answers = None
    while True:
        try:
            step = stage.send(answers)
        except StopIteration as end:
            return end.value, events
        answers = None
        if isinstance(step, Ask):
            answers = {
                question.key: votes[question.player] for question in step.questions
            }
        else:
            events.append(step)


ballots = st.tuples(st.booleans(), st.booleans(), st.booleans())


@given(st.lists(ballots, min_size=3, max_size=3), st.integers(0, 2**64))
def test_the_winner_is_among_the_most_approved(
    votes: list[tuple[bool, ...]], seed: int
) -> None:
    outcome, [counted] = held(list(votes), seed)
    assert outcome is not None
    assert isinstance(counted, Noted)
    tally = [sum(vote[option] for vote in votes) for option in range(3)]
    assert counted.facts["tally"] == tally
    winner = counted.facts["winner"]
    assert tally[winner] == max(tally)
    assert outcome.winner == OFFERS[winner]
    assert counted.facts["tied"] == (tally.count(max(tally)) > 1)
    # The same seed draws the same.
    assert held(list(votes), seed) == (outcome, [counted])


@pytest.mark.parametrize(
    ("vote", "tied"),
    [
        ((False, False, False), (0, 1, 2)),
        ((True, True, True), (0, 1, 2)),
        ((True, False, True), (0, 2)),
    ],
)
def test_ties_are_drawn_evenly_over_seeds(
    vote: tuple[bool, ...], tied: tuple[int, ...]
) -> None:
    draws = 1200
    wins: Counter[int] = Counter()
    for seed in range(draws):
        _, [counted] = held([vote] * 3, seed)
        assert isinstance(counted, Noted)
        wins[counted.facts["winner"]] += 1
    assert set(wins) == set(tied)
    share = 1 / len(tied)
    deviation = (draws * share * (1 - share)) ** 0.5
    for option in tied:
        assert abs(wins[option] - draws * share) < 4 * deviation, wins


def test_without_proposals_nobody_is_asked() -> None:
    outcome, events = held([None] * 3, 0, ())
    assert outcome == Elected(winner=None)
    [told] = events
    assert isinstance(told, Noted)
    assert told.topic == "no_proposals"


def test_a_missing_vote_voids_the_match() -> None:
    outcome, [told] = held([(True,) * 3, None, (True,) * 3], 0)
    assert outcome is None
    assert isinstance(told, Voided)
    assert told.reason == "no answer to vote from player 1"
