"""A play that is gone through again meets every line that is recorded, and no other."""

from typing import Any

import pytest

from ostrom.core.errors import RecordError
from ostrom.records.journal import Line
from ostrom.records.unit_journal import UnitJournal


def known(**bodies: dict[str, Any]) -> dict[str, Line]:
    kinds = {"failed": "failure"}
    return {
        key: Line("u", key, kinds.get(key, "event"), {"schema": 1, "at": "now", **body})
        for key, body in bodies.items()
    }


def test_the_same_line_again_is_no_second_line() -> None:
    written: list[str] = []
    journal = UnitJournal(
        "u", known(old={"a": 1}), lambda _, key, __, ___: written.append(key)
    )
    journal.write("old", "event", {"a": 1})
    journal.write("new", "event", {"a": 1})
    assert written == ["new"]
    with pytest.raises(RecordError, match="nothing was overwritten"):
        journal.write("old", "event", {"a": 2})


def test_a_line_that_the_play_does_not_come_by_is_named() -> None:
    journal = UnitJournal("u", known(old={"a": 1}, extra={}, failed={}), None)
    journal.write("old", "event", {"a": 1})
    with pytest.raises(RecordError, match="a line 'extra'"):
        journal.require_all_met()
    journal.write("extra", "event", {})
    journal.require_all_met()


def test_a_replay_writes_nothing() -> None:
    journal = UnitJournal("u", known(old={}), None)
    with pytest.raises(RecordError, match="the record ends before 'new'"):
        journal.write("new", "event", {})
