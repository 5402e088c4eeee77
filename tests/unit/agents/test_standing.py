"""Standings from dossiers, against a simulation that knows everything."""

from fractions import Fraction

import numpy as np
import pytest

from ostrom.agents.protocol.history import past_of
from ostrom.agents.standing import is_good, standings
from ostrom.games.theory.catalogue import GAMES
from ostrom.mechanisms.protocol.observations import Dossier, Meeting, Participant
from ostrom.mechanisms.protocol.play import RoundPlayed
from ostrom.mechanisms.reputation import AgainWithOthers
from playing import Named, drive, sequence

DILEMMA = GAMES.load("prisoners_dilemma").default()
BOTH = (0, 0)


def meeting(number: int, action: int, other: int, *past: Meeting) -> Meeting:
    """A meeting of agent 1 in seat 0 with agent 2; `past` is what 2 had done before."""
    return Meeting(
        round=number,
        agent=1,
        player=0,
        action=action,
        payoff=None,
        others=(Participant(2, 1, other, None, past),),
    )


def test_failing_a_good_one_is_bad_and_failing_a_bad_one_is_not() -> None:
    assert is_good((), BOTH)
    assert is_good((meeting(1, 0, 1),), BOTH)
    assert not is_good((meeting(1, 1, 0),), BOTH)
    failed_before = meeting(1, 1, 0)
    assert is_good((meeting(2, 1, 0, failed_before),), BOTH)
    # Its victim was bad itself, so that the failure was just.
    just = meeting(2, 1, 0, meeting(1, 1, 0))
    assert not is_good((meeting(3, 1, 0, just),), BOTH)


def test_a_standing_never_recovers() -> None:
    assert not is_good((meeting(3, 0, 0), meeting(2, 0, 0), meeting(1, 1, 0)), BOTH)


def seen(own: tuple[Meeting, ...], other: tuple[Meeting, ...]) -> AgainWithOthers:
    return AgainWithOthers(
        continuation=Fraction(4, 5),
        rounds_played=3,
        own_number=1,
        dossiers=(Dossier(1, 1, True, own), Dossier(2, 0, False, other)),
    )


def test_the_two_norms_differ_where_oneself_is_bad() -> None:
    # Seat 1 asks; it once failed a good one, its co-player in seat 0 never did.
    own = (Meeting(1, 1, 1, 1, None, (Participant(3, 0, 0, None, ()),)),)
    view = seen(own, (meeting(1, 0, 0),))
    assert standings(view, BOTH) == {0: True, 1: False}
    past = past_of(view, 1)
    assert past is not None
    assert (past.own, list(past.co_players())) == ((1,), [(0, (0,))])
    # Its profile puts the other participant of that meeting in seat 0.
    assert past.profiles == ((0, 1),)


@pytest.mark.parametrize("norm", ["literal", "repaired"])
def test_play_by_the_norm_agrees_with_an_omniscient_label_keeper(norm: str) -> None:
    """One agent of each role plays a random sequence; the rest keep to the norm.

    The keeper reads events only: it never sees a dossier.
    """
    dice = np.random.default_rng(5)
    for seed in range(5):
        wild = sequence(*(int(x) for x in dice.integers(2, size=8)))
        keep: Named = ("standing", {"norm": norm})
        agents: list[Named] = [wild, keep, keep, wild, keep, keep]
        playing = drive(
            "reputation",
            DILEMMA,
            agents,
            {"rounds": 8, "window": "all", "depth": 8},
            seed,
            per_role=3,
        )
        good = dict.fromkeys(range(6), True)
        rounds: dict[int, list[RoundPlayed]] = {}
        for event in playing.of(RoundPlayed):
            rounds.setdefault(event.round, []).append(event)
        for number in sorted(rounds):
            before = dict(good)
            for event in rounds[number]:
                for slot, action in zip(event.slots, event.actions, strict=True):
                    others = [other for other in event.slots if other != slot]
                    trusted = others if norm == "literal" else list(event.slots)
                    if slot not in (0, 3):
                        clean = all(before[each] for each in trusted)
                        assert action == int(not clean), (seed, number, slot)
                    if action == 1 and all(before[other] for other in others):
                        good[slot] = False
        assert not all(good.values())
