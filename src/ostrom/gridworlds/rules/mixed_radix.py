"""Numbers as digits whose bases differ, the highest digit first."""

from collections.abc import Iterable, Sequence
from math import prod

from ostrom.core.errors import SpecError


def digits_of(number: int, bases: Sequence[int]) -> tuple[int, ...]:
    """Returns the digits of a number, one for each base.

    Args:
        number: From 0 to the product of the bases - 1.
        bases: Digit k lies below base k; the last digit changes fastest.

    Raises:
        SpecError: The number is out of range.

    Example:
        >>> digits_of(5, (4, 3))
        (1, 2)
    """
    total = prod(bases)
    if not 0 <= number < total:
        raise SpecError(f"Rule {number}: there is none; ids are 0 to {total - 1}.")
    digits = []
    for base in reversed(bases):
        number, digit = divmod(number, base)
        digits.append(digit)
    return tuple(reversed(digits))


def number_of(digits: Iterable[int], bases: Sequence[int]) -> int:
    """Returns the number that has these digits.

    Raises:
        SpecError: There are too many or too few digits, or one is out of range.

    Example:
        >>> number_of((1, 2), (4, 3))
        5
    """
    found = tuple(digits)
    if len(found) != len(bases):
        raise SpecError(f"Needs {len(bases)} digits, got {len(found)}.")
    number = 0
    for place, (digit, base) in enumerate(zip(found, bases, strict=True)):
        if not 0 <= digit < base:
            raise SpecError(f"Digit {place} is {digit}; legal are 0 to {base - 1}.")
        number = number * base + digit
    return number
