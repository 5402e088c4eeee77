"""Rates of several agents under several conditions, with intervals."""

from collections.abc import Sequence
from dataclasses import dataclass
from math import ceil

from matplotlib.axes import Axes
from matplotlib.figure import Figure
from matplotlib.lines import Line2D
from matplotlib.patches import Patch

from ostrom.reports.figures.canvas import (
    HATCHES,
    INK,
    OKABE_ITO,
    PAPER,
    Drawing,
    finish,
    house_style,
    label_inches,
    mark,
    short,
    shorts,
)
from ostrom.reports.figures.lines import value_axis

_PANELS_A_ROW = 3
_PANEL = 2.75


@dataclass(frozen=True)
class Rate:
    """One bar.

    Attributes:
        value: From 0 to 1; None where there is none.
        low: Lower end of the interval, if there is one.
        high: Upper end of the interval, if there is one.
        row: Row of the frame behind the drawing that it shows, if it shows one.
    """

    value: float | None
    low: float | None = None
    high: float | None = None
    row: int | None = None


@dataclass(frozen=True)
class RatePanel:
    """All agents under one condition.

    Attributes:
        title: Stands above it.
        rates: For each agent, one bar for each series.
    """

    title: str
    rates: tuple[tuple[Rate, ...], ...]


def rate_bars(
    panels: Sequence[RatePanel],
    agents: Sequence[str],
    series: Sequence[str],
    *,
    unit: str,
) -> Drawing:
    """Draws bars of rates, agents from top to bottom, panels three in a row.

    Args:
        panels: From left to right.
        agents: Labels of the lines, the same in all panels.
        series: What the bars of an agent are, from the top.
        unit: What the horizontal axes show.
    """
    columns = min(len(panels), _PANELS_A_ROW)
    lines = ceil(len(panels) / columns)
    bar = 0.2 if len(series) > 1 else 0.24
    tall = len(agents) * (len(series) * bar + 0.1) + 0.2
    size = (
        label_inches(list(agents)) + columns * _PANEL + 0.4,
        lines * (tall + 0.62) + 0.4,
    )
    with house_style():
        figure = Figure(figsize=size, layout="constrained")
        grid = figure.subplots(lines, columns, squeeze=False)
        names = shorts(agents)
        for place, axes in enumerate(grid.flat):
            if place >= len(panels):
                axes.set_axis_off()
                continue
            _panel(axes, panels[place], len(series))
            is_first = place % columns == 0
            axes.set_yticks(
                range(len(agents)),
                [names[each] if is_first else "" for each in agents],
            )
            axes.set_ylim(len(agents) - 0.45, -0.55)
            _rate_axis(axes, unit)
        _legend(figure, series)
        return finish(figure)


def _panel(axes: Axes, panel: RatePanel, num_series: int) -> None:
    height = 0.8 / num_series
    for agent, rates in enumerate(panel.rates):
        for place, rate in enumerate(rates):
            line = agent - 0.4 + (place + 0.5) * height
            _bar(axes, rate, line, height * 0.86, place if num_series > 1 else 0)
    axes.set_title(
        short(panel.title, 34), loc="left", fontweight="bold", color=INK, pad=6
    )


def _bar(axes: Axes, rate: Rate, line: float, height: float, series: int) -> None:
    written = "\N{EM DASH}"
    if rate.value is not None:
        (drawn,) = axes.barh(
            line,
            rate.value,
            height=height,
            facecolor=OKABE_ITO[series],
            edgecolor=PAPER,
            linewidth=0,
            hatch=HATCHES[series],
        )
        mark(drawn, rate.row)
        written = f"{rate.value:.0%}"
    if rate.low is not None and rate.high is not None:
        axes.plot(
            [rate.low, rate.high],
            [line, line],
            color=INK,
            linewidth=1.0,
            marker="|",
            markersize=4,
            clip_on=False,
        )
    text = axes.annotate(
        written,
        (1.0, line),
        xytext=(31, 0),
        textcoords="offset points",
        ha="right",
        va="center",
        fontsize=7.5,
        annotation_clip=False,
    )
    text.set_in_layout(False)


def _rate_axis(axes: Axes, unit: str) -> None:
    # The room on the right holds the numbers.
    axes.set_xlim(0, 1.2)
    axes.set_xticks([0, 0.25, 0.5, 0.75, 1], ["0", "25", "50", "75", "100"])
    value_axis(axes, unit, loc="left")


def _legend(figure: Figure, series: Sequence[str]) -> None:
    keys: list[Patch | Line2D] = []
    if len(series) > 1:
        keys += [
            Patch(
                facecolor=OKABE_ITO[place],
                hatch=HATCHES[place],
                edgecolor=PAPER,
                label=name,
            )
            for place, name in enumerate(series)
        ]
    keys.append(Line2D([], [], color=INK, linewidth=1.0, label="95 % interval"))
    figure.legend(
        handles=keys,
        loc="outside lower left",
        ncols=len(keys),
        frameon=False,
        fontsize=8.5,
        handlelength=1.6,
        columnspacing=1.4,
    )
