"""Which cells a beam reaches, and whom it hits."""

import jax.numpy as jnp
from jaxtyping import Array, Bool, Int8, Int16

from ostrom.gridworlds.mechanics.players import COLUMN_STEP, ROW_STEP, Grid, by_heading

SHORT = ((1, 0), (2, 0), (1, 1), (1, -1))
"""Cells ahead and to the right: one and two ahead, front right, front left."""


def beam_cells(
    grid: Grid,
    cell: Int16[Array, "players batch"],
    heading: Int8[Array, "players batch"],
    shape: tuple[tuple[int, int], ...] = SHORT,
) -> Int16[Array, "players cells batch"]:
    """Returns the cells that a beam of each player reaches.

    Cells outside the map are `nowhere`; nothing wraps around an edge.

    Args:
        grid: The map.
        cell: Where players stand.
        heading: Where they look.
        shape: Cells, as steps ahead and to the right.
    """
    row, column = grid.place(cell)
    down, across = by_heading(heading, ROW_STEP), by_heading(heading, COLUMN_STEP)
    reached = [
        # The right of a heading is its quarter turn: (down, across) to (across, -down).
        grid.cell(
            row + ahead * down + right * across, column + ahead * across - right * down
        )
        for ahead, right in shape
    ]
    away = cell == grid.nowhere
    return jnp.where(away[:, None], jnp.int16(grid.nowhere), jnp.stack(reached, axis=1))


def hits(
    grid: Grid,
    fires: Bool[Array, "players batch"],
    reached: Int16[Array, "players cells batch"],
    cell: Int16[Array, "players batch"],
) -> Bool[Array, "players players batch"]:
    """Returns whether the beam of the first player hits the second.

    All beams are fired at the same time: who is hit fires none the less.
    """
    there = jnp.any(reached[:, :, None] == cell[None, None], axis=1)
    number = jnp.arange(cell.shape[0])
    other = (number[:, None] != number[None])[..., None]
    is_here = cell != grid.nowhere
    struck: Array = there & fires[:, None] & other & is_here[None]
    return struck
