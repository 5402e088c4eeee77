"""What mechanisms of many rounds have in common: how long, and what is remembered."""

from fractions import Fraction
from typing import Annotated, Literal

from pydantic import Field

from ostrom.core.parameters import Parameters
from ostrom.games.theory.build import exact
from ostrom.mechanisms.protocol.discounting import Tail, round_weights

Window = Annotated[int, Field(ge=1)] | Literal["all"]
"""How many of the last rounds are shown."""


def first_shown(window: Window, rounds_played: int) -> int:
    """Returns the number of the oldest round that a window still shows, from 1.

    Example:
        >>> first_shown(3, 10), first_shown(3, 2), first_shown("all", 10)
        (8, 1, 1)
    """
    return 1 if window == "all" else max(1, rounds_played - window + 1)


class ManyRounds(Parameters):
    """How long a game goes on, how likely it seems to, and what is remembered.

    Attributes:
        rounds: Rounds really played, always this many. Players are not told.
        continuation: Probability, told to the players, that another round follows; it
            also weighs the rounds in a return.
        window: How many of the last rounds are shown; `"all"` for all.
        tail: Where the weight of the rounds goes that are not played.
    """

    rounds: Annotated[int, Field(ge=1)] = 15
    continuation: Annotated[float, Field(ge=0, lt=1)] = 0.8
    window: Window = 3
    tail: Tail = "last_round"

    @property
    def chance(self) -> Fraction:
        """The probability of another round, exactly as it was written."""
        return exact(self.continuation)

    @property
    def weights(self) -> tuple[Fraction, ...]:
        """The weight of each round in a return."""
        return round_weights(self.rounds, self.chance, self.tail)
