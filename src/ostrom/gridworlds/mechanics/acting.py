"""Moves and turns, the same in all worlds whose actions are compass directions."""

import jax.numpy as jnp
from jaxtyping import Array, Bool, Int8, Int16

from ostrom.gridworlds.mechanics.moving import settle_moves, step_towards
from ostrom.gridworlds.mechanics.players import EAST, NORTH, SOUTH, WEST, Grid, Players
from ostrom.gridworlds.mechanics.spawning import spawn
from ostrom.gridworlds.numerics.chance import Words, choose

MOVES = ("north", "south", "east", "west", "turn_left", "turn_right")
"""The first actions of each world; moving does not turn a player."""
_HEADINGS = (NORTH, SOUTH, EAST, WEST)
_TURN_LEFT, _TURN_RIGHT = MOVES.index("turn_left"), MOVES.index("turn_right")


def appear(
    grid: Grid, spawns: Int16[Array, "spawns batch"], words: dict[str, Words]
) -> Players:
    """Returns players on random spawn cells, each looking in a random direction.

    Args:
        grid: The map.
        spawns: Cells where players appear.
        words: Random words for `spawns` and `headings`.
    """
    shape = words["headings"].shape
    nowhere = jnp.full(shape, grid.nowhere, jnp.int16)
    none = jnp.zeros(shape, jnp.int8)
    return Players(
        cell=spawn(nowhere, jnp.ones(shape, bool), spawns, words["spawns"]),
        heading=choose(words["headings"], 4).astype(jnp.int8),
        frozen=none,
        cooling=none,
    )


def move(
    grid: Grid,
    players: Players,
    actions: Int8[Array, "players batch"],
    priority: Words,
) -> Players:
    """Returns players after moves and turns; their timers count down.

    Args:
        grid: The map.
        players: The players before.
        actions: Places in `MOVES`; higher ones neither move nor turn.
        priority: Random words that decide between players for one cell.
    """
    direction = jnp.zeros_like(actions)
    for action, heading in enumerate(_HEADINGS):
        direction = jnp.where(actions == action, jnp.int8(heading), direction)
    target = jnp.where(
        actions < len(_HEADINGS),
        step_towards(grid, players.cell, direction),
        players.cell,
    )
    right, left = actions == _TURN_RIGHT, actions == _TURN_LEFT
    quarters = right.astype(jnp.int8) - left.astype(jnp.int8)
    return Players(
        cell=settle_moves(players.cell, target, priority),
        heading=(players.heading + quarters) & 3,
        frozen=counted_down(players.frozen),
        cooling=counted_down(players.cooling),
    )


def counted_down(timer: Int8[Array, "*shape"]) -> Int8[Array, "*shape"]:
    """Returns timers one step later; they end at 0."""
    return timer - (timer > 0).astype(jnp.int8)


def unless(
    waits: Bool[Array, "players batch"],
    actions: Int8[Array, "players batch"],
    stay: int,
) -> Int8[Array, "players batch"]:
    """Returns actions, where those of players who wait are to stay."""
    return jnp.where(waits, jnp.int8(stay), actions)
