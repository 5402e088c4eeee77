"""Faults in the text of a map: each is told with the place where it stands."""

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ostrom.core.errors import SpecError
from ostrom.gridworlds.layouts.ascii_map import read_ascii_file, read_ascii_map

LEGEND = {".": None, "A": "tree", "P": "spawn"}


@st.composite
def lines(draw: st.DrawFn, fewest: int = 1) -> list[str]:
    columns = draw(st.integers(1, 12))
    line = st.text("".join(LEGEND), min_size=columns, max_size=columns)
    return draw(st.lists(line, min_size=fewest, max_size=12))


@given(lines(), st.data())
def test_an_unknown_sign_is_told_with_line_and_column(
    rows: list[str], data: st.DataObject
) -> None:
    row = data.draw(st.integers(0, len(rows) - 1))
    column = data.draw(st.integers(0, len(rows[0]) - 1))
    rows[row] = rows[row][:column] + "x" + rows[row][column + 1 :]
    with pytest.raises(SpecError) as told:
        read_ascii_map("\n".join(rows), LEGEND, "m")
    assert f"m, line {row + 1}, column {column + 1}: no sign 'x'" in str(told.value)
    assert "'A' tree" in str(told.value)


@given(lines(fewest=2), st.data(), st.integers(1, 5))
def test_a_ragged_row_is_told_with_its_length(
    rows: list[str], data: st.DataObject, more: int
) -> None:
    row = data.draw(st.integers(1, len(rows) - 1))
    rows[row] += "." * more
    with pytest.raises(SpecError) as told:
        read_ascii_map("\n".join(rows), LEGEND, "m")
    width = len(rows[0])
    assert f"m, line {row + 1}: {width + more} signs, line 1 has {width}" in str(
        told.value
    )


def test_lines_of_other_systems_are_read(tmp_path: Path) -> None:
    path = tmp_path / "map.txt"
    path.write_bytes(b"A.\r\n.P\r\n")
    found = read_ascii_file(path, LEGEND)
    assert (found.num_rows, found.num_columns) == (2, 2)
    assert (found.cells["tree"], found.cells["spawn"]) == ((0,), (3,))


def test_a_file_with_a_fault_is_named(tmp_path: Path) -> None:
    path = tmp_path / "map.txt"
    path.write_text("AP\n.\tA\n", encoding="utf-8")
    with pytest.raises(SpecError, match=r"map\.txt, line 2: 3 signs, line 1 has 2"):
        read_ascii_file(path, LEGEND)
    path.write_text("AP\n\tA\n", encoding="utf-8")
    with pytest.raises(SpecError, match=r"map\.txt, line 2, column 1: .*of the tab"):
        read_ascii_file(path, LEGEND)
