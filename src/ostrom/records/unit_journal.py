"""The journal as one run unit sees it: writes what is new, checks what is not."""

from collections.abc import Callable, Mapping
from typing import Any

from ostrom.core.errors import RecordError
from ostrom.core.hashing import canonical_json
from ostrom.records.journal import Line

_STAMPS = frozenset({"schema", "at"})


Append = Callable[[str, str, str, Mapping[str, Any]], None]
"""Writes a line: unit id, key, kind, body."""


class UnitJournal:
    """Lines of one unit, written as the play goes on.

    A play that is resumed or replayed comes by its old lines again. Each is compared
    with what the play says now; a difference means that the code or the spec is not
    what it was, and is an error, never a second version.
    """

    def __init__(
        self, unit_id: str, known: Mapping[str, Line], append: Append | None
    ) -> None:
        """Takes the lines that are known; without `append` nothing can be written."""
        self._unit_id = unit_id
        self._known = dict(known)
        self._append = append
        self._met: set[str] = set()

    @property
    def is_done(self) -> bool:
        """Whether the unit was played to its end."""
        return "end" in self._known

    def reply(self, key: str) -> dict[str, Any] | None:
        """Returns the recorded body of the call `key`, or None if it is not there."""
        line = self._known.get(f"reply:{key}")
        self._met.add(f"reply:{key}")
        return None if line is None else line.body

    def write(self, key: str, kind: str, body: Mapping[str, Any]) -> None:
        """Writes a line, or checks that it is the one that stands there.

        Raises:
            RecordError: The recorded line says something else, or nothing may be
                written and the line is new.
        """
        line = self._known.get(key)
        self._met.add(key)
        if line is not None:
            self._compare(line, body)
            return
        if self._append is None:
            raise RecordError(
                f"Unit {self._unit_id}: the record ends before {key!r}; it can not be "
                "replayed to its end. Resume the run first."
            )
        self._append(self._unit_id, key, kind, body)

    def write_failure(self, body: Mapping[str, Any]) -> None:
        """Writes that the unit failed; each failure is a line of its own."""
        count = sum(line.kind == "failure" for line in self._known.values())
        self.write(f"failure:{count}", "failure", body)

    def require_all_met(self) -> None:
        """Checks, after a play to the end, that it came by every known line.

        Failures are left out: a play that was finished later does not fail again.

        Raises:
            RecordError: A line is known that the play did not come by.
        """
        for key, line in self._known.items():
            if line.kind != "failure" and key not in self._met:
                raise RecordError(
                    f"Unit {self._unit_id}: the record has a line {key!r}, which the "
                    "play does not come by. The code or a prompt is not what it was."
                )

    def _compare(self, line: Line, body: Mapping[str, Any]) -> None:
        recorded = {key: each for key, each in line.body.items() if key not in _STAMPS}
        if canonical_json(recorded) != canonical_json(dict(body)):
            raise RecordError(
                f"Unit {self._unit_id}, line {line.key!r}: the play now says "
                f"{_short(dict(body))}, the record says {_short(recorded)}. The code "
                "or a prompt is not what it was; nothing was overwritten."
            )


def _short(value: object) -> str:
    text = canonical_json(value)
    return text if len(text) <= 200 else f"{text[:200]}…"
