"""Plays the units of a run, many at once, each at most once."""

import asyncio
import traceback
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from ostrom.core.errors import BudgetExceededError, OstromError, RecordError
from ostrom.engine.lines import Complete, recorded_line
from ostrom.engine.progress import Progress, Tracker
from ostrom.families.protocol.family import Design, Desk, Family, UnitPlan
from ostrom.records.journal import Journal
from ostrom.records.unit_journal import UnitJournal

Watch = Callable[[Progress], None]
"""Called with a snapshot at the beginning, about twice a second, and at the end."""


@dataclass(frozen=True)
class Session:
    """How one session of a run ended.

    Attributes:
        progress: Where the run stands.
        stopped: Why it stopped before its end, or empty.
        failures: What failed, by unit.
    """

    progress: Progress
    stopped: str
    failures: dict[str, str]


async def execute(
    family: Family,
    design: Design,
    journal: Journal,
    complete: Complete,
    *,
    units_at_once: int,
    watch: Watch,
) -> Session:
    """Plays every unit that is not done yet.

    A unit that fails is recorded as failed and the others go on. When a budget is used
    up no unit is begun any more, and those in flight stop at their next call.

    Raises:
        RecordError: A record contradicts the play; the whole run stops.
    """
    run = _Run(family, journal, complete, Tracker(design.units))
    pending = iter([unit for unit in design.units if not run.is_done(unit)])
    count = min(units_at_once, len(design.units))
    workers = [asyncio.create_task(run.work(pending)) for _ in range(count)]
    watcher = asyncio.create_task(_watch(run.tracker, watch))
    try:
        await asyncio.gather(*workers)
    finally:
        # After an error the others must not play on while their models are closed.
        for task in (*workers, watcher):
            task.cancel()
        await asyncio.gather(*workers, return_exceptions=True)
    watch(run.tracker.snapshot())
    return Session(run.tracker.snapshot(), run.stopped, run.failures)


async def _watch(tracker: Tracker, watch: Watch) -> None:
    while True:
        watch(tracker.snapshot())
        await asyncio.sleep(0.5)


class _Run:
    """One session: workers share its journal, tracker and stop sign."""

    def __init__(
        self, family: Family, journal: Journal, complete: Complete, tracker: Tracker
    ) -> None:
        self._family = family
        self._journal = journal
        self._complete = complete
        self.tracker = tracker
        self.stopped = ""
        self.failures: dict[str, str] = {}

    def is_done(self, unit: UnitPlan) -> bool:
        """Whether the journal holds the unit's end; counts what it holds."""
        known = self._journal.lines(unit.unit_id)
        for line in known.values():
            self.tracker.recorded(unit, line.kind, line.body)
        return "end" in known

    async def work(self, pending: Iterator[UnitPlan]) -> None:
        """Plays units until there are none left or the run was stopped."""
        for unit in pending:
            if self.stopped:
                return
            await self._play(unit)
            # Agents that call no model never wait, and the display wants its turn.
            await asyncio.sleep(0)

    async def _play(self, unit: UnitPlan) -> None:
        known = self._journal.lines(unit.unit_id)
        journal = UnitJournal(unit.unit_id, known, self._appender(unit))
        desk = Desk(recorded_line(journal, self._complete), journal)
        try:
            await self._family.play(unit, desk)
        except BudgetExceededError as error:
            self.stopped = self.stopped or str(error)
        except RecordError:
            raise
        except OstromError as error:
            self._fail(unit, journal, f"{type(error).__name__}: {error}", "")
        except Exception as error:  # a defect in one unit must not end the others
            trace = traceback.format_exc()
            self._fail(unit, journal, f"{type(error).__name__}: {error}", trace)

    def _fail(
        self, unit: UnitPlan, journal: UnitJournal, error: str, trace: str
    ) -> None:
        self.failures[unit.unit_id] = error
        journal.write_failure({"error": error, "trace": trace})

    def _appender(
        self, unit: UnitPlan
    ) -> Callable[[str, str, str, Mapping[str, Any]], None]:
        def append(unit_id: str, key: str, kind: str, body: Mapping[str, Any]) -> None:
            self._journal.append(unit_id, key, kind, body)
            self.tracker.note(unit, kind, body)

        return append
