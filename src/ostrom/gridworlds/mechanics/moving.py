"""Simultaneous moves: who gets where, and who stays."""

import jax
import jax.numpy as jnp
from jaxtyping import Array, Bool, Int8, Int16, UInt32

from ostrom.gridworlds.mechanics.players import COLUMN_STEP, ROW_STEP, Grid, by_heading


def step_towards(
    grid: Grid,
    cell: Int16[Array, "players batch"],
    direction: Int8[Array, "players batch"],
) -> Int16[Array, "players batch"]:
    """Returns the neighbouring cell in a compass direction; at an edge the own cell."""
    row, column = grid.place(cell)
    target = grid.cell(
        row + by_heading(direction, ROW_STEP),
        column + by_heading(direction, COLUMN_STEP),
    )
    return jnp.where(target == grid.nowhere, cell, target)


def settle_moves(
    cell: Int16[Array, "players batch"],
    target: Int16[Array, "players batch"],
    priority: UInt32[Array, "players batch"],
) -> Int16[Array, "players batch"]:
    """Returns where players stand after they moved at the same time.

    Two players never exchange cells. Of several that move to one cell the one with
    the highest priority goes on (of equal ones the first), the others stay. A cell
    that is vacated in the same step may be entered; one whose holder stays may not,
    and so on along a chain. Players in a ring of three or more all move.

    Args:
        cell: Where they stand; distinct but for those away.
        target: Where they want to go; the own cell of who stays.
        priority: Fresh random words.
    """
    num_players = cell.shape[0]
    first = jnp.arange(num_players)
    other = (first[:, None] != first[None])[..., None]
    wants = target != cell
    meets = (target[:, None] == cell[None]) & other  # whose cell each wants
    swaps = jnp.any(meets & jnp.swapaxes(meets, 0, 1) & wants[:, None], axis=1)
    before = (first[None] < first[:, None])[..., None]
    behind = (priority[None] > priority[:, None]) | (
        (priority[None] == priority[:, None]) & before
    )
    rivals = (target[:, None] == target[None]) & other & wants[None]
    goes = wants & ~swaps & ~jnp.any(rivals & behind, axis=1)
    # A loop, since its rounds written out would be computed anew for one another.
    goes = jax.lax.fori_loop(
        0, num_players - 1, lambda _, going: going & ~_blocked(meets, going), goes
    )
    return jnp.where(goes, target, cell)


def _blocked(
    meets: Bool[Array, "players players batch"], goes: Bool[Array, "players batch"]
) -> Bool[Array, "players batch"]:
    """Who wants a cell whose holder stays."""
    return jnp.any(meets & ~goes[None], axis=1)
