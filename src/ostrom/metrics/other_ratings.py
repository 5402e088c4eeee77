"""Ratings of agents by other methods, beside the deviation rating."""

from collections.abc import Callable, Iterator, Mapping
from statistics import fmean
from typing import Any

import numpy as np
import polars as pl
from jaxtyping import Float

from ostrom.metagame.alpha_rank import alpha_rank
from ostrom.metagame.bradley_terry import bradley_terry, wins_between
from ostrom.metagame.maximal_lottery import maximal_lottery
from ostrom.metagame.nash_averaging import nash_average
from ostrom.metagame.ranking import rank
from ostrom.metagame.rating import Rating
from ostrom.metrics.protocol.metagames import Metagames, Payoffs
from ostrom.metrics.protocol.metric import Metric
from ostrom.metrics.protocol.tables import RunTables


def _bradley_terry(payoffs: Payoffs) -> Rating:
    return bradley_terry(wins_between(payoffs))


METHODS: Mapping[str, Callable[[Payoffs], Rating]] = {
    "alpha-rank": alpha_rank,
    "Nash averaging": nash_average,
    "maximal lottery": maximal_lottery,
    "Bradley-Terry": _bradley_terry,
}
TIE_TOLERANCE = 1e-7
"""Values that differ by less tie, as a part of the largest value, at least of 1."""

SCHEMA: dict[str, Any] = {
    "game": pl.String,
    "mechanism": pl.String,
    "agent": pl.String,
    "method": pl.String,
    "value": pl.Float64,
    "low": pl.Float64,
    "high": pl.Float64,
    "is_unique": pl.Boolean,
    "rank": pl.Float64,
    "num_repeats": pl.Int64,
    "note": pl.String,
    "reason": pl.String,
    "units": pl.List(pl.String),
}


def compute(tables: RunTables) -> pl.DataFrame:
    """Returns one row for each method and agent in each condition.

    Every method works on the payoffs averaged over seatings, in each repeat; `value`,
    `low`, `high` and `rank` are means over repeats. `low` and `high` are the range of
    the value over all solutions of the method, not an interval of confidence: they
    equal `value` where the solution is unique in every repeat (`is_unique`). `rank`
    is by value, 1 the highest, with average ranks for ties. `note` is what the method
    says about its answer. `num_repeats` counts the complete repeats. Absent unless
    every planned repeat has a settled match in every seating and a solution: some
    methods are for two players only, and Bradley-Terry scores are finite only if
    everybody lost to somebody.
    """
    rows = [row for each in tables.metagames for row in _rows(each, tables.agents)]
    return pl.DataFrame(rows, schema=SCHEMA, orient="row")


def _rows(
    condition: Metagames, agents: tuple[str, ...]
) -> Iterator[tuple[object, ...]]:
    place, count = (condition.game, condition.mechanism), len(condition.complete)
    units = condition.units
    for method, solver in METHODS.items():
        found, reason = condition.solve(solver)
        note = "; ".join(dict.fromkeys(each.note for each in found if each.note))
        ranks = [_ranks(each.values) for each in found]
        for index, agent in enumerate(agents):
            values: tuple[object, ...] = (*[None] * 5,)
            if not reason:
                values = (
                    *(_mean([each.values for each in found], index),),
                    *(_mean([each.low for each in found], index),),
                    *(_mean([each.high for each in found], index),),
                    all(each.is_unique for each in found),
                    _mean(ranks, index),
                )
            key = (*place, agent, method)
            yield (*key, *values, count, note or None, reason or None, units)


def _ranks(values: Float[np.ndarray, "agents"]) -> Float[np.ndarray, "agents"]:
    largest = max(1.0, float(np.abs(values).max()))
    return rank(values, tolerance=TIE_TOLERANCE * largest)


def _mean(each: list[Float[np.ndarray, "agents"]], index: int) -> float:
    return fmean(float(values[index]) for values in each)


METRIC = Metric(
    name="other_ratings",
    version=1,
    summary="Alpha-rank, Nash averaging, maximal lottery and Bradley-Terry ratings.",
    compute=compute,
)
