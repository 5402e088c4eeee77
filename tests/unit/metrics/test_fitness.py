"""Fitness and trajectories against closed forms, on crafted and on played runs."""

import math
from itertools import pairwise
from pathlib import Path

import polars as pl
import pytest

from ostrom.cli.main import run_command
from ostrom.metrics.protocol.metric import METRICS, measure
from ostrom.metrics.protocol.tables import RunTables, load_run
from ostrom.metrics.replicator_trajectory import kept_steps
from ostrom.records.rundir import RunFolder
from reporting.measured import row, rows
from reporting.sample_run import manifest, tables

T_ONE = 12.706204736  # t quantile 0.975 with one degree of freedom

SPEC = """
name = "scripted"
seed = 3
repeats = 2
[agents.c]
kind = "always_cooperate"
[agents.d]
kind = "always_defect"
[games.prisoners_dilemma]
[games.public_goods]
[mechanisms.none]
[mechanisms.repetition]
rounds = 3
[mechanisms.reputation]
rounds = 2
"""


@pytest.fixture(scope="module")
def run() -> RunTables:
    return RunTables(tables("hosted/word-smith"), manifest("hosted/word-smith"))


@pytest.fixture(scope="module")
def played(tmp_path_factory: pytest.TempPathFactory) -> RunTables:
    """Unconditional cooperation and defection, played by the engine."""
    folder: Path = tmp_path_factory.mktemp("scripted")
    spec = folder / "spec.toml"
    spec.write_text(SPEC, encoding="utf-8")
    runs = folder / "runs"
    assert run_command(["run", str(spec), "--runs", str(runs), "--plain"]) == 0
    (path,) = runs.iterdir()
    return load_run(RunFolder(path))


def cooperators(step: int, gain: float) -> float:
    """Share of cooperators when a defector always gets `gain` more.

    The odds against them grow by the factor exp(0.1 gain) a step, from 1.
    """
    return 1 / (1 + math.exp(0.1 * gain * step))


@pytest.mark.parametrize("mechanism", ["none", "repetition"])
@pytest.mark.parametrize(
    ("game", "gain", "payoff", "loss"),
    [
        # A share x of cooperators: they get 2 x, defectors 1 more.
        ("prisoners_dilemma", 1.0, 2.0, 0.0),
        # Half a point for each contributor, the own one included; keepers 0.5 more.
        ("public_goods", 0.5, 1.0, 0.5),
    ],
)
def test_trajectory_of_cooperators_and_defectors(
    played: RunTables,
    mechanism: str,
    game: str,
    gain: float,
    payoff: float,
    loss: float,
) -> None:
    where = {"game": game, "mechanism": mechanism, "repeat": 1}
    for agent, more in (("c", 0.0), ("d", gain)):
        frame = rows(played, "replicator_trajectory", **where, agent=agent)
        assert frame["step"].to_list() == list(kept_steps(1000))
        for step, share, fitness in frame.select("step", "share", "fitness").rows():
            x = cooperators(step, gain)
            own = x if agent == "c" else 1 / (1 + math.exp(-0.1 * gain * step))
            assert share == pytest.approx(own, rel=1e-9, abs=0)
            assert fitness == pytest.approx(payoff * x + loss + more, rel=1e-9, abs=0)


def test_fitness_of_a_played_run(played: RunTables) -> None:
    where = {"game": "public_goods", "mechanism": "repetition"}
    cooperate = row(played, "fitness", **where, agent="c")
    defect = row(played, "fitness", **where, agent="d")
    x = cooperators(1000, 0.5)
    assert cooperate["fitness"] == pytest.approx(0.5 + x, rel=1e-12)
    assert defect["fitness"] == pytest.approx(1.0 + x, rel=1e-12)
    assert cooperate["share"] == pytest.approx(x, rel=1e-9, abs=0)
    assert defect["num_repeats"] == 2
    assert "same value" in defect["reason"]
    assert len(defect["units"]) == 2 * 2**3
    everyone = row(played, "fitness", **where, agent=None)
    # Not the plain mean of 0.75: defectors are all that is left.
    assert everyone["fitness"] == pytest.approx(1.0, rel=1e-12)
    assert everyone["share"] == 1.0


def test_a_population_has_no_fitness(played: RunTables) -> None:
    for metric in ("fitness", "replicator_trajectory"):
        frame = rows(played, metric, mechanism="reputation")
        assert frame["fitness"].null_count() == len(frame) > 0
        assert frame["reason"].str.contains("changing co-players").all()


