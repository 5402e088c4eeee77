"""Exact numbers in words: no trace of floating point."""

from fractions import Fraction


def exact_number(number: Fraction) -> str:
    """Returns a number as a decimal if that is exact, else as a fraction.

    Example:
        >>> [exact_number(Fraction(n)) for n in ("3/2", "-1/3", "10", "1/40")]
        ['1.5', '-1/3', '10', '0.025']
    """
    places = _decimal_places(number.denominator)
    if places is None:
        return str(number)
    if places == 0:
        return str(number.numerator)
    scaled = abs(number.numerator) * 10**places // number.denominator
    digits = str(scaled).rjust(places + 1, "0")
    sign = "-" if number < 0 else ""
    return f"{sign}{digits[:-places]}.{digits[-places:]}"


def percent(probability: Fraction) -> str:
    """Returns a probability in per cent, exact.

    Example:
        >>> percent(Fraction("0.29")), percent(Fraction(1, 3))
        ('29 %', '100/3 %')
    """
    return f"{exact_number(probability * 100)} %"


def _decimal_places(denominator: int) -> int | None:
    """How many decimals are exact; None if no number of them is."""
    twos = fives = 0
    while denominator % 2 == 0:
        denominator //= 2
        twos += 1
    while denominator % 5 == 0:
        denominator //= 5
        fives += 1
    return max(twos, fives) if denominator == 1 else None
