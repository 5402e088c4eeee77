"""Confidence intervals for a mean whose evidence comes in clusters."""

import math
from collections.abc import Hashable, Iterable, Sequence
from dataclasses import dataclass

from ostrom.core.errors import SpecError

_SAME = 1e-12
"""Spread below this share of the largest value is rounding, not evidence."""


@dataclass(frozen=True)
class Estimate:
    """A mean over clusters, with its interval where there is evidence for one.

    Attributes:
        mean: Mean of the cluster means.
        low: Lower end of the interval; None if there is none.
        high: Upper end of the interval; None if there is none.
        num_clusters: How many clusters there are.
        reason: Why there is no interval; empty if there is one.
    """

    mean: float
    low: float | None
    high: float | None
    num_clusters: int
    reason: str = ""


def mean_interval(
    cluster_means: Sequence[float], *, confidence: float = 0.95
) -> Estimate:
    """Returns the mean of cluster means with Student's t interval.

    Clusters are independent replications, such as repeats of a whole design. Single
    decisions are no clusters: those of one match hang together. The order of the
    clusters does not matter.

    Args:
        cluster_means: One finite number for each cluster.
        confidence: Coverage of the interval, strictly between 0 and 1.

    Returns:
        The estimate. It has no interval with fewer than two clusters, or where all
        clusters agree: no spread was seen, which is not the same as certainty.

    Raises:
        SpecError: There is no cluster, a value is not finite, or the confidence is
            out of range.

    Example:
        >>> estimate = mean_interval([1, 2, 3, 4, 5])
        >>> estimate.mean, round(estimate.high - estimate.mean, 3)
        (3.0, 1.963)
    """
    values = [float(value) for value in cluster_means]
    _check(values, confidence)
    count = len(values)
    mean = math.fsum(values) / count
    if count == 1:
        reason = "one repeat only: there is no spread to take an interval from"
        return Estimate(mean, None, None, count, reason)
    if max(values) - min(values) <= _SAME * max(abs(value) for value in values):
        reason = f"all {count} repeats gave the same value: no spread was seen"
        return Estimate(mean, None, None, count, reason)
    half = _half_width(values, mean, confidence)
    return Estimate(mean, mean - half, mean + half, count)


def clustered_mean(
    values: Iterable[float],
    clusters: Iterable[Hashable],
    *,
    confidence: float = 0.95,
) -> Estimate:
    """Returns the mean of cluster means, from single values and their clusters.

    Every cluster counts the same, however many values it holds. See `mean_interval`.

    Raises:
        SpecError: As `mean_interval`, or the two arguments differ in length.

    Example:
        >>> clustered_mean([0.0, 1.0, 1.0], ["a", "b", "b"]).mean
        0.5
    """
    members: dict[Hashable, list[float]] = {}
    try:
        for value, cluster in zip(values, clusters, strict=True):
            members.setdefault(cluster, []).append(float(value))
    except ValueError as error:
        raise SpecError(f"Each value needs one cluster: {error}.") from error
    means = [math.fsum(each) / len(each) for each in members.values()]
    return mean_interval(means, confidence=confidence)


def _check(values: list[float], confidence: float) -> None:
    if not values:
        raise SpecError("An empty sample has no mean: give at least one cluster.")
    odd = [value for value in values if not math.isfinite(value)]
    if odd:
        raise SpecError(f"Cluster means must be finite numbers, got {odd[0]}.")
    if not 0 < confidence < 1:
        raise SpecError(f"confidence must lie between 0 and 1, got {confidence}.")


def _half_width(values: list[float], mean: float, confidence: float) -> float:
    """Half of the width of the t interval around `mean`."""
    from scipy.special import stdtrit

    count = len(values)
    variance = math.fsum((value - mean) ** 2 for value in values) / (count - 1)
    quantile = float(stdtrit(count - 1, (1 + confidence) / 2))
    return quantile * math.sqrt(variance / count)
