"""The Mean rows of Tables 3 to 7 of CoopEval, from the match-ups of its appendix M.

The figures of the appendix are rounded to one decimal, so a mean over them can be off
by at most 0.05. The files are not part of this project; without them this is skipped.
"""

from itertools import product
from pathlib import Path
from typing import Any

import polars as pl
import pytest

from ostrom.metrics.protocol.metric import METRICS, measure
from ostrom.metrics.protocol.tables import RunTables
from ostrom.records.schema import TABLES

FOLDER = Path(__file__).parents[3] / "shared" / "data" / "coopeval"
TYPES: dict[str, Any] = {
    "str": pl.String,
    "int": pl.Int64,
    "float": pl.Float64,
    "bool": pl.Boolean,
    "list": pl.List(pl.String),
}
GAMES = (
    "PrisonersDilemma",
    "PublicGoods",
    "TravellersDilemma",
    "TrustGame",
    "StagHunt",
)
MECHANISMS = ("NoMechanism", "Repetition", "Mediation", "Contracting")
ROUNDING = 0.05


def _tables(matchups: pl.DataFrame) -> RunTables:
    """One finished unit for every match-up, as if it had been played once."""
    rows: dict[str, list[dict[str, Any]]] = {"units": [], "returns": []}
    for number, line in enumerate(matchups.iter_rows(named=True)):
        seats = [seat for seat in (1, 2, 3) if line[f"player_{seat}"]]
        where = {
            "unit_id": f"u{number}",
            "condition_id": f"{line['game']}-{line['mechanism']}",
            "game": line["game"],
            "mechanism": line["mechanism"],
            "repeat": 0,
        }
        seated = [line[f"player_{seat}"] for seat in seats]
        rows["units"].append({**where, "status": "done", "num_matches": 1})
        rows["returns"] += [
            {
                **where,
                "match": 0,
                "slot": player,
                "player": player,
                "agent": seated[player],
                "co_players": seated,
                "payoff": line[f"payoff_{player + 1}"],
            }
            for player in range(len(seats))
        ]
    frames = {
        name: pl.DataFrame(
            rows.get(name, []),
            schema={key: TYPES[kind] for key, kind in columns.items()},
        )
        for name, columns in TABLES.items()
    }
    agents = matchups["player_1"].unique(maintain_order=True)
    facts = {
        "agents": {agent: {} for agent in agents},
        "conditions": [
            {"game": game, "mechanism": mechanism}
            for game, mechanism in product(GAMES, MECHANISMS)
        ],
        "units": rows["units"],
    }
    return RunTables(frames, facts)


def test_means_of_all_models() -> None:
    if not FOLDER.exists():
        pytest.skip("the published files are not beside this project")
    found = measure(
        METRICS.load("mean_payoff"),
        _tables(pl.read_csv(FOLDER / "published_matchups.csv")),
    )
    published = pl.read_csv(FOLDER / "published_metrics.csv").filter(
        (pl.col("metric") == "Mean")
        & pl.col("game").is_in(GAMES)
        & pl.col("mechanism").is_in(MECHANISMS)
        & (pl.col("model") != "LLM Average")
    )
    both = published.join(
        found,
        left_on=["game", "mechanism", "model"],
        right_on=["game", "mechanism", "agent"],
    )
    assert len(published) == len(both) == 6 * 4 * 5
    worst = (both["mean"] - both["value"]).abs().max()
    assert isinstance(worst, float)
    assert worst <= ROUNDING
    # Beyond rounding of the figures nothing differs: the worst that was seen is 0.022.
    assert worst == pytest.approx(0.022, abs=0.0006)
