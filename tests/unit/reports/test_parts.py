"""Texts, names and drawings that pages are made of."""

import polars as pl
import pytest

from ostrom.reports.csv_text import csv_text
from ostrom.reports.figures.bars import Stack, StackGroup, stacked_bars
from ostrom.reports.figures.canvas import inline_svg, signed
from ostrom.reports.figures.dot_plot import Dot, Group, dot_plot
from ostrom.reports.figures.heat_map import Axis, Panel, heat_maps
from ostrom.reports.layout.parts import DASH, file_stem, number, rate, visible


def test_undefined_numbers_are_dashes_with_a_reason() -> None:
    cell = number(None, "one repeat only")
    assert (cell.text, cell.why) == (DASH, "one repeat only")
    empty = rate(0, 0, "no reply")
    assert (empty.text, empty.why) == (DASH, "no reply")
    assert rate(1, 8, "").text == "12.5% (1 of 8)"


@pytest.mark.parametrize(
    ("value", "text"),
    [(-0.001, "0.00"), (-1.5, "\N{MINUS SIGN}1.50"), (2.0, "2.00")],
)
def test_numbers_have_a_true_minus_and_no_negative_zero(
    value: float, text: str
) -> None:
    assert signed(value) == text


def test_different_labels_never_share_a_file() -> None:
    names = [
        file_stem("m", label) for label in ("a b", "a/b", "a_b", "a-b", "../a_b", "ä")
    ]
    assert len(set(names)) == 6
    assert all("/" not in name for name in names)


def test_csv_leaves_the_clock_out_and_keeps_gaps_empty() -> None:
    frame = pl.DataFrame(
        {"a": [0.1, None], "at": ["x", "y"], "latency_seconds": [1.0, 2.0]}
    ).with_columns(pl.Series("units", [["u1", "u2"], []], dtype=pl.List(pl.String)))
    assert csv_text(frame) == 'a,units\n0.1,u1 u2\n,""\n'


def test_control_characters_are_drawn() -> None:
    assert visible("a\x1b[31m\n\tb\x00") == "a\u241b[31m\n\tb\u2400"


def test_labels_in_a_drawing_are_text_not_markup_or_formulas() -> None:
    label = "<b>$x_1$ & co</b>"
    drawing = heat_maps(
        [Panel("", ((0.25, None),))],
        Axis((label,), ("a", "b"), "", ""),
        limits=(0.0, 1.0),
        written=signed,
    )
    assert "&lt;b&gt;$x_1$ &amp; co&lt;/b&gt;" in drawing.svg
    assert "0.25" in drawing.svg
    assert DASH in drawing.svg
    assert drawing.png.startswith(b"\x89PNG")


def test_drawings_are_the_same_for_the_same_numbers() -> None:
    groups = [StackGroup("g", (Stack("a", {"x": 0.25, "y": 0.75}),))]
    first, again = (stacked_bars(groups, ["x", "y"]) for _ in range(2))
    assert first == again
    other = stacked_bars([StackGroup("g", (Stack("a", {"x": 1.0}),))], ["x", "y"])
    assert other.svg != first.svg


def test_an_interval_beyond_the_picture_is_cut_and_written() -> None:
    drawing = dot_plot(
        [
            Group(
                "g",
                (Dot("a", 0, 1.0, -50.0, 52.0), Dot("b", 1, 2.0), Dot("c", 2, None)),
            )
        ],
        unit="points",
    )
    assert "[\N{MINUS SIGN}50.00, 52.00]" in drawing.svg
    assert DASH in drawing.svg


def test_inline_drawings_have_ids_of_their_own_and_no_address() -> None:
    drawing = dot_plot([Group("g", (Dot("a", 0, 1.0, 0.5, 1.5),))], unit="points")
    element = inline_svg(drawing.svg, "fig")
    assert element.startswith("<svg")
    assert "http" not in element
    assert 'id="fig-' in element
    assert "url(#fig-" in element or 'href="#fig-' in element
