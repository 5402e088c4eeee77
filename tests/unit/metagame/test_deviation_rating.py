"""Deviation ratings against closed forms, a second method, and their invariances."""

from fractions import Fraction
from itertools import product
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from ostrom.core.errors import SpecError
from ostrom.core.seeds import stream
from ostrom.metagame.deviation_rating import (
    deviation_rating,
    deviation_ratings_by_player,
    exact_deviation_rating,
)
from ostrom.metagame.programs.certificate import Solution, certify
from ostrom.metagame.programs.exact import minimum
from ostrom.metagame.programs.gains import symmetric_gains
from ostrom.metagame.programs.lexicographic import lexicographic_levels
from ostrom.metagame.programs.warm import WarmProgram
from ostrom.metagame.ranking import rank

SIXTH, HALF, THIRD = Fraction(1, 6), Fraction(1, 2), Fraction(1, 3)
F = Fraction
SHAPLEY = F(-680, 241)
KNOWN: dict[str, tuple[list[list[Any]], list[Any]]] = {
    "biased Shapley": (
        [
            [-8, -2, 4, SHAPLEY],
            [2, -8, -1, SHAPLEY],
            [-4, 1, -8, SHAPLEY],
            [F(-712, 241), F(-920, 241), F(-184, 241), SHAPLEY],
        ],
        [SHAPLEY] * 4,
    ),
    "biased Shapley without the fourth": (
        [[-8, -2, 4], [2, -8, -1], [-4, 1, -8]],
        [SHAPLEY] * 3,
    ),
    "rock, paper, scissors": ([[0, -1, 1], [1, 0, -1], [-1, 1, 0]], [0, 0, 0]),
    "weighted": ([[0, -1, 3], [1, 0, -1], [-3, 1, 0]], [0, 0, 0]),
    "cycle": ([[0, 0, 1], [1, 0, 0], [0, 1, 0]], [-SIXTH] * 3),
    "prisoner's dilemma": ([[2, 0], [3, 1]], [-1, 0]),
    "stag hunt": ([[5, 0], [3, 3]], [F(-6, 5), F(-6, 5)]),
    "chicken": ([[0, -1], [1, -10]], [-HALF, F(-9, 2)]),
    "coordination": ([[1, 0], [0, 1]], [-HALF, -HALF]),
    "ranked coordination": ([[2, 0], [0, 1]], [F(-2, 3), F(-2, 3)]),
    "travellers": (
        [[2, 4, 4, 4], [0, 3, 5, 5], [0, 1, 4, 6], [0, 1, 2, 5]],
        [-HALF, -1, -HALF, -1],
    ),
    # The smallest games in which settling what is tight at one vertex goes wrong.
    "tie below": ([[0, 0], [0, 1]], [-1, 0]),
    "tie above": ([[1, 0], [1, 1]], [-1, 0]),
    "one agent": ([[7]], [0]),
    "no agent matters": ([[3, 3], [3, 3]], [0, 0]),
}


def fractions(payoffs: Any) -> np.ndarray:
    table = np.array(payoffs, dtype=object)
    for place, entry in np.ndenumerate(table):
        table[place] = Fraction(entry)
    return table


def numbers(payoffs: Any) -> np.ndarray:
    return np.array(fractions(payoffs), dtype=np.float64)


@pytest.mark.parametrize("name", KNOWN)
def test_published_and_hand_solved_games(name: str) -> None:
    payoffs, expected = KNOWN[name]
    assert exact_deviation_rating(fractions(payoffs)) == tuple(map(Fraction, expected))
    found = deviation_rating(numbers(payoffs))
    np.testing.assert_allclose(found.values, numbers(expected), atol=1e-9)
    assert found.notes == ()


def test_bimatrix_games() -> None:
    identity = np.eye(3)
    shifted = np.roll(identity, 1, axis=1)
    for own, other, value in (
        (np.array([[1.0, -1.0], [-1.0, 1.0]]), np.array([[-1.0, 1.0], [1.0, -1.0]]), 0),
        (identity, shifted, -1 / 6),
    ):
        both = deviation_ratings_by_player(np.stack([own, other], axis=-1))
        for rated in both:
            np.testing.assert_allclose(rated.values, value, atol=1e-9)


