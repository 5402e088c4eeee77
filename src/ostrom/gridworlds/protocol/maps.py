"""Maps as arrays: which slot each cell has, for many layouts of one world.

All cells of plain ground share a slot; each cell that can change has one of its own.
So the state of a world holds an entry for each place that can change and none for the
others, and a map of any shape is read in the same way.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import jax.numpy as jnp
import numpy as np
from jaxtyping import Array, Bool, Int8, Int16, Int32

from ostrom.core.errors import SpecError
from ostrom.gridworlds.layouts.grid_map import GridMap
from ostrom.gridworlds.mechanics.players import Grid
from ostrom.gridworlds.mechanics.viewing import Window
from ostrom.gridworlds.numerics.lookup import read_flat
from ostrom.gridworlds.rules.held_out import layout_is_held_out

GROUND = "ground"
_MOST_SLOTS = 127


@dataclass(frozen=True)
class MapSet:
    """The layouts of a world.

    Attributes:
        grid: Size of every map.
        num_layouts: Number of maps.
        shared: Slots of cells that never change, by role; `outside` is slot 0.
        places: Slots of cells that can change, by role; as many as there are cells.
        slots: Slot of each cell of each map and of `Grid.nowhere`, map after map.
        turned: The maps as `Window.turned` gives them.
        held_out: Numbers of the maps that are kept for testing, and of the others.
        cells: Cells of each role in each map.
    """

    grid: Grid
    num_layouts: int
    shared: Mapping[str, int]
    places: Mapping[str, range]
    slots: Int8[Array, "slots 1"]
    turned: Int8[Array, "turned width width"]
    held_out: Mapping[bool, tuple[int, ...]]
    cells: Mapping[str, Int16[Array, "maps cells"]]

    @property
    def num_slots(self) -> int:
        """Number of slots."""
        return len(self.shared) + sum(len(each) for each in self.places.values())

    def slot(
        self, layout: Int32[Array, " batch"], cell: Int16[Array, "*places batch"]
    ) -> Int8[Array, "*places batch"]:
        """Returns the slots of cells."""
        start = layout * (self.grid.nowhere + 1)
        return read_flat(self.slots, start + cell.astype(jnp.int32))

    def role_cells(
        self, role: str, layout: Int32[Array, " batch"]
    ) -> Int16[Array, "cells batch"]:
        """Returns the cells of a role in the map of each world."""
        return self.cells[role].at[layout].get(mode="clip").T

    @staticmethod
    def on(
        places: range, slot: Int8[Array, "players batch"]
    ) -> Bool[Array, "players places batch"]:
        """Returns which slots are which of these places."""
        numbers = jnp.asarray(places, dtype=jnp.int8)
        return slot[:, None] == numbers[None, :, None]


def map_set(
    maps: Sequence[GridMap],
    window: Window,
    shared: Sequence[str],
    places: Sequence[str],
) -> MapSet:
    """Returns maps as arrays.

    Args:
        maps: All of one size, with the same number of cells in each role.
        window: What players see of a map.
        shared: Roles of cells that never change.
        places: Roles of cells that can change.

    Raises:
        SpecError: The maps differ in size or counts, or there are too many slots.
    """
    sizes = {role: len(maps[0].cells.get(role, ())) for role in maps[0].cells}
    for number, each in enumerate(maps):
        counts = {role: len(cells) for role, cells in each.cells.items()}
        if (each.num_rows, each.num_columns, counts) != (
            maps[0].num_rows,
            maps[0].num_columns,
            sizes,
        ):
            raise SpecError(
                f"Layout {number}: needs {maps[0].num_rows} x {maps[0].num_columns} "
                f"cells and {sizes}, got {each.num_rows} x {each.num_columns} and "
                f"{counts}."
            )
    numbers = {role: slot for slot, role in enumerate(("outside", GROUND, *shared))}
    ranges, first = {}, len(numbers)
    for role in places:
        ranges[role] = range(first, first + sizes.get(role, 0))
        first = ranges[role].stop
    if first > _MOST_SLOTS:
        raise SpecError(
            f"The map has {first} kinds of ground and changing cells, of at most "
            f"{_MOST_SLOTS}."
        )
    grid = window.grid
    slots = np.stack([_slots(each, numbers, ranges) for each in maps])
    flat = np.concatenate([slots, np.zeros((len(maps), 1), np.int8)], axis=1)
    return MapSet(
        grid=grid,
        num_layouts=len(maps),
        shared=numbers,
        places=ranges,
        slots=jnp.asarray(flat.reshape(-1, 1)),
        turned=jnp.asarray(
            window.turned(slots.reshape(-1, grid.num_rows, grid.num_columns))
        ),
        held_out={side: _side(maps, side) for side in (False, True)},
        cells={
            role: jnp.asarray([each.cells[role] for each in maps], dtype=jnp.int16)
            for role in sizes
        },
    )


def _side(maps: Sequence[GridMap], held_out: bool) -> tuple[int, ...]:
    """Numbers of the maps on one side of the split; all, where a side has none."""
    side = [
        number
        for number, each in enumerate(maps)
        if layout_is_held_out(each.key) == held_out
    ]
    return tuple(side) or tuple(range(len(maps)))


def _slots(
    grid_map: GridMap, shared: Mapping[str, int], places: Mapping[str, range]
) -> Int8[np.ndarray, " cells"]:
    slots = np.full(grid_map.num_rows * grid_map.num_columns, shared[GROUND], np.int8)
    for role, cells in grid_map.cells.items():
        if role in shared:
            slots[list(cells)] = shared[role]
        elif role in places:
            slots[list(cells)] = list(places[role])
    return slots
