"""Heat maps with the number in each cell."""

from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from math import ceil
from typing import Any

from matplotlib.axes import Axes
from matplotlib.colors import Normalize
from matplotlib.figure import Figure
from matplotlib.patches import Rectangle

from ostrom.reports.figures.canvas import (
    FAINT,
    INK,
    LINE,
    LONGEST_LABEL,
    PAPER,
    SEQUENTIAL,
    Drawing,
    bare,
    finish,
    house_style,
    label_inches,
    mark,
    shorts,
)

_NARROW = 0.62
_PANELS_A_ROW = 3


@dataclass(frozen=True)
class Panel:
    """One grid of numbers.

    Attributes:
        title: Stands above it; may be empty.
        values: Rows of cells; None where there is no number.
        rows: Row of the frame behind each cell, if there is one; shaped as `values`.
    """

    title: str
    values: tuple[tuple[float | None, ...], ...]
    rows: tuple[tuple[int | None, ...], ...] = ()


@dataclass(frozen=True)
class Axis:
    """What rows and columns are.

    Attributes:
        rows: Labels from top to bottom.
        columns: Labels from left to right.
        row_title: What the rows are.
        column_title: What the columns are.
        longest_row: Signs of a row's label that are drawn.
    """

    rows: tuple[str, ...]
    columns: tuple[str, ...]
    row_title: str
    column_title: str
    longest_row: int = LONGEST_LABEL


def heat_maps(
    panels: Sequence[Panel],
    axis: Axis,
    *,
    limits: tuple[float, float],
    written: Callable[[float], str],
    cell: float = _NARROW,
) -> Drawing:
    """Draws panels that share labels and colours.

    A cell without a number is hatched and holds a dash.

    Args:
        panels: From left to right, three in a row.
        axis: Labels.
        limits: Numbers of the palest and the darkest colour.
        written: How a number is written into its cell.
        cell: Width of a cell in inches.
    """
    columns = min(len(panels), _PANELS_A_ROW)
    lines = ceil(len(panels) / columns)
    longest = label_inches(list(axis.columns))
    slant = 38 if longest > cell else 0
    wide = len(axis.columns) * cell
    tall = len(axis.rows) * 0.45
    left = label_inches(list(axis.rows), axis.longest_row) + 0.45
    top = (longest * 0.75 if slant else 0.15) + (0.38 if panels[0].title else 0.1)
    size = (left + columns * (wide + 0.18), lines * (tall + top + 0.5) + 0.05)
    with house_style():
        figure = Figure(figsize=size, layout="constrained")
        grid = figure.subplots(lines, columns, squeeze=False)
        drawn: Counter[int] = Counter()
        for place, axes in enumerate(grid.flat):
            if place >= len(panels):
                axes.set_axis_off()
                continue
            _panel(axes, panels[place], Normalize(*limits), written, drawn)
            _labels(axes, axis, slant)
            if place % columns:
                axes.set_yticklabels([])
            else:
                axes.set_ylabel(axis.row_title, color=FAINT, fontsize=8.5)
        return finish(figure)


def _panel(
    axes: Axes,
    panel: Panel,
    norm: Normalize,
    written: Callable[[float], str],
    drawn: Counter[int],
) -> None:
    for row, values in enumerate(panel.values):
        for column, value in enumerate(values):
            patch = _cell(axes, (column, row), value, norm, written)
            shown = panel.rows[row][column] if panel.rows else None
            if shown is not None:
                # Panels may show a row more than once; each cell can be pointed at.
                mark(patch, shown, drawn[shown])
                drawn[shown] += 1
    axes.set_xlim(0, len(panel.values[0]))
    axes.set_ylim(len(panel.values), 0)
    if panel.title:
        axes.set_title(panel.title, loc="left", pad=8, color=INK, fontweight="bold")
    bare(axes)


def _labels(axes: Axes, axis: Axis, slant: int) -> None:
    turned: dict[str, Any] = {}
    if slant:
        turned = {"rotation": slant, "ha": "left", "rotation_mode": "anchor"}
    rows, columns = shorts(axis.rows, axis.longest_row), shorts(axis.columns)
    axes.xaxis.tick_top()
    axes.tick_params(length=0)
    axes.set_xticks(
        [column + 0.5 for column in range(len(axis.columns))],
        [columns[label] for label in axis.columns],
        color=INK,
        **turned,
    )
    axes.set_yticks(
        [row + 0.5 for row in range(len(axis.rows))],
        [rows[label] for label in axis.rows],
    )
    axes.set_xlabel(axis.column_title, color=FAINT, fontsize=8.5)


def _cell(
    axes: Axes,
    corner: tuple[int, int],
    value: float | None,
    norm: Normalize,
    written: Callable[[float], str],
) -> Rectangle:
    colour = PAPER if value is None else SEQUENTIAL(float(norm(value)))
    patch = Rectangle(
        corner,
        1,
        1,
        facecolor=colour,
        edgecolor=LINE if value is None else PAPER,
        linewidth=1.2,
        hatch="////" if value is None else None,
    )
    axes.add_patch(patch)
    is_dark = value is not None and float(norm(value)) > 0.55
    text = axes.text(
        corner[0] + 0.5,
        corner[1] + 0.5,
        "\N{EM DASH}" if value is None else written(value),
        ha="center",
        va="center",
        color=PAPER if is_dark else INK,
    )
    # It lies inside its cell, so the layout need not measure it.
    text.set_in_layout(False)
    return patch
