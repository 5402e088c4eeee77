"""The Moran process against its closed forms."""

import numpy as np
import pytest

from ostrom.core.errors import SolverError, SpecError
from ostrom.core.seeds import stream
from ostrom.metagame.moran import fixation_probability, long_run_shares, moran_process
from ostrom.metagame.stationary import stationary_distribution

DILEMMA = np.array([[2.0, 0.0], [3.0, 1.0]])


def test_without_selection_chance_decides() -> None:
    for size in (2, 7, 50):
        chance = fixation_probability(DILEMMA, 0, 1, population=size, intensity=0.0)
        assert chance == pytest.approx(1 / size, rel=1e-12)


def test_constant_advantage() -> None:
    # One point more in all company: a classical Moran process of fitness exp(0.3).
    payoffs = np.array([[1.0, 1.0], [2.0, 2.0]])
    ratio = np.exp(0.3)
    for size in (2, 10, 80):
        chance = fixation_probability(payoffs, 1, 0, population=size, intensity=0.3)
        expected = (1 - 1 / ratio) / (1 - ratio**-size)
        assert chance == pytest.approx(expected, rel=1e-12)


def test_both_fixations_are_in_proportion() -> None:
    # Their ratio is exp(intensity times the summed payoff difference).
    size, intensity = 12, 0.4
    forth = fixation_probability(DILEMMA, 1, 0, population=size, intensity=intensity)
    back = fixation_probability(DILEMMA, 0, 1, population=size, intensity=intensity)
    gaps = 0.0
    for cooperators in range(1, size):
        defectors = size - cooperators
        cooperating = 2 * (cooperators - 1) / (size - 1)
        defecting = (3 * cooperators + defectors - 1) / (size - 1)
        gaps += defecting - cooperating
    assert forth / back == pytest.approx(np.exp(intensity * gaps), rel=1e-9)
    shares = long_run_shares(DILEMMA, population=size, intensity=intensity)
    assert shares[1] / shares[0] == pytest.approx(forth / back, rel=1e-9)


def test_groups_of_three_are_drawn_without_return() -> None:
    # With one mutant among three, its company is both residents: 5 against 0.
    payoffs = np.zeros((2, 2, 2))
    payoffs[1, 0, 0] = 5.0
    chance = fixation_probability(payoffs, 1, 0, population=3, intensity=0.2)
    # Two mutants: nobody's company holds two residents, so only the first step counts.
    assert chance == pytest.approx(1 / (1 + 2 * np.exp(-0.2 * 5)), rel=1e-12)


def test_strong_selection_does_not_overflow() -> None:
    chance = fixation_probability(DILEMMA, 1, 0, population=100, intensity=1e4)
    assert chance == pytest.approx(1.0)
    chance = fixation_probability(DILEMMA, 0, 1, population=100, intensity=1e4)
    assert chance == 0.0


def test_drawn_processes_fixate_as_often_as_they_should() -> None:
    intensity, size, runs = 0.2, 5, 600
    expected = fixation_probability(DILEMMA, 1, 0, population=size, intensity=intensity)
    taken = 0
    for run in range(runs):
        path = moran_process(
            DILEMMA,
            np.array([size - 1, 1]),
            steps=150,
            intensity=intensity,
            mutation=0.0,
            generator=stream(run, "moran"),
        )
        assert (path.sum(axis=1) == size).all()
        assert path[-1].max() == size
        taken += path[-1, 1] == size
    error = np.sqrt(expected * (1 - expected) / runs)
    assert abs(taken / runs - expected) < 4 * error


def test_mutation_brings_everybody_back() -> None:
    start = np.array([6, 0])
    draw = stream(1, "mutants")
    path = moran_process(
        DILEMMA, start, steps=400, intensity=0.0, mutation=0.5, generator=draw
    )
    assert start.tolist() == [6, 0]
    assert path[200:, 1].mean() == pytest.approx(3.0, abs=0.6)


def test_the_long_run_of_a_chain_by_hand() -> None:
    moves = np.array([[0.9, 0.1, 0.0], [0.0, 0.8, 0.2], [0.4, 0.0, 0.6]])
    # What leaves each state is the same: shares go as 10 : 5 : 2.5.
    expected = np.array([4.0, 2.0, 1.0]) / 7
    np.testing.assert_allclose(stationary_distribution(moves), expected)
    tiny = np.array([[1 - 1e-200, 1e-200], [1.0, 0.0]])
    assert stationary_distribution(tiny)[1] == pytest.approx(1e-200, rel=1e-12)


def test_two_long_runs_are_no_answer() -> None:
    with pytest.raises(SolverError, match="no single long run"):
        stationary_distribution(np.eye(2))


@pytest.mark.parametrize(("population", "intensity"), [(1, 0.1), (5, -1.0)])
def test_refuses(population: int, intensity: float) -> None:
    with pytest.raises(SpecError, match="population"):
        fixation_probability(DILEMMA, 0, 1, population=population, intensity=intensity)
    with pytest.raises(SpecError, match="two players"):
        moran_process(
            np.zeros((2, 2, 2)),
            np.array([2, 2]),
            steps=1,
            intensity=0.0,
            mutation=0.0,
            generator=stream(0, "none"),
        )
