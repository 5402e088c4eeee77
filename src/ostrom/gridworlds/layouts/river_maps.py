"""Maps of a river, an orchard that hangs on it, and tool stations between them.

Source: the generator of the OpenSocialJax paper, section 3.2, and its repository.
"""

from collections.abc import Callable, Iterable, Mapping
from functools import cache

import numpy as np
from jaxtyping import Int64

from ostrom.core.errors import SpecError
from ostrom.gridworlds.layouts.ascii_map import read_ascii_map
from ostrom.gridworlds.layouts.grid_map import (
    AROUND,
    BESIDE,
    GridMap,
    Place,
    components,
    inside,
    manhattan,
)

ROWS, COLUMNS = 12, 16
NUM_DIRTY, NUM_RIVER, NUM_STREAM, NUM_ORCHARD = 26, 32, 5, 48
NUM_STATIONS, NUM_TOOLS, NUM_SPAWNS = 8, 4, 7
STATIONS = tuple(f"station_{tool}" for tool in range(NUM_TOOLS))
COUNTS = {
    "river_dirty": NUM_DIRTY,
    "river_clean": NUM_RIVER - NUM_DIRTY,
    "stream": NUM_STREAM,
    "orchard": NUM_ORCHARD,
    **dict.fromkeys(STATIONS, NUM_STATIONS // NUM_TOOLS),
    "spawn": NUM_SPAWNS,
}
"""Cells of each role on every map of this kind."""
LEGEND = {
    ".": None,
    " ": None,
    "F": "river_dirty",
    "H": "river_clean",
    "~": "stream",
    "B": "orchard",
    "0": "station_0",
    "1": "station_1",
    "2": "station_2",
    "3": "station_3",
    "P": "spawn",
}
MINI_MAP = """\
FFFHFFFFHFFFFHFF
FFHFFFFHFFFFHFFF
..P...P....P.~..
.............~..
...P.......P.~..
.............~..
0.1.2.3.0.1.2~3.
................
....P......P....
BBBBBBBBBBBBBBBB
BBBBBBBBBBBBBBBB
BBBBBBBBBBBBBBBB
"""
"""The map by hand after which the generator's bands are set."""
ORCHARD_GAP = 7
"""Fewest steps along rows and columns from the river to the orchard."""
_TRIES = 20_000


def mini_map() -> GridMap:
    """Returns the map by hand."""
    return read_ascii_map(MINI_MAP, LEGEND, "the mini map")


def draw_river_map(rng: np.random.Generator) -> GridMap:
    """Returns a random map whose measures are close to those of the mini map.

    River: squares of 2 x 2 cells along a walk that turns with probability a quarter, 32
    of them kept, 26 dirty at the start. Stream: a walk of 5 cells from the river.
    Orchard: 48 cells grown from one, 7 or more steps from the river, four times as
    likely along a random axis. Stations: a chain of 8, no two touching, 4 of each kind
    in turn. Spawn cells: 7 free ones, 1 to 7 steps from river and orchard. A map that
    does not come out, or whose measures are off, is drawn again.

    Args:
        rng: Chance.

    Raises:
        SpecError: No map was found in 20,000 draws.
    """
    for _ in range(_TRIES):
        drawn = _attempt(rng)
        if drawn is not None and is_alike(drawn):
            return drawn
    raise SpecError(f"No river map in {_TRIES} draws.")


def check_river_map(grid_map: GridMap) -> None:
    """Checks what every map of this kind guarantees.

    Raises:
        SpecError: A count is off, the river or the orchard is in parts, the orchard is
            too close to the river, or two stations touch.
    """
    counts = {role: len(cells) for role, cells in grid_map.cells.items()}
    if counts != COUNTS:
        raise SpecError(f"Map: needs {COUNTS}, got {counts}.")
    river, orchard = _river(grid_map), grid_map.places("orchard")
    for name, places in (("river", river), ("orchard", orchard)):
        parts = len(components(places, AROUND))
        if parts != 1:
            raise SpecError(f"Map: the {name} is in {parts} parts.")
    gap = _nearest(orchard, river)
    if gap < ORCHARD_GAP:
        raise SpecError(
            f"Map: orchard and river are {gap} steps apart, of at least {ORCHARD_GAP}."
        )
    stations = _stations(grid_map)
    if len(components(stations, AROUND)) != len(stations):
        raise SpecError("Map: two stations touch.")


BANDS: Mapping[str, float] = {
    "river_adjacency": 0.08,
    "orchard_adjacency": 0.08,
    "gap": 1.0,
    "way": 1.5,
    "stations_to_river": 1.0,
    "stations_to_orchard": 1.0,
    "spawns_to_river": 1.5,
    "spawns_to_orchard": 1.5,
}
"""How far each measure may lie from that of the mini map."""


def is_alike(grid_map: GridMap) -> bool:
    """Returns whether river and orchard are whole and measures lie in their bands."""
    parts = (_river(grid_map), grid_map.places("orchard"))
    if any(len(components(each, AROUND)) != 1 for each in parts):
        return False
    return not off_bands(grid_map)


def off_bands(grid_map: GridMap) -> tuple[str, ...]:
    """Returns the measures that lie out of their bands, each with what is legal."""
    ours, theirs = measures(grid_map), _measures_by_hand()
    return tuple(
        f"{name} is {ours[name]:.2f}; legal are {theirs[name] - band:.2f} to "
        f"{theirs[name] + band:.2f}"
        for name, band in BANDS.items()
        if abs(ours[name] - theirs[name]) > band
    )


def measures(grid_map: GridMap) -> dict[str, float]:
    """Returns what the bands are about.

    Adjacency: of the pairs of a cell and its four sides, the share that leads to a
    cell of the same kind. Gap: fewest steps from orchard to river. Way: steps from an
    orchard cell to the nearest river cell, on average; others likewise.
    """
    river, orchard = _river(grid_map), grid_map.places("orchard")
    stations, spawns = _stations(grid_map), grid_map.places("spawn")
    return {
        "river_adjacency": _adjacency(river),
        "orchard_adjacency": _adjacency(orchard),
        "gap": float(_nearest(orchard, river)),
        "way": _mean_way(orchard, river),
        "stations_to_river": _mean_way(stations, river),
        "stations_to_orchard": _mean_way(stations, orchard),
        "spawns_to_river": _mean_way(spawns, river),
        "spawns_to_orchard": _mean_way(spawns, orchard),
    }


@cache
def _measures_by_hand() -> Mapping[str, float]:
    return measures(mini_map())


def _attempt(rng: np.random.Generator) -> GridMap | None:
    river = _draw_river(rng)
    if len(components(river, AROUND)) != 1:
        return None
    stream = _draw_stream(rng, river)
    taken = {*river, *stream}
    orchard = _draw_orchard(rng, river, taken)
    taken |= set(orchard)
    stations = _draw_stations(rng, river, orchard, taken) if orchard else []
    taken |= set(stations)
    spawns = _draw_spawns(rng, river, orchard, taken) if stations else []
    if not stream or not spawns:
        return None
    shuffled = [river[index] for index in rng.permutation(len(river))]
    roles = {
        "river_dirty": shuffled[:NUM_DIRTY],
        "river_clean": shuffled[NUM_DIRTY:],
        "stream": stream,
        "orchard": orchard,
        **{name: stations[tool::NUM_TOOLS] for tool, name in enumerate(STATIONS)},
        "spawn": spawns,
    }
    return GridMap(
        ROWS,
        COLUMNS,
        {
            role: tuple(r * COLUMNS + c for r, c in places)
            for role, places in roles.items()
        },
    )


def _draw_river(rng: np.random.Generator) -> list[Place]:
    at = (int(rng.integers(ROWS - 1)), int(rng.integers(COLUMNS - 1)))
    heading = BESIDE[int(rng.integers(4))]
    cells: dict[Place, None] = {}
    while len(cells) < NUM_RIVER:
        row, column = at
        cells |= dict.fromkeys((row + r, column + c) for r in (0, 1) for c in (0, 1))
        following = (row + heading[0], column + heading[1])
        if rng.random() < 0.25 or not inside(following, ROWS - 1, COLUMNS - 1):
            heading = BESIDE[int(rng.integers(4))]
        else:
            at = following
    found = list(cells)
    kept = rng.choice(len(found), NUM_RIVER, replace=False)
    return [found[index] for index in sorted(kept)]


def _draw_stream(rng: np.random.Generator, river: list[Place]) -> list[Place]:
    """A walk that does not cross itself; empty if it gets stuck."""
    banks = [place for place in river if _free_sides(place, set(river))]
    row, column = banks[int(rng.integers(len(banks)))]
    sides = _free_sides((row, column), set(river))
    heading = sides[int(rng.integers(len(sides)))]
    stream: list[Place] = []
    at = (row, column)
    while len(stream) < NUM_STREAM:
        open_sides = _free_sides(at, {*river, *stream})
        if not open_sides:
            return []
        if heading not in open_sides or rng.random() < 0.2:
            heading = open_sides[int(rng.integers(len(open_sides)))]
        at = (at[0] + heading[0], at[1] + heading[1])
        stream.append(at)
    return stream


def _draw_orchard(
    rng: np.random.Generator, river: list[Place], taken: set[Place]
) -> list[Place]:
    """Cells grown from one at random; empty if there is no room."""
    off_river = _steps_from(river)
    room = {
        place
        for place in _all_places()
        if place not in taken and off_river[place] >= ORCHARD_GAP
    }
    if len(room) < NUM_ORCHARD:
        return []
    axis = int(rng.integers(2))
    starts = sorted(room)
    grown = [starts[int(rng.integers(len(starts)))]]
    room.remove(grown[0])
    weights: dict[Place, float] = {}
    while len(grown) < NUM_ORCHARD:
        row, column = grown[-1]
        for side, (down, right) in enumerate(BESIDE):
            other = (row + down, column + right)
            if other in room:
                weight = 4.0 if side // 2 == axis else 1.0
                weights[other] = weights.get(other, 0.0) + weight
        if not weights:
            return []
        edge, odds = list(weights), np.array(list(weights.values()))
        grown.append(edge[int(rng.choice(len(edge), p=odds / odds.sum()))])
        room.remove(grown[-1])
        del weights[grown[-1]]
    return grown


def _draw_stations(
    rng: np.random.Generator,
    river: list[Place],
    orchard: list[Place],
    taken: set[Place],
) -> list[Place]:
    """A chain, each two steps from the one before; empty if it breaks."""
    first = _between(river, orchard, taken, (4, 6), (2, 4))
    later = set(_between(river, orchard, taken, (3, 7), (2, 5)))
    if not first:
        return []
    chain = [first[int(rng.integers(len(first)))]]
    while len(chain) < NUM_STATIONS:
        row, column = chain[-1]
        onward = [
            place
            for place in sorted(later)
            if max(abs(place[0] - row), abs(place[1] - column)) == 2
            and all(max(abs(place[0] - r), abs(place[1] - c)) >= 2 for r, c in chain)
        ]
        if not onward:
            return []
        chain.append(onward[int(rng.integers(len(onward)))])
    return chain


def _draw_spawns(
    rng: np.random.Generator,
    river: list[Place],
    orchard: list[Place],
    taken: set[Place],
) -> list[Place]:
    free = _between(river, orchard, taken, (1, 7), (1, 7))
    if len(free) < NUM_SPAWNS:
        return []
    chosen = sorted(rng.choice(len(free), NUM_SPAWNS, replace=False).tolist())
    return [free[index] for index in chosen]


def _between(
    river: list[Place],
    orchard: list[Place],
    taken: set[Place],
    off_river: tuple[int, int],
    off_orchard: tuple[int, int],
) -> list[Place]:
    """Free cells within so many steps of both."""
    to_river, to_orchard = _steps_from(river), _steps_from(orchard)
    return [
        place
        for place in _all_places()
        if place not in taken
        and off_river[0] <= to_river[place] <= off_river[1]
        and off_orchard[0] <= to_orchard[place] <= off_orchard[1]
    ]


def _steps_from(places: list[Place]) -> Int64[np.ndarray, "rows columns"]:
    """Steps along rows and columns from each cell to the nearest of these places."""
    spots = np.array(places, np.int64)
    rows = np.abs(np.arange(ROWS)[:, None] - spots[:, 0])
    columns = np.abs(np.arange(COLUMNS)[:, None] - spots[:, 1])
    nearest: Int64[np.ndarray, "rows columns"] = np.min(
        rows[:, None] + columns[None], axis=2
    )
    return nearest


def _all_places() -> list[Place]:
    return [(row, column) for row in range(ROWS) for column in range(COLUMNS)]


def _free_sides(place: Place, taken: set[Place]) -> list[Place]:
    """Steps to the sides of a cell that are on the map and free."""
    steps = []
    for down, right in BESIDE:
        other = (place[0] + down, place[1] + right)
        if inside(other, ROWS, COLUMNS) and other not in taken:
            steps.append((down, right))
    return steps


def _river(grid_map: GridMap) -> tuple[Place, ...]:
    return (*grid_map.places("river_dirty"), *grid_map.places("river_clean"))


def _stations(grid_map: GridMap) -> tuple[Place, ...]:
    return tuple(place for name in STATIONS for place in grid_map.places(name))


def _adjacency(places: Iterable[Place]) -> float:
    own = set(places)
    alike = sum(
        (row + down, column + right) in own
        for row, column in own
        for down, right in BESIDE
    )
    return alike / (4 * len(own))


def _steps(
    places: Iterable[Place], others: Iterable[Place], join: Callable[[list[int]], float]
) -> float:
    goals = list(others)
    return join([min(manhattan(place, goal) for goal in goals) for place in places])


def _nearest(places: Iterable[Place], others: Iterable[Place]) -> int:
    return int(_steps(places, others, min))


def _mean_way(places: Iterable[Place], others: Iterable[Place]) -> float:
    return _steps(places, others, lambda each: sum(each) / len(each))
