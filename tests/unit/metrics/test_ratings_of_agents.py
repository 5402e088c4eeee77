"""Deviation ratings and other ratings as metrics, on cases worked by hand."""

import numpy as np
import polars as pl
import pytest

from ostrom.core.errors import SolverError
from ostrom.metagame.deviation_rating import DeviationRating, deviation_rating
from ostrom.metrics.protocol.metric import METRICS, measure
from ostrom.metrics.protocol.tables import RunTables
from reporting.crafted_metagames import crafted
from reporting.measured import row
from reporting.sample_run import manifest, tables

T_ONE = 12.706204736  # t quantile 0.975 with one degree of freedom
DILEMMA = np.array([[2.0, 0.0], [3.0, 1.0]])


@pytest.fixture(scope="module")
def run() -> RunTables:
    return RunTables(tables("hosted/word-smith"), manifest("hosted/word-smith"))


def ranked(run: RunTables) -> dict[str, tuple[float, float, float]]:
    """Rating, rank and coarse rank by agent, of a run with one condition."""
    frame = measure(METRICS.load("deviation_rating"), run).drop_nulls("agent")
    columns = ("agent", "rating", "rank", "coarse_rank")
    return {name: (a, b, c) for name, a, b, c in frame.select(columns).iter_rows()}


@pytest.mark.parametrize(("game", "loss"), [("pd", 1.0), ("pg", 0.5)])
def test_ratings_of_the_sample_run(run: RunTables, game: str, loss: float) -> None:
    where = {"game": game, "mechanism": "none"}
    # All defect in the one coarse correlated equilibrium; to cooperate costs `loss`.
    # talker is a clone of dove in repeat 0, of hawk in repeat 1.
    dove = row(run, "deviation_rating", **where, agent="dove")
    assert dove["rating"] == pytest.approx(-loss, abs=1e-6)
    assert (dove["rank"], dove["coarse_rank"]) == (2.75, 2.75)  # (2.5 + 3) / 2
    hawk = row(run, "deviation_rating", **where, agent="hawk")
    assert hawk["rating"] == pytest.approx(0.0, abs=1e-6)
    assert hawk["rank"] == 1.25  # (1 + 1.5) / 2
    assert (hawk["rank_low"], hawk["num_repeats"]) == (1.0, 2)
    assert hawk["rank_high"] == pytest.approx(min(1.25 + T_ONE / 4, 3.0))
    talker = row(run, "deviation_rating", **where, agent="talker")
    assert talker["rating"] == pytest.approx(-loss / 2, abs=1e-6)
    assert talker["low"] == pytest.approx(-loss / 2 - T_ONE * loss / 2, abs=1e-5)
    assert talker["high"] == 0.0  # no rating lies above
    assert talker["rank"] == 2.0  # (2.5 + 1.5) / 2
    everyone = row(run, "deviation_rating", **where, agent=None)
    assert everyone["rank"] == 2.0
    assert everyone["coarse_rank"] == 2.0
    assert everyone["rating"] == pytest.approx(-loss / 2, abs=1e-6)


def test_tolerances_are_in_points_of_the_widest_repeat() -> None:
    run = crafted(["c", "d"], {("g", "m"): [DILEMMA, 10 * DILEMMA]})
    found = row(run, "deviation_rating", agent="d")
    scale = found["tie_tolerance"] / 1e-7
    assert found["coarse_tolerance"] == pytest.approx(0.05 * scale)
    alone = row(
        crafted(["c", "d"], {("g", "m"): [DILEMMA]}), "deviation_rating", agent="d"
    )
    assert scale == pytest.approx(10 * alone["tie_tolerance"] / 1e-7)
    assert 1 <= alone["tie_tolerance"] / 1e-7 <= 3  # payoffs differ by 3 at most


def test_a_coarse_rank_ties_what_noise_could_turn() -> None:
    # Every agent earns the same against all; the best deviation is always to `b`.
    earns = {"a": 1.0, "b": 1.001, "c": 0.0}
    tensor = np.repeat(np.array(list(earns.values()))[:, None], 3, axis=1)
    found = ranked(crafted(list(earns), {("g", "m"): [tensor]}))
    assert [found[name][0] for name in "abc"] == pytest.approx(
        [-0.001, 0.0, -1.001], abs=1e-7
    )
    assert [found[name][1] for name in "abc"] == [2.0, 1.0, 3.0]
    assert [found[name][2] for name in "abc"] == [1.5, 1.5, 3.0]


def test_clones_rank_alike_and_move_no_other_rating() -> None:
    # Stag hunt: -1.2 for both, however often one of them is copied.
    agents = ["stag", "hare", "hare again"]
    tensor = np.array([[5.0, 0.0, 0.0], [3.0, 3.0, 3.0], [3.0, 3.0, 3.0]])
    found = ranked(crafted(agents, {("g", "m"): [tensor]}))
    assert [each[0] for each in found.values()] == pytest.approx([-1.2] * 3, abs=1e-6)
    assert {each[1] for each in found.values()} == {2.0}


