"""Where a run stands, from its files alone."""

from collections import Counter
from dataclasses import dataclass

from ostrom.records.journal import read_lines, unit_states
from ostrom.records.rundir import RunFolder

STATES = ("done", "failed", "started", "never_run")


@dataclass(frozen=True)
class Status:
    """Units of a run by state.

    Attributes:
        run_id: The run.
        by_condition: For each `(game, mechanism)` the number of units in each state.
        failures: The last error of each failed unit.
        journal_bytes: Size of the journal.
    """

    run_id: str
    by_condition: dict[tuple[str, str], Counter[str]]
    failures: dict[str, str]
    journal_bytes: int

    def count(self, state: str) -> int:
        """How many units are in `state`."""
        return sum(counts[state] for counts in self.by_condition.values())

    @property
    def is_complete(self) -> bool:
        """Whether every unit is done."""
        return all(self.count(state) == 0 for state in STATES if state != "done")


def status(run: RunFolder) -> Status:
    """Returns where a run stands; another process may be writing it.

    Raises:
        RecordError: The folder is no run, or its journal is damaged.
    """
    manifest = run.read_manifest()
    has_journal = run.journal.exists()
    states = unit_states(run.journal) if has_journal else {}
    by_condition: dict[tuple[str, str], Counter[str]] = {}
    for unit in manifest["units"]:
        condition = by_condition.setdefault(
            (unit["game"], unit["mechanism"]), Counter()
        )
        condition[states.get(unit["unit_id"], "never_run")] += 1
    failed = {unit for unit, state in states.items() if state == "failed"}
    failures = {
        line.unit_id: str(line.body["error"])
        for line in (read_lines(run.journal) if failed else ())
        if line.kind == "failure" and line.unit_id in failed
    }
    return Status(
        run_id=manifest["run_id"],
        by_condition=by_condition,
        failures=failures,
        journal_bytes=run.journal.stat().st_size if has_journal else 0,
    )
