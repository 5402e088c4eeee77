"""Alpha-rank, Nash averaging, maximal lotteries and Bradley-Terry scores."""

import numpy as np
import pytest
from scipy.linalg import eig
from scipy.optimize import linprog

from ostrom.core.errors import SpecError
from ostrom.core.seeds import stream
from ostrom.metagame.alpha_rank import alpha_rank, fixation
from ostrom.metagame.bradley_terry import bradley_terry, wins_between
from ostrom.metagame.maximal_lottery import maximal_lottery
from ostrom.metagame.nash_averaging import nash_average
from ostrom.metagame.rating import mean_payoff
from ostrom.metagame.zero_sum import solve_zero_sum

DILEMMA = np.array([[2.0, 0.0], [3.0, 1.0]])
CYCLE = np.array([[0.0, -1.0, 1.0], [1.0, 0.0, -1.0], [-1.0, 1.0, 0.0]])


def test_mean_payoff() -> None:
    assert mean_payoff(DILEMMA).values.tolist() == [1.0, 2.0]
    payoffs = np.arange(4.0).reshape(2, 2)
    assert mean_payoff(payoffs[:, :, None] + payoffs[:, None, :]).values.tolist() == [
        1.0,
        5.0,
    ]


def test_fixation_chances() -> None:
    advantage = np.array([0.0, 1e-13, 0.5, -0.5, 700.0, -700.0])
    found = fixation(advantage, 10)
    assert found[0] == found[1] == 0.1
    forward = (1 - np.exp(-0.5)) / (1 - np.exp(-5))
    assert found[2] == pytest.approx(forward, rel=1e-14)
    assert found[3] == pytest.approx(np.exp(-4.5) * forward, rel=1e-14)
    assert found[4] == 1.0
    assert found[5] == 0.0


def test_evolution_ends_at_defection() -> None:
    found = alpha_rank(DILEMMA)
    assert found.values[1] == pytest.approx(1.0, abs=1e-6)
    assert found.values.sum() == pytest.approx(1.0)


def test_evolution_is_nowhere_longer_in_a_cycle() -> None:
    np.testing.assert_allclose(alpha_rank(CYCLE).values, 1 / 3, atol=1e-12)


@pytest.mark.parametrize("seats", [2, 3])
def test_alpha_rank_in_another_unit_and_order(seats: int) -> None:
    draws = stream(seats, "alpha").normal(size=(4,) * seats)
    payoffs = (draws + np.swapaxes(draws, 1, seats - 1)) / 2
    values = alpha_rank(payoffs).values
    np.testing.assert_allclose(alpha_rank(payoffs * 1e6 + 5).values, values, atol=1e-9)
    order = [3, 1, 0, 2]
    moved = alpha_rank(payoffs[np.ix_(*[order] * seats)]).values
    np.testing.assert_allclose(moved, values[order], atol=1e-9)


def test_too_large_a_chain_is_refused() -> None:
    with pytest.raises(SpecError, match="1500 profiles"):
        alpha_rank(np.zeros((12, 12, 12)))


def test_nash_average_of_a_cycle_with_a_loser() -> None:
    payoffs = np.zeros((4, 4))
    payoffs[:3, :3] = CYCLE
    payoffs[3, :3], payoffs[:3, 3] = -2.0, 2.0
    found = nash_average(payoffs)
    np.testing.assert_allclose(found.values, [0, 0, 0, -2], atol=1e-7)
    assert found.is_unique


def test_nash_average_says_where_it_is_not_unique() -> None:
    # Two clones of a winner; a third agent loses to the first by 1, to the second by 3.
    margins = np.array([[0.0, 0.0, 1.0], [0.0, 0.0, 3.0], [-1.0, -3.0, 0.0]])
    found = nash_average(margins)
    assert not found.is_unique
    np.testing.assert_allclose(found.low, [0, 0, -3], atol=1e-7)
    np.testing.assert_allclose(found.high, [0, 0, -1], atol=1e-7)
    # The most even equilibrium gives both winners a half.
    np.testing.assert_allclose(found.values, [0, 0, -2], atol=1e-5)


