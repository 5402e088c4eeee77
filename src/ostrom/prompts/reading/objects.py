"""Reads JSON objects, and near misses that leave no doubt, out of running text.

What is repaired is noted by name. What could be read in two ways stays broken: in
`{"contribution": 17,200}` nobody knows whether 17 was meant.
"""

import json
import re
from fractions import Fraction

from ostrom.prompts.reading.pieces import (
    Bare,
    Entries,
    Found,
    Number,
    Piece,
    Placeholder,
    Quoted,
)

# Labels are short; a bound on what is quoted keeps the time linear in a hostile reply.
_LONGEST_QUOTED = 200
_LONGEST_NUMBER = 40
_DEEPEST = 3
_MOST_OBJECTS = 5000
_QUOTED = {
    opening: re.compile(rf"{opening}{inside}{{0,{_LONGEST_QUOTED}}}[{closing}]")
    for opening, inside, closing in [
        ('"', r'(?:[^"\\]|\\.)', '"'),
        ("'", "[^']", "'"),
        ("\u201c", "[^\u201c\u201d]", "\u201c\u201d"),
        ("\u201d", "[^\u201d]", "\u201d"),
        ("\u201e", "[^\u201c\u201d]", "\u201c\u201d"),
        ("\u2018", "[^\u2019]", "\u2019"),
        ("\u2019", "[^\u2019]", "\u2019"),
    ]
}
_SPACE = re.compile(r"\s*")
_NUMBER = re.compile(
    r"[+-]?(?:0|[1-9][0-9]*)(?:\.[0-9]+)?(?:[eE][+-]?[0-9]{1,2})?(?![\w.])"
)
_PERCENT = re.compile(r"\s?%")
_WORD = re.compile(r"[^\W_]\w*")
_SIGN = re.compile(r"[^\w\s\"'\u201c\u201d\u201e\u2018\u2019:,<>{}\[\]*`]")
_BARE_KEY = re.compile(
    r"[^\s\"'\u201c\u201d\u201e\u2018\u2019:,<>{}\[\]][^\"\u201c\u201d:,<>{}\[\]\n]{0,80}?(?=\s*:)"
)
_PLACEHOLDER = re.compile(r"<[^<>{}\n]{1,60}>|\.\.\.|…")
# A brace that can begin an object with entries, or with which a reply breaks off.
_OPENING = re.compile(r"\{\s*(?:[^\s{}\[\],:]|\Z)")
_EMPHASIS = re.compile(r"\*{1,3}|__|`")


class _BrokenError(Exception):
    """The text at hand is no object."""

    def __init__(self, fault: str, *, is_cut: bool = False) -> None:
        super().__init__(fault)
        self.is_cut = is_cut


