"""Guarantees: generated maps keep them, and each broken one is named."""

from collections.abc import Mapping

import numpy as np
import pytest

from ostrom.core.errors import SpecError
from ostrom.gridworlds.layouts.ascii_map import read_ascii_map
from ostrom.gridworlds.layouts.grid_map import GridMap, Place
from ostrom.gridworlds.layouts.guarantees import (
    check_orchard_guarantees,
    check_patches_apart,
    check_reachable,
    check_river_guarantees,
)
from ostrom.gridworlds.layouts.orchard_maps import (
    SHAPES,
    check_orchard_map,
    draw_orchard_map,
)
from ostrom.gridworlds.layouts.river_maps import draw_river_map, mini_map

LEGEND = {
    ".": None,
    "#": "wall",
    "F": "river_dirty",
    "H": "river_clean",
    "P": "spawn",
    "A": "tree",
    "0": "station_0",
}


def changed(good: GridMap, cells: Mapping[str, tuple[int, ...]]) -> GridMap:
    return GridMap(good.num_rows, good.num_columns, {**good.cells, **cells})


def test_forty_generated_rivers_keep_every_guarantee() -> None:
    rng = np.random.default_rng(40)
    drawn = [draw_river_map(rng) for _ in range(40)]
    for each in (*drawn, mini_map()):
        check_river_guarantees(each)
    assert len({each.key for each in drawn}) == 40


@pytest.mark.parametrize("spawns", ["scattered", "run"])
def test_forty_generated_orchards_keep_every_guarantee(spawns: str) -> None:
    rng = np.random.default_rng(41)
    drawn = [draw_orchard_map(rng, spawns) for _ in range(40)]
    for each in drawn:
        check_orchard_guarantees(each, spawns)
    assert len({each.key for each in drawn}) == 40


def test_a_measure_out_of_its_band_is_named() -> None:
    # All spawn cells in row 8: 7 steps from the river, 4.5 on average on the map.
    row = tuple(8 * 16 + column for column in range(0, 14, 2))
    with pytest.raises(SpecError, match=r"spawns_to_river is 7\.00; legal"):
        check_river_guarantees(changed(mini_map(), {"spawn": row}))


def test_a_river_that_is_cut_is_named() -> None:
    good = mini_map()
    away = changed(good, {"river_clean": (7 * 16, *good.cells["river_clean"][1:])})
    with pytest.raises(SpecError, match="the river is in 2 parts"):
        check_river_guarantees(away)


def test_a_walled_station_is_named() -> None:
    good = mini_map()
    beside = ((5, 2), (7, 2), (6, 1), (6, 3))
    walls = changed(good, {"wall": tuple(row * 16 + column for row, column in beside)})
    told = r"station_1 \(6, 2\) can not be walked to from the spawn cell \(2, 2\)"
    with pytest.raises(SpecError, match=told):
        check_reachable(walls)
    with pytest.raises(SpecError, match="'wall': 4"):
        check_river_guarantees(walls)
    check_reachable(changed(walls, {"wall": walls.cells["wall"][1:]}))


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("F###.\n####.\n###P.\n", r"no beam reaches river_dirty \(0, 0\)"),
        ("H##\n##.\n##P\n", r"no beam reaches river_clean \(0, 0\)"),
        ("P#A\n", r"tree \(0, 2\) can not be walked to from the spawn cell \(0, 0\)"),
        ("P#P\n", r"spawn \(0, 2\) can not be walked to"),
        ("F.0\n", "there is no spawn cell"),
    ],
)
def test_what_is_out_of_reach_is_named(text: str, message: str) -> None:
    with pytest.raises(SpecError, match=message):
        check_reachable(read_ascii_map(text, LEGEND, "by hand"))


@pytest.mark.parametrize(
    "text",
    [
        "F#P\n",  # two ahead, over the wall
        "F#\n#P\n",  # front left of one who looks north
        "#F\nP#\n",  # front right
        "P0A\n",
    ],
)
def test_a_short_beam_passes_walls(text: str) -> None:
    check_reachable(read_ascii_map(text, LEGEND, "by hand"))


def placed(*corners: Place) -> GridMap:
    """Patches moved by hand, spawn cells in the last rows."""
    places = [
        (row + down, column + right)
        for shape, (down, right) in zip(SHAPES, corners, strict=True)
        for row, column in shape
    ]
    trees = tuple(row * 22 + column for row, column in places)
    return GridMap(16, 22, {"tree": trees, "spawn": tuple(range(320, 330))})


def test_patches_that_are_close_but_no_neighbours_are_named() -> None:
    # (4, 2) and (6, 3): two steps with a diagonal one, no neighbours as 4 + 1 > 4.
    close = placed((2, 2), (8, 3), (2, 10), (2, 18), (8, 10), (8, 16))
    check_orchard_map(close)
    with pytest.raises(
        SpecError, match=r"patches 0 and 1 are 2 steps apart at \(4, 2\) and \(6, 3\)"
    ):
        check_patches_apart(close)
    apart = placed((2, 2), (9, 3), (2, 10), (2, 18), (8, 10), (8, 16))
    check_orchard_guarantees(apart)


def test_patches_that_are_joined_are_named() -> None:
    joined = placed((2, 2), (8, 2), (2, 10), (2, 18), (8, 10), (8, 16))
    with pytest.raises(SpecError, match="must not be neighbours"):
        check_orchard_guarantees(joined)


def test_spawn_cells_that_break_a_guarantee_are_named() -> None:
    good = placed((2, 2), (9, 3), (2, 10), (2, 18), (8, 10), (8, 16))
    cells = good.cells["spawn"]
    # (12, 4) is one diagonal step from the tree at (11, 3).
    near = changed(good, {"spawn": (12 * 22 + 4, *cells[1:])})
    with pytest.raises(SpecError, match=r"\(12, 4\) is 1 steps from the tree at"):
        check_orchard_guarantees(near)
    with pytest.raises(SpecError, match="needs 10 spawn cells, got 9"):
        check_orchard_guarantees(changed(good, {"spawn": cells[1:]}))
    with pytest.raises(SpecError, match="needs 20 spawn cells, got 10"):
        check_orchard_guarantees(good, "run")
    with pytest.raises(SpecError, match="No spawn cells 'ring'"):
        check_orchard_guarantees(good, "ring")


def test_a_run_with_a_gap_is_named() -> None:
    good = draw_orchard_map(np.random.default_rng(3), "run")
    first, *others = good.cells["spawn"]
    broken = changed(good, {"spawn": (*others, first)})
    with pytest.raises(SpecError, match="no straight run"):
        check_orchard_guarantees(broken, "run")