def test_the_most_even_equilibrium_has_the_greatest_entropy() -> None:
    generator = stream(8, "entropy")
    draws = np.triu(generator.integers(-1, 2, size=(6, 6)), 1).astype(float)
    draws[:, 4:] = 0.0  # the last two tie with everybody
    margins = draws - draws.T
    corners = np.array(
        [
            linprog(
                generator.normal(size=6),
                A_ub=margins,
                b_ub=np.zeros(6),
                A_eq=np.ones((1, 6)),
                b_eq=[1.0],
            ).x
            for _ in range(30)
        ]
    )
    assert len(np.unique(corners.round(6), axis=0)) >= 3
    found = solve_zero_sum(margins).most_even
    assert (margins @ found <= 1e-7).all()
    assert found.sum() == pytest.approx(1.0)
    others = generator.dirichlet(np.ones(30), size=500) @ corners
    assert entropy(found) >= entropy(others).max() - 1e-7


def entropy(shares: np.ndarray) -> np.ndarray:
    return np.asarray(-(shares * np.log(np.maximum(shares, 1e-300))).sum(axis=-1))


def test_maximal_lotteries() -> None:
    found = maximal_lottery(CYCLE)
    np.testing.assert_allclose(found.values, 1 / 3, atol=1e-7)
    assert found.is_unique
    winner = maximal_lottery(DILEMMA)
    np.testing.assert_allclose(winner.values, [0, 1], atol=1e-7)
    ties = maximal_lottery(np.zeros((3, 3)))
    np.testing.assert_allclose(ties.values, 1 / 3, atol=1e-6)
    np.testing.assert_allclose(ties.low, 0, atol=1e-7)
    np.testing.assert_allclose(ties.high, 1, atol=1e-7)
    assert not ties.is_unique


def test_scores_give_back_the_strengths() -> None:
    strengths = np.array([0.8, 0.1, -0.2, -0.7])
    chances = 1 / (1 + np.exp(strengths[None, :] - strengths[:, None]))
    wins = 100 * chances
    np.fill_diagonal(wins, 0.0)
    found = bradley_terry(wins).values
    np.testing.assert_allclose(found, strengths - strengths.mean(), atol=1e-6)


def test_scores_between_two_are_the_log_odds() -> None:
    found = bradley_terry(np.array([[0.0, 6.0], [2.0, 0.0]])).values
    assert found[0] - found[1] == pytest.approx(np.log(3), abs=1e-6)


def test_no_finite_scores_for_who_never_lost() -> None:
    assert wins_between(DILEMMA).tolist() == [[0, 0], [1, 0]]
    with pytest.raises(SpecError, match="2 groups"):
        bradley_terry(wins_between(DILEMMA))


@pytest.mark.parametrize("method", [nash_average, maximal_lottery, wins_between])
def test_methods_for_two_players_refuse_three(method: object) -> None:
    with pytest.raises(SpecError, match="3 players"):
        method(np.zeros((2, 2, 2)))  # type: ignore[operator]


def test_the_chain_by_an_eigenvector() -> None:
    payoffs = stream(5, "eigen").normal(size=(3, 3))
    alpha = 2.0 / np.ptp(payoffs)
    moves = np.zeros((9, 9))
    for row in range(3):
        for column in range(3):
            for other in range(3):
                if other != row:
                    gain = payoffs[other, column] - payoffs[row, column]
                    chance = fixation(np.array([alpha * gain]), 20)[0] / 4
                    moves[3 * row + column, 3 * other + column] = chance
                if other != column:
                    gain = payoffs[other, row] - payoffs[column, row]
                    chance = fixation(np.array([alpha * gain]), 20)[0] / 4
                    moves[3 * row + column, 3 * row + other] = chance
    moves += np.diag(1 - moves.sum(axis=1))
    values, vectors = eig(moves.T)
    vector = np.real(vectors[:, np.argmax(np.real(values))])
    shares = (vector / vector.sum()).reshape(3, 3)
    expected = (shares.sum(axis=1) + shares.sum(axis=0)) / 2
    found = alpha_rank(payoffs, intensity=2.0, population=20).values
    np.testing.assert_allclose(found, expected, atol=1e-10)
