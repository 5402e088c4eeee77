"""From numbers back to matches: exactly those that a number was made from."""

import base64
import gzip
import json
from typing import Any

import polars as pl
import pytest

from ostrom.metrics.protocol.tables import RunTables
from ostrom.reports.evidence.behind import matches_behind
from ostrom.reports.evidence.entries import Entry, entries
from ostrom.reports.evidence.pack import FEWEST_SIGNS, evidence, packed_evidence
from ostrom.reports.layout.parts import Exhibit, exhibits_of, visible
from ostrom.reports.page import build_sections
from reporting.sample_run import FAILURE, HOSTILE, manifest, tables, units

MODEL = "hosted/word-smith"


@pytest.fixture(scope="module")
def run() -> RunTables:
    return RunTables(tables(MODEL), manifest(MODEL))


@pytest.fixture(scope="module")
def exhibits(run: RunTables) -> dict[str, Exhibit]:
    return {each.name: each for each in exhibits_of(build_sections(run))}


@pytest.fixture(scope="module")
def known(run: RunTables) -> tuple[Entry, ...]:
    return entries(run)


def test_every_planned_unit_has_its_matches(known: tuple[Entry, ...]) -> None:
    assert {entry.unit_id for entry in known} == {unit["unit_id"] for unit in units()}
    places = [(entry.unit_id, entry.match) for entry in known]
    assert len(places) == len(set(places))


def test_a_population_is_one_entry_with_all_its_rounds(
    known: tuple[Entry, ...],
) -> None:
    [entry] = [each for each in known if each.unit_id == "pd-reputation-0-all"]
    assert entry.match is None
    # Three agents in two seats, each meets somebody in each of two rounds.
    assert len(entry.returns) == 6
    assert len(entry.rounds) == 12
    assert [row["round"] for row in entry.rounds] == [1] * 6 + [2] * 6


def test_matches_without_a_return_say_why(known: tuple[Entry, ...]) -> None:
    told = {entry.unit_id: entry.unsettled for entry in known if entry.unsettled}
    assert told == {
        "pd-mediation-0-talker.talker": "void",
        "pd-mediation-1-hawk.talker": f"the unit failed: {FAILURE}",
        "pg-reputation-1-all": "the unit was never run",
    }


@pytest.mark.parametrize(
    "name",
    [
        *(f"matchups-{game}-{kind}" for game in ("pd", "pg") for kind in ("none",)),
        "matchups-pd-mediation",
        "mean_payoff-pd",
        "mean_payoff-pg",
    ],
)
def test_as_many_matches_as_the_metric_counted(
    name: str,
    run: RunTables,
    exhibits: dict[str, Exhibit],
    known: tuple[Entry, ...],
) -> None:
    found = matches_behind(exhibits[name], known, run)
    assert [len(each) for each in found] == exhibits[name].behind[
        "num_matches"
    ].to_list()
    assert sum(map(len, found)) > 10


def test_matches_of_a_cell_are_those_of_the_seatings(
    run: RunTables, exhibits: dict[str, Exhibit], known: tuple[Entry, ...]
) -> None:
    exhibit = exhibits["matchups-pg-none"]
    found = matches_behind(exhibit, known, run)
    rows = exhibit.behind.select("agent", "co_players").rows()
    for (agent, others), places in zip(rows, found, strict=True):
        wanted = sorted([agent, *others])
        expected = {
            unit["unit_id"]
            for unit in units()
            if unit["game"] == "pg"
            and unit["mechanism"] == "none"
            and sorted(unit["seated"]) == wanted
        }
        assert {known[place].unit_id for place in places} == expected
    assert len(rows) == 18


def test_returns_behind_a_mean_give_the_mean(
    run: RunTables, exhibits: dict[str, Exhibit], known: tuple[Entry, ...]
) -> None:
    exhibit = exhibits["mean_payoff-pd"]
    found = matches_behind(exhibit, known, run)
    columns = exhibit.behind.select("mechanism", "agent", "mean").rows()
    for (_, agent, mean), places in zip(columns, found, strict=True):
        by_repeat: dict[Any, list[float]] = {}
        for place in places:
            entry = known[place]
            points = [row["payoff"] for row in entry.returns if row["agent"] == agent]
            by_repeat.setdefault(entry.repeat, []).extend(points)
        means = [sum(points) / len(points) for points in by_repeat.values()]
        assert sum(means) / len(means) == pytest.approx(mean, abs=1e-12)


