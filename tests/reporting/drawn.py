"""Reads drawings back: where the mark of each row of the frame behind stands."""

import re
from collections.abc import Sequence
from dataclasses import dataclass
from xml.etree import ElementTree as ET

import numpy as np

_SVG = "{http://www.w3.org/2000/svg}"


@dataclass(frozen=True)
class Mark:
    """What is drawn for one row.

    Attributes:
        points: Corners of its first path, in the SVG's units; y grows downwards.
        markers: Where its markers stand.
        fill: Colour that its path is filled with; empty if none.
    """

    points: tuple[tuple[float, float], ...]
    markers: tuple[tuple[float, float], ...]
    fill: str

    @property
    def width(self) -> float:
        """Horizontal extent of the path."""
        across = [x for x, _ in self.points]
        return max(across) - min(across)


def marks(svg: str) -> dict[int, Mark]:
    """All marks of a drawing by the row that they show; no row has two."""
    found: dict[int, Mark] = {}
    for group in ET.fromstring(svg).iter(f"{_SVG}g"):
        match = re.fullmatch(r"row-(\d+)", group.get("id", ""))
        if match is None:
            continue
        assert int(match[1]) not in found, f"row {match[1]} is drawn twice"
        paths = group.findall(f"{_SVG}path")
        style = paths[0].get("style", "") if paths else ""
        fill = re.search(r"fill: (#\w+)", style)
        found[int(match[1])] = Mark(
            _points(paths[0].get("d", "")) if paths else (),
            tuple(
                (float(use.get("x", "nan")), float(use.get("y", "nan")))
                for use in group.iter(f"{_SVG}use")
            ),
            fill[1] if fill else "",
        )
    return found


def _points(path: str) -> tuple[tuple[float, float], ...]:
    numbers = [float(each) for each in re.findall(r"-?\d+(?:\.\d+)?", path)]
    return tuple(zip(numbers[::2], numbers[1::2], strict=True))


def texts(svg: str) -> list[str]:
    """All texts of a drawing, in order."""
    return ["".join(each.itertext()) for each in ET.fromstring(svg).iter(f"{_SVG}text")]


def off_the_line(values: Sequence[float], places: Sequence[float]) -> float:
    """How far places are, at most, from the best affine map of the values."""
    slope = np.polyfit(values, places, 1)
    return float(np.abs(np.polyval(slope, values) - np.asarray(places)).max())
