"""Maps as text: one sign a cell."""

from collections.abc import Mapping
from pathlib import Path

from ostrom.core.errors import SpecError
from ostrom.core.naming import did_you_mean
from ostrom.gridworlds.layouts.grid_map import MOST, GridMap

Legend = Mapping[str, str | None]
"""Role of each sign; None for plain ground. The first sign of a role draws it."""


def read_ascii_map(
    text: str, legend: Legend, where: str, required: Mapping[str, int] | None = None
) -> GridMap:
    """Returns the map that a text draws.

    Cells of a role are numbered row by row. An empty line at the end does not count;
    all other lines must have the same length, so spaces at their ends matter.

    Args:
        text: The map.
        legend: What each sign is.
        where: Where the text comes from, for messages.
        required: Fewest cells of a role.

    Raises:
        SpecError: The text is empty, too large or ragged, has a sign that the legend
            lacks, or too few cells of a role.
    """
    lines = text.removesuffix("\n").split("\n")
    width = len(lines[0])
    if not any(lines):
        raise SpecError(f"{where}: the map is empty.")
    if len(lines) > MOST or width > MOST:
        raise SpecError(
            f"{where}: {len(lines)} x {width} cells, of at most {MOST} x {MOST}."
        )
    cells: dict[str, list[int]] = {role: [] for role in legend.values() if role}
    for number, line in enumerate(lines):
        if len(line) != width:
            raise SpecError(
                f"{where}, line {number + 1}: {len(line)} signs, line 1 has {width}; "
                "all need the same number, spaces at the end included."
            )
        for column, sign in enumerate(line):
            if sign not in legend:
                raise SpecError(_unknown(sign, legend, where, number, column))
            role = legend[sign]
            if role is not None:
                cells[role].append(number * width + column)
    for role, fewest in (required or {}).items():
        got = len(cells.get(role, ()))
        if got < fewest:
            signs = " or ".join(
                repr(sign) for sign, each in legend.items() if each == role
            )
            raise SpecError(
                f"{where}: {got} cells of {role} ({signs}), of at least {fewest}."
            )
    kept = {role: tuple(found) for role, found in cells.items()}
    return GridMap(len(lines), width, kept)


def read_ascii_file(
    path: Path, legend: Legend, required: Mapping[str, int] | None = None
) -> GridMap:
    """Returns the map in a file; see `read_ascii_map`.

    Raises:
        SpecError: There is no such file, it is no UTF-8 text, or no map.
    """
    try:
        text = path.read_text(encoding="utf-8")
    except OSError as error:
        raise SpecError(f"{path}: can not be read: {error.strerror}.") from error
    except UnicodeDecodeError as error:
        raise SpecError(
            f"{path}: no UTF-8 text; byte {error.start} is {error.object[error.start]}."
        ) from error
    return read_ascii_map(text, legend, str(path), required)


def draw_ascii_map(grid_map: GridMap, legend: Legend) -> str:
    """Returns a map as text, with the first sign of the legend for each role.

    Raises:
        SpecError: The legend has no sign for plain ground or for a role.
    """
    signs: dict[str | None, str] = {}
    for sign, role in legend.items():
        signs.setdefault(role, sign)
    for role in (None, *grid_map.cells):
        if role not in signs:
            raise SpecError(f"The legend has no sign for {role or 'plain ground'}.")
    rows = [[signs[None]] * grid_map.num_columns for _ in range(grid_map.num_rows)]
    for role in grid_map.cells:
        for row, column in grid_map.places(role):
            rows[row][column] = signs[role]
    return "".join("".join(row) + "\n" for row in rows)


def _unknown(sign: str, legend: Legend, where: str, row: int, column: int) -> str:
    known = ", ".join(f"{each!r} {role or 'ground'}" for each, role in legend.items())
    tab = " Write spaces in place of the tab." if sign == "\t" else ""
    hint = did_you_mean(sign.upper(), legend) or did_you_mean(sign.lower(), legend)
    return (
        f"{where}, line {row + 1}, column {column + 1}: no sign {sign!r}.{tab}{hint} "
        f"Known: {known}."
    )
