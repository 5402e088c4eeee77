"""Fitness of each agent after replicator dynamics, and its share of the population."""

from collections.abc import Iterator
from typing import Any

import numpy as np
import polars as pl

from ostrom.metagame.replicator import Evolution, replicate
from ostrom.metrics.protocol.metagames import Metagames
from ostrom.metrics.protocol.metric import Metric
from ostrom.metrics.protocol.repeats import Bounds, over_repeats, why_no_interval
from ostrom.metrics.protocol.tables import RunTables

SCHEMA: dict[str, Any] = {
    "game": pl.String,
    "mechanism": pl.String,
    "agent": pl.String,
    "fitness": pl.Float64,
    "low": pl.Float64,
    "high": pl.Float64,
    "share": pl.Float64,
    "share_low": pl.Float64,
    "share_high": pl.Float64,
    "num_repeats": pl.Int64,
    "reason": pl.String,
    "units": pl.List(pl.String),
}
_WHOLE = "the shares of all agents are 1 together, whatever is measured"


def compute(tables: RunTables) -> pl.DataFrame:
    """Returns one row for each agent in each condition, and one for all agents.

    In each repeat the uniform population of agents goes through discrete replicator
    dynamics with exponential weights on the payoffs averaged over seatings, as the
    paper has it. `fitness` is an agent's expected payoff, in points a round, against
    the population at the end, also where the agent itself has died out; `share` is its
    part of that population. Both are averaged over repeats, with 95 % t intervals;
    that of a share keeps within 0 and 1. The row without an agent weighs the fitness
    of all agents by their shares. `num_repeats` counts the complete repeats. Absent
    unless every planned repeat has a settled match in every seating.
    """
    rows = [row for each in tables.metagames for row in _rows(each, tables.agents)]
    return pl.DataFrame(rows, schema=SCHEMA, orient="row")


def _rows(
    condition: Metagames, agents: tuple[str, ...]
) -> Iterator[tuple[object, ...]]:
    evolutions, reason = condition.solve(replicate)
    place, count = (condition.game, condition.mechanism), len(condition.complete)
    for index, agent in (*enumerate(agents), (None, None)):
        values = _absent(reason) if reason else _estimated(evolutions, index)
        yield (*place, agent, *values[:-1], count, values[-1], condition.units)


def _absent(reason: str) -> tuple[object, ...]:
    return (*[None] * 6, reason)


def _estimated(
    evolutions: tuple[Evolution, ...], index: int | None
) -> tuple[object, ...]:
    """Fitness and share of one agent, or of all, and why an interval is absent."""
    if index is None:
        whole = over_repeats([_population_fitness(each) for each in evolutions])
        reason = "; ".join(filter(None, (whole.reason, f"share: {_WHOLE}")))
        return whole.mean, whole.low, whole.high, 1.0, None, None, reason
    fitness = over_repeats([float(each.final_fitness[index]) for each in evolutions])
    share = over_repeats(
        [float(each.final_shares[index]) for each in evolutions], Bounds(0.0, 1.0)
    )
    reason = why_no_interval({"fitness": fitness, "share": share})
    return (
        *(fitness.mean, fitness.low, fitness.high),
        *(share.mean, share.low, share.high),
        reason or None,
    )


def _population_fitness(evolution: Evolution) -> float:
    return float(np.dot(evolution.final_shares, evolution.final_fitness))


METRIC = Metric(
    name="fitness",
    version=1,
    summary="Points a round against the population that replicator dynamics ends in.",
    compute=compute,
)
