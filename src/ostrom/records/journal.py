"""The journal of a run: append-only lines in one SQLite file, safe against kill -9.

A line belongs to a run unit and has a key that is unique in it, so nothing can be
written twice; triggers refuse every change of a line. A line is committed before the
play goes on: no death of the process loses it; a power cut may lose the last lines,
never a part of one. Everything that is not a reply follows from the seed, so a unit is
resumed by playing it again with the replies found here.
"""

import json
import sqlite3
from collections.abc import Iterator, Mapping
from contextlib import closing, contextmanager
from dataclasses import dataclass
from pathlib import Path
from types import TracebackType
from typing import Any

from filelock import FileLock, Timeout

from ostrom.core.clock import utc_now
from ostrom.core.errors import RecordError
from ostrom.core.hashing import canonical_json

SCHEMA_VERSION = 1

_LAYOUT = """
CREATE TABLE IF NOT EXISTS lines (
    sequence INTEGER PRIMARY KEY,
    unit_id TEXT NOT NULL,
    key TEXT NOT NULL,
    kind TEXT NOT NULL,
    body TEXT NOT NULL,
    UNIQUE (unit_id, key)
);
CREATE TRIGGER IF NOT EXISTS no_update BEFORE UPDATE ON lines
BEGIN SELECT RAISE(ABORT, 'the journal is append-only'); END;
CREATE TRIGGER IF NOT EXISTS no_delete BEFORE DELETE ON lines
BEGIN SELECT RAISE(ABORT, 'the journal is append-only'); END;
"""


@dataclass(frozen=True)
class Line:
    """One line of the journal.

    Attributes:
        unit_id: The run unit it belongs to.
        key: Unique in the unit.
        kind: `unit`, `reply`, `decision`, `event`, `end` or `failure`.
        body: The facts; `schema` and `at` (UTC) are part of every line.
    """

    unit_id: str
    key: str
    kind: str
    body: dict[str, Any]


def _open(path: Path) -> sqlite3.Connection:
    store = sqlite3.connect(path, isolation_level=None)
    try:
        store.execute("PRAGMA journal_mode=WAL")
        store.execute("PRAGMA synchronous=NORMAL")
        store.executescript(_LAYOUT)
    except sqlite3.Error:
        store.close()
        raise
    return store


class Journal:
    """The journal of one run, open for writing by one process at a time."""

    def __init__(self, path: Path) -> None:
        """Opens or creates the journal at `path` and takes the writer's lock.

        Raises:
            RecordError: Another process is writing, or the file is no journal.
        """
        path.parent.mkdir(parents=True, exist_ok=True)
        self._lock = FileLock(path.with_suffix(".lock"))
        try:
            self._lock.acquire(timeout=0)
        except Timeout:
            raise RecordError(
                f"{path} is being written by another process; wait for it or stop it."
            ) from None
        self._path = path
        try:
            self._store = _open(path)
        except sqlite3.Error as error:
            self._lock.release()
            raise RecordError(f"{path} is no readable journal: {error}.") from error

    def append(
        self, unit_id: str, key: str, kind: str, body: Mapping[str, Any]
    ) -> None:
        """Writes one line; when this returns, a kill -9 can not lose it.

        Raises:
            RecordError: The unit already has a line with this key, or the file can
                not be written.
        """
        stamped = {"schema": SCHEMA_VERSION, "at": utc_now(), **body}
        try:
            self._store.execute(
                "INSERT INTO lines (unit_id, key, kind, body) VALUES (?, ?, ?, ?)",
                (unit_id, key, kind, canonical_json(stamped)),
            )
        except sqlite3.IntegrityError as error:
            raise RecordError(
                f"{self._path}: unit {unit_id} already has a line {key!r}."
            ) from error
        except sqlite3.Error as error:
            raise RecordError(f"{self._path} can not be written: {error}.") from error

    def lines(self, unit_id: str) -> dict[str, Line]:
        """Returns the lines of one unit by key, in the order they were written."""
        return {line.key: line for line in _select(self._store, unit_id)}

    def close(self) -> None:
        """Closes the file and gives the lock back."""
        self._store.close()
        self._lock.release()

    def __enter__(self) -> "Journal":
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self.close()


@contextmanager
def _reading(path: Path) -> Iterator[sqlite3.Connection]:
    if not path.exists():
        raise RecordError(f"There is no journal at {path}.")
    try:
        address = f"{path.resolve().as_uri()}?mode=ro"
        with closing(sqlite3.connect(address, uri=True)) as store:
            yield store
    except sqlite3.Error as error:
        raise RecordError(f"{path} is no readable journal: {error}.") from error


def _select(store: sqlite3.Connection, unit_id: str | None = None) -> Iterator[Line]:
    where = "" if unit_id is None else "WHERE unit_id = ? "
    given = () if unit_id is None else (unit_id,)
    rows = store.execute(
        f"SELECT unit_id, key, kind, body FROM lines {where}ORDER BY sequence", given
    )
    for unit, key, kind, body in rows:
        facts = json.loads(body)
        if facts.get("schema") != SCHEMA_VERSION:
            raise RecordError(
                f"Unit {unit}, line {key!r}: schema version {facts.get('schema')!r}; "
                f"this release reads version {SCHEMA_VERSION}."
            )
        yield Line(unit, key, kind, facts)


def read_lines(path: Path) -> Iterator[Line]:
    """Yields all lines of a journal in writing order; another process may write.

    Raises:
        RecordError: There is no journal, or it is damaged or of another version.
    """
    with _reading(path) as store:
        yield from _select(store)


def unit_states(path: Path) -> dict[str, str]:
    """Returns `done`, `failed` or `started` for each unit the journal knows.

    A unit that failed and was later finished is done.
    """
    query = (
        "SELECT unit_id, MAX(kind = 'end'), MAX(kind = 'failure') "
        "FROM lines GROUP BY unit_id"
    )
    with _reading(path) as store:
        return {
            unit: "done" if ended else "failed" if failed else "started"
            for unit, ended, failed in store.execute(query)
        }
