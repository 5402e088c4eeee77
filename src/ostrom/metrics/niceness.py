"""How often agents cooperate before anybody has done anything."""

from itertools import product

import polars as pl

from ostrom.metrics.protocol.estimates import UNITS, grid
from ostrom.metrics.protocol.metric import Metric
from ostrom.metrics.protocol.rates import explained, joined, rate_by
from ostrom.metrics.protocol.tables import RunTables

BY = ("game", "mechanism", "agent")


def compute(tables: RunTables) -> pl.DataFrame:
    """Returns one row for each agent in each condition.

    `rate` is the share of cooperative actions among those of the first round, within
    a repeat and then over repeats; `low` and `high` are the 95 % t interval over
    repeats, cut at 0 and 1.
    """
    first = (
        tables.finished("rounds")
        .filter((pl.col("round") == 1) & pl.col("cooperative").is_not_null())
        .with_columns(pl.col("cooperative").cast(pl.Float64))
    )
    counts = first.group_by(*BY, maintain_order=True).agg(
        pl.len().cast(pl.Int64).alias("num_actions"), UNITS
    )
    cells = (
        (*pair, agent) for pair, agent in product(tables.conditions, tables.agents)
    )
    frame = joined(
        grid(BY, cells), (rate_by(first, BY, "cooperative", ""), counts), BY
    ).rename({"repeats": "num_repeats"})
    nothing = [
        "" if rate is not None else tables.why_no_cooperation(game, mechanism)
        for game, mechanism, rate in frame.select("game", "mechanism", "rate").rows()
    ]
    shown = (*BY, "rate", "low", "high")
    return explained(frame, shown, ("num_actions", "num_repeats"), ("why",), nothing)


METRIC = Metric(
    name="niceness",
    version=1,
    summary="Share of cooperative actions in the first round, over repeats.",
    compute=compute,
)
