"""One look for all drawings, and files that are the same for the same numbers."""

import io
import re
import warnings
from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from itertools import count, takewhile
from typing import Any

import matplotlib as mpl
from matplotlib.artist import Artist
from matplotlib.axes import Axes
from matplotlib.colors import LinearSegmentedColormap
from matplotlib.figure import Figure

INK = "#211d17"
FAINT = "#6b6355"
LINE = "#d9d0bd"
PAPER = "#fffdf8"
BLUE = "#0072b2"

OKABE_ITO = (
    "#0072b2",
    "#e69f00",
    "#009e73",
    "#cc79a7",
    "#56b4e9",
    "#d55e00",
    "#f0e442",
    "#8c8577",
)
"""Categorical colours that colour-blind readers can tell apart; grey ends the list."""

MARKERS = ("o", "s", "^", "D", "v", "P", "X", "*")
HATCHES = ("", "///", "..", "\\\\\\", "xxx", "---", "ooo", "+++")

DASHES: tuple[Any, ...] = ("-", (0, (4, 1.5)), (0, (1, 1.2)))
"""Line styles that tell two lines of one colour apart."""

SEQUENTIAL = LinearSegmentedColormap.from_list(
    "paper_to_ink", ["#f7f1e2", "#b9d3e2", "#5a9ec8", "#0072b2", "#053a5c"]
)

_STYLE: Any = {
    "svg.fonttype": "none",
    "svg.hashsalt": "ostrom",
    "font.family": ["DejaVu Sans"],
    "font.size": 9.0,
    "text.parse_math": False,
    "text.color": INK,
    "axes.edgecolor": LINE,
    "axes.labelcolor": INK,
    "axes.titlesize": 9.5,
    "axes.linewidth": 0.8,
    "axes.facecolor": "none",
    "xtick.color": FAINT,
    "ytick.color": INK,
    "xtick.labelsize": 8.5,
    "ytick.labelsize": 9.0,
    "hatch.linewidth": 0.7,
    "figure.facecolor": "none",
    "savefig.facecolor": "none",
}
LONGEST_LABEL = 22
"""Signs of a label that fit beside an axis, as a rule."""
_CONTEXT = 6  # signs that labels share and keep before they differ


@dataclass(frozen=True)
class Drawing:
    """A drawing in both forms.

    Attributes:
        svg: An SVG file.
        png: A PNG file.
        width: Natural width in CSS pixels.
    """

    svg: str
    png: bytes
    width: int


@contextmanager
def house_style() -> Iterator[None]:
    """Draws in the style of the house; the process's own style is left as it was."""
    with mpl.rc_context(_STYLE), warnings.catch_warnings():
        # Labels in scripts that the font lacks are boxes in the PNG, text in the SVG.
        warnings.filterwarnings("ignore", message="Glyph .* missing")
        yield


def finish(figure: Figure) -> Drawing:
    """Returns both forms of a figure, without time stamps; call in `house_style`."""
    # Both forms take the layout that was found once; finding it is half of the work.
    figure.draw_without_rendering()
    figure.set_layout_engine("none")
    vector, pixels = io.StringIO(), io.BytesIO()
    figure.savefig(vector, format="svg", metadata={"Date": None, "Creator": "ostrom"})
    figure.savefig(
        pixels, format="png", dpi=150, facecolor=PAPER, metadata={"Software": None}
    )
    width = round(figure.get_figwidth() * 96)
    return Drawing(vector.getvalue(), pixels.getvalue(), width)


def inline_svg(svg: str, prefix: str) -> str:
    """Returns an SVG file as an element for a page that holds several of them.

    Ids get a prefix, so they stay unique; prologue, metadata and namespaces, which a
    page does not need, are dropped.
    """
    text = svg[svg.index("<svg") :]
    text = re.sub(r"<metadata>.*?</metadata>", "", text, flags=re.DOTALL)
    text = re.sub(r'\sxmlns(:\w+)?="[^"]*"', "", text)
    text = text.replace("xlink:href", "href")
    text = re.sub(r'\bid="', f'id="{prefix}-', text)
    text = text.replace('href="#', f'href="#{prefix}-')
    return text.replace("url(#", f"url(#{prefix}-").strip()


def short(label: str, longest: int = LONGEST_LABEL) -> str:
    """Returns a label cut in the middle, to a length that fits beside an axis.

    Example:
        >>> short("provider/model-large-2026", 12)
        'provid…-2026'
    """
    if len(label) <= longest:
        return label
    tail = (longest - 1) // 2
    return f"{label[: longest - 1 - tail]}…{label[-tail:]}"


def shorts(labels: Iterable[str], longest: int = LONGEST_LABEL) -> dict[str, str]:
    """Returns cut labels by label; different labels stay different.

    Labels that would look alike lose what they begin with alike; what still looks
    alike then is numbered.

    Example:
        >>> shorts(["a/long-name-1/x", "a/long-name-2/x"], 12)["a/long-name-2/x"]
        'a/long…e-2/x'
    """
    cut = {label: short(label, longest) for label in labels}
    for alike in _alike(cut):
        signs = zip(*alike, strict=False)
        shared = len(list(takewhile(lambda each: len(set(each)) == 1, signs)))
        start = max(0, shared - _CONTEXT)
        cut |= {label: f"…{label[start:]}"[:longest] for label in alike}
    for alike in _alike(cut):
        for label in alike:
            taken = {cut[other] for other in cut if other != label}
            numbers = (f"…{number}" for number in count(1))
            tried = (f"{label[: longest - len(each)]}{each}" for each in numbers)
            cut[label] = next(each for each in tried if each not in taken)
    return cut


def _alike(cut: Mapping[str, str]) -> list[list[str]]:
    """Groups of labels that are cut to the same text."""
    groups: dict[str, list[str]] = {}
    for label, text in cut.items():
        groups.setdefault(text, []).append(label)
    return [group for group in groups.values() if len(group) > 1]


def label_inches(labels: list[str], longest: int = LONGEST_LABEL) -> float:
    """Returns about how wide the longest of these labels is drawn."""
    return max((len(short(label, longest)) for label in labels), default=0) * 0.082


def line_look(place: int) -> dict[str, Any]:
    """Returns colour, marker and dashes of the line in this place of a list.

    No two of the first 24 places look the same.
    """
    return {
        "color": OKABE_ITO[place % len(OKABE_ITO)],
        "marker": MARKERS[place % len(MARKERS)],
        "linestyle": DASHES[place // len(OKABE_ITO) % len(DASHES)],
    }


def mark(artist: Artist, row: int | None, copy: int = 0) -> None:
    """Says which row of the frame behind a drawing an artist shows; None says nothing.

    The SVG carries it as the id `row-<row>`, so a row has one such artist only; further
    ones are its copies 1, 2, … and carry `row-<row>-<copy>`.
    """
    if row is not None:
        artist.set_gid(f"row-{row}-{copy}" if copy else f"row-{row}")


def bare(axes: Axes) -> None:
    """Takes frame and ticks away."""
    axes.tick_params(length=0)
    for side in axes.spines.values():
        side.set_visible(False)


def signed(value: float, digits: int = 2) -> str:
    """Returns a number with a true minus sign, and no minus before a zero."""
    text = f"{value:.{digits}f}"
    if float(text) == 0:
        text = text.removeprefix("-")
    return text.replace("-", "\N{MINUS SIGN}")
