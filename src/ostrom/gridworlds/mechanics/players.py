"""Where players are, where they look, and who has to wait."""

from dataclasses import dataclass

import equinox as eqx
import jax.numpy as jnp
from jaxtyping import Array, Bool, Int, Int8, Int16

NORTH, EAST, SOUTH, WEST = range(4)
ROW_STEP = (-1, 0, 1, 0)
COLUMN_STEP = (0, 1, 0, -1)


@dataclass(frozen=True)
class Grid:
    """The size of a map.

    Attributes:
        num_rows: Rows.
        num_columns: Columns.
    """

    num_rows: int
    num_columns: int

    @property
    def nowhere(self) -> int:
        """Number of the cell that stands for all places outside the map."""
        return self.num_rows * self.num_columns

    def cell(
        self, row: Int[Array, "*shape"], column: Int[Array, "*shape"]
    ) -> Int16[Array, "*shape"]:
        """Returns cell numbers; places outside the map are `nowhere`."""
        inside = (row >= 0) & (row < self.num_rows)
        inside &= (column >= 0) & (column < self.num_columns)
        cell = row * self.num_columns + column
        return jnp.where(inside, cell, self.nowhere).astype(jnp.int16)

    def place(
        self, cell: Int16[Array, "*shape"]
    ) -> tuple[Int16[Array, "*shape"], Int16[Array, "*shape"]]:
        """Returns rows and columns; `nowhere` is the row below the map."""
        row = cell // jnp.int16(self.num_columns)
        return row, cell - row * jnp.int16(self.num_columns)


class Players(eqx.Module):
    """The players of a world.

    Attributes:
        cell: Where each stands; `Grid.nowhere` for who is away.
        heading: Where each looks: 0 north, 1 east, 2 south, 3 west.
        frozen: Steps that each still has to wait.
        cooling: Steps until each can fire again.
    """

    cell: Int16[Array, "players *batch"]
    heading: Int8[Array, "players *batch"]
    frozen: Int8[Array, "players *batch"]
    cooling: Int8[Array, "players *batch"]


def by_heading(
    heading: Int8[Array, "*shape"], values: tuple[int, int, int, int]
) -> Int16[Array, "*shape"]:
    """Returns the value of each heading."""
    north, east, south, west = (jnp.int16(value) for value in values)
    along = jnp.where(heading == NORTH, north, south)
    across = jnp.where(heading == EAST, east, west)
    return jnp.where(heading % 2 == 0, along, across)


def standing_on(
    cell: Int16[Array, "players batch"], cells: Int16[Array, "cells #batch"]
) -> Bool[Array, "players cells batch"]:
    """Returns which player stands on which of these cells."""
    return cell[:, None] == cells[None]
