"""Weights of rounds against their closed forms."""

from fractions import Fraction
from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ostrom.core.errors import SpecError
from ostrom.mechanisms.protocol.discounting import (
    Tail,
    round_weights,
    weighted_return,
)

chances = st.fractions(min_value=0, max_value=Fraction(99, 100), max_denominator=100)
lengths = st.integers(1, 30)


@given(lengths, chances)
def test_weights_sum_to_one_unless_the_tail_is_dropped(
    rounds: int, chance: Fraction
) -> None:
    assert sum(round_weights(rounds, chance, "last_round")) == 1
    assert sum(round_weights(rounds, chance, "renormalise")) == 1
    assert sum(round_weights(rounds, chance, "drop")) == 1 - chance**rounds


@given(lengths, chances)
def test_each_round_weighs_the_chance_times_the_one_before(
    rounds: int, chance: Fraction
) -> None:
    dropped = round_weights(rounds, chance, "drop")
    assert dropped[0] == 1 - chance
    for earlier, later in pairwise(dropped):
        assert later == chance * earlier
    renormalised = round_weights(rounds, chance, "renormalise")
    assert renormalised == tuple(weight / sum(dropped) for weight in dropped)
    last = round_weights(rounds, chance, "last_round")
    assert last[:-1] == dropped[:-1]


@given(st.lists(st.integers(-9, 9), min_size=1, max_size=12), chances)
def test_the_last_round_stands_for_ever(payoffs: list[int], chance: Fraction) -> None:
    exact = [Fraction(payoff) for payoff in payoffs]
    endless = exact[-1]
    for payoff in reversed(exact[:-1]):
        endless = (1 - chance) * payoff + chance * endless
    weights = round_weights(len(exact), chance, "last_round")
    assert weighted_return(exact, weights) == endless


def test_the_papers_tail_weight() -> None:
    last = round_weights(15, Fraction(4, 5), "last_round")[-1]
    assert round(float(last), 3) == 0.044


def test_a_single_round_has_all_the_weight() -> None:
    assert round_weights(1, Fraction(4, 5), "last_round") == (Fraction(1),)
    assert round_weights(1, Fraction(4, 5), "drop") == (Fraction(1, 5),)


@pytest.mark.parametrize(
    ("rounds", "chance"), [(0, "1/2"), (3, "1"), (3, "-1/2"), (3, "3/2")]
)
@pytest.mark.parametrize("tail", ["last_round", "renormalise", "drop"])
def test_what_is_out_of_range_is_refused(rounds: int, chance: str, tail: Tail) -> None:
    with pytest.raises(SpecError, match="got"):
        round_weights(rounds, Fraction(chance), tail)
