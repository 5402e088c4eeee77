"""Shares and fitness of all agents along replicator dynamics."""

from collections.abc import Iterator
from typing import Any

import numpy as np
import polars as pl

from ostrom.metagame.replicator import Evolution, replicate
from ostrom.metrics.protocol.metagames import Metagames
from ostrom.metrics.protocol.metric import Metric
from ostrom.metrics.protocol.tables import RunTables

SCHEMA: dict[str, Any] = {
    "game": pl.String,
    "mechanism": pl.String,
    "repeat": pl.Int64,
    "agent": pl.String,
    "step": pl.Int64,
    "share": pl.Float64,
    "fitness": pl.Float64,
    "reason": pl.String,
    "units": pl.List(pl.String),
}
_FIRST = 20  # steps that are all kept
_LATER = 80  # steps after those, evenly spaced on a logarithmic axis


def compute(tables: RunTables) -> pl.DataFrame:
    """Returns one row for each repeat, agent and kept step, in each condition.

    `share` is the agent's part of the population, `fitness` its expected payoff in
    points a round against the population of the same step. Step 0 is the uniform
    population. The first 20 steps are all kept, then about 80 of the others, the last
    one among them. A repeat without a complete payoff table has one row an agent,
    without a step, that says why.
    """
    rows = [row for each in tables.metagames for row in _rows(each)]
    return pl.DataFrame(rows, schema=SCHEMA, orient="row")


def _rows(condition: Metagames) -> Iterator[tuple[object, ...]]:
    for each in condition.repeats:
        place = (each.game, each.mechanism, each.repeat)
        units = list(each.units)
        found, reason = each.attempt(replicate)
        if condition.why_none or found is None:
            why = condition.why_none or reason
            for agent in each.agents:
                yield (*place, agent, None, None, None, why, units)
            continue
        for agent, step, share, fitness in _steps(each.agents, found):
            yield (*place, agent, step, share, fitness, None, units)


def _steps(
    agents: tuple[str, ...], found: Evolution
) -> Iterator[tuple[str, int, float, float]]:
    kept = kept_steps(len(found.shares) - 1)
    for index, agent in enumerate(agents):
        for step in kept:
            yield (
                agent,
                step,
                float(found.shares[step, index]),
                float(found.fitness[step, index]),
            )


def kept_steps(last: int) -> tuple[int, ...]:
    """Returns the steps that are kept of a trajectory that ends with step `last`.

    Example:
        >>> kept_steps(3)
        (0, 1, 2, 3)
    """
    if last <= _FIRST:
        return tuple(range(last + 1))
    later = np.geomspace(_FIRST + 1, last, _LATER).round().astype(int).tolist()
    return tuple(sorted({*range(_FIRST + 1), *later}))


METRIC = Metric(
    name="replicator_trajectory",
    version=1,
    summary="Population share and fitness of each agent, step by step, a repeat.",
    compute=compute,
)
