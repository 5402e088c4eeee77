"""A map: which cells have which role."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import cached_property

import numpy as np
from jaxtyping import Bool

from ostrom.core.errors import SpecError
from ostrom.core.hashing import content_id

MOST = 60
"""Rows or columns that a map may have."""

BESIDE = ((-1, 0), (1, 0), (0, -1), (0, 1))
AROUND = tuple(
    (down, right)
    for down in (-1, 0, 1)
    for right in (-1, 0, 1)
    if (down, right) != (0, 0)
)
NEARBY = tuple(
    (down, right)
    for down in range(-2, 3)
    for right in range(-2, 3)
    if 0 < down**2 + right**2 <= 4
)
"""The twelve cells whose apples let an apple grow back."""

Place = tuple[int, int]
"""Row and column."""


@dataclass(frozen=True)
class GridMap:
    """A map.

    Attributes:
        num_rows: Rows.
        num_columns: Columns.
        cells: Cells of each role as numbers, row x columns + column; their order
            counts. A cell has one role at most; one without is plain ground.
    """

    num_rows: int
    num_columns: int
    cells: Mapping[str, tuple[int, ...]]

    def __post_init__(self) -> None:
        """Checks sizes and cells.

        Raises:
            SpecError: The map is empty or too large, or a cell lies outside or is used
                twice.
        """
        for name, size in (("rows", self.num_rows), ("columns", self.num_columns)):
            if not 1 <= size <= MOST:
                raise SpecError(f"Map: needs 1 to {MOST} {name}, got {size}.")
        taken: dict[int, str] = {}
        for role, cells in self.cells.items():
            for cell in cells:
                if not 0 <= cell < self.num_rows * self.num_columns:
                    raise SpecError(
                        f"Map: {role} cell {cell} lies outside; cells are 0 to "
                        f"{self.num_rows * self.num_columns - 1}."
                    )
                if cell in taken:
                    where = ", ".join(map(str, self.place(cell)))
                    raise SpecError(
                        f"Map: the cell at ({where}) is {taken[cell]} and {role}; it "
                        "may have one role."
                    )
                taken[cell] = role

    @cached_property
    def key(self) -> str:
        """A name that two maps share only if they are the same."""
        cells = {role: list(cells) for role, cells in sorted(self.cells.items())}
        return content_id([self.num_rows, self.num_columns, cells])

    def place(self, cell: int) -> Place:
        """Returns row and column of a cell."""
        return divmod(cell, self.num_columns)

    def places(self, role: str) -> tuple[Place, ...]:
        """Returns rows and columns of the cells of a role; none if it has none."""
        return tuple(self.place(cell) for cell in self.cells.get(role, ()))


def inside(place: Place, num_rows: int, num_columns: int) -> bool:
    """Returns whether a place lies on a map of this size."""
    return 0 <= place[0] < num_rows and 0 <= place[1] < num_columns


def neighbours(
    places: Iterable[Place], steps: tuple[Place, ...] = NEARBY
) -> Bool[np.ndarray, "places places"]:
    """Returns which places are such a step apart."""
    spots = list(places)
    number = {place: index for index, place in enumerate(spots)}
    table = np.zeros((len(spots), len(spots)), dtype=bool)
    for (row, column), index in number.items():
        for down, right in steps:
            other = number.get((row + down, column + right))
            if other is not None:
                table[index, other] = True
    return table


def components(
    places: Iterable[Place], steps: tuple[Place, ...] = AROUND
) -> list[list[Place]]:
    """Returns groups of places that such steps connect, in the order of `places`."""
    left = dict.fromkeys(places)
    groups = []
    while left:
        group = [next(iter(left))]
        del left[group[0]]
        for row, column in group:
            for down, right in steps:
                other = (row + down, column + right)
                if other in left:
                    del left[other]
                    group.append(other)
        groups.append(group)
    return groups


def chebyshev(one: Place, other: Place) -> int:
    """Returns the number of steps apart, diagonal ones included."""
    return max(abs(one[0] - other[0]), abs(one[1] - other[1]))


def manhattan(one: Place, other: Place) -> int:
    """Returns the number of steps apart along rows and columns."""
    return abs(one[0] - other[0]) + abs(one[1] - other[1])