def test_the_order_of_agents_changes_nothing() -> None:
    tensor = np.array(
        [[1.0, 4.0, 0.0, 2.0], [3.0, 1.0, 2.0, 0.0], [2.0, 2.0, 1.0, 3.0], [0.0] * 4]
    )
    agents = ["p", "q", "r", "s"]
    order = [2, 0, 3, 1]
    first = ranked(crafted(agents, {("g", "m"): [tensor]}))
    again = ranked(
        crafted(
            [agents[i] for i in order], {("g", "m"): [tensor[np.ix_(order, order)]]}
        )
    )
    for agent in agents:
        assert again[agent][0] == pytest.approx(first[agent][0], abs=1e-6)
        assert again[agent][1:] == first[agent][1:]


def test_a_missing_match_up_leaves_no_rating(run: RunTables) -> None:
    for metric in ("deviation_rating", "other_ratings"):
        frame = measure(METRICS.load(metric), run).filter(
            pl.col("mechanism") == "mediation", pl.col("game") == "pd"
        )
        assert frame["rank"].null_count() == len(frame) > 0
        assert frame["reason"].str.contains("hawk against talker").all()


def test_a_failed_solver_is_a_reason(
    run: RunTables, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fails_on_three_players(payoffs: np.ndarray) -> DeviationRating:
        if payoffs.ndim == 3:
            raise SolverError("the program has no certified optimum.")
        return deviation_rating(payoffs)

    place = "ostrom.metrics.deviation_rating.deviation_rating"
    monkeypatch.setattr(place, fails_on_three_players)
    bare = RunTables(run.frames, run.manifest)
    frame = measure(METRICS.load("deviation_rating"), bare).filter(
        pl.col("mechanism") == "none"
    )
    failed = frame.filter(pl.col("game") == "pg")
    assert failed["rating"].null_count() == len(failed) == 4
    assert set(failed["reason"]) == {"repeat 0: the program has no certified optimum"}
    assert frame.filter(pl.col("game") == "pd")["rating"].null_count() == 0


def test_other_ratings_of_a_dilemma() -> None:
    run = crafted(["c", "d"], {("g", "m"): [DILEMMA]})
    frame = measure(METRICS.load("other_ratings"), run)
    assert len(frame) == 4 * 2
    for method in ("alpha-rank", "Nash averaging", "maximal lottery"):
        # Defection beats cooperation in every match-up, so in every method.
        ranks = dict(
            frame.filter(pl.col("method") == method).select("agent", "rank").iter_rows()
        )
        assert ranks == {"c": 2.0, "d": 1.0}, method
    # Who never lost has no finite score.
    unbounded = row(run, "other_ratings", method="Bradley-Terry", agent="d")
    assert unbounded["value"] is None
    assert "never lost" in unbounded["reason"]
    where = {"method": "alpha-rank", "agent": "d"}
    found = row(run, "other_ratings", **where)
    assert found["value"] == pytest.approx(1.0, abs=1e-6)
    assert (found["low"], found["high"]) == (found["value"], found["value"])
    assert (found["is_unique"], found["num_repeats"]) == (True, 1)


def test_a_range_of_solutions_is_told() -> None:
    # Two conventions that pay the same: maximal lotteries do not choose between them.
    run = crafted(["left", "right"], {("g", "m"): [np.eye(2)]})
    found = row(run, "other_ratings", method="maximal lottery", agent="left")
    assert not found["is_unique"]
    assert (found["low"], found["high"]) == (pytest.approx(0.0), pytest.approx(1.0))
    assert found["rank"] == 1.5


def test_other_ratings_are_means_over_repeats(run: RunTables) -> None:
    where = {"game": "pd", "mechanism": "none", "method": "Nash averaging"}
    ranks = [
        row(run, "other_ratings", **where, agent=agent)["rank"]
        for agent in ("dove", "hawk", "talker")
    ]
    assert ranks == [2.75, 1.25, 2.0]  # as by deviation rating


def test_bradley_terry_of_a_cycle() -> None:
    # Each beats one and loses to one: all scores are 0, the mean.
    tensor = np.array([[1.0, 2.0, 0.0], [0.0, 1.0, 2.0], [2.0, 0.0, 1.0]])
    frame = measure(
        METRICS.load("other_ratings"), crafted(["a", "b", "c"], {("g", "m"): [tensor]})
    ).filter(pl.col("method") == "Bradley-Terry")
    assert frame["value"].to_list() == pytest.approx([0.0] * 3, abs=1e-9)
    assert frame["rank"].to_list() == [2.0] * 3


def test_methods_for_two_players_say_so(run: RunTables) -> None:
    frame = measure(METRICS.load("other_ratings"), run).filter(
        pl.col("game") == "pg", pl.col("mechanism") == "none"
    )
    absent = frame.filter(pl.col("value").is_null())
    assert absent["reason"].str.contains("two").all()
    assert "alpha-rank" not in absent["method"]
    assert len(absent) > 0
