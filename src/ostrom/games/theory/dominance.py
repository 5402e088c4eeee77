"""Which actions dominate which: exact, for any number of players.

Only dominance by another action is looked for, not by a mixture of actions.
"""

from collections.abc import Iterator, Sequence
from fractions import Fraction
from itertools import product

from ostrom.games.theory.game import Game, Profile

Remaining = tuple[tuple[int, ...], ...]
"""For each player the actions still considered, in rising order."""


def strictly_dominates(
    game: Game,
    player: int,
    better: int,
    worse: int,
    remaining: Remaining | None = None,
) -> bool:
    """Whether `better` pays `player` more than `worse`, whatever the others do.

    Args:
        game: The game.
        player: Whose actions these are.
        better: The action that may dominate.
        worse: The action that may be dominated.
        remaining: What the others may do; all their actions if left out.
    """
    return all(
        high > low for high, low in _compared(game, player, better, worse, remaining)
    )


def weakly_dominates(
    game: Game,
    player: int,
    better: int,
    worse: int,
    remaining: Remaining | None = None,
) -> bool:
    """Whether `better` never pays `player` less than `worse`, and sometimes more.

    Args:
        game: The game.
        player: Whose actions these are.
        better: The action that may dominate.
        worse: The action that may be dominated.
        remaining: What the others may do; all their actions if left out.
    """
    pairs = list(_compared(game, player, better, worse, remaining))
    return all(high >= low for high, low in pairs) and any(
        high > low for high, low in pairs
    )


def dominant_action(game: Game, player: int, *, strictly: bool = True) -> int | None:
    """Returns the action that dominates every other of `player`, or None.

    A player with a single action has it as dominant action.
    """
    dominates = strictly_dominates if strictly else weakly_dominates
    actions = range(game.num_actions[player])
    for action in actions:
        if all(
            dominates(game, player, action, other)
            for other in actions
            if other != action
        ):
            return action
    return None


def dominated_actions(
    game: Game,
    player: int,
    *,
    strictly: bool = True,
    remaining: Remaining | None = None,
) -> tuple[int, ...]:
    """Returns the actions of `player` that another of its actions dominates.

    Args:
        game: The game.
        player: Whose actions are looked at.
        strictly: Whether the dominance has to be strict.
        remaining: The actions still considered; all of them if left out.
    """
    dominates = strictly_dominates if strictly else weakly_dominates
    actions = (remaining or all_actions(game))[player]
    return tuple(
        worse
        for worse in actions
        if any(
            dominates(game, player, better, worse, remaining)
            for better in actions
            if better != worse
        )
    )


def iterated_elimination(game: Game, *, strictly: bool = True) -> Remaining:
    """Returns the actions that survive the iterated elimination of dominated ones.

    Each turn drops all dominated actions of all players at once, until none is left
    to drop. With strict dominance any order ends with the same actions; with weak
    dominance another order may end with others.
    """
    remaining = all_actions(game)
    while True:
        kept = tuple(
            tuple(
                action
                for action in remaining[player]
                if action
                not in dominated_actions(
                    game, player, strictly=strictly, remaining=remaining
                )
            )
            for player in range(game.num_players)
        )
        if kept == remaining:
            return remaining
        remaining = kept


def all_actions(game: Game) -> Remaining:
    """Returns all actions of all players."""
    return tuple(tuple(range(count)) for count in game.num_actions)


def others_profiles(
    game: Game, player: int, remaining: Remaining | None = None
) -> Iterator[Profile]:
    """Yields what the others may do, with action 0 in the seat of `player`."""
    choices: list[Sequence[int]] = list(remaining or all_actions(game))
    choices[player] = (0,)
    yield from product(*choices)


def _compared(
    game: Game, player: int, first: int, second: int, remaining: Remaining | None
) -> Iterator[tuple[Fraction, Fraction]]:
    """The player's payoffs from two actions, for each thing the others may do."""
    for others in others_profiles(game, player, remaining):
        before, after = others[:player], others[player + 1 :]
        yield (
            game.payoff((*before, first, *after))[player],
            game.payoff((*before, second, *after))[player],
        )
