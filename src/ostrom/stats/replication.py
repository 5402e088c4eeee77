"""How many repeats a claim needs before its test can say anything."""

import math
from typing import Literal

from ostrom.core.errors import SpecError

LEAST_PER_ARM = 4
"""Fewer repeats in an arm, and a result is exploratory: no p value is given."""

LEAST_PAIRS = 6
"""The same for pairs of repeats that share a seed."""

AIM = 10
"""Repeats in each arm to aim for."""

Label = Literal["exploratory", "confirmatory"]


def label(first: int, second: int, *, paired: bool = False) -> Label:
    """Says whether there are enough repeats for a test to be able to reach 5 %.

    Example:
        >>> label(3, 10), label(4, 4), label(5, 5, paired=True)
        ('exploratory', 'confirmatory', 'exploratory')
    """
    least = LEAST_PAIRS if paired else LEAST_PER_ARM
    return "confirmatory" if min(first, second) >= least else "exploratory"


def smallest_p(first: int, second: int, *, paired: bool = False) -> float:
    """Returns the smallest two-sided p value that a permutation test can reach.

    It is what complete separation of the arms gives, twice the one-sided share.

    Raises:
        SpecError: An arm has no repeats, or pairs do not match up.

    Example:
        >>> round(smallest_p(4, 4), 3), round(smallest_p(6, 6, paired=True), 3)
        (0.029, 0.031)
    """
    if first < 1 or second < 1 or (paired and first != second):
        raise SpecError(f"{first} and {second} repeats make no two arms to compare.")
    arrangements = 2**first if paired else math.comb(first + second, first)
    return min(1.0, 2 / arrangements)
