"""Deviation rating and rank of each agent."""

from collections.abc import Iterator
from dataclasses import dataclass
from statistics import fmean
from typing import Any

import numpy as np
import polars as pl
from jaxtyping import Float

from ostrom.metagame.deviation_rating import (
    TIE_TOLERANCE,
    DeviationRating,
    deviation_rating,
)
from ostrom.metagame.ranking import rank
from ostrom.metrics.protocol.metagames import Metagames
from ostrom.metrics.protocol.metric import Metric
from ostrom.metrics.protocol.repeats import Bounds, over_repeats, why_no_interval
from ostrom.metrics.protocol.tables import RunTables

SCHEMA: dict[str, Any] = {
    "game": pl.String,
    "mechanism": pl.String,
    "agent": pl.String,
    "rating": pl.Float64,
    "low": pl.Float64,
    "high": pl.Float64,
    "rank": pl.Float64,
    "rank_low": pl.Float64,
    "rank_high": pl.Float64,
    "coarse_rank": pl.Float64,
    "tie_tolerance": pl.Float64,
    "coarse_tolerance": pl.Float64,
    "num_repeats": pl.Int64,
    "reason": pl.String,
    "units": pl.List(pl.String),
}
COARSE_TOLERANCE = 0.05
"""Ratings this close, in units of `DeviationRating.scale`, tie in `coarse_rank`."""


def compute(tables: RunTables) -> pl.DataFrame:
    """Returns one row for each agent in each condition, and one for all agents.

    `rating` is the deviation rating in points a round, at most 0, on the payoffs
    averaged over seatings; `rank` the place in the order of ratings, 1 the best, with
    average ranks for ties. Both are found in each repeat, then averaged over repeats,
    with 95 % t intervals that keep within the possible values. Ratings jump when
    payoffs move a little, so `coarse_rank` says what is left of the order if ratings
    tie within 5 % of the largest gain that an agent can have by deviating.
    `tie_tolerance` and `coarse_tolerance` are the distances within which neighbours
    tie, in points, in the repeat where they are widest. The row without an agent is
    the plain mean over agents. `num_repeats` counts the complete repeats. Absent
    unless every planned repeat has a settled match in every seating and a certified
    solution.
    """
    rows = [row for each in tables.metagames for row in _rows(each, tables.agents)]
    return pl.DataFrame(rows, schema=SCHEMA, orient="row")


@dataclass(frozen=True)
class _Ranked:
    """What one repeat says of all agents."""

    ratings: Float[np.ndarray, "agents"]
    ranks: Float[np.ndarray, "agents"]
    coarse_ranks: Float[np.ndarray, "agents"]


def _rows(
    condition: Metagames, agents: tuple[str, ...]
) -> Iterator[tuple[object, ...]]:
    found, reason = condition.solve(deviation_rating)
    ranked = tuple(_ranked(each) for each in found)
    scale = max((each.scale for each in found), default=0.0)
    tolerances = (TIE_TOLERANCE * scale, COARSE_TOLERANCE * scale)
    place, count = (condition.game, condition.mechanism), len(condition.complete)
    for index, agent in (*enumerate(agents), (None, None)):
        values: tuple[object, ...] = (*[None] * 9, reason)
        if not reason:
            *estimates, why = _estimated(ranked, index)
            values = (*estimates, *tolerances, why)
        yield (*place, agent, *values[:-1], count, values[-1], condition.units)


def _ranked(found: DeviationRating) -> _Ranked:
    return _Ranked(
        found.values,
        rank(found.values, tolerance=TIE_TOLERANCE * found.scale),
        rank(found.values, tolerance=COARSE_TOLERANCE * found.scale),
    )


def _estimated(ranked: tuple[_Ranked, ...], index: int | None) -> tuple[object, ...]:
    """Rating, rank and coarse rank, and why an interval is absent."""
    rating = over_repeats(
        [_of(each.ratings, index) for each in ranked], Bounds(largest=0.0)
    )
    num_agents = len(ranked[0].ranks)
    place = over_repeats(
        [_of(each.ranks, index) for each in ranked], Bounds(1.0, float(num_agents))
    )
    coarse = fmean(_of(each.coarse_ranks, index) for each in ranked)
    reason = why_no_interval({"rating": rating, "rank": place})
    return (
        *(rating.mean, rating.low, rating.high),
        *(place.mean, place.low, place.high),
        coarse,
        reason or None,
    )


def _of(values: Float[np.ndarray, "agents"], index: int | None) -> float:
    """The value of one agent, or the plain mean over all."""
    return fmean(values.tolist()) if index is None else float(values[index])


METRIC = Metric(
    name="deviation_rating",
    version=1,
    summary="Deviation rating on the game of choosing agents, and the rank by it.",
    compute=compute,
)
