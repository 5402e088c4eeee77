"""Records of runs whose games of choosing agents have given payoffs."""

from collections.abc import Mapping, Sequence
from itertools import product
from typing import Any

import numpy as np
import polars as pl

from ostrom.metrics.protocol.tables import RunTables
from ostrom.records.schema import TABLES
from reporting.sample_run import TYPES

Tensors = Mapping[tuple[str, str], Sequence[np.ndarray]]
"""Symmetric payoff tensors by game and mechanism, one for each repeat."""

Rows = dict[str, list[dict[str, Any]]]


def crafted(
    agents: Sequence[str],
    tensors: Tensors,
    games: Mapping[str, Mapping[str, Any]] | None = None,
) -> RunTables:
    """One finished unit with one match for every ordered seating of every tensor.

    Each player gets what the tensor says of its agent against the others, so that the
    mean over seatings is the tensor again. `games` are facts of the manifest.
    """
    rows: Rows = {"units": [], "returns": []}
    for (game, mechanism), repeats in tensors.items():
        for repeat, tensor in enumerate(repeats):
            for seated in product(range(len(agents)), repeat=tensor.ndim):
                name = ".".join(map(str, seated))
                where = {
                    "unit_id": f"{game}-{mechanism}-{repeat}-{name}",
                    "condition_id": f"{game}-{mechanism}",
                    "game": game,
                    "mechanism": mechanism,
                    "repeat": repeat,
                }
                points = [
                    float(tensor[agent, *seated[:seat], *seated[seat + 1 :]])
                    for seat, agent in enumerate(seated)
                ]
                add_match(rows, where, [agents[each] for each in seated], points)
    return as_tables(agents, list(tensors), rows, games or {})


def add_match(
    rows: Rows, where: Mapping[str, Any], seated: Sequence[str], points: Sequence[float]
) -> None:
    """Adds a finished unit of one settled match."""
    rows["units"].append({**where, "status": "done", "num_matches": 1, "num_voids": 0})
    rows["returns"] += [
        {
            **where,
            "match": 0,
            "slot": seat,
            "player": seat,
            "agent": agent,
            "co_players": list(seated),
            "payoff": points[seat],
        }
        for seat, agent in enumerate(seated)
    ]


def as_tables(
    agents: Sequence[str],
    conditions: Sequence[tuple[str, str]],
    rows: Rows,
    games: Mapping[str, Mapping[str, Any]],
) -> RunTables:
    """The records of a run with these rows, and of nothing else."""
    unnamed = {"cooperative_payoffs": None, "defective_payoffs": None}
    facts = {
        "agents": {agent: {} for agent in agents},
        "games": {game: games.get(game, unnamed) for game, _ in conditions},
        "conditions": [
            {"game": game, "mechanism": mechanism} for game, mechanism in conditions
        ],
        "units": rows["units"],
    }
    frames = {
        name: pl.DataFrame(
            rows.get(name, []),
            schema={key: TYPES[kind] for key, kind in columns.items()},
        )
        for name, columns in TABLES.items()
    }
    return RunTables(frames, facts)
