"""Profiles on spokes; they show a shape, the heat map beside them the numbers."""

import textwrap
from collections.abc import Sequence
from dataclasses import dataclass
from math import ceil, pi
from typing import Literal

from matplotlib.figure import Figure
from matplotlib.lines import Line2D
from matplotlib.projections.polar import PolarAxes

from ostrom.reports.figures.canvas import (
    FAINT,
    INK,
    LINE,
    Drawing,
    finish,
    house_style,
    line_look,
    mark,
    short,
    shorts,
)

_PANELS_A_ROW = 3
_WIDE, _TALL = 4.15, 3.35  # of a panel, in inches
_CIRCLE, _BELOW = 2.1, 0.42


@dataclass(frozen=True)
class Profile:
    """One closed line.

    Attributes:
        series: Place in the list of series; it decides the look.
        values: From 0 to 1, one for each spoke; None where there is none.
        rows: Row of the frame behind the drawing for each spoke, if there is one.
    """

    series: int
    values: tuple[float | None, ...]
    rows: tuple[int | None, ...] = ()


@dataclass(frozen=True)
class RadarPanel:
    """Profiles over one another.

    Attributes:
        title: Stands above them.
        profiles: In the order in which they are drawn.
    """

    title: str
    profiles: tuple[Profile, ...]


def radars(
    panels: Sequence[RadarPanel], spokes: Sequence[str], series: Sequence[str]
) -> Drawing:
    """Draws panels three in a row, all on the scale from 0 to 100 per cent.

    A profile that lacks a value is drawn as points, without a line: a closed line
    would bridge the gap as if it were a number.

    Args:
        panels: From left to right.
        spokes: What is measured, clockwise from the top; three at least.
        series: What the profiles are.
    """
    columns = min(len(panels), _PANELS_A_ROW)
    lines = ceil(len(panels) / columns)
    foot = ceil(len(series) / 4) * 0.22 + 0.15
    size = (columns * _WIDE, lines * _TALL + foot)
    with house_style():
        # Labels around a circle need room that no layout engine leaves between two.
        figure = Figure(figsize=size)
        for place, panel in enumerate(panels):
            line, column = divmod(place, columns)
            left = column * _WIDE + (_WIDE - _CIRCLE) / 2
            low = size[1] - (line + 1) * _TALL + _BELOW
            axes = PolarAxes(
                figure,
                (
                    left / size[0],
                    low / size[1],
                    _CIRCLE / size[0],
                    _CIRCLE / size[1],
                ),
            )
            figure.add_axes(axes)
            _panel(axes, panel, spokes)
        names = shorts(series)
        keys = [
            Line2D([], [], **line_look(place), markersize=4.5, label=names[name])
            for place, name in enumerate(series)
        ]
        figure.legend(
            handles=keys,
            loc="lower left",
            ncols=4,
            frameon=False,
            fontsize=8.5,
            handlelength=2.4,
        )
        return finish(figure)


def _panel(axes: PolarAxes, panel: RadarPanel, spokes: Sequence[str]) -> None:
    angles = [2 * pi * place / len(spokes) for place in range(len(spokes))]
    axes.set_theta_offset(pi / 2)
    axes.set_theta_direction(-1)
    axes.set_ylim(0, 1)
    axes.set_rgrids(
        [0.25, 0.5, 0.75, 1.0], ["25", "50", "75", "100"], color=FAINT, fontsize=7
    )
    axes.set_rlabel_position(180 / len(spokes))
    axes.set_xticks(angles, [textwrap.fill(each, 15) for each in spokes])
    axes.tick_params(axis="x", pad=3, labelsize=7.5)
    for label, angle in zip(axes.get_xticklabels(), angles, strict=True):
        label.set_horizontalalignment(_side(angle))
    axes.grid(color=LINE, linewidth=0.7)
    axes.spines["polar"].set_color(LINE)
    axes.set_title(short(panel.title, 34), fontweight="bold", color=INK, pad=12)
    for profile in panel.profiles:
        _profile(axes, profile, angles)


def _side(angle: float) -> Literal["left", "center", "right"]:
    """Where a spoke's label is anchored, so that it stands outside the circle."""
    if min(angle % pi, pi - angle % pi) < 0.1:
        return "center"
    return "left" if angle < pi else "right"


def _profile(axes: PolarAxes, profile: Profile, angles: Sequence[float]) -> None:
    look = line_look(profile.series)
    known = [value for value in profile.values if value is not None]
    if len(known) == len(angles):
        axes.plot(
            [*angles, angles[0]],
            [*known, known[0]],
            color=look["color"],
            linestyle=look["linestyle"],
            linewidth=1.4,
            clip_on=False,
        )
        axes.fill(angles, known, color=look["color"], alpha=0.05)
    for place, value in enumerate(profile.values):
        if value is None:
            continue
        (point,) = axes.plot(
            [angles[place]],
            [value],
            marker=look["marker"],
            markersize=4.5,
            color=look["color"],
            clip_on=False,
        )
        mark(point, profile.rows[place] if profile.rows else None)
