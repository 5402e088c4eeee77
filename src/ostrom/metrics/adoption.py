"""How often agents take up an institution: delegate to a mediator, sign a contract."""

from itertools import product

import polars as pl

from ostrom.metrics.protocol.distributions import named_shares
from ostrom.metrics.protocol.estimates import grid
from ostrom.metrics.protocol.metric import Metric
from ostrom.metrics.protocol.rates import explained, joined, rate_by
from ostrom.metrics.protocol.tables import RunTables

DELEGATION, SIGNING = "delegation", "signing"
BY = ("game", "mechanism", "agent", "kind")
_FACTS = (
    "unit_id",
    "game",
    "mechanism",
    "repeat",
    "agent",
    "kind",
    "took",
    "submitted",
)
_OF_GAME = ("game", "mechanism")


def compute(tables: RunTables) -> pl.DataFrame:
    """Returns one row for each agent, condition and kind of institution in it.

    `delegation`: `rate` is the share of actions that were left to the mediator,
    `submitted_rate` the probability that agents put on doing so; only rounds in which
    delegating was on offer count. `signing`: the share of contracts that were put to
    the agent and that it signed; both rates are the same. All within a repeat, then
    over repeats; `low` and `high` are the 95 % t interval of `rate` over repeats, cut
    at 0 and 1. A condition without institution has one row without kind.
    """
    facts = pl.concat([_delegated(tables), _signed(tables)])
    offered = dict.fromkeys(
        facts.select(*_OF_GAME, "kind").unique().sort(_OF_GAME).rows()
    )
    cells = [
        (game, mechanism, agent, kind)
        for (game, mechanism), agent in product(tables.conditions, tables.agents)
        for kind in _kinds(game, mechanism, offered)
    ]
    counts = facts.group_by(*BY, maintain_order=True).agg(
        pl.len().cast(pl.Int64).alias("num_decisions"),
        pl.col("unit_id").unique().sort().alias("units"),
    )
    submitted = rate_by(facts, BY, "submitted", "submitted_").select(
        *BY, "submitted_rate"
    )
    parts = (rate_by(facts, BY, "took", ""), submitted, counts)
    frame = joined(grid(BY, cells), parts, BY).rename({"repeats": "num_repeats"})
    nothing = [
        "" if rate is not None else _why(game, mechanism, kind, tables)
        for game, mechanism, kind, rate in frame.select(
            "game", "mechanism", "kind", "rate"
        ).rows()
    ]
    shown = (*BY, "rate", "low", "high", "submitted_rate")
    return explained(frame, shown, ("num_decisions", "num_repeats"), ("why",), nothing)


def _kinds(
    game: str, mechanism: str, offered: dict[tuple[str, ...], None]
) -> tuple[str | None, ...]:
    found = tuple(
        kind for kind in (DELEGATION, SIGNING) if (game, mechanism, kind) in offered
    )
    return found or (None,)


def _why(game: str, mechanism: str, kind: str | None, tables: RunTables) -> str:
    unplayed = tables.why_unplayed(game, mechanism)
    if unplayed:
        return unplayed
    if kind is None:
        return "no institution was on offer"
    return "the agent was never asked"


def _delegated(tables: RunTables) -> pl.DataFrame:
    """One row an action in a round that offered a choice besides the game's own."""
    shares = named_shares(tables.finished("rounds"), tables)
    added = shares.filter(pl.col("is_added"))
    place = (
        "unit_id",
        "game",
        "mechanism",
        "repeat",
        "agent",
        "match",
        "round",
        "player",
    )
    # The mediator may not stand for election in every match: then it is not on offer.
    sums = added.group_by(*place, maintain_order=True).agg(
        pl.col("is_chosen").sum().alias("took"),
        pl.col("submitted").sum(),
        pl.col("distribution").first(),
        pl.col("index").min(),
    )
    length = pl.col("distribution").str.json_decode(pl.List(pl.Float64)).list.len()
    on_offer = length > pl.col("index")
    return (
        sums.filter(on_offer.fill_null(value=True))
        .with_columns(pl.lit(DELEGATION).alias("kind"))
        .select(_FACTS)
    )


def _signed(tables: RunTables) -> pl.DataFrame:
    asked = tables.finished("decisions").filter(
        (pl.col("kind") == "sign_contract") & pl.col("answer").is_not_null()
    )
    yes = (pl.col("answer") == "true").cast(pl.Float64)
    return asked.with_columns(
        pl.lit(SIGNING).alias("kind"), yes.alias("took"), yes.alias("submitted")
    ).select(_FACTS)


METRIC = Metric(
    name="adoption",
    version=1,
    summary="Share of decisions that delegate or sign, over repeats.",
    compute=compute,
)
