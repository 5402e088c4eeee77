"""Payoff of each agent against each composition of co-players."""

from itertools import combinations_with_replacement

import polars as pl

from ostrom.metrics.protocol.estimates import UNITS, reasons
from ostrom.metrics.protocol.metric import Metric
from ostrom.metrics.protocol.tables import RunTables

BY = ("game", "mechanism", "agent", "others")
SEPARATOR = "\x1f"
VALUES = ("payoff", "expected_payoff")
NO_MATCHUP = "returns are over many rounds with changing co-players"


def compute(tables: RunTables) -> pl.DataFrame:
    """Returns one row for each agent and each multiset of co-players.

    `payoff` is the mean return of the row's agent over all seatings of these agents,
    each seating counting the same, over all repeats. With the agent itself among the
    co-players all of its seats count. `co_players` is sorted and leaves out the
    agent's own seat. A cell without a settled match is a row without a number.
    """
    returns = tables.finished("returns").filter(pl.col("co_players").is_not_null())
    others = [
        SEPARATOR.join(_others(seated, agent))
        for seated, agent in returns.select("co_players", "agent").iter_rows()
    ]
    placed = returns.with_columns(
        pl.Series("others", others, dtype=pl.String),
        pl.col("co_players").list.join(SEPARATOR).alias("seating"),
        pl.col("co_players").list.len().alias("seats"),
    )
    frame = _cells(tables)
    cells = _averaged(placed)
    frame = frame.join(cells, on=BY, how="left", maintain_order="left")
    return _explained(frame, tables)


def _others(seated: list[str], agent: str) -> list[str]:
    """The co-players of one seat of `agent`, sorted."""
    rest = list(seated)
    rest.remove(agent)
    return sorted(rest)


def _averaged(placed: pl.DataFrame) -> pl.DataFrame:
    """Means within each seat of each seating, then over those."""
    seats = placed.group_by(*BY, "seating", "player", maintain_order=True).agg(
        # A mean over the known ones only would hide that some are not known.
        *(
            pl.when(pl.col(name).null_count() == 0).then(pl.col(name).mean())
            for name in VALUES
        )
    )
    means = seats.group_by(*BY, maintain_order=True).agg(
        *(
            pl.when(pl.col(name).null_count() == 0).then(pl.col(name).mean())
            for name in VALUES
        ),
        pl.col("seating").n_unique().cast(pl.Int64).alias("num_seatings"),
    )
    counts = placed.group_by(*BY, maintain_order=True).agg(
        pl.struct("unit_id", "match").n_unique().cast(pl.Int64).alias("num_matches"),
        pl.col("repeat").n_unique().cast(pl.Int64).alias("num_repeats"),
        UNITS,
    )
    return means.join(counts, on=BY, how="left", maintain_order="left")


def _cells(tables: RunTables) -> pl.DataFrame:
    """All rows that the table should have."""
    agents = sorted(tables.agents)
    rows: list[tuple[str, ...]] = []
    for game, mechanism in tables.conditions:
        company = tables.manifest["games"][game]["num_players"] - 1
        for agent in tables.agents:
            rows.extend(
                (game, mechanism, agent, SEPARATOR.join(others))
                for others in combinations_with_replacement(agents, company)
            )
    schema = dict.fromkeys(BY, pl.String)
    return pl.DataFrame(rows, schema=schema, orient="row")


def _explained(frame: pl.DataFrame, tables: RunTables) -> pl.DataFrame:
    populations = set(
        tables.finished("returns")
        .filter(pl.col("co_players").is_null())
        .select("game", "mechanism")
        .iter_rows()
    )
    nothing = []
    for game, mechanism, payoff in frame.select("game", "mechanism", "payoff").rows():
        why = "" if payoff is not None else tables.why_nothing(game, mechanism)
        nothing.append(NO_MATCHUP if (game, mechanism) in populations else why)
    no_expectation = (
        pl.when(pl.col("payoff").is_not_null() & pl.col("expected_payoff").is_null())
        .then(pl.lit("no exact expectation: later rounds hang on sampled actions"))
        .alias("no_expectation")
    )
    counts = ("num_seatings", "num_matches", "num_repeats")
    return frame.with_columns(
        pl.Series("nothing", nothing, dtype=pl.String),
        no_expectation,
    ).select(
        "game",
        "mechanism",
        "agent",
        pl.when(pl.col("others") == "")
        .then(pl.lit([], dtype=pl.List(pl.String)))
        .otherwise(pl.col("others").str.split(SEPARATOR))
        .alias("co_players"),
        *VALUES,
        *(pl.col(name).fill_null(0) for name in counts),
        reasons("nothing", "no_expectation"),
        pl.col("units").fill_null([]),
    )


METRIC = Metric(
    name="matchup_payoffs",
    version=1,
    summary="Points a round of an agent against each composition of co-players.",
    compute=compute,
)
