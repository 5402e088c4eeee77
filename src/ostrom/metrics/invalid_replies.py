"""How replies were read, and what became of those that could not be."""

import polars as pl

from ostrom.metrics.protocol.metric import Metric
from ostrom.metrics.protocol.tables import RunTables, in_order
from ostrom.records.decision import Outcome

BY = ("game", "mechanism", "agent", "model")
READ = tuple(outcome.value for outcome in Outcome)
INVALID = tuple(outcome.value for outcome in Outcome if not outcome.is_valid)
RATES = {
    "invalid_rate": ("num_invalid", "num_read", "no reply was read"),
    "retried_rate": ("num_retried", "num_decisions", "no decision by a model"),
    "fallback_rate": ("num_fallback", "num_decisions", "no decision by a model"),
    "missing_rate": ("num_missing", "num_decisions", "no decision by a model"),
}
"""Rates with their numerator, denominator, and what to say where that is 0."""


def compute(tables: RunTables) -> pl.DataFrame:
    """Returns one row for each condition, and for each agent and model in it.

    All units count, failed ones too: a reply was said and paid for. Replies are counted
    by outcome (`unread`: the run ended before it was read, so no rate counts it);
    decisions by those that took more than one reply (`num_retried`), a declared
    fallback or no answer at all. Rows without an agent sum up the condition and alone
    carry what belongs to units: how many failed, how many of those at a provider, how
    many are unfinished, and how many matches or rounds were void.
    """
    replies = in_order(tables.frames["replies"])
    decisions = in_order(
        tables.frames["decisions"].filter(pl.col("model").is_not_null())
    )
    spoken = _counted(replies, decisions, BY)
    totals = _totals(tables, replies, decisions)
    both = pl.concat([totals, spoken], how="diagonal")
    places = {pair: place for place, pair in enumerate(tables.conditions)}
    agents = {None: -1} | {agent: place for place, agent in enumerate(tables.agents)}
    keys = [
        (places[game, mechanism], agents[agent], model or "")
        for game, mechanism, agent, model in both.select(BY).iter_rows()
    ]
    frame = both[sorted(range(len(keys)), key=keys.__getitem__)]
    return _with_rates(frame)


def _counted(
    replies: pl.DataFrame, decisions: pl.DataFrame, by: tuple[str, ...]
) -> pl.DataFrame:
    """Counts of replies and decisions by group, 0 where there is none."""
    outcome = pl.col("outcome")
    said = replies.group_by(*by, maintain_order=True).agg(
        pl.len().alias("num_replies"),
        *((outcome == name).sum().alias(name) for name in READ),
        outcome.null_count().alias("unread"),
        pl.col("unit_id").alias("reply_units"),
    )
    decided = decisions.group_by(*by, maintain_order=True).agg(
        pl.len().alias("num_decisions"),
        (pl.col("attempts") > 1).sum().alias("num_retried"),
        (pl.col("source") == "fallback").sum().alias("num_fallback"),
        (pl.col("source") == "missing").sum().alias("num_missing"),
        pl.col("unit_id").alias("decision_units"),
    )
    joined = said.join(decided, on=list(by), how="full", coalesce=True)
    counts = [
        name
        for name in joined.columns
        if name not in {*by, "reply_units", "decision_units"}
    ]
    units = pl.concat_list(
        pl.col("reply_units").fill_null([]), pl.col("decision_units").fill_null([])
    )
    return joined.select(
        *by,
        *(pl.col(name).fill_null(0).cast(pl.Int64) for name in counts),
        pl.sum_horizontal(pl.col(*INVALID).fill_null(0))
        .cast(pl.Int64)
        .alias("num_invalid"),
        units.list.unique().list.sort().alias("units"),
    )


def _totals(
    tables: RunTables, replies: pl.DataFrame, decisions: pl.DataFrame
) -> pl.DataFrame:
    """One row for each condition: sums, and what belongs to its units."""
    pair = ("game", "mechanism")
    units = tables.units.group_by(*pair, maintain_order=True).agg(
        pl.len().cast(pl.Int64).alias("num_units"),
        _count(pl.col("status") == "failed").alias("num_failed_units"),
        _count(
            (pl.col("status") == "failed")
            & pl.col("failure").fill_null("").str.starts_with("ProviderError")
        ).alias("num_provider_failures"),
        _count(pl.col("status").is_in(["started", "never_run"])).alias(
            "num_unfinished_units"
        ),
        pl.col("num_matches").sum().alias("num_matches"),
        pl.col("num_voids").sum().alias("num_voids"),
        pl.col("unit_id")
        .filter(pl.col("status") != "never_run")
        .sort()
        .alias("unit_list"),
    )
    counted = _counted(replies, decisions, pair).drop("units")
    joined = units.join(counted, on=list(pair), how="left", maintain_order="left")
    absent = pl.lit(None, dtype=pl.String)
    filled = [name for name in counted.columns if name not in pair]
    return joined.with_columns(
        *(pl.col(name).fill_null(0) for name in filled),
        absent.alias("agent"),
        absent.alias("model"),
    ).rename({"unit_list": "units"})


def _count(condition: pl.Expr) -> pl.Expr:
    return condition.sum().cast(pl.Int64)


def _with_rates(frame: pl.DataFrame) -> pl.DataFrame:
    counted = frame.with_columns(num_read=pl.col("num_replies") - pl.col("unread"))
    rates = [
        pl.when(pl.col(below) > 0).then(pl.col(above) / pl.col(below)).alias(name)
        for name, (above, below, _) in RATES.items()
    ]
    said = {below: words for _, below, words in RATES.values()}
    why = pl.concat_str(
        *(pl.when(pl.col(below) == 0).then(pl.lit(said[below])) for below in said),
        separator="; ",
        ignore_nulls=True,
    )
    of_units = (
        *("num_units", "num_failed_units", "num_provider_failures"),
        *("num_unfinished_units", "num_matches", "num_voids"),
    )
    return counted.with_columns(*rates).select(
        *BY,
        "num_replies",
        "num_read",
        *READ,
        "unread",
        "num_invalid",
        "invalid_rate",
        "num_decisions",
        *("num_retried", "retried_rate", "num_fallback", "fallback_rate"),
        *("num_missing", "missing_rate"),
        *of_units,
        pl.when(why == "").then(None).otherwise(why).alias("reason"),
        "units",
    )


METRIC = Metric(
    name="invalid_replies",
    version=1,
    summary="Replies by how they were read; retries, fallbacks, missing answers.",
    compute=compute,
)
