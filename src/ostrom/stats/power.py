"""What a study can find, before it is run.

Power is that of a two-sided t test on cluster means, with as many clusters in each arm.
"""

import math

from ostrom.core.errors import SpecError


def power(repeats: int, effect: float, *, alpha: float = 0.05) -> float:
    """Returns the chance to find an effect that is there.

    Args:
        repeats: In each arm, from 2.
        effect: Difference of the arms over the standard deviation *between repeats*.
        alpha: Error rate, above 0 and below 1.

    Raises:
        SpecError: An argument is out of range.

    Example:
        >>> round(power(5, 2.0), 2), round(power(10, 2.0), 2)
        (0.79, 0.99)
    """
    from statsmodels.stats.power import TTestIndPower

    _check(alpha)
    if repeats < 2 or not math.isfinite(effect):
        raise SpecError(
            f"Power needs two repeats an arm and a finite effect, got {repeats} and "
            f"{effect}."
        )
    return float(TTestIndPower().power(abs(effect), repeats, alpha))


def repeats_needed(
    effect: float, *, power_wanted: float = 0.8, alpha: float = 0.05, most: int = 10_000
) -> int:
    """Returns the fewest repeats in each arm that reach a power.

    Args:
        effect: As for `power`; not 0.
        power_wanted: Above `alpha` and below 1.
        alpha: Error rate, above 0 and below 1.
        most: Where the search ends.

    Raises:
        SpecError: An argument is out of range, or more than `most` are needed.

    Example:
        >>> repeats_needed(2.0), repeats_needed(1.0)
        (6, 17)
    """
    _check(alpha)
    if not alpha < power_wanted < 1:
        raise SpecError(f"A power lies above alpha and below 1, got {power_wanted}.")
    low, high = 1, 2
    while power(high, effect, alpha=alpha) < power_wanted:
        low, high = high, 2 * high
        if low >= most:
            raise SpecError(
                f"An effect of {effect} standard deviations needs more than {most} "
                "repeats in each arm."
            )
    while high - low > 1:
        middle = (low + high) // 2
        enough = power(middle, effect, alpha=alpha) >= power_wanted
        low, high = (low, middle) if enough else (middle, high)
    return high


def _check(alpha: float) -> None:
    if not 0 < alpha < 1:
        raise SpecError(f"alpha must lie between 0 and 1, got {alpha}.")
