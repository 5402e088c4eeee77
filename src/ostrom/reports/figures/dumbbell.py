"""Two values a line, joined: before and after."""

from collections.abc import Sequence
from dataclasses import dataclass

from matplotlib.axes import Axes
from matplotlib.figure import Figure
from matplotlib.lines import Line2D

from ostrom.reports.figures.canvas import (
    BLUE,
    INK,
    LINE,
    PAPER,
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
    landmark_line,
    value_axis,
    written_beside,
)

_AFTER = "#d55e00"


@dataclass(frozen=True)
class End:
    """One of the two values.

    Attributes:
        value: None where there is none.
        error: Standard error, if there is one.
        row: Row of the frame behind the drawing that it shows, if it shows one.
    """

    value: float | None
    error: float | None = None
    row: int | None = None


@dataclass(frozen=True)
class Pair:
    """One line.

    Attributes:
        label: What it is about.
        before: Drawn as a hollow circle.
        after: Drawn as a filled diamond.
    """

    label: str
    before: End
    after: End


def dumbbells(
    pairs: Sequence[Pair],
    *,
    before: str,
    after: str,
    unit: str,
    landmarks: Sequence[Landmark] = (),
) -> Drawing:
    """Draws pairs from top to bottom, with their numbers.

    Args:
        pairs: From the top.
        before: What the circles are.
        after: What the diamonds are.
        unit: What the horizontal axis shows.
        landmarks: Values to compare with.
    """
    left = label_inches([pair.label for pair in pairs])
    with house_style():
        figure = Figure(
            figsize=(left + 4.6, len(pairs) * 0.46 + 1.2), layout="constrained"
        )
        axes = figure.subplots()
        for landmark in landmarks:
            landmark_line(axes, landmark)
        for line, pair in enumerate(pairs):
            _pair(axes, pair, line)
        names = shorts(pair.label for pair in pairs)
        axes.set_yticks(range(len(pairs)), [names[pair.label] for pair in pairs])
        axes.set_ylim(len(pairs) - 0.45, -0.55)
        axes.set_xlim(*_limits(pairs, [each.value for each in landmarks]))
        value_axis(axes, unit)
        _legend(figure, before, after)
        return finish(figure)


def _limits(pairs: Sequence[Pair], landmarks: Sequence[float]) -> tuple[float, float]:
    values = list(landmarks)
    for pair in pairs:
        for end in (pair.before, pair.after):
            if end.value is not None:
                error = end.error or 0.0
                values += [end.value - error, end.value + error]
    low, high = min(values, default=0.0), max(values, default=1.0)
    margin = ((high - low) or 1.0) * 0.05
    return low - margin, high + margin


def _pair(axes: Axes, pair: Pair, line: int) -> None:
    ends = ((pair.before, BLUE, -0.11), (pair.after, _AFTER, 0.11))
    values = [end.value for end, _, _ in ends if end.value is not None]
    if len(values) == len(ends):
        axes.plot(values, [line - 0.11, line + 0.11], color=LINE, linewidth=2.2)
    for end, colour, shift in ends:
        if end.value is None:
            continue
        at = line + shift
        if end.error is not None:
            reach = [end.value - end.error, end.value + end.error]
            axes.plot(reach, [at, at], color=colour, linewidth=1.1)
        is_before = end is pair.before
        (drawn,) = axes.plot(
            [end.value],
            [at],
            marker="o" if is_before else "D",
            markersize=6.5 if is_before else 6,
            markerfacecolor=PAPER if is_before else colour,
            markeredgecolor=colour,
            markeredgewidth=1.5,
            clip_on=False,
            zorder=4,
        )
        mark(drawn, end.row)
    beside = f"{_written(pair.before)}  →  {_written(pair.after)}"
    written_beside(axes, beside, line)


def _written(end: End) -> str:
    return "\N{EM DASH}" if end.value is None else signed(end.value)


def _legend(figure: Figure, before: str, after: str) -> None:
    keys = [
        Line2D(
            [],
            [],
            linestyle="",
            marker="o" if label == before else "D",
            markersize=6,
            markerfacecolor=PAPER if label == before else colour,
            markeredgecolor=colour,
            markeredgewidth=1.5,
            label=label,
        )
        for label, colour in ((before, BLUE), (after, _AFTER))
    ]
    keys.append(Line2D([], [], color=INK, linewidth=1.1, label="± standard error"))
    figure.legend(
        handles=keys, loc="outside lower left", ncols=3, frameon=False, fontsize=8.5
    )
