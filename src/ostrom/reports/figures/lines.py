"""Parts that plots of values on horizontal lines share."""

from dataclasses import dataclass
from typing import Literal

from matplotlib.axes import Axes

from ostrom.reports.figures.canvas import FAINT, LINE, bare


@dataclass(frozen=True)
class Landmark:
    """A vertical line that values are read against.

    Attributes:
        value: Where it stands, in the unit of the values.
        label: What it marks.
    """

    value: float
    label: str


def landmark_line(axes: Axes, landmark: Landmark) -> None:
    """Draws a landmark, its label above the axes."""
    axes.axvline(landmark.value, color=FAINT, linewidth=1.0, linestyle=(0, (4, 3)))
    axes.annotate(
        landmark.label,
        (landmark.value, 1.0),
        xycoords=("data", "axes fraction"),
        xytext=(0, 3),
        textcoords="offset points",
        ha="center",
        va="bottom",
        fontsize=8,
        color=FAINT,
    )


def interval(
    axes: Axes,
    line: float,
    ends: tuple[float, float],
    limits: tuple[float, float],
    *,
    colour: str,
    width: float,
) -> None:
    """Draws an interval; an end beyond the limits is cut and becomes an arrow."""
    low, high = max(ends[0], limits[0]), min(ends[1], limits[1])
    axes.plot([low, high], [line, line], color=colour, linewidth=width)
    for end, is_cut, arrow in (
        (low, ends[0] < limits[0], "<"),
        (high, ends[1] > limits[1], ">"),
    ):
        axes.plot(
            [end],
            [line],
            marker=arrow if is_cut else "|",
            markersize=5,
            color=colour,
            clip_on=False,
        )


def written_beside(axes: Axes, text: str, line: float) -> None:
    """Writes numbers to the right of the axes, at a line."""
    axes.annotate(
        text,
        (1.0, line),
        xycoords=("axes fraction", "data"),
        xytext=(9, 0),
        textcoords="offset points",
        va="center",
        fontsize=8.5,
        annotation_clip=False,
    )


def value_axis(
    axes: Axes, unit: str = "", *, loc: Literal["left", "center"] = "center"
) -> None:
    """Says what the horizontal axis shows, and draws its grid and nothing else."""
    if unit:
        axes.set_xlabel(unit, color=FAINT, fontsize=8.5, loc=loc)
    axes.grid(axis="x", color=LINE, linewidth=0.6, alpha=0.7)
    axes.set_axisbelow(True)
    bare(axes)