def symmetric(entries: list[int], agents: int, seats: int) -> np.ndarray:
    """A symmetric tensor whose co-players' order carries nothing."""
    table = np.array(entries[: agents**seats]).reshape((agents,) * seats)
    ordered = np.empty(table.shape)
    for place in product(range(agents), repeat=seats):
        ordered[place] = table[(place[0], *sorted(place[1:]))]
    return ordered


@st.composite
def tied_games(draw: st.DrawFn) -> np.ndarray:
    """Small symmetric games with payoffs 0, 1 and 2: full of ties."""
    agents, seats = draw(st.sampled_from([(2, 2), (3, 2), (4, 2), (2, 3), (3, 3)]))
    size = agents**seats
    entries = draw(st.lists(st.integers(0, 2), min_size=size, max_size=size))
    return symmetric(entries, agents, seats)


@given(tied_games())
def test_two_independent_methods_agree(payoffs: np.ndarray) -> None:
    exact = exact_deviation_rating(fractions(payoffs.astype(int)))
    found = deviation_rating(payoffs)
    np.testing.assert_allclose(found.values, numbers(exact), atol=1e-8)
    assert found.worst_residual <= 1e-9
    assert (found.values <= 0).all()


@given(tied_games())
def test_full_and_reduced_programs_agree(payoffs: np.ndarray) -> None:
    seats = payoffs.ndim
    by_seat = np.stack(
        [np.moveaxis(payoffs, 0, seat) for seat in range(seats)], axis=-1
    )
    reduced = deviation_rating(payoffs).values
    for rated in deviation_ratings_by_player(by_seat):
        np.testing.assert_allclose(rated.values, reduced, atol=1e-7)


@given(tied_games(), st.integers(0, 3), st.randoms(use_true_random=False))
def test_clones_order_shift_and_unit(
    payoffs: np.ndarray, which: int, random: Any
) -> None:
    agents = len(payoffs)
    exact = exact_deviation_rating(fractions(payoffs.astype(int)))
    places = [*range(agents), which % agents]
    clones = payoffs[np.ix_(*[places] * payoffs.ndim)]
    rated = exact_deviation_rating(fractions(clones.astype(int)))
    assert rated == (*exact, exact[which % agents])
    order = random.sample(range(agents), agents)
    shuffled = payoffs[np.ix_(*[order] * payoffs.ndim)]
    np.testing.assert_allclose(
        deviation_rating(shuffled).values, numbers(exact)[order], atol=1e-8
    )
    # A bonus for what the co-players are, the same whoever gets it.
    bonus = np.arange(agents, dtype=np.float64) * 3
    offset = sum(
        np.moveaxis(bonus.reshape((-1,) + (1,) * (payoffs.ndim - 1)), 0, axis)
        for axis in range(1, payoffs.ndim)
    )
    np.testing.assert_allclose(
        deviation_rating(payoffs + offset).values, numbers(exact), atol=1e-7
    )
    for unit in (1e-6, 1e6):
        np.testing.assert_allclose(
            deviation_rating(payoffs * unit).values / unit, numbers(exact), atol=1e-7
        )


@given(tied_games(), st.integers(0, 3))
def test_a_dominating_agent_is_rated_higher(payoffs: np.ndarray, which: int) -> None:
    better = payoffs[which % len(payoffs)] + 1
    agents = len(payoffs)
    grown = np.zeros((agents + 1,) * payoffs.ndim)
    places = np.ix_(*[[*range(agents), which % agents]] * payoffs.ndim)
    grown[...] = payoffs[places]
    last = [*range(agents), which % agents]
    grown[agents] = better[np.ix_(*[last] * (payoffs.ndim - 1))]
    rated = exact_deviation_rating(fractions(grown.astype(int)))
    assert rated[agents] >= rated[which % agents] + 1


