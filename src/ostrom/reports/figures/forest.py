"""Differences with their intervals, a panel for each unit, and a line for none."""

from collections.abc import Sequence
from dataclasses import dataclass

from matplotlib.axes import Axes
from matplotlib.figure import Figure
from matplotlib.lines import Line2D

from ostrom.reports.figures.canvas import (
    BLUE,
    FAINT,
    INK,
    PAPER,
    Drawing,
    finish,
    house_style,
    label_inches,
    mark,
    short,
    shorts,
)
from ostrom.reports.figures.lines import interval, value_axis, written_beside

_ROW = 0.27


@dataclass(frozen=True)
class Effect:
    """One line.

    Attributes:
        label: What is compared.
        difference: None where there is none.
        low: Lower end of the interval, if there is one.
        high: Upper end of the interval, if there is one.
        is_confirmatory: Whether there are repeats enough for a test.
        written: The numbers, as they stand beside the line.
        row: Row of the frame behind the drawing that it shows, if it shows one.
    """

    label: str
    difference: float | None
    low: float | None
    high: float | None
    is_confirmatory: bool
    written: str
    row: int | None = None


@dataclass(frozen=True)
class Grove:
    """Effects on one scale.

    Attributes:
        title: Stands above them.
        effects: From the top.
    """

    title: str
    effects: tuple[Effect, ...]


def forest(groves: Sequence[Grove], *, unit: str) -> Drawing:
    """Draws differences from top to bottom; each group has a scale of its own.

    Args:
        groves: From top to bottom, each with an effect.
        unit: What the horizontal axes show.
    """
    labels = [effect.label for grove in groves for effect in grove.effects]
    heights = [len(grove.effects) * _ROW + 0.1 for grove in groves]
    size = (label_inches(labels) + 5.6, sum(heights) + 0.52 * len(groves) + 0.55)
    with house_style():
        figure = Figure(figsize=size, layout="constrained")
        grid = figure.subplots(len(groves), 1, squeeze=False, height_ratios=heights)
        for place, grove in enumerate(groves):
            _grove(grid[place, 0], grove)
        grid[-1, 0].set_xlabel(unit, color=FAINT, fontsize=8.5)
        _legend(figure)
        return finish(figure)


def _grove(axes: Axes, grove: Grove) -> None:
    low, high = _limits(grove.effects)
    axes.axvline(0, color=FAINT, linewidth=1.0)
    for line, effect in enumerate(grove.effects):
        _effect(axes, effect, line, (low, high))
    axes.set_xlim(low, high)
    axes.set_ylim(len(grove.effects) - 0.45, -0.6)
    names = shorts(effect.label for effect in grove.effects)
    axes.set_yticks(
        range(len(grove.effects)), [names[effect.label] for effect in grove.effects]
    )
    axes.set_title(
        short(grove.title, 60), loc="left", fontweight="bold", color=INK, pad=5
    )
    value_axis(axes)


def _limits(effects: Sequence[Effect]) -> tuple[float, float]:
    """A range with 0 and all differences, and intervals within reason."""
    means = [0.0, *(e.difference for e in effects if e.difference is not None)]
    low, high = min(means), max(means)
    reach = (high - low) or 1.0
    ends = [end for e in effects for end in (e.low, e.high) if end is not None]
    low = max(min([low, *ends]), low - reach * 0.5)
    high = min(max([high, *ends]), high + reach * 0.5)
    margin = ((high - low) or 1.0) * 0.06
    return low - margin, high + margin


def _effect(axes: Axes, effect: Effect, line: int, limits: tuple[float, float]) -> None:
    if effect.low is not None and effect.high is not None:
        ends = (effect.low, effect.high)
        interval(axes, line, ends, limits, colour=BLUE, width=1.6)
    if effect.difference is not None:
        (drawn,) = axes.plot(
            [effect.difference],
            [line],
            marker="s",
            markersize=6,
            markerfacecolor=BLUE if effect.is_confirmatory else PAPER,
            markeredgecolor=BLUE,
            markeredgewidth=1.4,
            zorder=4,
        )
        mark(drawn, effect.row)
    written_beside(axes, effect.written, line)


def _legend(figure: Figure) -> None:
    keys = [
        Line2D(
            [],
            [],
            linestyle="",
            marker="s",
            markersize=6,
            markerfacecolor=colour,
            markeredgecolor=BLUE,
            markeredgewidth=1.4,
            label=label,
        )
        for label, colour in (("confirmatory", BLUE), ("exploratory", PAPER))
    ]
    keys.append(Line2D([], [], color=BLUE, linewidth=1.6, label="95 % interval"))
    figure.legend(
        handles=keys, loc="outside lower left", ncols=3, frameon=False, fontsize=8.5
    )