def test_repeats_are_solved_one_by_one(run: RunTables) -> None:
    # talker is a clone of dove in repeat 0 and dies out, of hawk in repeat 1: 0 and 1.
    where = {"game": "pd", "mechanism": "none"}
    talker = row(run, "fitness", **where, agent="talker")
    assert talker["fitness"] == pytest.approx(0.5)
    assert talker["high"] - talker["fitness"] == pytest.approx(T_ONE / 2)
    assert talker["fitness"] - talker["low"] == pytest.approx(T_ONE / 2)
    # Shares 0 and 1/2; the interval keeps within 0 and 1.
    assert talker["share"] == pytest.approx(0.25)
    assert (talker["share_low"], talker["share_high"]) == (0.0, 1.0)
    hawk = row(run, "fitness", **where, agent="hawk")
    assert hawk["fitness"] == pytest.approx(1.0)
    assert (hawk["low"], hawk["share"]) == (None, pytest.approx(0.75))
    assert hawk["reason"].startswith("fitness: all 2 repeats gave the same value")
    everyone = row(run, "fitness", **where, agent=None)
    assert everyone["fitness"] == pytest.approx(1.0)


def test_clones_share_and_fare_alike(run: RunTables) -> None:
    where = {"game": "pd", "mechanism": "none", "repeat": 0}
    dove = rows(run, "replicator_trajectory", **where, agent="dove")
    talker = rows(run, "replicator_trajectory", **where, agent="talker")
    assert dove.drop("agent").equals(talker.drop("agent"))
    # Two of three cooperate at first: the odds of each start at 1 in 3.
    tenth = row(run, "replicator_trajectory", **where, agent="dove", step=10)
    assert tenth["share"] == pytest.approx(1 / (2 + math.e))


def test_the_order_of_agents_changes_nothing(run: RunTables) -> None:
    facts = dict(run.manifest)
    facts["agents"] = dict(reversed(facts["agents"].items()))
    turned = RunTables(run.frames, facts)
    keys = ["game", "mechanism", "agent"]
    both = measure(METRICS.load("fitness"), run).join(
        measure(METRICS.load("fitness"), turned), on=keys, nulls_equal=True
    )
    assert len(both) == 6 * 4
    for column in ("fitness", "low", "high", "share"):
        assert both[column].is_null().equals(both[f"{column}_right"].is_null())
        apart = (both[column] - both[f"{column}_right"]).abs().max()
        assert apart == pytest.approx(0.0, abs=1e-12)


def test_a_missing_match_up_leaves_no_number(run: RunTables) -> None:
    found = row(run, "fitness", game="pd", mechanism="mediation", agent="dove")
    assert (found["fitness"], found["share"], found["num_repeats"]) == (None, None, 0)
    assert found["reason"].startswith("0 of 2 repeats complete; repeat 0: no settled")
    trajectory = rows(run, "replicator_trajectory", game="pd", mechanism="mediation")
    assert len(trajectory) == 2 * 3
    assert trajectory["step"].null_count() == 6
    hawk = trajectory.filter(pl.col("agent") == "hawk")["reason"].to_list()
    assert "talker against talker" in hawk[0]
    assert "hawk against talker" in hawk[1]


def test_one_complete_repeat_of_two_is_not_the_mean(run: RunTables) -> None:
    returns = run.frames["returns"].filter(pl.col("unit_id") != "pd-none-1-dove.talker")
    holed = RunTables({**run.frames, "returns": returns}, run.manifest)
    found = row(holed, "fitness", game="pd", mechanism="none", agent="hawk")
    assert (found["fitness"], found["num_repeats"]) == (None, 1)
    assert found["reason"].startswith("1 of 2 repeats complete; repeat 1")
    # The trajectory of the complete repeat is there all the same.
    kept = rows(holed, "replicator_trajectory", game="pd", mechanism="none", repeat=0)
    assert kept["share"].null_count() == 0


@pytest.mark.parametrize("last", [0, 7, 20, 21, 50, 1000])
def test_kept_steps(last: int) -> None:
    kept = kept_steps(last)
    assert kept[: min(last, 20) + 1] == tuple(range(min(last, 20) + 1))
    assert kept[-1] == last
    assert list(kept) == sorted(set(kept))
    assert len(kept) <= 101
    if last == 1000:
        assert len(kept) > 85
        gaps = [later / earlier for earlier, later in pairwise(kept[20:])]
        assert max(gaps) < 1.1
