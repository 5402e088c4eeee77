"""Aggregates over games: worked by hand, and the arithmetic of the paper's Table 2."""

from collections.abc import Mapping
from pathlib import Path
from typing import Any

import polars as pl
import pytest

from ostrom.metrics.normalised_aggregate import MEASURES, over_games
from ostrom.metrics.protocol.metric import METRICS, measure
from ostrom.metrics.protocol.tables import RunTables
from reporting import measured
from reporting.crafted_metagames import add_match, as_tables
from reporting.sample_run import manifest, tables

FOLDER = Path(__file__).parents[4] / "shared" / "data" / "coopeval"
ENDS = {
    "PrisonersDilemma": (1.0, 2.0),
    "PublicGoods": (1.0, 1.5),
    "TravellersDilemma": (2.0, 5.0),
    "TrustGame": (4.0, 10.0),
}
"""Payoff where all defect and where all cooperate, of the games in Table 2."""

EVERYONE = "LLM Average"
PRINT = 0.0008  # inputs and outputs are printed to three decimals


@pytest.fixture(scope="module")
def run() -> RunTables:
    return RunTables(tables("hosted/word-smith"), manifest("hosted/word-smith"))


def row(run: RunTables, **where: object) -> Mapping[str, Any]:
    """The one row of the metric with these keys."""
    return measured.row(run, "normalised_aggregate", **where)


@pytest.mark.parametrize(
    ("agent", "mean", "fitness", "rank"),
    [
        # pd pays 1 to 2 and pg 1 to 1.5: dove has 1 in both, hawk 2 and 1.5.
        # At the end only defectors are left, so a cooperator has 0 in pd, 0.5 in pg.
        ("dove", 0.0, -1.0, 2.75),
        ("hawk", 1.0, 0.0, 1.25),
        ("talker", 0.5, -0.5, 2.0),
        (None, 0.5, 0.0, 2.0),
    ],
)
def test_both_games_of_the_sample_run(
    run: RunTables, agent: str | None, mean: float, fitness: float, rank: float
) -> None:
    for name, value in zip(MEASURES, (mean, fitness, rank), strict=True):
        found = row(run, mechanism="none", agent=agent, measure=name)
        assert found["value"] == pytest.approx(value, abs=1e-6), name
        assert found["standard_error"] == pytest.approx(0.0, abs=1e-6)
        assert (found["num_games"], found["games"]) == (2, ["pd", "pg"])
        assert len(found["units"]) >= 2 * (5 + 19)  # all matches with the agent


def test_games_that_differ_have_a_standard_error(run: RunTables) -> None:
    # dove under mediation: pd (4 points in 3 matches, twice) is 1/3 on the scale; in pg
    # it is talker's and its own contribution: mean over co-players of 1/2 (1 + 4/3).
    found = row(run, mechanism="mediation", agent="dove", measure="mean")
    one, two = 4 / 3 - 1, (0.5 * (1 + 4 / 3) - 1) / 0.5
    assert found["value"] == pytest.approx((one + two) / 2)
    assert found["standard_error"] == pytest.approx(abs(one - two) / 2)


def test_one_game_without_a_value_leaves_no_aggregate(run: RunTables) -> None:
    found = row(run, mechanism="mediation", agent="hawk", measure="fitness")
    assert (found["value"], found["standard_error"]) == (None, None)
    assert found["reason"].startswith("pd: 0 of 2 repeats complete; repeat 0")
    assert found["games"] == ["pd", "pg"]
    known = row(run, mechanism="mediation", agent="hawk", measure="mean")
    assert known["value"] is not None
    both = row(run, mechanism="reputation", agent=None, measure="deviation rank")
    assert both["value"] is None
    assert "pd: returns are over many" in both["reason"]
    assert "pg: returns are over many" in both["reason"]


def test_a_game_that_was_not_planned_is_not_missed(run: RunTables) -> None:
    facts = dict(run.manifest)
    facts["conditions"] = [
        each
        for each in facts["conditions"]
        if (each["game"], each["mechanism"]) != ("pd", "mediation")
    ]
    found = row(
        RunTables(run.frames, facts),
        mechanism="mediation",
        agent="hawk",
        measure="fitness",
    )
    assert found["value"] == pytest.approx(0.0, abs=1e-6)
    assert (found["games"], found["standard_error"]) == (["pg"], None)
    assert found["reason"] == "one game only: there is no spread over games"