class _Scanner:
    """Walks over one object or list from its opening bracket."""

    def __init__(self, text: str, start: int) -> None:
        self.text = text
        self.at = start
        self.outer_keys: list[str] = []
        self.repairs: dict[str, None] = {}

    def entries(self, depth: int = 0) -> Entries:
        """Reads an object or a list, bracket to bracket."""
        if depth >= _DEEPEST:
            raise _BrokenError("brackets are nested too deeply")
        start = self.at
        is_list = self.text[start] == "["
        closing = "]" if is_list else "}"
        self.at += 1
        items: list[tuple[str | None, Piece]] = []
        while not self._closes(closing, bool(items)):
            gap = self._gap()
            if gap is not None:
                items.append((None, gap))
                continue
            key = self._list_key() if is_list else self._key()
            if key is not None and depth == 0:
                self.outer_keys.append(key)
            items.append((key, self._value(depth)))
        return Entries(
            text=self.text[start : self.at],
            items=tuple(items),
            is_list=is_list,
            start=start,
            end=self.at,
            repairs=tuple(self.repairs),
        )

    def _closes(self, closing: str, has_items: bool) -> bool:
        """Steps over a comma, or over the closing bracket."""
        if has_items and self._next() == ",":
            self.at += 1
            if self._next() == closing:
                self._repair("trailing_comma")
        elif has_items and self._next() != closing:
            raise _BrokenError(f"a comma or {closing} is due before {self._rest()!r}")
        if self._next() != closing:
            return False
        self.at += 1
        return True

    def _next(self) -> str:
        """The next character that is no space, without a step over it."""
        self.at = self._match(_SPACE).end()
        if self.at >= len(self.text):
            raise _BrokenError("it breaks off", is_cut=True)
        return self.text[self.at]

    def _match(self, pattern: re.Pattern[str]) -> re.Match[str]:
        found = pattern.match(self.text, self.at)
        if found is None:
            raise _BrokenError(f"it can not be read at {self._rest()!r}")
        return found

    def _take(self, pattern: re.Pattern[str]) -> str | None:
        found = pattern.match(self.text, self.at)
        if found is None:
            return None
        self.at = found.end()
        return found.group()

    def _rest(self) -> str:
        return self.text[self.at : self.at + 20]

    def _repair(self, name: str) -> None:
        self.repairs[name] = None

    def _gap(self) -> Placeholder | None:
        """A placeholder where an entry is due, such as dots that say "and so on"."""
        self._next()
        found = self._take(_PLACEHOLDER)
        return None if found is None else Placeholder(found)

    def _list_key(self) -> str | None:
        """The key of an entry of a list, which may have none."""
        self._next()
        found = _BARE_KEY.match(self.text, self.at)
        return None if found is None else self._key()

    def _key(self) -> str:
        mark = self._emphasis()
        if self._next() in _QUOTED:
            key = self._quoted()
        else:
            key = self._match(_BARE_KEY).group()
            self.at += len(key)
            self._repair("bare_key")
        self._end_emphasis(mark)
        if self._next() != ":":
            raise _BrokenError(f"a colon is due before {self._rest()!r}")
        self.at += 1
        return key

    def _value(self, depth: int) -> Piece:
        self._next()
        mark = self._emphasis()
        value = self._plain_value(depth)
        self._end_emphasis(mark)
        return value

    def _plain_value(self, depth: int) -> Piece:
        following = self._next()
        if following in "{[":
            return self.entries(depth + 1)
        if following in _QUOTED:
            return Quoted(self._quoted())
        gap = self._gap()
        if gap is not None:
            return gap
        number = self._take(_NUMBER)
        if number is not None:
            return self._number(number)
        word = self._take(_WORD) or self._take(_SIGN)
        if word is None:
            raise _BrokenError(f"there is no value at {self._rest()!r}")
        return Bare(word)

    def _number(self, text: str) -> Piece:
        if len(text) > _LONGEST_NUMBER:
            return Bare(text)
        if text[0] == "+":
            self._repair("plus_sign")
        percent = self._take(_PERCENT)
        if percent is not None:
            self._repair("percent_sign")
        return Number(text + (percent or ""), Fraction(text), percent is not None)

    def _quoted(self) -> str:
        opening = self.text[self.at]
        found = _QUOTED[opening].match(self.text, self.at)
        if found is None:
            behind = self.text[self.at : self.at + _LONGEST_QUOTED + 2]
            is_cut = len(behind) <= _LONGEST_QUOTED and "}" not in behind
            raise _BrokenError("a quote is not closed", is_cut=is_cut)
        inside = found.group()[1:-1]
        self.at = found.end()
        if opening != '"':
            self._repair("single_quotes" if opening == "'" else "curly_quotes")
            return inside
        try:
            decoded: str = json.loads(f'"{inside}"')
        except ValueError:
            raise _BrokenError(f"{inside!r} is no JSON text") from None
        return decoded

    def _emphasis(self) -> str:
        mark = self._take(_EMPHASIS) or ""
        if mark:
            self._repair("emphasis")
        return mark

    def _end_emphasis(self, mark: str) -> None:
        if mark and self.text.startswith(mark, self.at):
            self.at += len(mark)


def read_entries(text: str, start: int) -> Found:
    """Reads the object or list whose bracket stands at `start`."""
    scanner = _Scanner(text, start)
    try:
        entries = scanner.entries()
    except _BrokenError as broken:
        keys = tuple(scanner.outer_keys)
        return Found(start, None, keys, str(broken), broken.is_cut)
    return Found(start, entries, tuple(scanner.outer_keys))


def find_objects(text: str) -> tuple[Found, ...]:
    """Returns all outermost objects of a reply, and what begins like one, in order.

    A reply that begins more than 5,000 objects runs in circles; what comes after these
    stands for one that can not be read.
    """
    seen: list[Found] = []
    opening = _OPENING.search(text)
    while opening is not None:
        if len(seen) == _MOST_OBJECTS:
            keys = tuple(key for found in seen for key in found.keys)
            fault = f"more than {_MOST_OBJECTS} objects begin in the reply"
            return (*seen, Found(opening.start(), None, keys, fault))
        found = read_entries(text, opening.start())
        seen.append(found)
        behind = found.start + 1 if found.entries is None else found.entries.end
        opening = _OPENING.search(text, behind)
    return tuple(seen)
