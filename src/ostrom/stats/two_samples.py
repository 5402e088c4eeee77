"""Two arms of a study, compared on their cluster means.

A cluster is a repeat or a seed: what was drawn independently. Decisions, rounds and
matches of one repeat are not, so none of these functions takes them. With few clusters
the t interval and the permutation test keep their error rates; bootstraps over clusters
do not, and tests over single decisions are wrong most of the time.
"""

import math
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Literal

import numpy as np

from ostrom.core.errors import SpecError
from ostrom.core.seeds import stream

Alternative = Literal["two-sided", "less", "greater"]

_MOST = 100_000
_SAME = 1e-12


@dataclass(frozen=True)
class Difference:
    """The first arm's mean less the second's.

    Attributes:
        difference: Of the means of cluster means.
        low: Lower end of the interval, or None.
        high: Upper end, or None.
        degrees_of_freedom: Of the t distribution, or None.
        reason: Why there is no interval; empty if there is one.
    """

    difference: float
    low: float | None
    high: float | None
    degrees_of_freedom: float | None
    reason: str = ""


@dataclass(frozen=True)
class Permutation:
    """A permutation test.

    Attributes:
        p_value: The share of arrangements that differ at least as much.
        num_arrangements: How many were looked at.
        is_exact: Whether these are all there are.
    """

    p_value: float
    num_arrangements: int
    is_exact: bool


def welch(
    first: Sequence[float], second: Sequence[float], *, confidence: float = 0.95
) -> Difference:
    """Returns the difference of two arms with its Welch t interval.

    Args:
        first: Cluster means of the first arm.
        second: Cluster means of the second arm.
        confidence: Coverage of the interval, above 0 and below 1.

    Raises:
        SpecError: An arm is empty, a value is not finite, or the confidence is out of
            range.

    Example:
        >>> found = welch([18.1, 17.9, 19.0, 18.6, 18.4], [5.2, 7.7, 4.1, 6.3, 9.0])
        >>> round(found.difference, 2), round(found.low, 3), round(found.high, 3)
        (11.94, 9.548, 14.332)
    """
    from scipy.special import stdtrit

    _check(first, second)
    if not 0 < confidence < 1:
        raise SpecError(f"confidence must lie between 0 and 1, got {confidence}.")
    difference = math.fsum(first) / len(first) - math.fsum(second) / len(second)
    if min(len(first), len(second)) < 2:
        reason = "one repeat in an arm: there is no spread to take an interval from"
        return Difference(difference, None, None, None, reason)
    parts = [float(np.var(arm, ddof=1)) / len(arm) for arm in (first, second)]
    largest = max(abs(value) for value in (*first, *second))
    if sum(parts) <= (_SAME * largest) ** 2:
        reason = "all repeats of each arm gave the same value: no spread was seen"
        return Difference(difference, None, None, None, reason)
    squares = (
        part**2 / (len(arm) - 1)
        for part, arm in zip(parts, (first, second), strict=True)
    )
    freedom = sum(parts) ** 2 / sum(squares)
    half = float(stdtrit(freedom, (1 + confidence) / 2)) * math.sqrt(sum(parts))
    return Difference(difference, difference - half, difference + half, freedom)


def exact_permutation(
    first: Sequence[float],
    second: Sequence[float],
    *,
    paired: bool = False,
    alternative: Alternative = "two-sided",
    seed: int = 0,
) -> Permutation:
    """Tests whether it could be chance which cluster is in which arm.

    All arrangements are looked at if there are at most 100 000; else as many are drawn,
    and the one that was seen is counted among them, so p is never 0.

    Args:
        first: Cluster means of the first arm.
        second: Cluster means of the second arm.
        paired: Whether values at the same place belong together (the same seed); then
            only members of a pair change places.
        alternative: In which direction the first arm is said to differ.
        seed: Of the draws, where there are too many arrangements.

    Raises:
        SpecError: An arm has fewer than two clusters, a value is not finite, or pairs
            do not match up.
    """
    from scipy.stats import permutation_test

    _check(first, second)
    if min(len(first), len(second)) < 2:
        raise SpecError("A permutation test needs at least two repeats in each arm.")
    if paired and len(first) != len(second):
        raise SpecError(f"{len(first)} and {len(second)} values make no pairs.")
    count = (
        2 ** len(first) if paired else math.comb(len(first) + len(second), len(first))
    )
    found = permutation_test(
        (np.asarray(first, dtype=float), np.asarray(second, dtype=float)),
        _mean_difference,
        permutation_type="samples" if paired else "independent",
        n_resamples=_MOST if count <= _MOST else _MOST - 1,
        alternative=alternative,
        vectorized=True,
        rng=stream(seed, "permutation"),
    )
    return Permutation(float(found.pvalue), min(count, _MOST), count <= _MOST)


def _mean_difference(first: np.ndarray, second: np.ndarray, axis: int = -1) -> Any:
    return first.mean(axis=axis) - second.mean(axis=axis)


def _check(first: Sequence[float], second: Sequence[float]) -> None:
    for arm in (first, second):
        if not len(arm):
            raise SpecError("An empty arm has no mean: give at least one cluster.")
        odd = [value for value in arm if not math.isfinite(value)]
        if odd:
            raise SpecError(f"Cluster means must be finite numbers, got {odd[0]}.")
