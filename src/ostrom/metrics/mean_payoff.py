"""Mean payoff of each agent under each game and mechanism."""

from itertools import product

import polars as pl

from ostrom.metrics.protocol.estimates import UNITS, estimate_by, grid, reasons
from ostrom.metrics.protocol.metric import Metric
from ostrom.metrics.protocol.tables import RunTables

BY = ("game", "mechanism", "agent")


def compute(tables: RunTables) -> pl.DataFrame:
    """Returns one row for each agent in each condition.

    `mean` averages the returns of all seats that the agent took in settled matches of
    finished units: first within a repeat, then over repeats. Where every ordered
    seating is played once, this is the agent's payoff against a uniform draw of
    co-players, the paper's Mean. `low` and `high` are the 95 % t interval over
    repeats. `expected_…` is the same from exact expectations, absent where later
    rounds hang on sampled actions. `num_matches` counts a population as one match.
    """
    returns = tables.finished("returns")
    counts = returns.group_by(*BY, maintain_order=True).agg(
        pl.len().cast(pl.Int64).alias("num_returns"),
        pl.struct("unit_id", "match").n_unique().cast(pl.Int64).alias("num_matches"),
        UNITS,
    )
    expected = estimate_by(returns, BY, "expected_payoff").select(
        *BY,
        *(pl.col(name).alias(f"expected_{name}") for name in ("mean", "low", "high")),
        _why_no_expectation(),
    )
    cells = (
        (*pair, agent) for pair, agent in product(tables.conditions, tables.agents)
    )
    frame = grid(BY, cells)
    for part in (
        estimate_by(returns, BY, "payoff"),
        expected,
        counts,
        tables.fallbacks(BY),
    ):
        frame = frame.join(part, on=BY, how="left", maintain_order="left")
    return _explained(frame, tables)


def _why_no_expectation() -> pl.Expr:
    unknown = pl.lit("no exact expectation: later rounds hang on sampled actions")
    absent = pl.col("mean").is_null()
    # An interval that is missing in both halves has the same reason in both.
    return (
        pl.when(absent)
        .then(unknown)
        .otherwise(pl.col("interval_reason"))
        .alias("expected_reason")
    )


def _explained(frame: pl.DataFrame, tables: RunTables) -> pl.DataFrame:
    nothing = [
        tables.why_nothing(game, mechanism) if mean is None else ""
        for game, mechanism, mean in frame.select("game", "mechanism", "mean").rows()
    ]
    counts = ("num_repeats", "num_matches", "num_returns", "num_fallbacks")
    return frame.with_columns(pl.Series("nothing", nothing, dtype=pl.String)).select(
        *BY,
        *("mean", "low", "high", "expected_mean", "expected_low", "expected_high"),
        *(pl.col(name).fill_null(0) for name in counts),
        reasons("nothing", "interval_reason", "expected_reason"),
        pl.col("units").fill_null([]),
    )


METRIC = Metric(
    name="mean_payoff",
    version=1,
    summary="Points a round, averaged over all seats of an agent, then over repeats.",
    compute=compute,
)
