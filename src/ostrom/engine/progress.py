"""What a run has come to so far, counted from the lines as they are written."""

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from ostrom.core.clock import monotonic_seconds
from ostrom.families.protocol.family import UnitPlan

_VALID = frozenset({"ok", "repaired"})


@dataclass(frozen=True)
class ConditionProgress:
    """How far one condition is.

    Attributes:
        game: Label of the game.
        mechanism: Label of the mechanism.
        done: Units played to the end.
        failed: Units that failed in this session.
        total: All its units.
    """

    game: str
    mechanism: str
    done: int
    failed: int
    total: int


@dataclass(frozen=True)
class Progress:
    """A snapshot of a run.

    Attributes:
        conditions: In the order of the design.
        decisions: Decisions made, recorded ones included.
        replies: Replies of language models, recorded ones included.
        invalid: Replies that could not be read.
        missing: Decisions without an answer.
        tokens: Tokens in and out where the provider told.
        cost_usd: Cost where the price is known.
        unpriced: Replies whose price is not known.
        elapsed_seconds: Since this session began.
        eta_seconds: Estimate of what is left; None before the first unit is done.
    """

    conditions: tuple[ConditionProgress, ...]
    decisions: int
    replies: int
    invalid: int
    missing: int
    tokens: int
    cost_usd: float
    unpriced: int
    elapsed_seconds: float
    eta_seconds: float | None

    @property
    def done(self) -> int:
        """Units played to the end."""
        return sum(each.done for each in self.conditions)

    @property
    def failed(self) -> int:
        """Units that failed in this session."""
        return sum(each.failed for each in self.conditions)

    @property
    def total(self) -> int:
        """All units."""
        return sum(each.total for each in self.conditions)


@dataclass
class Tracker:
    """Counts lines; the one thing in the engine that changes as a run goes on.

    Attributes:
        units: All units of the run.
    """

    units: tuple[UnitPlan, ...]
    _done: Counter[tuple[str, str]] = field(default_factory=Counter)
    _failed: Counter[tuple[str, str]] = field(default_factory=Counter)
    _counts: Counter[str] = field(default_factory=Counter)
    _cost_usd: float = 0.0
    _recorded: int = 0
    _started: float = field(default_factory=monotonic_seconds)

    def note(self, unit: UnitPlan, kind: str, body: Mapping[str, Any]) -> None:
        """Counts one line of the journal."""
        condition = (unit.game, unit.mechanism)
        if kind == "end":
            self._done[condition] += 1
        elif kind == "failure":
            self._failed[condition] += 1
        elif kind == "decision":
            self._counts["decisions"] += 1
            self._counts["missing"] += body["source"] == "missing"
            outcomes = [each["outcome"] for each in body["attempts"]]
            self._counts["invalid"] += sum(each not in _VALID for each in outcomes)
        elif kind == "reply":
            self._reply(body["response"])

    def _reply(self, response: Mapping[str, Any]) -> None:
        usage = response["usage"]
        self._counts["replies"] += 1
        self._counts["tokens"] += usage["input_tokens"] or 0
        self._counts["tokens"] += usage["output_tokens"] or 0
        if response["cost_usd"] is None:
            self._counts["unpriced"] += 1
        else:
            self._cost_usd += response["cost_usd"]

    def recorded(self, unit: UnitPlan, kind: str, body: Mapping[str, Any]) -> None:
        """Counts a line that an earlier session wrote; its failures do not count."""
        if kind == "failure":
            return
        self.note(unit, kind, body)
        self._recorded += kind == "end"

    def snapshot(self) -> Progress:
        """Returns where the run stands now."""
        totals = Counter((unit.game, unit.mechanism) for unit in self.units)
        conditions = tuple(
            ConditionProgress(*key, self._done[key], self._failed[key], total)
            for key, total in totals.items()
        )
        elapsed = monotonic_seconds() - self._started
        done = sum(self._done.values())
        fresh = done - self._recorded
        left = len(self.units) - done - sum(self._failed.values())
        return Progress(
            conditions=conditions,
            decisions=self._counts["decisions"],
            replies=self._counts["replies"],
            invalid=self._counts["invalid"],
            missing=self._counts["missing"],
            tokens=self._counts["tokens"],
            cost_usd=self._cost_usd,
            unpriced=self._counts["unpriced"],
            elapsed_seconds=elapsed,
            eta_seconds=elapsed / fresh * left if fresh else None,
        )
