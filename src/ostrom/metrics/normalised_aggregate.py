"""One number an agent and mechanism: the mean over games, on a common scale."""

import math
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import product
from statistics import fmean, stdev
from typing import Any

import polars as pl

from ostrom.metrics.deviation_rating import METRIC as DEVIATION_RATING
from ostrom.metrics.fitness import METRIC as FITNESS
from ostrom.metrics.normalised_payoff import METRIC as NORMALISED_PAYOFF
from ostrom.metrics.normalised_payoff import endpoints
from ostrom.metrics.protocol.metric import Metric
from ostrom.metrics.protocol.tables import RunTables

MEASURES = ("mean", "fitness", "deviation rank")
SCHEMA: dict[str, Any] = {
    "mechanism": pl.String,
    "agent": pl.String,
    "measure": pl.String,
    "value": pl.Float64,
    "standard_error": pl.Float64,
    "num_games": pl.Int64,
    "games": pl.List(pl.String),
    "reason": pl.String,
    "units": pl.List(pl.String),
}
_BY = ("game", "mechanism", "agent")
_NO_GAME = "no game under this mechanism has a scale from all defect to all cooperate"
_ONE_GAME = "one game only: there is no spread over games"


def compute(tables: RunTables) -> pl.DataFrame:
    """Returns one row for each mechanism, agent and measure, and one for all agents.

    `value` is the mean over games of

    * `mean`: the mean payoff, 0 where all defect and 1 where all cooperate; for all
      agents the plain mean over them;
    * `fitness`: fitness after replicator dynamics on the same scale; for all agents
      weighed by the population at the end;
    * `deviation rank`: the mean rank by deviation rating, not rescaled.

    `standard_error` is the sample standard deviation of the games' values over the
    root of their number: how much games differ, not how much repeats do. `games` are
    those that are played under the mechanism and name a mutual cooperation and a
    mutual defection that pay differently on the mean over players; they enter all
    three measures. With one of them lacking a value the aggregate is absent.
    """
    cells = _cells(tables)
    rows: list[tuple[object, ...]] = []
    for mechanism in tables.mechanisms:
        games = [
            game
            for game, under in tables.conditions
            if under == mechanism and _scale(tables, game) is not None
        ]
        for agent, measure in product((*tables.agents, None), MEASURES):
            found = [cells[measure, game, mechanism, agent] for game in games]
            value, error, reason = _aggregated(games, found)
            units = sorted({unit for cell in found for unit in cell.units})
            key = (mechanism, agent, measure)
            rows.append((*key, value, error, len(games), games, reason, units))
    return pl.DataFrame(rows, schema=SCHEMA, orient="row")


@dataclass(frozen=True)
class _Cell:
    """The value of one measure, game, mechanism and agent."""

    value: float | None
    reason: str
    units: tuple[str, ...]


_Key = tuple[str, str, str, str | None]


def _cells(tables: RunTables) -> Mapping[_Key, _Cell]:
    cells: dict[_Key, _Cell] = {}
    for game, mechanism, agent, cell in _read(NORMALISED_PAYOFF, "mean", tables):
        cells["mean", game, mechanism, agent] = cell
    for game, mechanism in tables.conditions:
        single = [cells["mean", game, mechanism, agent] for agent in tables.agents]
        cells["mean", game, mechanism, None] = _averaged(single)
    for game, mechanism, agent, cell in _read(FITNESS, "fitness", tables):
        cells["fitness", game, mechanism, agent] = _rescaled(cell, tables, game)
    for game, mechanism, agent, cell in _read(DEVIATION_RATING, "rank", tables):
        cells["deviation rank", game, mechanism, agent] = cell
    return cells


def _read(
    metric: Metric, column: str, tables: RunTables
) -> Iterator[tuple[str, str, str | None, _Cell]]:
    frame = metric.compute(tables).select(*_BY, column, "reason", "units")
    for game, mechanism, agent, value, reason, units in frame.iter_rows():
        yield game, mechanism, agent, _Cell(value, reason or "", tuple(units))


def _averaged(cells: Sequence[_Cell]) -> _Cell:
    """The plain mean over agents; absent where one has no value."""
    units = tuple(sorted({unit for cell in cells for unit in cell.units}))
    values = [cell.value for cell in cells if cell.value is not None]
    if len(values) == len(cells):
        return _Cell(fmean(values), "", units)
    absent = (cell.reason for cell in cells if cell.value is None)
    return _Cell(None, "; ".join(dict.fromkeys(absent)), units)


def _scale(tables: RunTables, game: str) -> tuple[float, float] | None:
    """Payoff where all defect, and where all cooperate."""
    low, high, _ = endpoints(tables.manifest["games"][game])
    return None if low is None or high is None else (low, high)


def _rescaled(cell: _Cell, tables: RunTables, game: str) -> _Cell:
    ends = _scale(tables, game)
    if cell.value is None or ends is None:
        return cell
    low, high = ends
    return _Cell((cell.value - low) / (high - low), cell.reason, cell.units)


def _aggregated(
    games: Sequence[str], cells: Sequence[_Cell]
) -> tuple[float | None, float | None, str | None]:
    if not games:
        return None, None, _NO_GAME
    values = [cell.value for cell in cells if cell.value is not None]
    if len(values) == len(games):
        value, error = over_games(values)
        return value, error, _ONE_GAME if error is None else None
    reason = "; ".join(
        f"{game}: {cell.reason}"
        for game, cell in zip(games, cells, strict=True)
        if cell.value is None
    )
    return None, None, reason


def over_games(values: Sequence[float]) -> tuple[float, float | None]:
    """Returns mean and standard error over games; no error of a single game.

    Example:
        >>> over_games([0.0, 1.0])
        (0.5, 0.5)
    """
    error = stdev(values) / math.sqrt(len(values)) if len(values) > 1 else None
    return fmean(values), error


METRIC = Metric(
    name="normalised_aggregate",
    version=1,
    summary="Mean, fitness and deviation rank of each agent, averaged over games.",
    compute=compute,
)
