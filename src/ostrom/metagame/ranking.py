"""Ranks from values that are measured, so ties have a width."""

import numpy as np
from jaxtyping import Float

from ostrom.core.errors import SpecError


def rank(
    values: Float[np.ndarray, "agents"], *, tolerance: float
) -> Float[np.ndarray, "agents"]:
    """Returns the rank of each value: 1 is the highest, tied ones share the average.

    Sorted from the top, a value ties with the one above it if they differ by no more
    than `tolerance`; so a chain of small differences is one tie.

    Args:
        values: Finite numbers.
        tolerance: Not negative, in the unit of the values.

    Raises:
        SpecError: A value is not finite, or the tolerance is negative.

    Example:
        >>> rank(np.array([0.0, -1.0, -1e-9]), tolerance=1e-7).tolist()
        [1.5, 3.0, 1.5]
    """
    if not np.isfinite(values).all():
        raise SpecError(f"Only finite values have ranks, got {values.tolist()}.")
    if not tolerance >= 0:
        raise SpecError(f"A tie tolerance is not negative, got {tolerance}.")
    order = np.argsort(-values, kind="stable")
    falls = -np.diff(values[order])
    groups = np.append(0, np.cumsum(falls > tolerance)).astype(np.intp)
    sizes = np.bincount(groups) if len(values) else np.zeros(0, dtype=np.intp)
    last = np.cumsum(sizes)
    average = last - (sizes - 1) / 2
    ranks = np.empty(len(values))
    ranks[order] = average[groups[: len(values)]]
    return ranks
