"""What one player gains by departing from a strategy once and then returning to it."""

from collections.abc import Hashable, Iterable, Mapping
from dataclasses import dataclass
from fractions import Fraction
from itertools import pairwise
from typing import TypeVar

from ostrom.core.errors import SpecError
from ostrom.games.theory.game import Game, Profile

S = TypeVar("S", bound=Hashable)


@dataclass(frozen=True)
class Deviation:
    """One departure from what a strategy prescribes, and what it is worth.

    Attributes:
        player: Who departs.
        stage: Where in a round of the mechanism: `vote`, `sign`, `play` and so on.
        state: What the strategy remembers or the players see at that point.
        choice: What the player does instead; an action index where the stage is
            the play of a game.
        gain: What it adds to the player's value, in points a round. Above 0 it pays.
    """

    player: int
    stage: str
    state: Hashable
    choice: Hashable
    gain: Fraction


def worst_deviation(deviations: Iterable[Deviation]) -> Deviation:
    """Returns the deviation that gains most; the first of them on ties.

    Raises:
        SpecError: There is none, as no player ever has a second choice.
    """
    worst: Deviation | None = None
    for deviation in deviations:
        if worst is None or deviation.gain > worst.gain:
            worst = deviation
    if worst is None:
        raise SpecError("No player has a choice, so there is no deviation to judge.")
    return worst


def replaced(profile: Profile, player: int, action: int) -> Profile:
    """Returns `profile` with one player's action replaced."""
    return (*profile[:player], action, *profile[player + 1 :])


def other_actions(game: Game, profile: Profile, player: int) -> tuple[int, ...]:
    """Returns the actions that the player has besides its part of `profile`."""
    actions = range(game.num_actions[player])
    return tuple(action for action in actions if action != profile[player])


def checked_delta(delta: Fraction) -> Fraction:
    """Returns a discount factor that is legal: 0 at least and below 1.

    Raises:
        SpecError: It is outside that range.
    """
    if not 0 <= delta < 1:
        raise SpecError(f"A discount factor lies in [0, 1), got {delta}.")
    return delta


def discounted_values(
    successor: Mapping[S, S], rewards: Mapping[S, Fraction], delta: Fraction
) -> dict[S, Fraction]:
    """Returns the exact value of every state when the walk through them is fixed.

    The value solves `V(s) = (1 - delta) rewards[s] + delta V(successor[s])`. Each walk
    ends in a cycle; there the geometric series is summed, and the states that lead to
    it follow backwards. This is the linear solve, without a matrix.

    Args:
        successor: The next state of every state.
        rewards: What a round in each state pays, in points.
        delta: Discount factor, 0 at least and below 1.

    Returns:
        Values in points a round: a constant reward is its own value.
    """
    values: dict[S, Fraction] = {}
    for start in successor:
        path: list[S] = []
        position: dict[S, int] = {}
        state = start
        while state not in values and state not in position:
            position[state] = len(path)
            path.append(state)
            state = successor[state]
        if state in position:
            cycle = path[position[state] :]
            total = sum(
                (delta**step * rewards[at] for step, at in enumerate(cycle)),
                Fraction(0),
            )
            values[state] = (1 - delta) * total / (1 - delta ** len(cycle))
        for before, after in pairwise([state, *reversed(path)]):
            if after not in values:
                values[after] = (1 - delta) * rewards[after] + delta * values[before]
    return values