@pytest.mark.parametrize("seed", range(10))
def test_zero_sum_ratings_are_payoffs_against_the_equilibrium(seed: int) -> None:
    from scipy.optimize import linprog

    draws = stream(seed, "zero-sum").normal(size=(5, 5))
    payoffs = draws - draws.T
    solved = linprog(
        np.append(np.zeros(5), 1.0),
        A_ub=np.hstack([payoffs, -np.ones((5, 1))]),
        b_ub=np.zeros(5),
        A_eq=[[1.0] * 5 + [0.0]],
        b_eq=[1.0],
        bounds=[(0, None)] * 5 + [(None, None)],
    )
    assert solved.x is not None
    expected = payoffs @ solved.x[:5]
    np.testing.assert_allclose(deviation_rating(payoffs).values, expected, atol=1e-8)


def test_a_mixture_of_agents_can_change_ratings() -> None:
    payoffs = fractions([[-1, -1, 0], [1, -1, 1], [1, -1, -1]])
    assert exact_deviation_rating(payoffs) == (F(-2, 3), F(0), F(-2, 3))
    mixing = fractions([[1, 0, 0], [0, 1, 0], [0, 0, 1], [HALF, HALF, 0]])
    with_mixture = mixing.dot(payoffs).dot(mixing.T)
    expected = (F(-4, 5), F(0), F(-2, 5), F(-2, 5))
    assert exact_deviation_rating(with_mixture) == expected


@pytest.mark.parametrize(
    ("payoffs", "noise", "without", "with_noise"),
    [
        (
            [[0, 2, 0], [1, 2, 0], [0, 1, 0]],
            [[1, -1, 1], [1, 1, -1], [0, 0, 0]],
            (-0.5, 0, -1),
            (0, 0, 0),
        ),
        (
            [[0, 2, 0], [0, 0, 0], [0, 2, 1]],
            [[0, -1, 1], [1, -1, -1], [-1, -1, 1]],
            (-1, -1, 0),
            (0, -1, 0),
        ),
        (
            [[2, 1, 0], [2, 0, 1], [2, 0, 0]],
            [[1, -1, 1], [1, 1, 0], [0, 1, -1]],
            (0, -0.5, -0.5),
            (0, 0, -0.5),
        ),
    ],
)
def test_ratings_jump_where_payoffs_are_tied(
    payoffs: Any, noise: Any, without: Any, with_noise: Any
) -> None:
    exact = exact_deviation_rating(fractions(payoffs))
    np.testing.assert_allclose(numbers(exact), without, atol=0)
    moved = fractions(payoffs) + fractions(noise) * Fraction(1, 10**6)
    exact = exact_deviation_rating(moved)
    np.testing.assert_allclose(numbers(exact), with_noise, atol=1e-4)


def _settles_what_is_tight(gains: np.ndarray) -> np.ndarray:
    """The rule that is wrong: all that is tight at the one vertex that came back."""
    program = WarmProgram(gains)
    values = np.full(len(gains), np.nan)
    while np.isnan(values).any():
        solution = program.solve()
        assert solution is not None
        is_open = np.isnan(values)
        tight = np.abs(gains @ solution.distribution - solution.level) < 1e-9
        for row in np.flatnonzero(is_open & tight).tolist():
            values[row] = solution.level
            program.settle(row, solution.level)
    return values


def test_two_optimal_distributions_with_different_tight_rows() -> None:
    payoffs, expected = KNOWN["tie above"]
    gains = symmetric_gains(numbers(payoffs))
    nothing, all_open = np.zeros(2), np.ones(2, dtype=bool)
    multipliers = np.array([0.0, 1.0])
    tight = []
    for company in (0, 2):  # everybody the first agent, everybody the second
        claim = Solution(0.0, np.eye(3)[company], multipliers)
        assert certify(gains, nothing, all_open, claim).holds(1e-12)
        tight.append(np.flatnonzero(gains[:, company] == 0).tolist())
    # Settling the tight rows of the first would rate both agents 0.
    assert tight == [[0, 1], [1]]
    assert expected == [-1, 0]


