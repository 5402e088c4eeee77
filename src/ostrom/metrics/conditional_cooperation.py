"""How often agents cooperate, by how many co-players did the last time."""

from collections.abc import Iterator

import polars as pl

from ostrom.metrics.protocol.estimates import UNITS
from ostrom.metrics.protocol.metric import Metric
from ostrom.metrics.protocol.rates import explained, joined, rate_by
from ostrom.metrics.protocol.tables import RunTables

_PLACE = ("game", "mechanism", "agent")
BY = (*_PLACE, "others_cooperated")
_SEATED = ("unit_id", "match", "round")


def compute(tables: RunTables) -> pl.DataFrame:
    """Returns one row for each agent, condition and number of cooperating co-players.

    `others_cooperated` counts the co-players of a round whose own action in the round
    before was cooperative; null stands for the first round, before which there was
    none. In a match that goes on these are the same players in the same match; where
    co-players change, each is judged by what it did before, against whomever. `rate`
    is the share of cooperative actions, within a repeat and then over repeats; `low`
    and `high` are the 95 % t interval over repeats, cut at 0 and 1.
    """
    rounds = _with_others(
        tables.finished("rounds").filter(pl.col("cooperative").is_not_null())
    )
    counts = rounds.group_by(*BY, maintain_order=True).agg(
        pl.len().cast(pl.Int64).alias("num_actions"), UNITS
    )
    frame = joined(
        _cells(tables, rounds),
        (rate_by(rounds, BY, "cooperative", ""), counts),
        BY,
    ).rename({"repeats": "num_repeats"})
    nothing = [
        "" if rate is not None else _why(game, mechanism, others, tables)
        for game, mechanism, others, rate in frame.select(
            "game", "mechanism", "others_cooperated", "rate"
        ).rows()
    ]
    shown = (*BY, "num_others", "rate", "low", "high")
    return explained(frame, shown, ("num_actions", "num_repeats"), ("why",), nothing)


def _with_others(rounds: pl.DataFrame) -> pl.DataFrame:
    """Adds what the co-players of each row did in the round before."""
    rounds = rounds.with_columns(pl.col("cooperative").cast(pl.Float64))
    # Where a slot takes part in many matches at once, its past is that of the match.
    at_once = pl.len().over("unit_id", "slot", "round") > 1
    past = pl.when(at_once).then(pl.col("match")).otherwise(-1).alias("past")
    rounds = rounds.with_columns(past)
    before = rounds.select(
        "unit_id",
        "slot",
        "past",
        pl.col("round") + 1,
        pl.col("cooperative").alias("did"),
    )
    keys = ["unit_id", "slot", "past", "round"]
    known = rounds.join(before, on=keys, how="left", maintain_order="left")
    total, gaps = pl.col("did").sum(), pl.col("did").null_count()
    others = (total.over(_SEATED) - pl.col("did").fill_null(0)).cast(pl.Int64)
    own_gap = pl.col("did").is_null().cast(pl.UInt32)
    whole = gaps.over(_SEATED) - own_gap == 0
    return known.with_columns(
        pl.when(whole & (pl.col("round") > 1)).then(others).alias("others_cooperated")
    ).filter((pl.col("round") == 1) | pl.col("others_cooperated").is_not_null())


def _cells(tables: RunTables, rounds: pl.DataFrame) -> pl.DataFrame:
    """The first round of every condition, and all counts where rounds followed."""
    goes_on = set(
        rounds.filter(pl.col("round") > 1).select("game", "mechanism").iter_rows()
    )

    def rows() -> Iterator[tuple[str, str, str, int | None, int]]:
        for game, mechanism in tables.conditions:
            others = tables.manifest["games"][game]["num_players"] - 1
            later = range(others + 1) if (game, mechanism) in goes_on else ()
            for agent in tables.agents:
                for count in (None, *later):
                    yield game, mechanism, agent, count, others

    schema = {
        **dict.fromkeys(_PLACE, pl.String),
        "others_cooperated": pl.Int64,
        "num_others": pl.Int64,
    }
    return pl.DataFrame(list(rows()), schema=schema, orient="row")


def _why(game: str, mechanism: str, others: int | None, tables: RunTables) -> str:
    if others is None:
        return tables.why_no_cooperation(game, mechanism)
    return "no round followed one in which so many co-players cooperated"


METRIC = Metric(
    name="conditional_cooperation",
    version=1,
    summary="Share of cooperative actions by how many co-players cooperated before.",
    compute=compute,
)
