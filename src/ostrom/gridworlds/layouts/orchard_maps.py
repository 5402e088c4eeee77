"""Maps of orchards: six patches of trees, and cells where players appear.

Source: the patches of Commons Harvest in Melting Pot; how they are scattered is that of
the OpenSocialJax paper, section 3.2, and its repository.
"""

from collections.abc import Iterable
from functools import cache

import numpy as np
from jaxtyping import Bool

from ostrom.core.errors import SpecError
from ostrom.gridworlds.layouts.grid_map import (
    NEARBY,
    GridMap,
    Place,
    components,
    inside,
    neighbours,
)

ROWS, COLUMNS = 16, 22
PATCH_GAP = 3
"""Fewest steps between trees of two patches; neighbours of a tree are at most 2 off."""
SPAWNS = {"scattered": (10, 3), "run": (20, 4)}
"""Number of spawn cells and their fewest steps from a tree, by kind."""
_TRIES = 20_000
_TRIES_OF_PATCH = 40

_DIAMOND: tuple[Place, ...] = tuple(
    (row, column)
    for row in range(-2, 3)
    for column in range(-2, 3)
    if abs(row) + abs(column) <= 2
)
_QUARTER: tuple[Place, ...] = ((0, 0), (0, 1), (0, 2), (1, 0), (1, 1), (2, 0))
SHAPES = (*(_DIAMOND,) * 4, *(_QUARTER,) * 2)
"""Trees of each patch: four diamonds of 13, two quarter diamonds of 6."""
PATCH_OF = np.repeat(np.arange(len(SHAPES)), [len(shape) for shape in SHAPES])
"""Patch of each tree."""


@cache
def tree_neighbours() -> Bool[np.ndarray, "trees trees"]:
    """Returns which trees are neighbours; the same for every map of this kind.

    Trees are numbered patch by patch, in the order of the patch's own shape, which a
    turned or mirrored patch carries along.
    """
    table = np.zeros((len(PATCH_OF), len(PATCH_OF)), dtype=bool)
    for patch, shape in enumerate(SHAPES):
        own = np.flatnonzero(patch == PATCH_OF)
        table[np.ix_(own, own)] = neighbours(shape)
    table.setflags(write=False)
    return table


def draw_orchard_map(rng: np.random.Generator, spawns: str = "scattered") -> GridMap:
    """Returns a random map.

    Patch after patch gets a uniform orientation among the eight symmetries and a
    uniform place, drawn again until it keeps its distance from those before. If one
    finds none, or the spawn cells do not fit, all are drawn again. A run of spawn cells
    is placed before the patches, uniformly.

    Args:
        rng: Chance.
        spawns: `scattered`, 10 random cells 3 or more steps from every tree, or `run`,
            a straight run of 20 cells in a row, 4 or more steps from every tree.

    Raises:
        SpecError: There is no such kind, or no map was found in 20,000 draws.
    """
    if spawns not in SPAWNS:
        raise SpecError(f"No spawn cells {spawns!r}. Known: {', '.join(SPAWNS)}.")
    for _ in range(_TRIES):
        # A run is placed first: patches rarely leave room for one by chance.
        run = _run(rng) if spawns == "run" else []
        trees = _scatter(rng, _within(run, SPAWNS["run"][1] - 1))
        cells = trees and (run or _scattered_cells(rng, trees))
        if trees and cells:
            roles = {"tree": _numbers(trees), "spawn": _numbers(cells)}
            return GridMap(ROWS, COLUMNS, roles)
    raise SpecError(f"No orchard with {spawns} spawn cells in {_TRIES} draws.")


def check_orchard_map(grid_map: GridMap) -> None:
    """Checks that trees have the neighbours that all maps of this kind have.

    Raises:
        SpecError: The number of trees or a neighbour differs.
    """
    trees = grid_map.places("tree")
    if len(trees) != len(PATCH_OF):
        raise SpecError(f"Map: needs {len(PATCH_OF)} trees, got {len(trees)}.")
    wrong = np.argwhere(neighbours(trees, NEARBY) != tree_neighbours())
    if len(wrong):
        one, other = wrong[0]
        raise SpecError(
            f"Map: trees {one} at {trees[one]} and {other} at {trees[other]} must "
            f"{'' if tree_neighbours()[one, other] else 'not '}be neighbours."
        )


