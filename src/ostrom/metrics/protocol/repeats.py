"""One number for each repeat of a design: their mean, its interval, and why not."""

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

from ostrom.stats.intervals import Estimate, mean_interval


@dataclass(frozen=True)
class Bounds:
    """Least and largest value that a number can have.

    Attributes:
        least: No value lies below.
        largest: No value lies above.
    """

    least: float = -math.inf
    largest: float = math.inf


def over_repeats(values: Sequence[float], bounds: Bounds | None = None) -> Estimate:
    """Returns mean and t interval of one number a repeat.

    Args:
        values: One for each repeat; the order does not matter.
        bounds: Cut off the interval, which knows nothing of them.

    Raises:
        SpecError: There is no value, or one is not finite.
    """
    found = mean_interval(values)
    if bounds is None or found.low is None or found.high is None:
        return found
    return replace(
        found,
        low=min(max(found.low, bounds.least), bounds.largest),
        high=min(max(found.high, bounds.least), bounds.largest),
    )


def why_no_interval(estimates: Mapping[str, Estimate]) -> str:
    """Says which columns of a row have no interval, and why; empty where all have.

    Args:
        estimates: By the name of their column.
    """
    whys = {each.reason for each in estimates.values()}
    if len(whys) == 1:
        return whys.pop()
    return "; ".join(
        f"{name}: {each.reason}" for name, each in estimates.items() if each.reason
    )
