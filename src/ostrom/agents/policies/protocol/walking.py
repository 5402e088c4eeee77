"""Walking to the nearest of several cells, around cells that are not to be entered."""

import jax.numpy as jnp
from jaxtyping import Array, Bool, Int8, Int16

from ostrom.gridworlds.mechanics.moving import step_towards
from ostrom.gridworlds.mechanics.players import EAST, NORTH, SOUTH, WEST, Grid
from ostrom.gridworlds.numerics.chance import Words

_DIRECTIONS = (NORTH, SOUTH, EAST, WEST)  # in the order of the actions
_FAR = 10_000


def walk_to_nearest(
    grid: Grid,
    cell: Int16[Array, "players batch"],
    goals: Int16[Array, "goals batch"],
    is_goal: Bool[Array, "goals batch"],
    avoided: Bool[Array, "goals batch"],
    stay: int,
    words: Words,
) -> Int8[Array, "players batch"]:
    """Returns the move after which the nearest goal is nearest, by rows and columns.

    Of equally good moves a random one is taken, so that two who stand in each other's
    way get past. Who has no goal, or only moves onto avoided cells, stays.

    Args:
        grid: The map.
        cell: Where players stand.
        goals: Cells that may be goals.
        is_goal: Which of them are.
        avoided: Which of them are not to be entered.
        stay: The action of who stays.
        words: A random word for each player.
    """
    best = jnp.full(cell.shape, _FAR, jnp.int32)
    move = jnp.full(cell.shape, stay, jnp.int8)
    goal_row, goal_column = grid.place(goals)
    for action, direction in enumerate(_DIRECTIONS):
        after = step_towards(grid, cell, jnp.full(cell.shape, direction, jnp.int8))
        row, column = grid.place(after)
        way = jnp.abs(goal_row[None] - row[:, None])
        way += jnp.abs(goal_column[None] - column[:, None])
        nearest = jnp.min(jnp.where(is_goal[None], way, _FAR // 8), axis=1)
        is_barred = jnp.any((after[:, None] == goals[None]) & avoided[None], axis=1)
        is_barred |= after == cell
        # Two bits of the word for each direction decide between equally good ones.
        lot = (words >> (2 * action)) & 3
        cost = nearest.astype(jnp.int32) * 4 + lot.astype(jnp.int32)
        is_better = (cost < best) & ~is_barred & (nearest < _FAR // 8)
        best = jnp.where(is_better, cost, best)
        move = jnp.where(is_better, jnp.int8(action), move)
    return move