def fit_trees(trees: Iterable[Place]) -> tuple[Place, ...]:
    """Returns trees in the order in which they have the neighbours of all maps.

    Patches of one shape keep the order of their first trees. A shape that several
    symmetries carry onto a patch is fitted by the first of them.

    Args:
        trees: Of four diamonds and two quarter diamonds, in any order.

    Raises:
        SpecError: A patch has another shape, or there are too many or too few.
    """
    left = components(trees, NEARBY)
    fitted: list[Place] = []
    for shape in SHAPES:
        fits = ((group, _fit(shape, group)) for group in left)
        group, found = next((fit for fit in fits if fit[1]), ([], []))
        if not found:
            raise SpecError(f"Map: no patch of trees has the shape {shape}.")
        left.remove(group)
        fitted += found
    if left:
        raise SpecError(
            f"Map: {len(left)} patches too many; one has a tree at {left[0][0]}."
        )
    return tuple(fitted)


def _fit(shape: tuple[Place, ...], patch: list[Place]) -> list[Place]:
    """The trees of a patch in the order of a shape; none if it has another one."""
    top, first = min(row for row, _ in patch), min(column for _, column in patch)
    for symmetry in range(8):
        turned = _turned(shape, symmetry)
        down = top - min(row for row, _ in turned)
        right = first - min(column for _, column in turned)
        moved = [(row + down, column + right) for row, column in turned]
        if set(moved) == set(patch):
            return moved
    return []


def _scatter(
    rng: np.random.Generator, blocked: Bool[np.ndarray, "rows columns"]
) -> list[Place]:
    """Trees of all patches off the blocked cells; none where a patch found no place."""
    trees: list[Place] = []
    for shape in SHAPES:
        patch = _place(rng, shape, blocked)
        if not patch:
            return []
        trees += patch
        blocked = blocked | _within(patch, PATCH_GAP - 1)
    return trees


def _place(
    rng: np.random.Generator,
    shape: tuple[Place, ...],
    blocked: Bool[np.ndarray, "rows columns"],
) -> list[Place]:
    """A patch on cells that are not blocked; empty after many draws without one."""
    for _ in range(_TRIES_OF_PATCH):
        patch = np.array(_turned(shape, int(rng.integers(8))))
        low, high = patch.min(axis=0), patch.max(axis=0)
        moved = patch + rng.integers(-low, (ROWS, COLUMNS) - high)
        if not blocked[moved[:, 0], moved[:, 1]].any():
            return [(row, column) for row, column in moved.tolist()]
    return []


def _within(places: list[Place], steps: int) -> Bool[np.ndarray, "rows columns"]:
    """Which cells are at most so many steps from one of these places."""
    near = np.zeros((ROWS, COLUMNS), dtype=bool)
    for row, column in places:
        top, left = max(0, row - steps), max(0, column - steps)
        near[top : row + steps + 1, left : column + steps + 1] = True
    return near


def _turned(shape: tuple[Place, ...], symmetry: int) -> list[Place]:
    """A shape under one of the eight symmetries of the square, tree by tree."""
    turned = [
        (row, -column) if symmetry >= 4 else (row, column) for row, column in shape
    ]
    for _ in range(symmetry % 4):
        turned = [(column, -row) for row, column in turned]
    return turned


def _scattered_cells(rng: np.random.Generator, trees: list[Place]) -> list[Place]:
    """Random spawn cells away from trees; none where there is no room."""
    number, gap = SPAWNS["scattered"]
    free = np.argwhere(~_within(trees, gap - 1)).tolist()
    if len(free) < number:
        return []
    chosen = sorted(rng.choice(len(free), number, replace=False).tolist())
    return [(free[index][0], free[index][1]) for index in chosen]


def _run(rng: np.random.Generator) -> list[Place]:
    """A straight run of spawn cells in a random row."""
    number, _ = SPAWNS["run"]
    row, first = int(rng.integers(ROWS)), int(rng.integers(COLUMNS - number + 1))
    return [(row, first + step) for step in range(number)]


def _numbers(places: list[Place]) -> tuple[int, ...]:
    if not all(inside(place, ROWS, COLUMNS) for place in places):
        raise SpecError("Map: a cell lies outside.")
    return tuple(row * COLUMNS + column for row, column in places)
