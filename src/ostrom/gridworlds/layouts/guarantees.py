"""What every generated map guarantees; each check names the one that is broken.

A map by hand may break some on purpose; these checks are for maps of the generators.
"""

from collections.abc import Iterable

from ostrom.core.errors import SpecError
from ostrom.gridworlds.layouts.grid_map import (
    BESIDE,
    GridMap,
    Place,
    chebyshev,
    components,
)
from ostrom.gridworlds.layouts.orchard_maps import (
    PATCH_GAP,
    PATCH_OF,
    SPAWNS,
    check_orchard_map,
)
from ostrom.gridworlds.layouts.river_maps import check_river_map, off_bands
from ostrom.gridworlds.mechanics.beams import SHORT

_RIVER = ("river_dirty", "river_clean")


def check_river_guarantees(grid_map: GridMap) -> None:
    """Checks all that a generated map of a river guarantees.

    Exact counts, two stations of each kind, river and orchard whole, no two stations
    touching; all measures in their bands; every place can be walked to, every cell of
    the river be hit.

    Raises:
        SpecError: A guarantee is broken.
    """
    check_river_map(grid_map)
    for fault in off_bands(grid_map):
        raise SpecError(f"Map: {fault}.")
    check_reachable(grid_map)


def check_orchard_guarantees(grid_map: GridMap, spawns: str = "scattered") -> None:
    """Checks all that a generated map of an orchard guarantees.

    The neighbours of every tree, the distance between patches, number and distance of
    the spawn cells, a run of them straight; every place can be walked to. Distances
    are Chebyshev: diagonal steps count as one.

    Args:
        grid_map: The map.
        spawns: `scattered` or `run`; see `draw_orchard_map`.

    Raises:
        SpecError: A guarantee is broken, or there is no such kind of spawn cells.
    """
    if spawns not in SPAWNS:
        raise SpecError(f"No spawn cells {spawns!r}. Known: {', '.join(SPAWNS)}.")
    check_orchard_map(grid_map)
    check_patches_apart(grid_map)
    number, gap = SPAWNS[spawns]
    cells = grid_map.places("spawn")
    if len(cells) != number:
        raise SpecError(f"Map: needs {number} spawn cells, got {len(cells)}.")
    for cell in cells:
        tree = min(grid_map.places("tree"), key=lambda other: chebyshev(cell, other))
        if chebyshev(cell, tree) < gap:
            raise SpecError(
                f"Map: spawn cell {cell} is {chebyshev(cell, tree)} steps from the "
                f"tree at {tree}, of at least {gap}."
            )
    row, first = cells[0]
    if spawns == "run" and cells != tuple((row, first + k) for k in range(number)):
        raise SpecError(f"Map: the spawn cells are no straight run: {cells}.")
    check_reachable(grid_map)


def check_patches_apart(grid_map: GridMap) -> None:
    """Checks that trees of two patches are three or more steps apart, diagonals as one.

    Args:
        grid_map: Its trees are in the order of `tree_neighbours`.

    Raises:
        SpecError: Two patches are too close.
    """
    trees = list(zip(grid_map.places("tree"), PATCH_OF.tolist(), strict=True))
    for index, (one, patch) in enumerate(trees):
        for other, other_patch in trees[index + 1 :]:
            gap = chebyshev(one, other)
            if patch != other_patch and gap < PATCH_GAP:
                raise SpecError(
                    f"Map: patches {patch} and {other_patch} are {gap} steps apart at "
                    f"{one} and {other}, of at least {PATCH_GAP}."
                )


def check_reachable(grid_map: GridMap) -> None:
    """Checks that nothing is walled off.

    From the first spawn cell every other one, every station, tree and cell of the
    orchard can be walked to, along rows and columns; and for each cell of the river
    there is such a place from which the short beam reaches it. Only walls block, and
    no beam.

    Raises:
        SpecError: There is no spawn cell, or a place is out of reach.
    """
    if not grid_map.cells.get("spawn"):
        raise SpecError("Map: there is no spawn cell.")
    start = grid_map.places("spawn")[0]
    walked = _walkable_from(grid_map, start)
    for role in grid_map.cells:
        if role in ("wall", "stream", *_RIVER):
            continue
        for place in grid_map.places(role):
            if place not in walked:
                raise SpecError(
                    f"Map: {role} {place} can not be walked to from the spawn cell "
                    f"{start}."
                )
    hit = _hit_from(walked)
    for role in _RIVER:
        for place in grid_map.places(role):
            if place not in hit:
                raise SpecError(f"Map: no beam reaches {role} {place}.")


def _walkable_from(grid_map: GridMap, start: Place) -> set[Place]:
    walls = set(grid_map.places("wall"))
    every = map(grid_map.place, range(grid_map.num_rows * grid_map.num_columns))
    groups = components((place for place in every if place not in walls), BESIDE)
    return next(set(group) for group in groups if start in group)


def _hit_from(places: Iterable[Place]) -> set[Place]:
    """Cells that the short beam reaches from some of these places, in any heading."""
    return {
        # The right of a heading (down, across) is (across, -down).
        (row + ahead * down + right * across, column + ahead * across - right * down)
        for row, column in places
        for down, across in BESIDE
        for ahead, right in SHORT
    }
