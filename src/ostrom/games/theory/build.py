"""Makes games from the ways in which payoffs are usually written down."""

import re
from collections.abc import Callable, Sequence
from fractions import Fraction
from itertools import pairwise, product
from typing import Annotated

from pydantic import PlainSerializer, PlainValidator, WithJsonSchema

from ostrom.core.errors import SpecError
from ostrom.games.theory.game import Mixed, Payoffs, Profile

Number = int | float | str | Fraction
"""A payoff as one writes it: `2`, `1.5`, `"3/2"`."""

_HUGE_EXPONENT = re.compile(r"[eE][+-]?\d{4,}")


def exact(number: Number) -> Fraction:
    """Returns a payoff as the rational number that was written.

    A float is read by its shortest decimal text, so `0.1` is one tenth.

    Raises:
        ValueError: It is no finite number, a truth value, or has an exponent of more
            than three digits.

    Example:
        >>> exact(0.1), exact("3/2")
        (Fraction(1, 10), Fraction(3, 2))
    """
    if isinstance(number, bool):
        raise ValueError("a truth value is no number")  # noqa: TRY004
    if isinstance(number, int | Fraction):
        return Fraction(number)
    text = str(number)
    if _HUGE_EXPONENT.search(text):
        raise ValueError("an exponent may have at most three digits")
    try:
        return Fraction(text)
    except (ValueError, ZeroDivisionError):
        raise ValueError("must be a finite number such as 2, 1.5 or '3/2'") from None


def _read_points(value: object) -> Fraction:
    """The exact number that a parameter was given as."""
    if not isinstance(value, int | float | str | Fraction):
        raise ValueError("must be a finite number such as 2, 1.5 or '3/2'")  # noqa: TRY004
    return exact(value)


Points = Annotated[
    Fraction,
    PlainValidator(_read_points),
    PlainSerializer(str, return_type=str),
    WithJsonSchema({"type": ["number", "string"]}),
]
"""Type of a parameter that is an exact number; written out as text such as `"3/2"`."""


def require_decreasing(where: str, **values: Fraction) -> None:
    """Checks that the named values fall strictly from the first to the last.

    Raises:
        SpecError: Two neighbours do not; the message states the whole order.
    """
    for (high, above), (low, below) in pairwise(values.items()):
        if above <= below:
            raise SpecError(
                f"{where}: needs {' > '.join(values)}, got {high} = {above} and "
                f"{low} = {below}."
            )


def bimatrix(
    rows: Sequence[Sequence[tuple[Number, Number]]],
) -> dict[Profile, Payoffs]:
    """Returns payoffs of a two-player game from a grid of `(row, column)` pairs."""
    return {
        (row, column): (exact(first), exact(second))
        for row, cells in enumerate(rows)
        for column, (first, second) in enumerate(cells)
    }


def symmetric(rows: Sequence[Sequence[Number]]) -> dict[Profile, Payoffs]:
    """Returns payoffs of a symmetric two-player game from the row player's payoffs.

    Example:
        >>> symmetric([[2, 0], [3, 1]])[0, 1]
        (Fraction(0, 1), Fraction(3, 1))
    """
    size = range(len(rows))
    return {
        (row, column): (exact(rows[row][column]), exact(rows[column][row]))
        for row, column in product(size, size)
    }


def tabulate(
    num_actions: Sequence[int], payoffs_of: Callable[[Profile], Sequence[Number]]
) -> dict[Profile, Payoffs]:
    """Returns payoffs for every profile, computed by `payoffs_of`."""
    profiles = product(*(range(count) for count in num_actions))
    return {
        profile: tuple(exact(payoff) for payoff in payoffs_of(profile))
        for profile in profiles
    }


def pure(profile: Sequence[int], num_actions: Sequence[int]) -> tuple[Mixed, ...]:
    """Returns a pure profile as mixed actions.

    Example:
        >>> pure((0, 1), (2, 2))
        ((Fraction(1, 1), Fraction(0, 1)), (Fraction(0, 1), Fraction(1, 1)))
    """
    return tuple(
        tuple(Fraction(int(action == chosen)) for action in range(count))
        for chosen, count in zip(profile, num_actions, strict=True)
    )


def coin(share: Fraction) -> Mixed:
    """Returns the mixed action that plays action 0 with `share`, else action 1."""
    return (share, 1 - share)
