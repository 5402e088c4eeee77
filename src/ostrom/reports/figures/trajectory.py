"""Populations that evolve: shares over steps, and the fitness below them."""

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise
from math import ceil

import numpy as np
from matplotlib.axes import Axes
from matplotlib.figure import Figure
from matplotlib.lines import Line2D

from ostrom.reports.figures.canvas import (
    FAINT,
    INK,
    LINE,
    PAPER,
    Drawing,
    bare,
    finish,
    house_style,
    line_look,
    mark,
    short,
    shorts,
)

_PANELS_A_ROW = 3
_LEFT, _WIDE, _NAMES = 0.62, 2.1, 1.55  # inches
_HEIGHTS = (0.32, 1.75, 0.14, 1.15, 0.52)  # title, shares, gap, fitness, steps
_LONGEST_NAME = 19  # signs of a name beside a line
_SURVIVES = 0.03  # share at the end from which a line is named beside it
_APART = 0.072  # least distance of two names, as a part of the height
_FINE = 0.002  # part of the height that no eye sees
_MARKED = (0, 3, 10, 30, 100, 300, 1000)


@dataclass(frozen=True)
class Line:
    """One value over steps.

    Attributes:
        agent: Place of the agent in the list of agents; it decides the look.
        values: One for each step of the panel.
        is_mean: Whether it is the mean over repeats, not a single repeat.
        row: Row of the frame behind the drawing that it shows, if it shows one.
    """

    agent: int
    values: tuple[float, ...]
    is_mean: bool = True
    row: int | None = None


@dataclass(frozen=True)
class Evolving:
    """One population.

    Attributes:
        title: Stands above.
        steps: Rising, from 0.
        shares: Parts of the population, from 0 to 1.
        fitness: In points a round.
    """

    title: str
    steps: tuple[int, ...]
    shares: tuple[Line, ...]
    fitness: tuple[Line, ...]


def trajectories(
    panels: Sequence[Evolving], agents: Sequence[str], *, unit: str
) -> Drawing:
    """Draws populations beside one another, three in a row.

    Agents that hold a part of the population at the end are named beside their lines.

    Args:
        panels: From left to right.
        agents: All agents, in the order of their looks.
        unit: Unit of fitness.
    """
    lines = ceil(len(panels) / _PANELS_A_ROW)
    columns = ceil(len(panels) / lines)
    keys = ceil(len(agents) / _keys_a_row(columns)) * 0.2 + 0.15
    wide = _LEFT + columns * (_WIDE + _NAMES)
    size = (wide, lines * sum(_HEIGHTS) + keys)
    with house_style():
        # Names beside the lines need room that no layout engine knows of.
        figure = Figure(figsize=size)
        limits = _fitness_limits(panels)
        for place, panel in enumerate(panels):
            line, column = divmod(place, columns)
            above, below = _pair(figure, size, line, column)
            is_first = column == 0
            _shares(above, panel, agents, is_first=is_first)
            _fitness(below, panel, limits, unit if is_first else "")
        _legend(figure, agents, columns)
        return finish(figure)


def _pair(
    figure: Figure, size: tuple[float, float], line: int, column: int
) -> tuple[Axes, Axes]:
    """Axes of shares and of fitness, placed in inches."""
    title, shares, between, fitness, _ = _HEIGHTS
    left = _LEFT + column * (_WIDE + _NAMES)
    top = size[1] - line * sum(_HEIGHTS) - title
    places = ((top - shares, shares), (top - shares - between - fitness, fitness))
    above, below = (
        figure.add_axes(
            (left / size[0], foot / size[1], _WIDE / size[0], tall / size[1])
        )
        for foot, tall in places
    )
    return above, below


def _keys_a_row(columns: int) -> int:
    return 2 * columns


def _fitness_limits(panels: Sequence[Evolving]) -> tuple[float, float]:
    """One scale for all panels, so that they can be compared."""
    values = [v for panel in panels for line in panel.fitness for v in line.values]
    if not values:
        return 0.0, 1.0
    low, high = min(values), max(values)
    margin = ((high - low) or abs(high) or 1.0) * 0.06
    return low - margin, high + margin


def _shares(
    axes: Axes, panel: Evolving, agents: Sequence[str], *, is_first: bool
) -> None:
    _lines(axes, panel.steps, panel.shares)
    axes.set_ylim(-0.03, 1.03)
    axes.set_yticks([0, 0.25, 0.5, 0.75, 1], ["0", "25", "50", "75", "100"])
    axes.set_title(
        short(panel.title, 34), loc="left", fontweight="bold", color=INK, pad=7
    )
    if is_first:
        axes.set_ylabel("per cent of the population", color=FAINT, fontsize=8.5)
    _steps_axis(axes, panel.steps)
    axes.set_xticklabels([])
    names = shorts(agents, _LONGEST_NAME)
    for agent, place, at in _names(panel.shares):
        look = line_look(agent)
        axes.annotate(
            names[agents[agent]],
            (panel.steps[-1], at),
            xytext=(1.07, place),
            textcoords=axes.get_yaxis_transform(),
            va="center",
            fontsize=7.5,
            color=INK,
            annotation_clip=False,
            arrowprops={
                "arrowstyle": "-",
                "color": look["color"],
                "linewidth": 0.8,
                "shrinkA": 0,
                "shrinkB": 3,
                "relpos": (0, 0.5),
            },
        )


