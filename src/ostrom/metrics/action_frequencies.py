"""How often each choice was made."""

import polars as pl

from ostrom.metrics.protocol.distributions import named_shares
from ostrom.metrics.protocol.estimates import UNITS
from ostrom.metrics.protocol.metric import Metric
from ostrom.metrics.protocol.tables import RunTables

BY = ("game", "mechanism", "agent")


def compute(tables: RunTables) -> pl.DataFrame:
    """Returns one row for each agent and choice in each condition.

    `share` is the part of the agent's rounds in which the choice was sampled,
    `submitted_share` the mean probability that the agent put on it. Choices that a
    mechanism adds, such as handing the decision to a mediator, are choices of their
    own. All rounds that were played to their end in finished units count the same.
    Agents that played no round are left out.
    """
    rounds = tables.finished("rounds")
    shares = named_shares(rounds, tables)
    counts = shares.group_by(*BY, "choice", maintain_order=True).agg(
        pl.col("is_added").any(),
        pl.col("index").min(),
        pl.col("is_chosen").sum().cast(pl.Int64).alias("num_chosen"),
        pl.col("submitted").sum().alias("submitted_sum"),
    )
    totals = rounds.group_by(*BY, maintain_order=True).agg(
        pl.len().cast(pl.Int64).alias("num_actions"),
        pl.col("distribution").null_count().alias("num_unknown"),
        UNITS,
    )
    joined = counts.join(totals, on=BY, how="left", maintain_order="left")
    joined = joined.join(tables.fallbacks(BY), on=BY, how="left", maintain_order="left")
    known = pl.col("num_unknown") == 0
    return _sorted(joined, tables).select(
        *BY,
        "choice",
        "is_added",
        (pl.col("num_chosen") / pl.col("num_actions")).alias("share"),
        pl.when(known)
        .then(pl.col("submitted_sum") / pl.col("num_actions"))
        .alias("submitted_share"),
        "num_chosen",
        "num_actions",
        pl.col("num_fallbacks").fill_null(0),
        pl.when(~known)
        .then(
            pl.format(
                "no submitted distribution in {} of {} rounds",
                "num_unknown",
                "num_actions",
            )
        )
        .alias("reason"),
        "units",
    )


def _sorted(frame: pl.DataFrame, tables: RunTables) -> pl.DataFrame:
    """Orders rows as conditions and agents stand in the manifest."""
    places = {pair: place for place, pair in enumerate(tables.conditions)}
    agents = {agent: place for place, agent in enumerate(tables.agents)}
    keys = [
        (places[game, mechanism], agents[agent], index, choice)
        for game, mechanism, agent, index, choice in frame.select(
            *BY, "index", "choice"
        ).iter_rows()
    ]
    order = sorted(range(len(keys)), key=keys.__getitem__)
    return frame[order]


METRIC = Metric(
    name="action_frequencies",
    version=1,
    summary="Share of an agent's rounds in which each choice was made.",
    compute=compute,
)
