"""Would the proposed mediators and contracts make cooperation stable?"""

import json
from collections.abc import Iterator, Mapping
from itertools import product
from typing import Any

import polars as pl

from ostrom.core.errors import OstromError
from ostrom.games.theory.game import Game
from ostrom.games.theory.inline import game_from_array
from ostrom.mechanisms.protocol.observations import Plan, Transfers
from ostrom.mechanisms.theory.proposals import (
    Stability,
    contract_stability,
    mediator_stability,
)
from ostrom.metrics.protocol.estimates import grid
from ostrom.metrics.protocol.metric import Metric
from ostrom.metrics.protocol.rates import explained, joined, rate_by
from ostrom.metrics.protocol.tables import RunTables

MEDIATOR, CONTRACT = "mediators", "contracts"
BY = ("game", "mechanism", "agent", "kind")
_ASKED = {"propose_mediator": MEDIATOR, "propose_contract": CONTRACT}
_SCHEMA: dict[str, Any] = {
    "unit_id": pl.String,
    "game": pl.String,
    "mechanism": pl.String,
    "repeat": pl.Int64,
    "agent": pl.String,
    "kind": pl.String,
    "content": pl.String,
    "reaches": pl.Float64,
    "nash": pl.Float64,
    "weak": pl.Float64,
    "strict": pl.Float64,
}
_JUDGED = ("reaches", "nash", "weak", "strict")


def compute(tables: RunTables) -> pl.DataFrame:
    """Returns one row for each agent and condition, and one for all agents.

    Judged is the game that a proposal makes of the base game, and in it the outcome
    that all delegate to a mediator who then cooperates, or that all cooperate under
    the contract. `reaches_rate` is the share of proposals under which it can come
    about at all, `nash_rate` of those that make it an equilibrium,
    `weakly_dominant_rate` and `strictly_dominant_rate` of those that make each part of
    it dominant. All are shares of all proposals, within a repeat and then over
    repeats; `…_low` and `…_high` are the 95 % t interval over repeats, cut at 0 and 1.
    """
    judged, unjudged = _judged(tables)
    everybody = judged.with_columns(pl.lit(None, dtype=pl.String).alias("agent"))
    both = pl.concat([everybody, judged])
    counts = both.group_by(*BY, maintain_order=True).agg(
        pl.len().cast(pl.Int64).alias("num_proposals"),
        pl.col("content").n_unique().cast(pl.Int64).alias("num_distinct"),
        pl.col("unit_id").unique().sort().alias("units"),
    )
    parts = [*(rate_by(both, BY, name, f"{name}_") for name in _JUDGED), counts]
    kinds = _kinds(tables)
    agents = (None, *tables.agents)
    cells = (
        (*pair, agent, kinds.get(pair))
        for pair, agent in product(tables.conditions, agents)
    )
    frame = joined(grid(BY, cells), parts, BY).rename({"nash_repeats": "num_repeats"})
    nothing = [
        "" if rate is not None else _why(game, mechanism, kinds, unjudged, tables)
        for game, mechanism, rate in frame.select(
            "game", "mechanism", "nash_rate"
        ).rows()
    ]
    return explained(
        frame.rename(
            {
                "weak_rate": "weakly_dominant_rate",
                "strict_rate": "strictly_dominant_rate",
            }
        ),
        (
            *BY,
            "reaches_rate",
            *("nash_rate", "nash_low", "nash_high"),
            *("weakly_dominant_rate", "weak_low", "weak_high"),
            "strictly_dominant_rate",
        ),
        ("num_proposals", "num_distinct", "num_repeats"),
        ("nash_why", "weak_why"),
        nothing,
    )


def _why(
    game: str,
    mechanism: str,
    kinds: Mapping[tuple[str, str], str],
    unjudged: Mapping[str, str],
    tables: RunTables,
) -> str:
    if (game, mechanism) in kinds:
        return unjudged.get(game, "no proposal could be read")
    unplayed = tables.why_unplayed(game, mechanism)
    return unplayed or "nothing is proposed under this mechanism"


def _kinds(tables: RunTables) -> dict[tuple[str, str], str]:
    """What is proposed under each game and mechanism in which something is."""
    asked = tables.finished("decisions").filter(pl.col("kind").is_in(list(_ASKED)))
    rows = asked.select("game", "mechanism", "kind").unique().iter_rows()
    return {(game, mechanism): _ASKED[kind] for game, mechanism, kind in rows}


def _judged(tables: RunTables) -> tuple[pl.DataFrame, dict[str, str]]:
    """One row a proposal, and why the proposals of some games can not be judged."""
    games: dict[str, Game] = {}
    unjudged: dict[str, str] = {}
    for label in tables.games:
        try:
            games[label] = _game(label, tables.manifest["games"][label])
        except OstromError as error:
            unjudged[label] = str(error).rstrip(".")
    rows = list(_rows(tables, games))
    return pl.DataFrame(rows, schema=_SCHEMA, orient="row"), unjudged


def _rows(tables: RunTables, games: Mapping[str, Game]) -> Iterator[tuple[Any, ...]]:
    known: dict[tuple[str, str, str], Stability] = {}
    asked = tables.finished("decisions").filter(
        pl.col("kind").is_in(list(_ASKED)) & pl.col("answer").is_not_null()
    )
    columns = ("unit_id", "game", "mechanism", "repeat", "agent", "kind", "answer")
    for *where, kind, answer in asked.select(columns).iter_rows():
        game = where[1]
        if game not in games:
            continue
        key = (game, kind, answer)
        if key not in known:
            known[key] = _stability(games[game], kind, tuple(json.loads(answer)))
        found = known[key]
        yield (
            *where,
            _ASKED[kind],
            answer,
            float(found.reaches_cooperation),
            float(found.is_equilibrium),
            float(found.is_weakly_dominant),
            float(found.is_strictly_dominant),
        )


def _stability(game: Game, kind: str, content: tuple[int, ...]) -> Stability:
    if _ASKED[kind] == MEDIATOR:
        return mediator_stability(game, Plan(content))
    return contract_stability(game, Transfers(content))


def _game(label: str, facts: Mapping[str, Any]) -> Game:
    """The game as the manifest has it."""
    if facts["cooperative_profile"] is None:
        raise OstromError("the game names no cooperation")
    if facts.get("payoffs") is None:
        raise OstromError("the manifest does not hold the game's payoffs")
    return game_from_array(
        label,
        facts["payoffs"],
        actions=facts["actions"],
        cooperative_profile=facts["cooperative_profile"],
    )


METRIC = Metric(
    name="proposal_quality",
    version=1,
    summary="Share of proposals under which cooperation is an equilibrium or dominant.",
    compute=compute,
)
