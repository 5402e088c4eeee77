"""The matches of a run, each with all that was recorded of it."""

from collections import defaultdict
from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import Any

import polars as pl

from ostrom.metrics.protocol.tables import RunTables, in_order

Key = tuple[str, int | None]
"""Unit and number of a match; None stands for a whole unit."""

Row = dict[str, Any]


@dataclass(frozen=True)
class Entry:
    """One match, or a whole unit whose company changes from round to round.

    Attributes:
        unit_id: The unit.
        match: Number in the unit; None for a whole unit.
        game: Label of the game.
        mechanism: Label of the mechanism.
        repeat: Number of the repeat.
        unsettled: Why it has no return; empty if it has.
        returns: One row a seat: `player`, `agent`, `payoff`.
        rounds: One row a player of a round.
        events: One row a fact of the mechanism.
        replies: One row a reply of a language model.
    """

    unit_id: str
    match: int | None
    game: str
    mechanism: str
    repeat: int | None
    unsettled: str
    returns: list[Row] = field(default_factory=list)
    rounds: list[Row] = field(default_factory=list)
    events: list[Row] = field(default_factory=list)
    replies: list[Row] = field(default_factory=list)

    @property
    def seated(self) -> tuple[str, ...]:
        """Who took part, in the order of the seats; of a match that was settled."""
        return tuple(row["agent"] for row in self.returns)

    @property
    def agents(self) -> set[str]:
        """Who took part, as far as it is on record."""
        rows = (*self.returns, *self.rounds, *self.replies)
        return {row["agent"] for row in rows}


_NOT_DONE = {
    "failed": "the unit failed",
    "started": "the unit is unfinished",
    "never_run": "the unit was never run",
}
_COLUMNS = {
    "returns": ("player", "agent", "payoff"),
    "rounds": ("round", "player", "agent", "choice", "action", "payoff"),
    "events": ("round", "topic", "facts"),
    "replies": ("key", "agent", "outcome", "text"),
}


def entries(tables: RunTables) -> tuple[Entry, ...]:
    """Returns all matches of a run, in the order of its units.

    A unit whose returns are over many rounds with changing co-players is one entry, and
    so is a unit without a record of any match.
    """
    parts = {name: _by_key(tables, name) for name in _COLUMNS}
    known: dict[str, list[Key]] = defaultdict(list)
    for key in dict.fromkeys(key for rows in parts.values() for key in rows):
        known[key[0]].append(key)
    found = []
    for unit in tables.units.iter_rows(named=True):
        for key in sorted(known[unit["unit_id"]], key=_place) or [
            (unit["unit_id"], None)
        ]:
            rows = {name: by_key.get(key, []) for name, by_key in parts.items()}
            found.append(
                Entry(
                    unit_id=unit["unit_id"],
                    match=key[1],
                    game=unit["game"],
                    mechanism=unit["mechanism"],
                    repeat=unit["repeat"],
                    unsettled=_unsettled(unit, rows),
                    **rows,
                )
            )
    return tuple(found)


def _place(key: Key) -> int:
    return -1 if key[1] is None else key[1]


def _unsettled(unit: Row, rows: dict[str, list[Row]]) -> str:
    """Why a match has no return that counts; empty if it has."""
    if unit["status"] != "done":
        told = _NOT_DONE.get(unit["status"]) or str(unit["status"])
        return f"{told}: {unit['failure']}" if unit["failure"] else told
    return "" if rows["returns"] else "void"


def _by_key(tables: RunTables, name: str) -> dict[Key, list[Row]]:
    """Rows of a table by match; those of a population by unit."""
    frame = tables.frames[name]
    if name == "replies":
        frame = _with_match(frame, tables)
    merged = _populations(tables)
    found: dict[Key, list[Row]] = defaultdict(list)
    for row in _rows(in_order(frame), _COLUMNS[name]):
        unit = row.pop("unit_id")
        match = row.pop("match")
        found[unit, None if unit in merged else match].append(row)
    return found


def _rows(frame: pl.DataFrame, columns: tuple[str, ...]) -> Iterable[Row]:
    order = [name for name in ("unit_id", "round", "match") if name in frame.columns]
    by = [*order, *(name for name in ("player", "key") if name in frame.columns)]
    kept = frame.sort(by, nulls_last=True, maintain_order=True)
    names = [*columns, *(name for name in ("round",) if name in frame.columns)]
    shown = dict.fromkeys(("unit_id", "match", *names))
    return kept.select(*shown).iter_rows(named=True)


def _with_match(replies: pl.DataFrame, tables: RunTables) -> pl.DataFrame:
    """Replies with match and round of the decision that they belong to."""
    decisions = tables.frames["decisions"].select(
        "unit_id", pl.col("key").alias("question"), "match", "round"
    )
    return replies.join(
        decisions, on=["unit_id", "question"], how="left", maintain_order="left"
    )


def _populations(tables: RunTables) -> set[str]:
    """Units whose returns are over many matches."""
    returns = tables.frames["returns"].filter(pl.col("match").is_null())
    return set(returns["unit_id"])
