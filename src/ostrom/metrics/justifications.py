"""How often judges see each reason in what agents say."""

import polars as pl

from ostrom.metrics.protocol.metric import Metric
from ostrom.metrics.protocol.rates import explained, joined, rate_by
from ostrom.metrics.protocol.tables import RunTables, in_order

_PLACE = ("game", "mechanism", "agent")
BY = (*_PLACE, "codebook", "code", "family", "judge")
_TEXT = ("unit_id", *_PLACE, "repeat", "codebook", "code", "family", "text_id")


def compute(tables: RunTables) -> pl.DataFrame:
    """Returns one row for each agent, condition, code and judge, and for all judges.

    `rate` is the share of judged texts in which a judge saw the code; in rows without
    a judge it is the mean over the judges of a text. Both are taken within a repeat,
    then over repeats; `low` and `high` are the 95 % t interval over repeats, cut at 0
    and 1. Texts without a verdict are left out and counted in `num_missing`. Where
    nothing was judged there is one row an agent and condition, without a code.
    """
    verdicts = in_order(tables.frames["verdicts"]).with_columns(
        pl.col("value").cast(pl.Float64)
    )
    merged = (
        verdicts.group_by(*_TEXT, maintain_order=True)
        .agg(pl.col("value").mean())
        .with_columns(pl.lit(None, dtype=pl.String).alias("judge"))
    )
    columns = (*_TEXT, "judge", "value")
    both = pl.concat([merged.select(columns), verdicts.select(columns)])
    known = both.filter(pl.col("value").is_not_null())
    counts = both.group_by(*BY, maintain_order=True).agg(
        pl.col("value").count().cast(pl.Int64).alias("num_texts"),
        pl.col("value").null_count().cast(pl.Int64).alias("num_missing"),
        pl.col("unit_id").unique().sort().alias("units"),
    )
    frame = joined(_cells(tables, both), (rate_by(known, BY, "value", ""), counts), BY)
    frame = frame.rename({"repeats": "num_repeats"})
    nothing = [
        "" if rate is not None else _why(code, tables)
        for code, rate in frame.select("code", "rate").rows()
    ]
    shown = (*BY, "rate", "low", "high")
    numbers = ("num_texts", "num_missing", "num_repeats")
    return explained(frame, shown, numbers, ("why",), nothing)


def _cells(tables: RunTables, both: pl.DataFrame) -> pl.DataFrame:
    """All groups that were judged, and a row for each that was not."""
    judged = both.select(BY).unique().sort(BY, nulls_last=True)
    planned = pl.DataFrame(
        [(*pair, agent) for pair in tables.conditions for agent in tables.agents],
        schema=dict.fromkeys(_PLACE, pl.String),
        orient="row",
    )
    return planned.join(judged, on=_PLACE, how="left", maintain_order="left_right")


def _why(code: str | None, tables: RunTables) -> str:
    if code is not None:
        return "no verdict could be read"
    if tables.frames["verdicts"].is_empty():
        return "nothing was judged in this run"
    return "no text of this agent was judged here"


METRIC = Metric(
    name="justifications",
    version=1,
    summary="Share of judged texts that give a reason, by judge, over repeats.",
    compute=compute,
)