def _names(shares: Sequence[Line]) -> list[tuple[int, float, float]]:
    """`(agent, height of its name, height of its line)`, from the top, set apart."""
    lasting = sorted(
        (line for line in shares if line.is_mean and line.values[-1] >= _SURVIVES),
        key=lambda line: (-line.values[-1], line.agent),
    )
    places: list[float] = []
    for line in lasting:
        ceiling = places[-1] - _APART if places else 1.0
        places.append(min(line.values[-1], ceiling))
    floor = 0.0
    for place in reversed(range(len(places))):
        places[place] = max(places[place], floor)
        floor = places[place] + _APART
    return [
        (line.agent, place, line.values[-1])
        for line, place in zip(lasting, places, strict=True)
    ]


def _fitness(
    axes: Axes, panel: Evolving, limits: tuple[float, float], unit: str
) -> None:
    _lines(axes, panel.steps, panel.fitness)
    axes.set_ylim(*limits)
    axes.set_xlabel("step", color=FAINT, fontsize=8.5)
    if unit:
        axes.set_ylabel(f"fitness, {unit}", color=FAINT, fontsize=8.5)
    _steps_axis(axes, panel.steps)


def _lines(axes: Axes, steps: Sequence[int], lines: Sequence[Line]) -> None:
    values = [value for line in lines for value in line.values]
    fine = (max(values, default=1.0) - min(values, default=0.0)) * _FINE
    for line in sorted(lines, key=lambda each: each.is_mean):
        look = line_look(line.agent)
        kept = _bends(steps, line.values, fine)
        across, up = [steps[i] for i in kept], [line.values[i] for i in kept]
        if not line.is_mean:
            axes.plot(across, up, color=look["color"], linewidth=0.6, alpha=0.4)
            continue
        places = [i for i, step in enumerate(across) if step in _MARKED]
        (drawn,) = axes.plot(
            across,
            up,
            **look,
            linewidth=1.7,
            markersize=4.6,
            markevery=places[line.agent % 2 :: 2] or None,
            markeredgecolor=PAPER,
            markeredgewidth=0.5,
            clip_on=False,
        )
        mark(drawn, line.row)


def _bends(steps: Sequence[int], values: Sequence[float], fine: float) -> list[int]:
    """Places of a line that it can not be drawn without.

    Between two of them the line is straight but for `fine` (Douglas and Peucker 1973),
    on the logarithmic axis.
    """
    if len(steps) < 2:
        return list(range(len(steps)))
    across = np.log1p(steps)
    up = np.asarray(values)
    marked = {place for place, step in enumerate(steps) if step in _MARKED}
    kept = {0, len(steps) - 1, *marked}
    bounds = sorted(kept)
    spans = list(pairwise(bounds))
    while spans:
        left, right = spans.pop()
        if right - left < 2:
            continue
        chord = np.interp(
            across[left : right + 1], across[[left, right]], up[[left, right]]
        )
        off = np.abs(up[left : right + 1] - chord)
        worst = int(np.argmax(off))
        if off[worst] > fine:
            kept.add(left + worst)
            spans += [(left, left + worst), (left + worst, right)]
    return sorted(kept)


def _steps_axis(axes: Axes, steps: Sequence[int]) -> None:
    last = steps[-1] if steps else 1
    axes.set_xscale("symlog", linthresh=1)
    ticks = [0, *(10**power for power in range(len(str(last))) if 10**power <= last)]
    axes.set_xticks(ticks, [str(tick) for tick in ticks])
    axes.minorticks_off()
    axes.set_xlim(-0.08, last * 1.02)
    axes.grid(color=LINE, linewidth=0.6, alpha=0.7)
    axes.set_axisbelow(True)
    axes.yaxis.set_label_coords(-0.19, 0.5)
    bare(axes)


def _legend(figure: Figure, agents: Sequence[str], columns: int) -> None:
    names = shorts(agents)
    keys = [
        Line2D([], [], **line_look(place), markersize=4.6, label=names[agent])
        for place, agent in enumerate(agents)
    ]
    figure.legend(
        handles=keys,
        loc="lower left",
        ncols=_keys_a_row(columns),
        frameon=False,
        fontsize=8.5,
        handlelength=2.4,
        columnspacing=1.4,
    )
