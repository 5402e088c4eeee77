"""Approval of proposals: received from others, given to others, and who wins."""

import json
from collections.abc import Iterator
from itertools import product
from typing import Any

import polars as pl

from ostrom.metrics.protocol.estimates import grid
from ostrom.metrics.protocol.metric import Metric
from ostrom.metrics.protocol.rates import explained, joined, rate_by
from ostrom.metrics.protocol.tables import RunTables

BY = ("game", "mechanism", "agent")
_WHERE = ("unit_id", "game", "mechanism", "repeat")
_SCHEMA = {
    "unit_id": pl.String,
    "game": pl.String,
    "mechanism": pl.String,
    "repeat": pl.Int64,
    "agent": pl.String,
    "kind": pl.String,
    "value": pl.Float64,
}


def compute(tables: RunTables) -> pl.DataFrame:
    """Returns one row for each agent in each condition.

    `received_rate` is the share of *other* players who approve of the agent's
    proposal, `given_rate` the share of others' proposals that the agent approves of,
    `received_by_self_rate` how often it approves of its own, and `won_rate` how often
    its proposal is the one that is elected. All within a repeat, then over repeats;
    `…_low` and `…_high` are the 95 % t interval over repeats, cut at 0 and 1.
    `num_ballots` counts the ballots on which the agent had a proposal or a vote.
    """
    facts = pl.DataFrame(list(_facts(tables)), schema=_SCHEMA, orient="row")
    cells = (
        (*pair, agent) for pair, agent in product(tables.conditions, tables.agents)
    )
    parts = [
        rate_by(facts.filter(pl.col("kind") == kind), BY, "value", f"{kind}_")
        for kind in ("received", "given", "received_by_self", "won")
    ]
    seen = facts.filter(pl.col("kind") == "ballot")
    counts = seen.group_by(*BY, maintain_order=True).agg(
        pl.len().cast(pl.Int64).alias("num_ballots"),
        pl.col("repeat").n_unique().cast(pl.Int64).alias("num_repeats"),
        pl.col("unit_id").unique().sort().alias("units"),
    )
    frame = joined(grid(BY, cells), (*parts, counts), BY)
    held = set(seen.select("game", "mechanism").iter_rows())
    nothing = [
        _why(held, game, mechanism, given, received, tables)
        for game, mechanism, given, received in frame.select(
            "game", "mechanism", "given_rate", "received_rate"
        ).rows()
    ]
    shown = (
        *BY,
        *("received_rate", "received_low", "received_high", "received_by_self_rate"),
        *("given_rate", "given_low", "given_high", "won_rate"),
    )
    whys = ("received_why", "given_why")
    return explained(frame, shown, ("num_ballots", "num_repeats"), whys, nothing)


def _why(
    held: set[tuple[str, str]],
    game: str,
    mechanism: str,
    given: float | None,
    received: float | None,
    tables: RunTables,
) -> str:
    if (game, mechanism) not in held:
        return tables.why_unplayed(game, mechanism) or "no ballot was held"
    absent = {"proposal on": received, "vote on others' proposals in": given}
    gaps = [what for what, rate in absent.items() if rate is None]
    return f"no {' and no '.join(gaps)} any ballot" if gaps else ""


def _facts(tables: RunTables) -> Iterator[tuple[Any, ...]]:
    """One row for each voter and proposal, each proposal, and each ballot."""
    voters = _agents(tables)
    ballots = tables.finished("events").filter(pl.col("topic") == "votes")
    for row in ballots.iter_rows(named=True):
        facts = json.loads(row["facts"])
        where = tuple(row[name] for name in _WHERE)
        seats = voters[row["unit_id"], row["match"]]
        for option, proposer in enumerate(facts["proposers"]):
            author = seats[proposer]
            yield *where, author, "won", float(facts["winner"] == proposer)
            for voter, approvals in enumerate(facts["approvals"]):
                vote = float(approvals[option])
                if voter == proposer:
                    yield *where, author, "received_by_self", vote
                else:
                    yield *where, author, "received", vote
                    yield *where, seats[voter], "given", vote
        for agent in seats.values():
            yield *where, agent, "ballot", 1.0


def _agents(tables: RunTables) -> dict[tuple[str, int | None], dict[int, str]]:
    """Who sat where, by unit and match, as the votes say."""
    seats: dict[tuple[str, int | None], dict[int, str]] = {}
    votes = tables.finished("decisions").filter(pl.col("kind") == "vote")
    columns = ("unit_id", "match", "player", "agent")
    for unit, match, player, agent in votes.select(columns).iter_rows():
        seats.setdefault((unit, match), {})[player] = agent
    return seats


METRIC = Metric(
    name="votes",
    version=1,
    summary="Approval of proposals, received and given, over repeats.",
    compute=compute,
)