def test_a_game_without_a_scale_does_not_enter(run: RunTables) -> None:
    facts = manifest("hosted/word-smith")
    facts["games"]["pd"]["defective_payoffs"] = None
    facts["games"]["pg"]["defective_payoffs"] = [1.5] * 3  # as all cooperate
    found = measure(METRICS.load("normalised_aggregate"), RunTables(run.frames, facts))
    assert found["value"].null_count() == len(found) == 3 * 4 * 3
    assert set(found["num_games"]) == {0}
    assert found["reason"].str.contains("no game under this mechanism").all()


def test_over_games() -> None:
    # Sample deviation of 1, 2, 3, 4 is the root of 5/3; over the root of 4.
    value, error = over_games([1.0, 2.0, 3.0, 4.0])
    assert value == 2.5
    assert error == pytest.approx((5 / 3) ** 0.5 / 2)
    assert over_games([7.0]) == (7.0, None)


def published(metric: str) -> pl.DataFrame:
    if not FOLDER.exists():
        pytest.skip("the published files are not beside this project")
    frame = pl.read_csv(FOLDER / "published_metrics.csv")
    return frame.filter(pl.col("metric") == metric)


def test_means_of_table_2_through_the_metric() -> None:
    # Every agent sits once in each game, and earns the mean of Tables 3 to 6.
    frame = published("Mean")
    single = frame.filter(pl.col("game").is_in(list(ENDS)))
    rows: dict[str, list[dict[str, Any]]] = {"units": [], "returns": []}
    for game, mechanism, agent, mean in single.select(
        "game", "mechanism", "model", "value"
    ).iter_rows():
        if agent == EVERYONE:
            continue
        where = {"game": game, "mechanism": mechanism, "repeat": 0}
        names = {
            "unit_id": f"{game}-{mechanism}-{agent}",
            "condition_id": f"{game}-{mechanism}",
        }
        add_match(rows, {**names, **where}, [agent], [mean])
    agents = [
        agent
        for agent in single["model"].unique(maintain_order=True)
        if agent != EVERYONE
    ]
    conditions = list(
        single.select("game", "mechanism").unique(maintain_order=True).rows()
    )
    games = {
        game: {"defective_payoffs": [low], "cooperative_payoffs": [high]}
        for game, (low, high) in ENDS.items()
    }
    found = measure(
        METRICS.load("normalised_aggregate"), as_tables(agents, conditions, rows, games)
    )
    both = frame.filter(pl.col("game") == "Aggregated").join(
        found.filter(pl.col("measure") == "mean").with_columns(
            pl.col("agent").fill_null(EVERYONE)
        ),
        left_on=["mechanism", "model"],
        right_on=["mechanism", "agent"],
    )
    assert len(both) == 6 * 7
    assert both["num_games"].to_list() == [4] * 42
    for ours, theirs in (
        ("value_right", "value"),
        ("standard_error_right", "standard_error"),
    ):
        worst = (both[ours] - both[theirs]).abs().max()
        assert isinstance(worst, float)
        assert worst <= PRINT


@pytest.mark.parametrize(
    ("metric", "digits"), [("Mean", PRINT), ("Fitness", PRINT), ("DR", 0.1)]
)
def test_table_2_is_the_mean_over_the_games(metric: str, digits: float) -> None:
    frame = published(metric)
    checked = 0
    aggregated = frame.filter(pl.col("game") == "Aggregated")
    for line in aggregated.iter_rows(named=True):
        games = frame.filter(
            pl.col("game").is_in(list(ENDS)),
            pl.col("mechanism") == line["mechanism"],
            pl.col("model") == line["model"],
        )
        values = [
            value if metric == "DR" else (value - ENDS[game][0]) / _width(game)
            for game, value in games.select("game", "value").iter_rows()
        ]
        value, error = over_games(values)
        assert value == pytest.approx(line["value"], abs=digits)
        assert error == pytest.approx(line["standard_error"], abs=digits)
        checked += 1
    assert checked == (6 if metric == "Mean" else 4) * 7


def _width(game: str) -> float:
    low, high = ENDS[game]
    return high - low
