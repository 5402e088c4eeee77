"""Pools of generated maps: drawn once, kept on disk, split for training and testing."""

import json
import os
from collections.abc import Callable
from dataclasses import dataclass
from functools import cache
from pathlib import Path

import numpy as np
from platformdirs import user_cache_path

from ostrom.core.errors import SpecError
from ostrom.gridworlds.layouts.grid_map import GridMap

Generator = Callable[[np.random.Generator], GridMap]


@dataclass(frozen=True)
class Generated:
    """A kind of generated map.

    Attributes:
        name: Its name.
        version: Rises when the same seed gives other maps.
        draw: Draws one.
        check: Raises `SpecError` for a map that breaks a guarantee.
    """

    name: str
    version: int
    draw: Generator
    check: Callable[[GridMap], None]


@cache
def pool(kind: Generated, size: int, seed: int) -> tuple[GridMap, ...]:
    """Returns different maps of a kind; the same for the same size and seed.

    A pool is kept in the user's cache folder. A file there that can not be read, or
    holds a map that breaks a guarantee, is made anew.

    Args:
        kind: Kind of map.
        size: Number of maps, at least 1.
        seed: Of the draws.
    """
    name = f"{kind.name}-v{kind.version}-{size}-{seed}.json"
    path = user_cache_path("ostrom") / "layouts" / name
    maps = _read(path, kind, size)
    if maps is None:
        maps = _drawn(kind, size, seed)
        _write(path, maps)
    return maps


def _drawn(kind: Generated, size: int, seed: int) -> tuple[GridMap, ...]:
    rng = np.random.default_rng(seed)
    found: dict[str, GridMap] = {}
    while len(found) < size:
        drawn = kind.draw(rng)
        kind.check(drawn)
        found.setdefault(drawn.key, drawn)
    return tuple(found.values())


def _read(path: Path, kind: Generated, size: int) -> tuple[GridMap, ...] | None:
    try:
        maps = tuple(
            GridMap(rows, columns, {role: tuple(each) for role, each in cells.items()})
            for rows, columns, cells in json.loads(path.read_text("utf-8"))
        )
        for each in maps:
            kind.check(each)
    except (OSError, ValueError, TypeError, AttributeError, SpecError):
        return None
    return maps if len({each.key for each in maps}) == size else None


def _write(path: Path, maps: tuple[GridMap, ...]) -> None:
    """Writes a pool as a whole; where nothing can be written it is not kept."""
    rows = [
        [each.num_rows, each.num_columns, {k: list(v) for k, v in each.cells.items()}]
        for each in maps
    ]
    unfinished = path.with_suffix(f".{os.getpid()}.unfinished")
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        unfinished.write_text(json.dumps(rows), encoding="utf-8")
        os.replace(unfinished, path)
    except OSError:
        unfinished.unlink(missing_ok=True)
