"""What stands in a reply where an answer is looked for."""

from dataclasses import dataclass
from fractions import Fraction


@dataclass(frozen=True)
class Number:
    """A number, exact.

    Attributes:
        text: As it was written.
        value: What it says; per cent are not divided by 100.
        is_percent: Whether a per cent sign follows it.
    """

    text: str
    value: Fraction
    is_percent: bool = False


@dataclass(frozen=True)
class Quoted:
    """A text in quotes.

    Attributes:
        text: What is between them, escapes undone.
    """

    text: str


@dataclass(frozen=True)
class Bare:
    """A word without quotes: `true`, `null`, `NaN`, a label.

    Attributes:
        text: The word.
    """

    text: str


@dataclass(frozen=True)
class Placeholder:
    """A gap that is to be filled, such as `<INT>`: part of a format, no value.

    Attributes:
        text: As it was written.
    """

    text: str


@dataclass(frozen=True)
class Entries:
    """An object or a list.

    Attributes:
        text: As it was written.
        items: Key and value of each entry; the key is None where a list gives none.
        is_list: Whether it stands in square brackets.
        start: Where it begins in the reply.
        end: Where it ends, one past its bracket.
        repairs: Names of what was repaired to read it.
    """

    text: str
    items: "tuple[tuple[str | None, Piece], ...]"
    is_list: bool
    start: int
    end: int
    repairs: tuple[str, ...] = ()

    @property
    def is_pattern(self) -> bool:
        """Whether it holds a placeholder, in quotes or not, as a quoted format does."""
        return any(_is_gap(value) for _, value in self.items)


def _is_gap(piece: object) -> bool:
    if isinstance(piece, Quoted):
        return piece.text == "..." or (piece.text[:1], piece.text[-1:]) == ("<", ">")
    return isinstance(piece, Placeholder)


Piece = Number | Quoted | Bare | Placeholder | Entries


@dataclass(frozen=True)
class Found:
    """A place in a reply where an object begins.

    Attributes:
        start: Where.
        entries: The object; None if it can not be read.
        keys: Keys that were read before it broke off, or all of them.
        fault: Why it can not be read.
        is_cut: Whether the reply ends inside it.
    """

    start: int
    entries: Entries | None
    keys: tuple[str, ...]
    fault: str = ""
    is_cut: bool = False


def excerpt(text: str, longest: int = 80) -> str:
    r"""Returns the beginning of a text for a message, in one line that can be written.

    Example:
        >>> excerpt("a\n\udc00")
        'a \\udc00'
    """
    line = " ".join(text[: longest + 1].split())
    shown = line if len(text) <= longest else line[:longest] + "..."
    return shown.encode("utf-8", "backslashreplace").decode("utf-8")
