"""Horizontal bars: one share a line, or several that fill a line."""

from collections.abc import Sequence
from dataclasses import dataclass, field

from matplotlib.axes import Axes
from matplotlib.figure import Figure
from matplotlib.lines import Line2D
from matplotlib.patches import Patch

from ostrom.reports.figures.canvas import (
    BLUE,
    HATCHES,
    INK,
    OKABE_ITO,
    PAPER,
    Drawing,
    finish,
    house_style,
    label_inches,
    mark,
    shorts,
)
from ostrom.reports.figures.lines import value_axis

_ROW = 0.27


@dataclass(frozen=True)
class ShareBar:
    """A share with its interval, and a second share to compare with.

    Attributes:
        label: What it is the share of.
        share: From 0 to 1; None where there is none.
        low: Lower end of the interval, if there is one.
        high: Upper end of the interval, if there is one.
        marked: A share that is marked with a diamond, if there is one.
        row: Row of the frame behind the drawing that it shows, if it shows one.
    """

    label: str
    share: float | None
    low: float | None = None
    high: float | None = None
    marked: float | None = None
    row: int | None = None


@dataclass(frozen=True)
class Stack:
    """A line that several shares fill.

    Attributes:
        label: Who.
        shares: By choice, from 0 to 1; choices that are not on offer are left out.
        rows: By choice, the row of the frame behind the drawing that it shows.
    """

    label: str
    shares: dict[str, float]
    rows: dict[str, int] = field(default_factory=dict)


@dataclass(frozen=True)
class StackGroup:
    """Lines under one heading.

    Attributes:
        title: The heading.
        stacks: One line each, from the top.
    """

    title: str
    stacks: tuple[Stack, ...]


def share_bars(bars: Sequence[ShareBar], *, unit: str, marked: str) -> Drawing:
    """Draws one bar a line, with its number.

    Args:
        bars: From top to bottom.
        unit: What the horizontal axis shows.
        marked: What the diamonds are.
    """
    left = label_inches([bar.label for bar in bars])
    with house_style():
        figure = Figure(
            figsize=(left + 3.8, len(bars) * 0.36 + 1.05), layout="constrained"
        )
        axes = figure.subplots()
        for line, bar in enumerate(bars):
            _share_bar(axes, bar, line)
        names = shorts(bar.label for bar in bars)
        axes.set_yticks(range(len(bars)), [names[bar.label] for bar in bars])
        axes.set_ylim(len(bars) - 0.4, -0.6)
        _per_cent_axis(axes, unit)
        keys = [
            Line2D(
                [],
                [],
                marker="D",
                markersize=5,
                linestyle="",
                markeredgecolor=INK,
                markerfacecolor=PAPER,
                label=marked,
            ),
            Line2D([], [], color=INK, linewidth=1.2, label="95 % interval"),
        ]
        _legend(figure, keys)
        return finish(figure)


def stacked_bars(
    groups: Sequence[StackGroup],
    choices: Sequence[str],
    *,
    unit: str = "per cent of an agent's rounds",
) -> Drawing:
    """Draws lines that shares fill, in groups, with the larger numbers written in.

    Args:
        groups: From top to bottom.
        choices: All choices, in the order in which they fill a line.
        unit: What the horizontal axis shows.
    """
    labels = [stack.label for group in groups for stack in group.stacks]
    lines = sum(len(group.stacks) + 1.1 for group in groups)
    with house_style():
        figure = Figure(
            figsize=(label_inches(labels) + 3.8, lines * _ROW + 1.0),
            layout="constrained",
        )
        axes = figure.subplots()
        places: list[float] = []
        line = 0.0
        for group in groups:
            axes.text(0, line, group.title, va="center", fontweight="bold")
            line += 1
            for stack in group.stacks:
                _stack(axes, stack, choices, line)
                places.append(line)
                line += 1
            line += 0.1
        names, drawn = shorts(labels), shorts(choices)
        axes.set_yticks(places, [names[label] for label in labels])
        axes.set_ylim(line - 0.4, -0.7)
        _per_cent_axis(axes, unit)
        keys = [
            Patch(
                facecolor=_colour(place),
                hatch=HATCHES[place % len(HATCHES)],
                edgecolor=PAPER,
                label=drawn[choice],
            )
            for place, choice in enumerate(choices)
        ]
        _legend(figure, keys)
        return finish(figure)


def _share_bar(axes: Axes, bar: ShareBar, line: int) -> None:
    if bar.share is None:
        axes.text(0.01, line, "\N{EM DASH}", va="center")
        return
    (drawn,) = axes.barh(line, bar.share, height=0.56, color=BLUE, alpha=0.85)
    mark(drawn, bar.row)
    if bar.low is not None and bar.high is not None:
        axes.plot([bar.low, bar.high], [line, line], color=INK, linewidth=1.2)
        axes.plot([bar.low, bar.high], [line, line], "|", color=INK, markersize=6)
    if bar.marked is not None:
        axes.plot(
            [bar.marked],
            [line],
            marker="D",
            markersize=5,
            markerfacecolor=PAPER,
            markeredgecolor=INK,
            clip_on=False,
            zorder=4,
        )
    axes.annotate(
        f"{bar.share:.0%}",
        (1.0, line),
        xytext=(10, 0),
        textcoords="offset points",
        va="center",
        annotation_clip=False,
    )


def _stack(axes: Axes, stack: Stack, choices: Sequence[str], line: float) -> None:
    start = 0.0
    for place, choice in enumerate(choices):
        share = stack.shares.get(choice, 0.0)
        if share <= 0:
            continue
        (drawn,) = axes.barh(
            line,
            share,
            left=start,
            height=0.7,
            facecolor=_colour(place),
            edgecolor=PAPER,
            linewidth=0.8,
            hatch=HATCHES[place % len(HATCHES)],
        )
        mark(drawn, stack.rows.get(choice))
        if share >= 0.09:
            axes.text(
                start + share / 2,
                line,
                f"{share:.0%}",
                ha="center",
                va="center",
                fontsize=8,
                bbox={"facecolor": PAPER, "edgecolor": "none", "pad": 1.2},
            )
        start += share


def _colour(place: int) -> str:
    return OKABE_ITO[place % len(OKABE_ITO)]


def _per_cent_axis(axes: Axes, unit: str) -> None:
    axes.set_xlim(0, 1)
    axes.set_xticks([0, 0.25, 0.5, 0.75, 1], ["0", "25", "50", "75", "100"])
    value_axis(axes, unit)


def _legend(figure: Figure, keys: Sequence[Line2D | Patch]) -> None:
    figure.legend(
        handles=list(keys),
        loc="outside lower left",
        ncols=3,
        frameon=False,
        fontsize=8.5,
        handlelength=1.6,
        columnspacing=1.2,
    )
