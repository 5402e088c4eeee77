"""What a page consists of, as plain frozen values; the template draws them."""

import re
from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from typing import ClassVar

import polars as pl

from ostrom.core.hashing import content_id
from ostrom.reports.figures.canvas import Drawing, signed

DASH = "\N{EM DASH}"
_WIDE = 720


@dataclass(frozen=True)
class Cell:
    """One cell of a table.

    Attributes:
        text: What stands in it.
        why: Why there is no number; shown on hovering.
        is_number: Whether it is set to the right.
        is_loud: Whether it asks for attention.
        row: Row of the frame behind the table that it shows, if it shows one.
    """

    text: str
    why: str = ""
    is_number: bool = False
    is_loud: bool = False
    row: int | None = None


@dataclass(frozen=True)
class Prose:
    """Paragraphs.

    Attributes:
        paragraphs: Plain text each.
    """

    kind: ClassVar[str] = "prose"
    paragraphs: tuple[str, ...]


@dataclass(frozen=True)
class Notice:
    """A boxed remark that must not be overlooked.

    Attributes:
        title: What it is about.
        text: What it says.
        lines: Facts below it.
        is_alarm: Whether it bears on how the numbers may be read.
    """

    kind: ClassVar[str] = "notice"
    title: str
    text: str
    lines: tuple[str, ...] = ()
    is_alarm: bool = True


@dataclass(frozen=True)
class Tiles:
    """A few numbers in large type.

    Attributes:
        tiles: `(number, what it counts)`.
    """

    kind: ClassVar[str] = "tiles"
    tiles: tuple[tuple[str, str], ...]


@dataclass(frozen=True)
class Exhibit:
    """A figure or a table, with the file behind it.

    Attributes:
        name: Stem of its files.
        title: What it shows.
        caption: What is averaged over what, and how many.
        behind: The numbers, with the units behind each; written as CSV.
        drawing: The picture, if it is a figure.
        header: Names of the columns, if it is a table.
        rows: Rows, if it is a table.
        with_unsettled: Whether matches that came to no end count too.
    """

    kind: ClassVar[str] = "exhibit"
    name: str
    title: str
    caption: str
    behind: pl.DataFrame
    drawing: Drawing | None = None
    header: tuple[str, ...] = ()
    rows: tuple[tuple[Cell, ...], ...] = ()
    with_unsettled: bool = False

    @property
    def is_wide(self) -> bool:
        """Whether it is a picture that needs the whole width of the page."""
        return self.drawing is not None and self.drawing.width > _WIDE


@dataclass(frozen=True)
class Gallery:
    """Figures that stand beside each other where there is room.

    Attributes:
        exhibits: From left to right.
    """

    kind: ClassVar[str] = "gallery"
    exhibits: tuple[Exhibit, ...]


@dataclass(frozen=True)
class Exchange:
    """A prompt, the verbatim reply, and how it was read.

    Attributes:
        agent: Who was asked.
        about: Where it stands in the records, with names.
        messages: The prompt, as `(role, text)`.
        reply: What the model said.
        reasoning: What it reasoned beside, if it said so.
        reading: How the reply was read, as `(name, value)`.
    """

    kind: ClassVar[str] = "exchange"
    agent: str
    about: str
    messages: tuple[tuple[str, str], ...]
    reply: str
    reasoning: str
    reading: tuple[tuple[str, str], ...]


@dataclass(frozen=True)
class Listing:
    """A longer text that is folded away.

    Attributes:
        title: What is shown of it at first.
        text: Set as it is.
    """

    kind: ClassVar[str] = "listing"
    title: str
    text: str


Block = Prose | Notice | Tiles | Exhibit | Gallery | Exchange | Listing


@dataclass(frozen=True)
class Section:
    """A part of the page.

    Attributes:
        anchor: Where the navigation leads.
        title: Its heading.
        blocks: What it holds, from top to bottom.
    """

    anchor: str
    title: str
    blocks: tuple[Block, ...] = field(default=())


def exhibits_of(sections: Sequence[Section]) -> list[Exhibit]:
    """Returns all exhibits of a page, in order."""
    found: list[Exhibit] = []
    for section in sections:
        for block in section.blocks:
            if isinstance(block, Exhibit):
                found.append(block)
            elif isinstance(block, Gallery):
                found.extend(block.exhibits)
    return found


def file_stem(*parts: str) -> str:
    """Returns a name for files, from labels; different labels give different names.

    Example:
        >>> file_stem("matchups", "pd", "none")
        'matchups-pd-none'
    """
    plain = [re.sub(r"[^A-Za-z0-9_.]+", "_", part) for part in parts]
    stem = "-".join(plain)
    return stem if plain == list(parts) else f"{stem}-{content_id(parts, length=6)}"


def words(text: str | None) -> Cell:
    """Returns a cell of text; a dash where there is none."""
    return Cell(text if text else DASH)


def number(value: float | None, why: str | None, digits: int = 2) -> Cell:
    """Returns a cell with a number; a dash with its reason where there is none."""
    if value is None:
        return Cell(DASH, why or "not recorded", is_number=True)
    return Cell(signed(value, digits), is_number=True)


def count(value: int | None, why: str = "not recorded", *, loud: bool = False) -> Cell:
    """Returns a cell with a count; `loud` marks one above 0."""
    if value is None:
        return Cell(DASH, why, is_number=True)
    return Cell(grouped(value), is_number=True, is_loud=loud and value > 0)


def rate(part: int, whole: int, why: str, *, loud: bool = False) -> Cell:
    """Returns a cell with a share, its count and what it is a share of."""
    if whole == 0:
        return Cell(DASH, why, is_number=True)
    text = f"{part / whole:.1%} ({grouped(part)} of {grouped(whole)})"
    return Cell(text, is_number=True, is_loud=loud and part > 0)


def on_row(row: int, cells: Sequence[Cell]) -> tuple[Cell, ...]:
    """Returns cells whose numbers say that they show this row of the frame behind."""
    return tuple(replace(cell, row=row) if cell.is_number else cell for cell in cells)


def grouped(value: int) -> str:
    """Returns a count with narrow spaces between thousands."""
    return f"{value:,}".replace(",", "\N{NARROW NO-BREAK SPACE}")


def total(column: pl.Series) -> int:
    """Returns the sum of a column of counts; absent ones count nothing."""
    return int(column.cast(pl.Int64).sum())


def plural(value: int, noun: str) -> str:
    """Returns a count with its noun, e.g. `1 match`, `2 matches`.

    Example:
        >>> plural(1, "match"), plural(2, "match"), plural(0, "unit")
        ('1 match', '2 matches', '0 units')
    """
    ending = "es" if noun.endswith(("ch", "s")) else "s"
    return f"{grouped(value)} {noun}{'' if value == 1 else ending}"


def visible(text: str) -> str:
    r"""Returns a text with control characters replaced by their symbols.

    Example:
        >>> visible("a\x00b")
        'a␀b'
    """
    kept = {"\n", "\t"}
    return "".join(
        chr(0x2400 + ord(sign)) if ord(sign) < 0x20 and sign not in kept else sign
        for sign in text
    )
