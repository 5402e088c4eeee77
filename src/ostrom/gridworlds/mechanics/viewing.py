"""What a player sees: a window that turns with it, as one small integer a cell.

A map is a number for each cell, its *slot*: cells of plain ground share one, and each
cell that can change (a tree, a stretch of river) has its own. A world says what code
each slot shows; so the maps themselves never change, and are turned in advance.
"""

from dataclasses import dataclass
from typing import Any

import jax
import jax.numpy as jnp
import numpy as np
from jaxtyping import Array, Int8, Int16, Int32

from ostrom.gridworlds.mechanics.players import EAST, NORTH, Grid, Players
from ostrom.gridworlds.numerics.stages import stage

OUTSIDE = 0
"""The slot of all cells beyond the edges of a map."""
FROZEN = 5
"""Code of a frozen player; 1 to 4 are players by their heading, 0 is nobody."""

# Indices are made here alone; the promise spares a comparison for each entry.
_PROMISE = "promise_in_bounds"


@dataclass(frozen=True)
class Window:
    """The part of a map that a player sees.

    Attributes:
        grid: The map.
        ahead: Cells seen ahead.
        behind: Cells seen behind.
        side: Cells seen to each side.
    """

    grid: Grid
    ahead: int = 9
    behind: int = 1
    side: int = 5

    @property
    def size(self) -> tuple[int, int]:
        """Rows and columns of the view; the first row is farthest ahead."""
        return self.ahead + self.behind + 1, 2 * self.side + 1

    @property
    def margin(self) -> int:
        """Cells that can be seen beyond an edge."""
        return max(self.ahead, self.behind, self.side)

    @property
    def width(self) -> int:
        """Rows, and columns, of a map with its margin, made square."""
        return max(self.grid.num_rows, self.grid.num_columns) + 2 * self.margin

    def turned(self, slots: Int8[np.ndarray, "maps rows columns"]) -> np.ndarray:
        """Returns each map with its margin, once for each heading, heading upwards."""
        margin, grid = self.margin, self.grid
        framed = np.full((len(slots), self.width, self.width), OUTSIDE, np.int8)
        framed[
            :, margin : margin + grid.num_rows, margin : margin + grid.num_columns
        ] = slots
        by_heading = [np.rot90(framed, quarter, (1, 2)) for quarter in range(4)]
        return np.stack(by_heading, axis=1).reshape(-1, self.width, self.width)


def view(
    window: Window,
    turned_maps: Int8[Array, "turned width width"],
    layout: Int32[Array, " batch"],
    codes: Int8[Array, "batch slots"],
    players: Players,
    num_ground: int,
) -> Int8[Array, "batch players rows columns"]:
    """Returns what each player sees: `ground + num_ground * who` for each cell.

    `who` is 0 for nobody, 1 to 4 for another player that looks ahead, right, back or
    left as the viewer sees it, 5 for another one that is frozen. The viewer itself is
    not drawn: it always stands on the same cell of its window and looks ahead. Who is
    away sees the outside alone.

    Args:
        window: The map and the part of it that is seen.
        turned_maps: What `Window.turned` gives.
        layout: Which map each world has.
        codes: What the ground of each slot shows, below `num_ground`.
        players: Where they are.
        num_ground: Number of different codes of the ground.
    """

    def slots(layout: Any, players: Players) -> Any:
        return _slots(window, turned_maps, layout, players)

    def joined(ground: Any, place: Any, who: Any) -> Any:
        return _joined(ground, place, who, num_ground)

    seen = stage(slots, layout, players)
    # One axis of cells, since a compiler serves long inner axes better than short ones.
    ground = stage(_read, codes, seen.reshape(*seen.shape[:2], -1))
    place, who = stage(lambda each: _others(window, each), players)
    shown: Array = stage(joined, ground, place, who).reshape(seen.shape)
    return shown


def _slots(
    window: Window,
    turned_maps: Int8[Array, "turned width width"],
    layout: Int32[Array, " batch"],
    players: Players,
) -> Int8[Array, "batch players rows columns"]:
    """The slots in each player's window."""
    row, column = window.grid.place(players.cell)
    row, column = row + window.margin, column + window.margin
    last = window.width - 1
    heading = players.heading
    # A map that was turned by quarters to the left has its cells here.
    down = _by_heading(heading, (row, last - column, last - row, column))
    across = _by_heading(heading, (column, row, last - column, last - row))
    corner = (layout * 4 + heading, down - window.ahead, across - window.side)
    start = jnp.stack([each.T.astype(jnp.int32) for each in corner], axis=-1)
    numbers = jax.lax.GatherDimensionNumbers((2, 3), (0,), (0, 1, 2))
    return jax.lax.gather(turned_maps, start, numbers, (1, *window.size), mode=_PROMISE)


def _read(
    codes: Int8[Array, "batch slots"], slots: Int8[Array, "batch players cells"]
) -> Int8[Array, "batch players cells"]:
    """The codes of slots."""
    batch, num_slots = codes.shape
    start = jnp.arange(batch, dtype=jnp.int32)[:, None, None] * num_slots
    flat = start + slots.astype(jnp.int32)
    return codes.reshape(-1).at[flat].get(mode=_PROMISE, wrap_negative_indices=False)


def _others(
    window: Window, players: Players
) -> tuple[Int8[Array, "batch viewers players"], Int8[Array, "batch viewers players"]]:
    """Where each player sees each other one, -1 if out of sight, and as what."""
    row, column = window.grid.place(players.cell)
    south, east = row[None] - row[:, None], column[None] - column[:, None]
    viewer = players.heading[:, None]
    ahead = _by_heading(viewer, (-south, east, south, -east))
    right = _by_heading(viewer, (east, south, -east, -south))
    rows, columns = window.size
    down, along = window.ahead - ahead, right + window.side
    is_seen = (down >= 0) & (down < rows) & (along >= 0) & (along < columns)
    is_here = players.cell != window.grid.nowhere
    number = jnp.arange(len(row))
    other = (number[:, None] != number)[..., None]
    is_seen &= is_here[None] & is_here[:, None] & other
    place = jnp.where(is_seen, down * columns + along, -1).astype(jnp.int8)
    relative = ((players.heading[None] - viewer) & 3) + jnp.int8(1)
    who = jnp.where((players.frozen > 0)[None], jnp.int8(FROZEN), relative)
    return jnp.moveaxis(place, -1, 0), jnp.moveaxis(who, -1, 0)


def _joined(
    ground: Int8[Array, "batch viewers cells"],
    place: Int8[Array, "batch viewers players"],
    who: Int8[Array, "batch viewers players"],
    num_ground: int,
) -> Int8[Array, "batch viewers cells"]:
    """The ground with the players on it."""
    shape, size = place.shape, ground.shape[-1]
    row = jnp.arange(shape[0] * shape[1], dtype=jnp.int32).reshape(*shape[:2], 1)
    is_seen = place >= 0
    flat = row * size + jnp.where(is_seen, place, 0)
    code = jnp.where(is_seen, who * jnp.int8(num_ground), jnp.int8(0))
    joined = (
        ground.reshape(-1)
        .at[flat]
        .add(code, mode=_PROMISE, wrap_negative_indices=False)
    )
    return joined.reshape(ground.shape)


def _by_heading(
    heading: Int8[Array, "..."], values: tuple[Int16[Array, "..."], ...]
) -> Int16[Array, "..."]:
    """The value that belongs to each heading."""
    north, east, south, west = values
    along = jnp.where(heading == NORTH, north, south)
    across = jnp.where(heading == EAST, east, west)
    return jnp.where((heading & 1) == 0, along, across)
