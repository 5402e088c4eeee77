"""Cuts the text of a `.nfg` file into pieces and says where something is wrong."""

import re
from dataclasses import dataclass, field
from fractions import Fraction

from ostrom.core.errors import SpecError
from ostrom.games.theory.build import exact

_PIECE = re.compile(
    r"""(?P<space>\s+)
      | (?P<quoted>"(?:[^"\\]|\\"|\\(?!"))*")
      | (?P<symbol>[{},])
      | (?P<bare>[^\s{},"]+)""",
    re.VERBOSE,
)
_NUMBER = re.compile(r"[+-]?(\d+/\d+|(\d+\.?\d*|\.\d+)([eE][+-]?\d{1,3})?)")
_INTEGER = re.compile(r"\d{1,18}")


@dataclass(frozen=True)
class Token:
    """One piece of the text.

    Attributes:
        kind: `quoted`, `symbol` or `bare`; `end` behind the last piece.
        text: The piece as it stands.
        line: In which line it starts, from 1.
    """

    kind: str
    text: str
    line: int


@dataclass
class Reader:
    """Walks through the pieces of a file; each step says what it expects.

    Attributes:
        text: All of the file.
        name: What the file is called in messages.
    """

    text: str
    name: str
    _tokens: list[Token] = field(init=False, repr=False)
    _position: int = field(init=False, default=0)

    def __post_init__(self) -> None:
        self._tokens = _tokens(self.text.removeprefix("\ufeff"), self.name)

    def at(self, symbol: str) -> bool:
        """Whether the next piece is this symbol."""
        return self._next.kind == "symbol" and self._next.text == symbol

    def at_quoted(self) -> bool:
        """Whether the next piece is a text in quotation marks."""
        return self._next.kind == "quoted"

    def at_end(self) -> bool:
        """Whether nothing is left."""
        return self._next.kind == "end"

    def word(self, *legal: str) -> None:
        """Takes one of the given words.

        Raises:
            SpecError: Something else comes next.
        """
        if self._next.kind != "bare" or self._next.text not in legal:
            raise self._expected(" or ".join(legal))
        self._position += 1

    def symbol(self, symbol: str) -> None:
        """Takes a symbol.

        Raises:
            SpecError: Something else comes next.
        """
        if not self.at(symbol):
            raise self._expected(repr(symbol))
        self._position += 1

    def skip_comma(self) -> None:
        """Takes a comma if one comes next."""
        if self.at(","):
            self._position += 1

    def quoted(self, what: str) -> str:
        """Takes a text in quotation marks and returns what stands between them.

        Raises:
            SpecError: Something else comes next.
        """
        if not self.at_quoted():
            raise self._expected(f"{what} in quotation marks")
        text = self._next.text
        self._position += 1
        return text[1:-1].replace('\\"', '"')

    def number(self, what: str) -> Fraction:
        """Takes a number: an integer, a decimal or p/q.

        Raises:
            SpecError: Something else comes next.
        """
        text = self._next.text
        if self._next.kind != "bare" or not _NUMBER.fullmatch(text):
            raise self._expected(f"{what}, a number such as 2, 1.5 or 3/2")
        try:
            value = exact(text)
        except ValueError as error:
            raise self.error(f"{what} {error}, got {text!r}") from None
        self._position += 1
        return value

    def integer(
        self, what: str, *, smallest: int = 0, largest: int | None = None
    ) -> int:
        """Takes an integer between the bounds.

        Raises:
            SpecError: Something else comes next, or it is out of bounds.
        """
        text = self._next.text
        legal = f"from {smallest}" + ("" if largest is None else f" to {largest}")
        if self._next.kind != "bare" or not _INTEGER.fullmatch(text):
            raise self._expected(f"{what} {legal}")
        value = int(text)
        if value < smallest or (largest is not None and value > largest):
            raise self._expected(f"{what} {legal}")
        self._position += 1
        return value

    def end(self) -> None:
        """Checks that nothing is left.

        Raises:
            SpecError: Something is left.
        """
        if not self.at_end():
            raise self._expected("the end of the file")

    def error(self, sentence: str) -> SpecError:
        """Returns an error that points to the line of the next piece."""
        return SpecError(f"{self.name}, line {self._next.line}: {sentence}.")

    def _expected(self, what: str) -> SpecError:
        """An error that says what should have come next."""
        got = "the end of the file" if self.at_end() else repr(self._next.text)
        return self.error(f"expected {what}, got {got}")

    @property
    def _next(self) -> Token:
        """The piece that comes next."""
        return self._tokens[self._position]


def _tokens(text: str, name: str) -> list[Token]:
    """All pieces of the text, and one that marks the end."""
    tokens: list[Token] = []
    position, line = 0, 1
    while position < len(text):
        match = _PIECE.match(text, position)
        if match is None:
            raise SpecError(
                f"{name}, line {line}: a quotation mark opens here and is not closed."
            )
        kind = str(match.lastgroup)
        if kind != "space":
            tokens.append(Token(kind, match.group(), line))
        line += match.group().count("\n")
        position = match.end()
    return [*tokens, Token("end", "", line)]
