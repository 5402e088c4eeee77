"""The matches behind a page, packed so that the page can carry them."""

import base64
import gzip
import json
from collections.abc import Sequence
from typing import Any

from ostrom.metrics.protocol.tables import RunTables
from ostrom.reports.evidence.behind import matches_behind
from ostrom.reports.evidence.entries import Entry, entries
from ostrom.reports.layout.parts import Exhibit, visible

MOST_SIGNS = 12_000_000
"""Signs of replies that a page carries, all together."""
FEWEST_SIGNS = 160
"""Signs of a reply that are shown, if it is shown at all."""


def packed_evidence(
    tables: RunTables, exhibits: Sequence[Exhibit], most_signs: int = MOST_SIGNS
) -> str:
    """Returns the matches of a run and what stands behind each number, as base64.

    The same records give the same text.

    Args:
        tables: The records.
        exhibits: The figures and tables of the page.
        most_signs: Signs of replies that the page carries; longer replies are cut, and
            the last ones left out, where there are more.
    """
    text = json.dumps(
        evidence(tables, exhibits, most_signs),
        ensure_ascii=False,
        separators=(",", ":"),
        allow_nan=False,
    )
    return base64.b64encode(gzip.compress(text.encode(), 9, mtime=0)).decode()


def evidence(
    tables: RunTables, exhibits: Sequence[Exhibit], most_signs: int = MOST_SIGNS
) -> dict[str, Any]:
    """Returns what `packed_evidence` packs.

    `texts` holds each text once, others refer to it by its place. `matches` are lists
    in the order of `MATCH`; `exhibits` holds, by name, the columns and rows behind a
    figure and the places of the matches behind each row.
    """
    known = entries(tables)
    texts = _Texts()
    clip = _Clip(known, most_signs)
    return {
        "matches": [_match(entry, texts, clip) for entry in known],
        "exhibits": {
            each.name: _exhibit(each, known, tables, texts) for each in exhibits
        },
        "texts": texts.all,
        "repliesLeftOut": clip.left_out,
    }


class _Texts:
    """Gives each text a number; equal texts have one."""

    def __init__(self) -> None:
        self._numbers: dict[str, int] = {}

    @property
    def all(self) -> list[str]:
        return list(self._numbers)

    def __call__(self, text: object) -> int:
        written = "" if text is None else str(text)
        return self._numbers.setdefault(written, len(self._numbers))


class _Clip:
    """Cuts replies to what a page can carry."""

    def __init__(self, known: Sequence[Entry], most_signs: int) -> None:
        lengths = [len(row["text"] or "") for each in known for row in each.replies]
        self._left = most_signs
        self._longest = max(lengths, default=0)
        if sum(lengths) > most_signs:
            self._longest = max(FEWEST_SIGNS, most_signs // len(lengths))
        self.left_out = 0

    def __call__(self, text: str) -> tuple[str, int] | None:
        """The part that is shown and how many signs are not; None if left out."""
        shown = text[: self._longest]
        if len(shown) > self._left:
            self.left_out += 1
            return None
        self._left -= len(shown)
        return visible(shown), len(text) - len(shown)


def _match(entry: Entry, texts: _Texts, clip: _Clip) -> list[Any]:
    """A match as `[unit, match, game, mechanism, repeat, unsettled, …]`."""
    return [
        texts(entry.unit_id),
        entry.match,
        texts(entry.game),
        texts(entry.mechanism),
        entry.repeat,
        texts(entry.unsettled),
        [[row["player"], texts(row["agent"]), row["payoff"]] for row in entry.returns],
        [
            [
                row["round"],
                row["player"],
                texts(row["agent"]),
                texts(row["choice"]),
                texts(row["action"]),
                row["payoff"],
            ]
            for row in entry.rounds
        ],
        [
            [row["round"], texts(row["topic"]), texts(visible(row["facts"] or ""))]
            for row in entry.events
        ],
        [
            [row["round"], texts(row["agent"]), texts(row["outcome"] or "unread"), *cut]
            for row in entry.replies
            if (cut := clip(row["text"] or "")) is not None
        ],
    ]


def _exhibit(
    exhibit: Exhibit, known: Sequence[Entry], tables: RunTables, texts: _Texts
) -> dict[str, Any]:
    shown = [name for name in exhibit.behind.columns if name != "units"]
    return {
        "title": exhibit.title,
        "columns": shown,
        "rows": [
            [_value(value, texts) for value in row]
            for row in exhibit.behind.select(shown).iter_rows()
        ],
        "matches": matches_behind(exhibit, known, tables),
    }


def _value(value: Any, texts: _Texts) -> Any:
    """A number as it is shown, a text or list as `[place]`, nothing as None."""
    if isinstance(value, list):
        return [texts(", ".join(str(each) for each in value))]
    if value is None or isinstance(value, bool | int):
        return value
    if isinstance(value, float):
        return float(f"{value:.4g}")
    return [texts(value)]
