"""The game of choosing agents, repeat by repeat, and what is said where it is not."""

from typing import Any

import numpy as np
import polars as pl
import pytest

from ostrom.core.errors import RecordError, SolverError, SpecError
from ostrom.metrics.protocol.metagames import Metagames
from ostrom.metrics.protocol.tables import RunTables
from reporting.crafted_metagames import crafted
from reporting.sample_run import AGENTS, manifest, tables


@pytest.fixture(scope="module")
def run() -> RunTables:
    return RunTables(tables("hosted/word-smith"), manifest("hosted/word-smith"))


def of(run: RunTables, game: str, mechanism: str) -> Metagames:
    (found,) = (
        each
        for each in run.metagames
        if (each.game, each.mechanism) == (game, mechanism)
    )
    return found


def test_payoffs_of_each_repeat(run: RunTables) -> None:
    found = of(run, "pd", "none")
    assert [each.repeat for each in found.repeats] == [0, 1]
    first, second = (each.payoffs.tolist() for each in found.repeats)
    # talker does as dove in repeat 0 and as hawk in repeat 1.
    assert first == [[2, 0, 2], [3, 1, 3], [2, 0, 2]]
    assert second == [[2, 0, 0], [3, 1, 1], [3, 1, 1]]
    assert found.reason == ""
    assert len(found.units) == 18


def test_payoffs_of_three_players(run: RunTables) -> None:
    (payoffs, _) = (each.payoffs for each in of(run, "pg", "none").repeats)
    # A contributor with 0, 1, 2 other contributors: 0.5, 1, 1.5; a keeper 0.5 more.
    assert payoffs.shape == (3, 3, 3)
    assert payoffs[0].tolist() == [[1.5, 1.0, 1.5], [1.0, 0.5, 1.0], [1.5, 1.0, 1.5]]
    assert payoffs[1].tolist() == [[2.0, 1.5, 2.0], [1.5, 1.0, 1.5], [2.0, 1.5, 2.0]]


def test_conditions_come_in_their_order(run: RunTables) -> None:
    assert tuple((each.game, each.mechanism) for each in run.metagames) == (
        run.conditions
    )


def test_a_missing_match_up_is_named(run: RunTables) -> None:
    found = of(run, "pd", "mediation")
    assert found.reason == (
        "0 of 2 repeats complete; "
        "repeat 0: no settled match of talker against talker (1 of 9 seatings); "
        "repeat 1: no settled match of hawk against talker (1 of 9 seatings)"
    )
    assert found.complete == ()
    assert len(found.units) == 16  # one failed, one is void
    with pytest.raises(SpecError, match="talker against talker"):
        _ = found.repeats[0].payoffs


def test_many_missing_match_ups_are_counted(run: RunTables) -> None:
    returns = run.frames["returns"].filter(
        ~pl.col("unit_id").str.starts_with("pg-none-1-dove")
    )
    holed = RunTables({**run.frames, "returns": returns}, run.manifest)
    assert of(holed, "pg", "none").reason == (
        "1 of 2 repeats complete; repeat 1: no settled match of dove against dove "
        "against dove, dove against dove against hawk, dove against dove against "
        "talker, ... (9 of 27 seatings)"
    )


def test_a_repeat_without_any_match(run: RunTables) -> None:
    returns = run.frames["returns"].filter(
        ~pl.col("unit_id").str.starts_with("pd-none-0")
    )
    found = of(
        RunTables({**run.frames, "returns": returns}, run.manifest), "pd", "none"
    )
    assert found.reason == "1 of 2 repeats complete; repeat 0: no settled match"
    assert found.repeats[0].table is None
    assert [each.repeat for each in found.complete] == [1]


def test_a_population_has_no_match_ups(run: RunTables) -> None:
    found = of(run, "pd", "reputation")
    assert found.reason == "returns are over many rounds with changing co-players"
    assert all(each.table is None for each in found.repeats)


def test_without_records_the_schedule_says_why(run: RunTables) -> None:
    empty = {name: frame.clear() for name, frame in run.frames.items()}
    found = of(RunTables(empty, run.manifest), "pd", "none")
    assert found.reason == "no settled match: 18 of 18 units never run"
    assert found.units == []


def test_a_match_with_half_of_its_players_is_damage(run: RunTables) -> None:
    damaged = run.frames["returns"].filter(
        ~((pl.col("unit_id") == "pd-none-0-dove.hawk") & (pl.col("player") == 1))
    )
    bare = RunTables({**run.frames, "returns": damaged}, run.manifest)
    with pytest.raises(RecordError, match="but 2 took part"):
        _ = bare.metagames


def test_a_solver_is_asked_once_for_each_repeat() -> None:
    tensor = np.array([[2.0, 0.0], [3.0, 1.0]])
    (found,) = crafted(["c", "d"], {("g", "m"): [tensor, tensor + 1]}).metagames
    asked: list[np.ndarray] = []

    def largest(payoffs: np.ndarray) -> float:
        asked.append(payoffs)
        return float(payoffs.max())

    assert found.solve(largest) == ((3.0, 4.0), "")
    assert found.solve(largest) == ((3.0, 4.0), "")
    assert len(asked) == 2


@pytest.mark.parametrize("error", [SolverError, SpecError])
def test_a_failed_solver_is_a_reason(error: type[Exception]) -> None:
    tensor = np.array([[2.0, 0.0], [3.0, 1.0]])
    (found,) = crafted(["c", "d"], {("g", "m"): [tensor, tensor + 1]}).metagames

    def moody(payoffs: np.ndarray) -> float:
        if payoffs.max() > 3:
            raise error("the program has no certified optimum.")
        return 0.0

    assert found.solve(moody) == (
        (),
        "repeat 1: the program has no certified optimum",
    )


def test_an_incomplete_condition_asks_no_solver(run: RunTables) -> None:
    def never(payoffs: np.ndarray) -> Any:
        raise AssertionError("asked")

    found, reason = of(run, "pd", "mediation").solve(never)
    assert found == ()
    assert reason.startswith("0 of 2 repeats complete")


def test_agents_keep_the_order_of_the_manifest(run: RunTables) -> None:
    assert all(
        repeat.agents == AGENTS for each in run.metagames for repeat in each.repeats
    )
