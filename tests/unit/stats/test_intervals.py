"""Intervals over clusters: known answers, invariances, coverage."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy import stats

from ostrom.core.errors import SpecError
from ostrom.core.seeds import stream
from ostrom.stats.intervals import clustered_mean, mean_interval

SAMPLES = st.lists(
    st.floats(-100, 100).map(lambda value: round(value, 3)), min_size=2, max_size=12
).filter(lambda values: max(values) - min(values) > 0.01)


def width(values: list[float]) -> float:
    estimate = mean_interval(values)
    assert estimate.low is not None
    assert estimate.high is not None
    return estimate.high - estimate.low


def test_one_to_five_has_the_textbook_half_width() -> None:
    # Standard error sqrt(2.5 / 5) = 0.70711, t quantile with 4 degrees 2.77645.
    estimate = mean_interval([1, 2, 3, 4, 5])
    assert estimate.mean == 3
    assert estimate.high == pytest.approx(3 + 1.963, abs=5e-4)
    assert estimate.low == pytest.approx(3 - 1.963, abs=5e-4)
    assert estimate.num_clusters == 5
    assert estimate.reason == ""


@given(SAMPLES)
def test_agrees_with_scipy(values: list[float]) -> None:
    low, high = stats.ttest_1samp(values, 0).confidence_interval(0.95)
    estimate = mean_interval(values)
    assert estimate.low == pytest.approx(low, abs=1e-9)
    assert estimate.high == pytest.approx(high, abs=1e-9)


@given(SAMPLES, st.sampled_from([0.001, 0.5, 1000.0]))
def test_unit_changes_the_interval_by_that_factor(
    values: list[float], factor: float
) -> None:
    assert width([value * factor for value in values]) == pytest.approx(
        factor * width(values)
    )


@given(SAMPLES, st.sampled_from([-50.0, 3.25, 1000.0]))
def test_shift_moves_the_interval_and_keeps_its_width(
    values: list[float], shift: float
) -> None:
    shifted = [value + shift for value in values]
    assert width(shifted) == pytest.approx(width(values))
    assert mean_interval(shifted).mean == pytest.approx(
        mean_interval(values).mean + shift
    )


@given(SAMPLES, st.randoms())
def test_order_of_clusters_does_not_matter(values: list[float], random: object) -> None:
    mixed = list(values)
    getattr(random, "shuffle")(mixed)  # noqa: B009
    assert mean_interval(mixed) == mean_interval(values)


def test_one_cluster_has_a_mean_and_no_interval() -> None:
    estimate = mean_interval([2.5])
    assert (estimate.mean, estimate.low, estimate.high) == (2.5, None, None)
    assert "one repeat" in estimate.reason


@pytest.mark.parametrize("values", [[0.0, 0.0], [0.1 + 0.2, 0.3, 0.3]])
def test_no_spread_is_no_certainty(values: list[float]) -> None:
    estimate = mean_interval(values)
    assert (estimate.low, estimate.high) == (None, None)
    assert "same value" in estimate.reason


def test_a_cluster_counts_once_however_large_it_is() -> None:
    # Clusters {0, 0, 0, 0} and {1}: the mean of means is 1/2, not 1/5.
    estimate = clustered_mean([0, 0, 0, 0, 1], [1, 1, 1, 1, 2])
    assert estimate.mean == 0.5
    assert estimate.num_clusters == 2


@pytest.mark.parametrize(
    ("values", "said"), [([], "empty sample"), ([1.0, float("nan")], "finite")]
)
def test_refuses_what_has_no_mean(values: list[float], said: str) -> None:
    with pytest.raises(SpecError, match=said):
        mean_interval(values)


def test_refuses_values_without_cluster_and_odd_confidence() -> None:
    with pytest.raises(SpecError, match="one cluster"):
        clustered_mean([1.0, 2.0], [1])
    with pytest.raises(SpecError, match="between 0 and 1"):
        mean_interval([1.0, 2.0], confidence=95)


@pytest.mark.slow
def test_covers_the_truth_as_often_as_it_says() -> None:
    # Within a cluster decisions hang together: a shared normal effect, 20 coins each.
    generator = stream(20260415, "coverage")
    covered = 0
    for _ in range(2000):
        effect = generator.normal(0.0, 1.0, size=(6, 1))
        values = effect + generator.normal(0.0, 1.0, size=(6, 20))
        clusters = np.repeat(np.arange(6), 20)
        estimate = clustered_mean(values.ravel().tolist(), clusters.tolist())
        assert estimate.low is not None
        assert estimate.high is not None
        covered += estimate.low <= 0 <= estimate.high
    assert 0.93 <= covered / 2000 <= 0.97
