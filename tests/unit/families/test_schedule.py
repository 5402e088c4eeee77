"""Schedules: all ordered seatings, or a sample in which seats are shared evenly."""

from collections import Counter
from itertools import product

from hypothesis import given
from hypothesis import strategies as st

from ostrom.families.normal_form.schedule import seatings
from ostrom.specs.experiment import Schedule


def test_all_ordered_has_every_assignment_once() -> None:
    found = seatings(Schedule(), 6, 3, 1, "g")
    assert sorted(found) == sorted(product(range(6), repeat=3))
    assert len(seatings(Schedule(), 6, 2, 1, "g")) == 36


@given(st.integers(1, 6), st.integers(2, 4), st.integers(1, 30), st.integers())
def test_a_sample_shares_every_seat_evenly(
    agents: int, players: int, matches: int, seed: int
) -> None:
    schedule = Schedule(kind="sample", matches=matches)
    found = seatings(schedule, agents, players, seed, "g")
    assert len(found) == matches
    for player in range(players):
        counts = Counter(seating[player] for seating in found)
        shares = [counts[agent] for agent in range(agents)]
        assert max(shares) - min(shares) <= 1


def test_a_sample_hangs_on_seed_and_game_only() -> None:
    schedule = Schedule(kind="sample", matches=20)
    assert seatings(schedule, 6, 2, 1, "g") == seatings(schedule, 6, 2, 1, "g")
    assert seatings(schedule, 6, 2, 1, "g") != seatings(schedule, 6, 2, 2, "g")
    assert seatings(schedule, 6, 2, 1, "g") != seatings(schedule, 6, 2, 1, "h")
