"""What a match pays on average: the welfare of all who take part."""

import polars as pl

from ostrom.metrics.normalised_payoff import endpoints
from ostrom.metrics.protocol.estimates import UNITS, estimate_by, grid, reasons
from ostrom.metrics.protocol.metric import Metric
from ostrom.metrics.protocol.tables import RunTables

BY = ("game", "mechanism")


def compute(tables: RunTables) -> pl.DataFrame:
    """Returns one row for each condition.

    `welfare` is the mean over players of what a match pays a round, averaged over
    matches within a repeat and then over repeats; a population counts as one match.
    `low` and `high` are the 95 % t interval over repeats. `normalised` is welfare with
    mutual defection at 0 and mutual cooperation at 1.
    """
    matches = _matches(tables)
    counts = matches.group_by(*BY, maintain_order=True).agg(
        pl.len().cast(pl.Int64).alias("num_matches"), UNITS
    )
    frame = grid(BY, tables.conditions)
    for part in (estimate_by(matches, BY, "payoff"), counts):
        frame = frame.join(part, on=BY, how="left", maintain_order="left")
    normalised: list[float | None] = []
    nothing, no_scale = [], []
    for game, mechanism, mean in frame.select(*BY, "mean").rows():
        low, high, why = endpoints(tables.manifest["games"][game])
        if mean is None or low is None or high is None:
            normalised.append(None)
        else:
            normalised.append((mean - low) / (high - low))
        nothing.append("" if mean is not None else tables.why_nothing(game, mechanism))
        no_scale.append(why or "")
    return frame.with_columns(
        pl.Series("normalised", normalised, dtype=pl.Float64),
        pl.Series("nothing", nothing, dtype=pl.String),
        pl.Series("no_scale", no_scale, dtype=pl.String),
    ).select(
        *BY,
        pl.col("mean").alias("welfare"),
        *("low", "high", "normalised"),
        *(pl.col(name).fill_null(0) for name in ("num_matches", "num_repeats")),
        reasons("nothing", "interval_reason", "no_scale"),
        pl.col("units").fill_null([]),
    )


def _matches(tables: RunTables) -> pl.DataFrame:
    """One row a settled match or population: the mean over its players."""
    return (
        tables.finished("returns")
        .group_by("unit_id", "match", *BY, "repeat", maintain_order=True)
        .agg(pl.col("payoff").mean())
    )


METRIC = Metric(
    name="welfare",
    version=1,
    summary="Points a round and player, over matches and then over repeats.",
    compute=compute,
)
