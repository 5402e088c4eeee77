"""Means with their intervals, one line each, in groups."""

from collections.abc import Sequence
from dataclasses import dataclass

from matplotlib.axes import Axes
from matplotlib.figure import Figure

from ostrom.reports.figures.canvas import (
    INK,
    MARKERS,
    OKABE_ITO,
    Drawing,
    finish,
    house_style,
    label_inches,
    mark,
    shorts,
    signed,
)
from ostrom.reports.figures.lines import (
    Landmark,
    interval,
    landmark_line,
    value_axis,
    written_beside,
)

_ROW = 0.25


@dataclass(frozen=True)
class Dot:
    """One line of the plot.

    Attributes:
        label: Who.
        style: Position in the lists of colours and markers.
        mean: The value; None where there is none.
        low: Lower end of the interval, if there is one.
        high: Upper end of the interval, if there is one.
        row: Row of the frame behind the drawing that it shows, if it shows one.
    """

    label: str
    style: int
    mean: float | None
    low: float | None = None
    high: float | None = None
    row: int | None = None


@dataclass(frozen=True)
class Group:
    """Lines under one heading.

    Attributes:
        title: The heading.
        dots: One line each, from the top.
    """

    title: str
    dots: tuple[Dot, ...]


def dot_plot(
    groups: Sequence[Group], *, unit: str, landmarks: Sequence[Landmark] = ()
) -> Drawing:
    """Draws groups of means from top to bottom.

    An interval that reaches beyond the picture is cut and ends in an arrow; its ends
    are written beside it.

    Args:
        groups: From top to bottom.
        unit: What the horizontal axis shows.
        landmarks: Values to compare with.
    """
    labels = [dot.label for group in groups for dot in group.dots]
    lines = sum(len(group.dots) + 1.15 for group in groups)
    left = label_inches(labels)
    with house_style():
        figure = Figure(figsize=(left + 4.2, lines * _ROW + 0.85), layout="constrained")
        axes = figure.subplots()
        limits = _limits(groups, landmarks)
        axes.set_xlim(*limits)
        axes.set_ylim(lines - 0.3, -0.6)
        for landmark in landmarks:
            landmark_line(axes, landmark)
        _groups(axes, groups, limits)
        value_axis(axes, unit)
        return finish(figure)


def _limits(
    groups: Sequence[Group], landmarks: Sequence[Landmark]
) -> tuple[float, float]:
    """A range that holds all means and landmarks, and intervals within reason."""
    means = [dot.mean for group in groups for dot in group.dots if dot.mean is not None]
    means += [mark.value for mark in landmarks]
    if not means:
        return 0.0, 1.0
    low, high = min(means), max(means)
    reach = (high - low) or abs(high) or 1.0
    ends = [
        end
        for group in groups
        for dot in group.dots
        for end in (dot.low, dot.high)
        if end is not None
    ]
    low = max(min([low, *ends]), low - reach * 0.35)
    high = min(max([high, *ends]), high + reach * 0.35)
    margin = (high - low or 1.0) * 0.06
    return low - margin, high + margin


def _groups(axes: Axes, groups: Sequence[Group], limits: tuple[float, float]) -> None:
    names = shorts(dot.label for group in groups for dot in group.dots)
    places: list[float] = []
    labels: list[str] = []
    line = 0.0
    for group in groups:
        axes.annotate(
            group.title,
            (0, line),
            xycoords=("axes fraction", "data"),
            va="center",
            fontweight="bold",
            color=INK,
        )
        line += 1
        for dot in group.dots:
            _dot(axes, dot, line, limits)
            places.append(line)
            labels.append(names[dot.label])
            line += 1
        line += 0.15
    axes.set_yticks(places, labels)
    axes.tick_params(axis="y", pad=9)


def _dot(axes: Axes, dot: Dot, line: float, limits: tuple[float, float]) -> None:
    colour = OKABE_ITO[dot.style % len(OKABE_ITO)]
    if dot.low is not None and dot.high is not None:
        ends = (dot.low, dot.high)
        interval(axes, line, ends, limits, colour=colour, width=1.8)
    if dot.mean is not None:
        (point,) = axes.plot(
            [dot.mean],
            [line],
            marker=MARKERS[dot.style % len(MARKERS)],
            markersize=6,
            markerfacecolor=colour,
            markeredgecolor=INK,
            markeredgewidth=0.6,
        )
        mark(point, dot.row)
    written_beside(axes, _written(dot), line)


def _written(dot: Dot) -> str:
    if dot.mean is None:
        return "\N{EM DASH}"
    if dot.low is None or dot.high is None:
        return signed(dot.mean)
    return f"{signed(dot.mean)}  [{signed(dot.low)}, {signed(dot.high)}]"
