"""How often each test finds a difference that is not there.

Two arms of simulated public-goods runs without any effect: 7 agents, 15 rounds, a
standard deviation of 2 between runs, 1.5 between agents and 3 of noise. Decisions of a
run are not independent, so tests over decisions are wrong most of the time; resampling
runs is too narrow while runs are few; the t interval and the permutation test on run
means keep their 5 %.
"""

from collections.abc import Callable

import numpy as np
import pytest
from scipy import stats

from ostrom.core.seeds import stream
from ostrom.stats.two_samples import exact_permutation, welch

AGENTS, ROUNDS = 7, 15
NOMINAL = 0.05


def arm(generator: np.random.Generator, runs: int) -> np.ndarray:
    """Contributions of one arm, shape (runs, agents, rounds)."""
    of_runs = generator.normal(0, 2, size=(runs, 1, 1))
    of_agents = generator.normal(0, 1.5, size=(runs, AGENTS, 1))
    noise = generator.normal(0, 3, size=(runs, AGENTS, ROUNDS))
    return np.asarray(of_runs + of_agents + noise)


def over_decisions(first: np.ndarray, second: np.ndarray, _: int) -> bool:
    return bool(stats.ttest_ind(first.ravel(), second.ravel()).pvalue < NOMINAL)


def by_welch(first: np.ndarray, second: np.ndarray, _: int) -> bool:
    found = welch(means(first), means(second))
    assert found.low is not None
    assert found.high is not None
    return found.low > 0 or found.high < 0


def by_permutation(first: np.ndarray, second: np.ndarray, seed: int) -> bool:
    tested = exact_permutation(means(first), means(second), seed=seed)
    return tested.p_value <= NOMINAL


def by_percentiles(first: np.ndarray, second: np.ndarray, seed: int) -> bool:
    generator = stream(seed, "bootstrap")
    arms = [np.asarray(means(each)) for each in (first, second)]
    drawn = [
        each[generator.integers(len(each), size=(400, len(each)))].mean(axis=1)
        for each in arms
    ]
    low, high = np.percentile(drawn[0] - drawn[1], [2.5, 97.5])
    return bool(low > 0 or high < 0)


def by_bca(first: np.ndarray, second: np.ndarray, seed: int) -> bool:
    interval = stats.bootstrap(
        (np.asarray(means(first)), np.asarray(means(second))),
        lambda one, other, axis=-1: one.mean(axis=axis) - other.mean(axis=axis),
        method="BCa",
        n_resamples=999,
        rng=stream(seed, "bca"),
    ).confidence_interval
    return bool(interval.low > 0 or interval.high < 0)


def means(runs: np.ndarray) -> list[float]:
    return [float(mean) for mean in runs.mean(axis=(1, 2))]


Test = Callable[[np.ndarray, np.ndarray, int], bool]


def error_rate(test: Test, runs: int, repetitions: int) -> float:
    found = 0
    for repetition in range(repetitions):
        generator = stream(repetition, "study", runs)
        found += test(arm(generator, runs), arm(generator, runs), repetition)
    return found / repetitions


def bound(repetitions: int) -> float:
    """The nominal rate and three standard errors of the simulation."""
    return float(NOMINAL + 3 * np.sqrt(NOMINAL * (1 - NOMINAL) / repetitions))


def test_decisions_are_no_sample() -> None:
    repetitions = 150
    assert error_rate(over_decisions, 5, repetitions) > 0.5
    assert error_rate(by_welch, 5, repetitions) <= bound(repetitions)


@pytest.mark.slow
@pytest.mark.parametrize("runs", [3, 5, 10])
def test_the_order_of_error_rates(
    runs: int, capsys: pytest.CaptureFixture[str]
) -> None:
    repetitions = 600
    rates = {
        test.__name__: error_rate(test, runs, repetitions)
        for test in (
            over_decisions,
            by_percentiles,
            by_bca,
            by_welch,
            by_permutation,
        )
    }
    with capsys.disabled():
        shown = ", ".join(f"{name} {rate:.1%}" for name, rate in rates.items())
        print(f"\n{runs} runs an arm: {shown}")  # noqa: T201
    for honest in ("by_welch", "by_permutation"):
        assert rates[honest] <= bound(repetitions)
    for narrow in ("by_percentiles", "by_bca"):
        assert rates["over_decisions"] > 3 * rates[narrow]
        assert rates[narrow] > rates["by_welch"]
        if runs <= 5:
            assert rates[narrow] > 2 * NOMINAL
    assert rates["over_decisions"] > 0.6
