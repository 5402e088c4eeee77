"""How often agents cooperate, as the game names it."""

from itertools import product

import polars as pl

from ostrom.metrics.protocol.distributions import with_shares
from ostrom.metrics.protocol.estimates import UNITS, estimate_by, reasons
from ostrom.metrics.protocol.metric import Metric
from ostrom.metrics.protocol.tables import RunTables

BY = ("game", "mechanism", "agent")


def compute(tables: RunTables) -> pl.DataFrame:
    """Returns one row for each condition and one for each agent in it.

    Rows without an agent are over all agents. `rate` is the share of actions that were
    played and are the player's part of the cooperative profile; an action that a
    mediator played for a player counts as the player's. `submitted_rate` is the
    probability that players put on that action themselves, `submitted_other_rate` what
    they put on choices that the mechanism adds. All are taken within a repeat, then
    averaged over repeats; `low` and `high` are the 95 % t interval of `rate` over
    repeats, cut at 0 and 1. Rounds are those played to their end in finished units.
    """
    rounds = with_shares(
        tables.finished("rounds").filter(pl.col("cooperative").is_not_null()), tables
    ).with_columns(pl.col("cooperative").cast(pl.Float64))
    everybody = rounds.with_columns(pl.lit(None, dtype=pl.String).alias("agent"))
    both = pl.concat([everybody, rounds])
    frame = _rows(tables)
    fallbacks = tables.fallbacks(BY)
    total = fallbacks.group_by("game", "mechanism").agg(pl.col("num_fallbacks").sum())
    total = total.with_columns(pl.lit(None, dtype=pl.String).alias("agent"))
    parts = (
        _rates(both),
        pl.concat([total.select(fallbacks.columns), fallbacks]),
    )
    for part in parts:
        frame = frame.join(
            part, on=BY, how="left", nulls_equal=True, maintain_order="left"
        )
    return _explained(frame, tables)


def _rows(tables: RunTables) -> pl.DataFrame:
    agents = (None, *tables.agents)
    rows = [(*pair, agent) for pair, agent in product(tables.conditions, agents)]
    return pl.DataFrame(rows, schema=dict.fromkeys(BY, pl.String), orient="row")


def _rates(rounds: pl.DataFrame) -> pl.DataFrame:
    rates = estimate_by(rounds, BY, "cooperative").with_columns(
        pl.col("low").clip(lower_bound=0), pl.col("high").clip(upper_bound=1)
    )
    counts = rounds.group_by(*BY, maintain_order=True).agg(
        pl.col("cooperative").sum().cast(pl.Int64).alias("num_cooperative"),
        pl.len().cast(pl.Int64).alias("num_actions"),
        UNITS,
    )
    submitted = estimate_by(rounds, BY, "submitted").select(
        *BY,
        pl.col("mean").alias("submitted_rate"),
        pl.when(pl.col("mean").is_null())
        .then(pl.col("interval_reason"))
        .alias("submitted_reason"),
    )
    added = estimate_by(rounds, BY, "submitted_other").select(
        *BY, pl.col("mean").alias("submitted_other_rate")
    )
    frame = rates.rename({"mean": "rate"})
    for part in (submitted, added, counts):
        frame = frame.join(
            part, on=BY, how="left", nulls_equal=True, maintain_order="left"
        )
    return frame


def _explained(frame: pl.DataFrame, tables: RunTables) -> pl.DataFrame:
    nothing = [
        "" if rate is not None else tables.why_no_cooperation(game, mechanism)
        for game, mechanism, rate in frame.select("game", "mechanism", "rate").rows()
    ]
    counts = ("num_repeats", "num_cooperative", "num_actions", "num_fallbacks")
    return frame.with_columns(pl.Series("nothing", nothing, dtype=pl.String)).select(
        *BY,
        *("rate", "low", "high", "submitted_rate", "submitted_other_rate"),
        *(pl.col(name).fill_null(0) for name in counts),
        reasons("nothing", "interval_reason", "submitted_reason"),
        pl.col("units").fill_null([]),
    )


METRIC = Metric(
    name="cooperation_rate",
    version=1,
    summary="Share of played actions that are the cooperative one, by mechanism.",
    compute=compute,
)
