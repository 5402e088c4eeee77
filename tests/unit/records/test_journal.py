"""The journal keeps what was written, once, and lets nobody change it."""

import sqlite3
from pathlib import Path

import pytest

from ostrom.core.errors import RecordError
from ostrom.records.journal import Journal, read_lines, unit_states
from ostrom.records.unit_journal import UnitJournal


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "journal.sqlite"


def test_lines_come_back_in_order_with_schema_and_utc(path: Path) -> None:
    with Journal(path) as journal:
        journal.append("u1", "unit", "unit", {"game": "g"})
        journal.append("u2", "unit", "unit", {"game": "h"})
        journal.append("u1", "reply:0", "reply", {"text": "a\udc00é"})
    lines = list(read_lines(path))
    assert [(line.unit_id, line.key) for line in lines] == [
        ("u1", "unit"),
        ("u2", "unit"),
        ("u1", "reply:0"),
    ]
    assert lines[2].body["text"] == "a\udc00é"
    assert all(line.body["at"].endswith("Z") for line in lines)
    assert all(line.body["schema"] == 1 for line in lines)


def test_a_key_can_not_be_written_twice(path: Path) -> None:
    with Journal(path) as journal:
        journal.append("u", "end", "end", {})
        with pytest.raises(RecordError, match="already has a line 'end'"):
            journal.append("u", "end", "end", {"events": 3})
    assert len(list(read_lines(path))) == 1


@pytest.mark.parametrize("change", ["DELETE FROM lines", "UPDATE lines SET body = ''"])
def test_the_file_itself_refuses_changes(path: Path, change: str) -> None:
    with Journal(path) as journal:
        journal.append("u", "end", "end", {})
    store = sqlite3.connect(path)
    with pytest.raises(sqlite3.IntegrityError, match="append-only"):
        store.execute(change)
    store.close()


def test_only_one_process_writes(path: Path) -> None:
    with Journal(path), pytest.raises(RecordError, match="another process"):
        Journal(path)
    Journal(path).close()


def test_a_file_that_is_no_journal_is_named(path: Path) -> None:
    path.write_text("these are not the lines you are looking for" * 100)
    with pytest.raises(RecordError, match="no readable journal"):
        Journal(path)
    with pytest.raises(RecordError, match="no readable journal"):
        list(read_lines(path))


def test_another_schema_version_is_refused(path: Path) -> None:
    Journal(path).close()
    store = sqlite3.connect(path)
    store.execute(
        "INSERT INTO lines (unit_id, key, kind, body) VALUES ('u', 'k', 'end', ?)",
        ('{"schema":99}',),
    )
    store.commit()
    store.close()
    with pytest.raises(RecordError, match="schema version 99"):
        list(read_lines(path))


def test_states_of_units(path: Path) -> None:
    with Journal(path) as journal:
        for unit, kinds in {
            "finished": ["unit", "end"],
            "broken": ["unit", "failure"],
            "mended": ["unit", "failure", "end"],
            "begun": ["unit"],
        }.items():
            for kind in kinds:
                journal.append(unit, kind, kind, {})
    assert unit_states(path) == {
        "finished": "done",
        "broken": "failed",
        "mended": "done",
        "begun": "started",
    }


class TestUnitJournal:
    def test_old_lines_are_compared_and_not_written_again(self, path: Path) -> None:
        with Journal(path) as journal:
            first = UnitJournal("u", {}, journal.append)
            first.write("event:0", "event", {"payoffs": ["3/2"]})
            again = UnitJournal("u", journal.lines("u"), journal.append)
            again.write("event:0", "event", {"payoffs": ["3/2"]})
            with pytest.raises(RecordError, match="nothing was overwritten"):
                again.write("event:0", "event", {"payoffs": ["5/2"]})
            again.write("event:1", "event", {"payoffs": []})
        assert [line.key for line in read_lines(path)] == ["event:0", "event:1"]

    def test_a_replay_can_not_write(self) -> None:
        with pytest.raises(RecordError, match="can not be replayed"):
            UnitJournal("u", {}, None).write("event:0", "event", {})

    def test_every_failure_is_a_line(self, path: Path) -> None:
        with Journal(path) as journal:
            for error in ("first", "second"):
                unit = UnitJournal("u", journal.lines("u"), journal.append)
                unit.write_failure({"error": error})
        assert [line.body["error"] for line in read_lines(path)] == ["first", "second"]


def test_what_can_not_be_opened_or_written_is_named(path: Path, tmp_path: Path) -> None:
    folder = tmp_path / "folder.sqlite"
    folder.mkdir()
    for _ in range(2):  # the lock was given back
        with pytest.raises(RecordError, match="no readable journal"):
            Journal(folder)
    with pytest.raises(RecordError, match="no readable journal"):
        list(read_lines(folder))
    with Journal(path) as journal:
        # A page limit stands in for a full disk.
        journal._store.execute("PRAGMA max_page_count = 1")
        with pytest.raises(RecordError, match=r"can not be written: .*full"):
            journal.append("u", "event:0", "event", {"text": "x" * 1_000_000})