def test_random_ties_catch_it_too() -> None:
    generator = stream(3, "ties")
    wrong = 0
    for _ in range(60):
        payoffs = generator.integers(0, 3, size=(4, 4)).astype(float)
        gains = symmetric_gains(payoffs)
        if gains.any():
            right = lexicographic_levels(gains / np.abs(gains).max()).values
            found = _settles_what_is_tight(gains) / np.abs(gains).max()
            wrong += np.abs(found - right).max() > 1e-6
            # The right one is never lexicographically larger.
            falls = np.sort(found)[::-1] - np.sort(right)[::-1]
            first = falls[np.abs(falls) > 1e-6]
            assert first.size == 0 or first[0] > 0
    assert wrong >= 5


def test_the_certificate_refuses_what_was_tampered_with() -> None:
    gains = symmetric_gains(numbers(KNOWN["travellers"][0]))
    solution = WarmProgram(gains).solve()
    assert solution is not None
    nothing, all_open = np.zeros(4), np.ones(4, dtype=bool)
    assert certify(gains, nothing, all_open, solution).holds(1e-9)
    lower = Solution(solution.level - 1e-3, solution.distribution, solution.multipliers)
    moved = Solution(
        solution.level, np.roll(solution.distribution, 1), solution.multipliers
    )
    other = Solution(
        solution.level, solution.distribution, np.roll(solution.multipliers, 1)
    )
    none = Solution(solution.level, solution.distribution, np.zeros(4))
    for claim in (lower, moved, other, none):
        assert not certify(gains, nothing, all_open, claim).holds(1e-6)


def test_exact_minimum_by_hand() -> None:
    # Minimise -x - y under x + 2y + s = 4, 3x + y + t = 6: the corner (8/5, 6/5).
    rows = [[1, 2, 1, 0, 4], [3, 1, 0, 1, 6]]
    value, reduced = minimum(
        [F(-1), F(-1), F(0), F(0)], [[F(entry) for entry in row] for row in rows]
    )
    assert value == F(-14, 5)
    assert reduced == [0, 0, F(2, 5), F(1, 5)]


@pytest.mark.parametrize(
    ("payoffs", "said"),
    [
        (np.zeros((2, 3)), "shape"),
        (np.zeros(3), "shape"),
        (np.array([[1.0, np.nan], [0.0, 1.0]]), r"1 of 4 payoffs .* \(0, 1\)"),
        (np.arange(8.0).reshape(2, 2, 2), "swap"),
    ],
)
def test_refuses_what_is_no_symmetric_game(payoffs: np.ndarray, said: str) -> None:
    with pytest.raises(SpecError, match=said):
        deviation_rating(payoffs)


def test_refuses_payoffs_without_a_player_axis() -> None:
    with pytest.raises(SpecError, match="one number"):
        deviation_ratings_by_player(np.zeros((2, 2, 3)))


def test_asymmetric_sizes() -> None:
    # Player 0's second strategy is worse by 1 whatever player 1 does.
    payoffs = np.zeros((2, 3, 2))
    payoffs[1, :, 0] = -1.0
    first, second = deviation_ratings_by_player(payoffs)
    np.testing.assert_allclose(first.values, [0, -1], atol=1e-9)
    np.testing.assert_allclose(second.values, [0, 0, 0], atol=1e-9)


def test_ranks_with_ties() -> None:
    values = np.array([0.0, -1.0, -1.0 - 5e-8, -3.0])
    assert rank(values, tolerance=1e-7).tolist() == [1, 2.5, 2.5, 4]
    assert rank(values, tolerance=0).tolist() == [1, 2, 3, 4]
    assert rank(values, tolerance=5).tolist() == [2.5] * 4
    chain = np.array([0.0, -0.9, -1.8])
    assert rank(chain, tolerance=1).tolist() == [2, 2, 2]
    for bad in (np.array([0.0, np.nan]), np.array([0.0, -np.inf])):
        with pytest.raises(SpecError, match="finite"):
            rank(bad, tolerance=0.1)
    with pytest.raises(SpecError, match="tolerance"):
        rank(values, tolerance=-1)