def test_tables_of_replies_count_matches_that_came_to_no_end(
    run: RunTables, exhibits: dict[str, Exhibit], known: tuple[Entry, ...]
) -> None:
    exhibit = exhibits["invalid_replies"]
    found = matches_behind(exhibit, known, run)
    seen = {known[place].unsettled for places in found for place in places}
    assert "void" in seen
    settled = matches_behind(exhibits["mean_payoff-pd"], known, run)
    assert {known[place].unsettled for places in settled for place in places} == {""}


def unpacked(text: str) -> dict[str, Any]:
    found: dict[str, Any] = json.loads(gzip.decompress(base64.b64decode(text)))
    return found


def test_packing_loses_nothing_and_is_the_same_each_time(
    run: RunTables, exhibits: dict[str, Exhibit]
) -> None:
    shown = list(exhibits.values())
    packed = packed_evidence(run, shown)
    assert packed == packed_evidence(run, shown)
    assert unpacked(packed) == json.loads(json.dumps(evidence(run, shown)))
    said = {reply[3] for match in unpacked(packed)["matches"] for reply in match[9]}
    assert said == {visible(HOSTILE)}


def test_rows_of_any_order_give_the_same_evidence(
    run: RunTables, exhibits: dict[str, Exhibit]
) -> None:
    shuffled = {
        name: frame.sample(fraction=1.0, shuffle=True, seed=5)
        for name, frame in run.frames.items()
    }
    other = RunTables(shuffled, run.manifest)
    shown = list(exhibits.values())
    assert evidence(other, shown) == evidence(run, shown)


def test_long_replies_are_cut_and_counted(run: RunTables) -> None:
    long = run.frames["replies"].with_columns(pl.lit("x" * 1000).alias("text"))
    cut = RunTables({**run.frames, "replies": long}, run.manifest)
    number = len(long)
    found = evidence(cut, [], most_signs=number * 200)
    replies = [reply for match in found["matches"] for reply in match[9]]
    assert {(len(reply[3]), reply[4]) for reply in replies} == {(200, 800)}
    assert (len(replies), found["repliesLeftOut"]) == (number, 0)
    found = evidence(cut, [], most_signs=10 * FEWEST_SIGNS)
    replies = [reply for match in found["matches"] for reply in match[9]]
    assert {len(reply[3]) for reply in replies} == {FEWEST_SIGNS}
    assert (len(replies), found["repliesLeftOut"]) == (10, number - 10)


def test_a_large_run_stays_small_enough_to_send(run: RunTables) -> None:
    """5,000 matches of 15 rounds, each with a reply of 600 signs a round and player."""
    units_, rounds, returns, replies, decisions = [], [], [], [], []
    none = {"num_voids": 0, "failure": None}
    for unit in range(5000):
        where = {
            "unit_id": f"{unit:032x}",
            "condition_id": "pd-none",
            "game": "pd",
            "mechanism": "none",
            "repeat": unit % 5,
        }
        units_.append(
            {**where, "seed": "1", "status": "done", "num_matches": 1, **none}
        )
        for player, agent in enumerate(("dove", "hawk")):
            same = {**where, "match": 0, "player": player, "agent": agent}
            returns.append({**same, "slot": player, "payoff": 1.0 + unit % 7})
            for number in range(1, 16):
                key = f"choose_action/0/{number}/{player}"
                at = {**same, "round": number}
                rounds.append(
                    {**at, "choice": "cooperate", "action": "defect", "payoff": 1.5}
                )
                decisions.append({**at, "key": key})
                text = " ".join(
                    f"{(unit * 7919 + number * 31 + i) % 9973}" for i in range(120)
                )
                replies.append(
                    {
                        **where,
                        "key": f"{key}#0",
                        "question": key,
                        "agent": agent,
                        "outcome": "ok",
                        "text": text,
                    }
                )
    made = {
        "units": units_,
        "rounds": rounds,
        "returns": returns,
        "replies": replies,
        "decisions": decisions,
        "events": [],
    }
    frames = {
        name: pl.DataFrame(rows, schema_overrides=dict(run.frames[name].schema))
        if rows
        else run.frames[name].clear()
        for name, rows in made.items()
    }
    plan = {**run.manifest, "units": [dict(row) for row in units_]}
    large = RunTables(frames, plan)
    packed = packed_evidence(large, [])
    assert len(unpacked(packed)["matches"]) == 5000
    assert len(packed) < 14_000_000
