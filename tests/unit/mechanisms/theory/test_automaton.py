"""Exact values and deviations against plain simulation over many rounds."""

from fractions import Fraction
from itertools import product

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ostrom.core.errors import IllegalActionError, SpecError
from ostrom.games.theory.catalogue import GAMES
from ostrom.games.theory.game import Profile
from ostrom.mechanisms.theory.automaton import (
    Automaton,
    best_response_gain,
    best_response_values,
    conforming_values,
    one_shot_deviations,
)
from ostrom.mechanisms.theory.deviations import replaced, worst_deviation

PD = GAMES.load("prisoners_dilemma").default()
PROFILES = tuple(PD.profiles())
ROUNDS = 200
Table = list[tuple[int, tuple[int, int, int, int]]]
deltas = st.integers(0, 18).map(lambda twentieths: Fraction(twentieths, 20))


@st.composite
def tables(draw: st.DrawFn) -> Table:
    """For each state the index of what is played, and the next state after each."""
    size = draw(st.integers(1, 4))
    state = st.integers(0, size - 1)
    row = st.tuples(st.integers(0, 3), st.tuples(state, state, state, state))
    return draw(st.lists(row, min_size=size, max_size=size))


def automaton_of(table: Table) -> Automaton:
    return Automaton(
        tuple(range(len(table))),
        0,
        lambda state: PROFILES[table[state][0]],
        lambda state, played: table[state][1][PROFILES.index(played)],
    )


def simulated(
    automaton: Automaton,
    delta: Fraction,
    state: object,
    player: int,
    policy: dict[object, int] | None = None,
    first: Profile | None = None,
) -> float:
    """The player's discounted payoff, summed round by round."""
    total, weight = 0.0, 1 - float(delta)
    for turn in range(ROUNDS):
        played = automaton.play(state)
        if policy is not None:
            played = replaced(played, player, policy[state])
        if turn == 0 and first is not None:
            played = first
        total += weight * float(PD.payoff(played)[player])
        weight *= float(delta)
        state = automaton.next_state(state, played)
    return total


@given(tables(), deltas)
def test_values_equal_long_simulations(table: Table, delta: Fraction) -> None:
    automaton = automaton_of(table)
    values = conforming_values(PD, automaton, delta)
    for state in automaton.states:
        for player in (0, 1):
            assert float(values[state][player]) == pytest.approx(
                simulated(automaton, delta, state, player), abs=1e-7
            )


@given(tables(), deltas)
def test_gains_equal_simulated_departures(table: Table, delta: Fraction) -> None:
    automaton = automaton_of(table)
    found = one_shot_deviations(PD, automaton, delta)
    assert len(found) == 2 * len(automaton.states)
    for each in found:
        assert isinstance(each.choice, int)
        changed = replaced(automaton.play(each.state), each.player, each.choice)
        departed = simulated(automaton, delta, each.state, each.player, first=changed)
        kept = simulated(automaton, delta, each.state, each.player)
        assert float(each.gain) == pytest.approx(departed - kept, abs=1e-7)


@given(tables(), deltas)
def test_best_response_equals_the_best_of_all_policies(
    table: Table, delta: Fraction
) -> None:
    automaton = automaton_of(table)
    for player in (0, 1):
        best = best_response_values(PD, automaton, player, delta)[0]
        policies = product((0, 1), repeat=len(automaton.states))
        tried = [
            simulated(automaton, delta, 0, player, policy=dict(enumerate(policy)))
            for policy in policies
        ]
        assert float(best) == pytest.approx(max(tried), abs=1e-7)


@given(tables(), deltas)
def test_no_gain_from_one_departure_means_no_gain_from_any(
    table: Table, delta: Fraction
) -> None:
    automaton = automaton_of(table)
    if worst_deviation(one_shot_deviations(PD, automaton, delta)).gain <= 0:
        assert best_response_gain(PD, automaton, delta) == 0


def test_value_of_alternating_between_two_profiles() -> None:
    alternating = Automaton(
        (0, 1), 0, lambda state: ((0, 1), (1, 0))[state], lambda state, _: 1 - state
    )
    first, second = conforming_values(PD, alternating, Fraction(1, 2))[0]
    assert (first, second) == (Fraction(1), Fraction(2))


@pytest.mark.parametrize("delta", [Fraction(1), Fraction(-1, 2), Fraction(3, 2)])
def test_refuses_a_delta_out_of_range(delta: Fraction) -> None:
    alone = Automaton((0,), 0, lambda _: (1, 1), lambda state, _: state)
    with pytest.raises(SpecError, match=r"\[0, 1\)"):
        one_shot_deviations(PD, alone, delta)


@pytest.mark.parametrize("leaves_at", [(1, 1), (0, 1)])
def test_refuses_an_automaton_that_leaves_its_states(leaves_at: Profile) -> None:
    leaving = Automaton(
        (0,), 0, lambda _: (1, 1), lambda _, played: int(played == leaves_at)
    )
    with pytest.raises(SpecError, match="does not list"):
        one_shot_deviations(PD, leaving, Fraction(1, 2))
    with pytest.raises(SpecError, match="does not list"):
        best_response_values(PD, leaving, 0, Fraction(1, 2))


def test_refuses_an_automaton_that_plays_what_is_not_in_the_game() -> None:
    strange = Automaton((0,), 0, lambda _: (0, 2), lambda state, _: state)
    with pytest.raises(IllegalActionError, match="no profile"):
        one_shot_deviations(PD, strange, Fraction(1, 2))
    with pytest.raises(IllegalActionError, match="no profile"):
        best_response_values(PD, strange, 1, Fraction(1, 2))


def test_without_any_deviation_there_is_no_worst() -> None:
    with pytest.raises(SpecError, match="no deviation"):
        worst_deviation(())
