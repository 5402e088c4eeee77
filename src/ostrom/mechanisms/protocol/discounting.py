"""The weight of each round in a return."""

from collections.abc import Sequence
from fractions import Fraction
from typing import Literal

from ostrom.core.errors import SpecError

Tail = Literal["last_round", "renormalise", "drop"]
"""What becomes of the weight of the rounds that are not played."""


def round_weights(
    rounds: int, continuation: Fraction, tail: Tail
) -> tuple[Fraction, ...]:
    """Returns the weight of each round in the average of an endless repetition.

    Round t = 0, 1, … of an endless repetition weighs `(1 - c) * c**t`. Of T rounds
    that are played the first T - 1 keep this weight; the rest, `c**(T - 1)`, goes

    * `last_round`: to the last round, as if it went on like this for ever;
    * `renormalise`: to all played rounds in proportion;
    * `drop`: nowhere beyond the last round's own share, so weights sum to `1 - c**T`.

    Args:
        rounds: Rounds played, from 1.
        continuation: Probability that another round follows, 0 <= c < 1.
        tail: What becomes of the weight of the rounds that are not played.

    Raises:
        SpecError: An argument is out of range.

    Example:
        >>> [str(w) for w in round_weights(3, Fraction(1, 2), "last_round")]
        ['1/2', '1/4', '1/4']
        >>> [str(w) for w in round_weights(3, Fraction(1, 2), "renormalise")]
        ['4/7', '2/7', '1/7']
    """
    if rounds < 1:
        raise SpecError(f"rounds must be at least 1, got {rounds}.")
    if not 0 <= continuation < 1:
        raise SpecError(f"continuation must be in [0, 1), got {continuation}.")
    weights = [(1 - continuation) * continuation**played for played in range(rounds)]
    if tail == "last_round":
        weights[-1] = continuation ** (rounds - 1)
    elif tail == "renormalise":
        total = sum(weights)
        weights = [weight / total for weight in weights]
    return tuple(weights)


def weighted_return(
    payoffs: Sequence[Fraction], weights: Sequence[Fraction]
) -> Fraction:
    """Returns the weighted sum of one player's payoffs, round by round."""
    terms = (payoff * weight for payoff, weight in zip(payoffs, weights, strict=True))
    return sum(terms, Fraction(0))
