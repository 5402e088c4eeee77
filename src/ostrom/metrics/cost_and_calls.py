"""Calls to language models, their tokens and what they cost."""

import polars as pl

from ostrom.metrics.protocol.estimates import UNITS
from ostrom.metrics.protocol.metric import Metric
from ostrom.metrics.protocol.tables import RunTables, in_order

BY = ("game", "mechanism", "agent", "model")
TOKENS = ("input_tokens", "cached_tokens", "output_tokens", "reasoning_tokens")


def compute(tables: RunTables) -> pl.DataFrame:
    """Returns one row for each agent and model in each condition.

    All calls count, those of failed units too. A sum is absent where a part of it is
    not known: where the price of a call is unknown there is no cost, and where the
    provider did not count tokens of a kind there is no sum of them. `num_unpriced`
    says how many calls have no price.
    """
    calls = in_order(tables.frames["replies"])
    frame = calls.group_by(*BY, maintain_order=True).agg(
        pl.len().cast(pl.Int64).alias("num_calls"),
        *(_whole(name) for name in (*TOKENS, "cost_usd")),
        pl.col("cost_usd").null_count().cast(pl.Int64).alias("num_unpriced"),
        *(pl.col(name).null_count().alias(f"{name}_unknown") for name in TOKENS),
        UNITS,
    )
    gaps = [
        pl.when(pl.col("num_unpriced") > 0).then(
            pl.format("no price for {} of {} calls", "num_unpriced", "num_calls")
        ),
        *(_uncounted(name) for name in TOKENS),
    ]
    why = pl.concat_str(*gaps, separator="; ", ignore_nulls=True)
    places = {pair: place for place, pair in enumerate(tables.conditions)}
    agents = {agent: place for place, agent in enumerate(tables.agents)}
    keys = [
        (places[game, mechanism], agents[agent], model)
        for game, mechanism, agent, model in frame.select(BY).iter_rows()
    ]
    ordered = frame[sorted(range(len(keys)), key=keys.__getitem__)]
    return ordered.select(
        *BY,
        "num_calls",
        *TOKENS,
        "cost_usd",
        "num_unpriced",
        pl.when(why == "").then(None).otherwise(why).alias("reason"),
        "units",
    )


def _whole(name: str) -> pl.Expr:
    """The sum of a column; null where a value is."""
    column = pl.col(name)
    return pl.when(column.null_count() == 0).then(column.sum()).alias(name)


def _uncounted(name: str) -> pl.Expr:
    words = name.replace("_", " ")
    return pl.when(pl.col(f"{name}_unknown") > 0).then(
        pl.format(
            f"{words} not reported for {{}} of {{}} calls",
            f"{name}_unknown",
            "num_calls",
        )
    )


METRIC = Metric(
    name="cost_and_calls",
    version=1,
    summary="Calls, tokens and cost; absent where a price or a count is not known.",
    compute=compute,
)
