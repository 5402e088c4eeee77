"""Our numbers beside printed ones, cell by cell, or why there is nothing to compare."""

from collections.abc import Mapping
from dataclasses import dataclass, replace

import polars as pl

from ostrom.core.errors import SpecError
from ostrom.core.naming import did_you_mean
from ostrom.metrics.deviation_rating import METRIC as DEVIATION_RATING
from ostrom.metrics.fitness import METRIC as FITNESS
from ostrom.metrics.mean_payoff import METRIC as MEAN_PAYOFF
from ostrom.metrics.normalised_aggregate import METRIC as AGGREGATE
from ostrom.metrics.protocol.metric import measure
from ostrom.metrics.protocol.tables import RunTables
from ostrom.reports.comparison.expected import Expected, Row

ALL = "all agents"
_NUMBERS = {
    "mean": (MEAN_PAYOFF, ("mean", "low", "high")),
    "fitness": (FITNESS, ("fitness", "low", "high")),
    "deviation rank": (DEVIATION_RATING, ("rank", "rank_low", "rank_high")),
}
"""By measure: the metric, and its columns of the value and its interval."""


@dataclass(frozen=True)
class Ours:
    """A number of the run.

    Attributes:
        value: Absent where there is a reason.
        low: Lower end of the 95 % interval over repeats, where there is one.
        high: Upper end.
        units: Ids of the units behind it.
        reason: Why something is absent.
    """

    value: float | None
    low: float | None
    high: float | None
    units: tuple[str, ...]
    reason: str


Cells = Mapping[tuple[str, str, str, str], Ours]
"""By measure, game (empty for a mean over games), mechanism and agent."""

SCHEMA: dict[str, pl.DataType] = {
    "table": pl.String(),
    "game": pl.String(),
    "mechanism": pl.String(),
    "measure": pl.String(),
    "basis": pl.String(),
    "agent": pl.String(),
    "ours": pl.Float64(),
    "low": pl.Float64(),
    "high": pl.Float64(),
    "published": pl.Float64(),
    "published_error": pl.Float64(),
    "difference": pl.Float64(),
    "holds": pl.Boolean(),
    "reason": pl.String(),
    "units": pl.List(pl.String()),
}


def compare(
    tables: RunTables, expected: Expected, names: Mapping[str, str] | None = None
) -> pl.DataFrame:
    """Returns one row for each printed number, with ours beside it.

    `difference` is ours less theirs, `holds` says whether our 95 % interval over
    repeats holds the printed number; both are null where there is nothing to compare,
    and `reason` says why.

    Args:
        tables: The run.
        expected: The printed numbers.
        names: Our label by the paper's agent, where the two differ.

    Raises:
        SpecError: `names` has an agent that the paper or the run does not have.
    """
    ours = _label_by_agent(tables, expected, names or {})
    cells = _cells(tables, expected)
    rows = []
    for row in expected.rows:
        for place, agent in enumerate((ALL, *expected.agents)):
            label = ALL if agent == ALL else ours.get(agent)
            found = _found(row, label, cells, tables)
            rows.append(_row(row, place, agent, found))
    return pl.DataFrame(rows, schema=SCHEMA, orient="row")


def _label_by_agent(
    tables: RunTables, expected: Expected, names: Mapping[str, str]
) -> dict[str, str]:
    for theirs, ours in names.items():
        for name, known in ((theirs, expected.agents), (ours, tables.agents)):
            if name not in known:
                hint = did_you_mean(name, known)
                raise SpecError(f"No agent {name!r}.{hint} Known: {', '.join(known)}.")
    same = {agent: agent for agent in expected.agents if agent in tables.agents}
    return same | dict(names)


def _found(row: Row, label: str | None, cells: Cells, tables: RunTables) -> Ours:
    if label is None:
        return Ours(None, None, None, (), "the run has no such agent")
    found = cells.get((row.measure, row.game, row.mechanism, label))
    if found is not None:
        return found
    if row.mechanism not in tables.mechanisms:
        return Ours(None, None, None, (), f"the run has no mechanism {row.mechanism}")
    if row.game and row.game not in tables.games:
        return Ours(None, None, None, (), f"the run has no game {row.game}")
    why = "over all agents this measure has no value here"
    if not row.game:
        why = "the run lacks a game that the printed mean is over"
    elif (row.game, row.mechanism) not in tables.conditions:
        why = "the run does not play this game under this mechanism"
    return Ours(None, None, None, (), why)


def _row(row: Row, place: int, agent: str, ours: Ours) -> tuple[object, ...]:
    published = row.values[place]
    difference = None if ours.value is None else ours.value - published
    holds = None
    if ours.low is not None and ours.high is not None:
        holds = ours.low <= published <= ours.high
    return (
        *(row.table, row.game, row.mechanism, row.measure, row.basis, agent),
        *(ours.value, ours.low, ours.high),
        published,
        None if row.errors is None else row.errors[place],
        difference,
        holds,
        ours.reason or None,
        list(ours.units),
    )


def _cells(
    tables: RunTables, expected: Expected
) -> dict[tuple[str, str, str, str], Ours]:
    cells: dict[tuple[str, str, str, str], Ours] = {}
    for name, (metric, columns) in _NUMBERS.items():
        for row in measure(metric, tables).to_dicts():
            value, low, high = (row[column] for column in columns)
            key = (name, row["game"], row["mechanism"], row["agent"] or ALL)
            units = tuple(row["units"])
            cells[key] = Ours(value, low, high, units, row["reason"] or "")
    return cells | _means_over_agents(cells, tables) | _aggregates(tables, expected)


def _means_over_agents(
    cells: Cells, tables: RunTables
) -> dict[tuple[str, str, str, str], Ours]:
    means = {}
    for game, mechanism in tables.conditions:
        of_all = [cells["mean", game, mechanism, agent] for agent in tables.agents]
        values = [each.value for each in of_all if each.value is not None]
        if len(values) == len(of_all):
            units = sorted({unit for each in of_all for unit in each.units})
            why = "no interval is taken over agents"
            mean = Ours(sum(values) / len(values), None, None, tuple(units), why)
            means["mean", game, mechanism, ALL] = mean
    return means


def _aggregates(
    tables: RunTables, expected: Expected
) -> dict[tuple[str, str, str, str], Ours]:
    """Means over the games of the paper, where the run has all of them."""
    cells = {}
    kept = [
        each
        for each in tables.manifest["conditions"]
        if each["game"] in expected.aggregated
    ]
    part = replace(tables, manifest={**tables.manifest, "conditions": kept})
    for row in measure(AGGREGATE, part).to_dicts():
        if set(row["games"]) == set(expected.aggregated):
            key = (row["measure"], "", row["mechanism"], row["agent"] or ALL)
            why = row["reason"] or "an interval over repeats is not defined over games"
            cells[key] = Ours(row["value"], None, None, tuple(row["units"]), why)
    return cells
