"""Sizes of effects between two arms, on cluster means."""

import math
from collections.abc import Sequence

import numpy as np

from ostrom.core.errors import SpecError


def hedges_g(first: Sequence[float], second: Sequence[float]) -> float | None:
    """Returns the difference in pooled standard deviations, corrected for few clusters.

    None where the arms have no spread or one cluster each: no unit to measure in.

    Source: Hedges (1981), Distribution theory for Glass's estimator of effect size.

    Raises:
        SpecError: An arm is empty.

    Example:
        >>> arms = [18.1, 17.9, 19.0, 18.6, 18.4], [5.2, 7.7, 4.1, 6.3, 9.0]
        >>> round(hedges_g(*arms), 3)
        7.647
    """
    _check(first, second)
    freedom = len(first) + len(second) - 2
    if freedom < 1:
        return None
    squares = sum(float(np.var(arm)) * len(arm) for arm in (first, second))
    pooled = math.sqrt(squares / freedom)
    if pooled <= 1e-12 * max(abs(value) for value in (*first, *second)):
        return None
    difference = math.fsum(first) / len(first) - math.fsum(second) / len(second)
    return difference / pooled * (1 - 3 / (4 * freedom - 1))


def superiority(first: Sequence[float], second: Sequence[float]) -> float:
    """Returns the chance that a cluster of the first arm beats one of the second.

    Ties count a half. `2 * superiority - 1` is Cliff's delta.

    Raises:
        SpecError: An arm is empty.

    Example:
        >>> superiority([1.0, 3.0], [2.0, 3.0])
        0.375
    """
    _check(first, second)
    gaps = np.subtract.outer(np.asarray(first), np.asarray(second))
    return float((gaps > 0).mean() + (gaps == 0).mean() / 2)


def cliffs_delta(first: Sequence[float], second: Sequence[float]) -> float:
    """Returns how much more often the first arm is ahead than behind, -1 to 1.

    Raises:
        SpecError: An arm is empty.
    """
    return 2 * superiority(first, second) - 1


def _check(first: Sequence[float], second: Sequence[float]) -> None:
    if not len(first) or not len(second):
        raise SpecError("An empty arm has no effect: give at least one cluster.")
