"""Sealed tables say what the journal says, whatever order its lines came in."""

import json
from pathlib import Path
from typing import Any

import polars as pl
import pytest

from ostrom.core.errors import RecordError
from ostrom.records.journal import Journal
from ostrom.records.rundir import RunFolder, find_run
from ostrom.records.schema import TABLES
from ostrom.records.tables import read_tables, seal

UNIT = {
    "condition_id": "c",
    "game": "g",
    "mechanism": "m",
    "repeat": 0,
    "slots": [0, 1],
    "seatings": [[0, 1]],
    "agents": ["ann", "bob"],
}


def reply(call: str, tokens: int) -> dict[str, Any]:
    usage = {"input_tokens": tokens, "cached_tokens": None}
    usage |= {"output_tokens": 2, "reasoning_tokens": None}
    response = {
        "text": "<b>",
        "reasoning": "",
        "stop_reason": "stop",
        "model_returned": "x",
        "provider": "p",
        "forced": "none",
        "cost_usd": None,
        "latency_seconds": 0.5,
        "usage": usage,
    }
    messages = [{"role": "user", "content": "?"}]
    return {
        "call": call,
        "request": {"model": "p/x", "messages": messages},
        "response": response,
    }


def decision(slot: int, answer: Any, attempts: list[dict[str, Any]]) -> dict[str, Any]:
    return {
        "question": f"0/1/choose_action/{slot}",
        "kind": "choose_action",
        "slot": slot,
        "player": slot,
        "match": 0,
        "round": 1,
        "answer": answer,
        "outcome": "ok",
        "source": "agent",
        "attempts": attempts,
        "facts": None,
    }


LINES: list[tuple[str, str, dict[str, Any]]] = [
    ("unit", "unit", UNIT),
    (
        "reply:0/1/choose_action/0#2",
        "reply",
        reply("0/1/choose_action/0#2", 20),
    ),
    (
        "reply:0/1/choose_action/0#1",
        "reply",
        reply("0/1/choose_action/0#1", 10),
    ),
    (
        "decision:0",
        "decision",
        decision(
            0,
            [100, 0],
            [
                {
                    "key": "0/1/choose_action/0#1",
                    "outcome": "unparsable",
                    "reason": "no object",
                    "repairs": [],
                },
                {
                    "key": "0/1/choose_action/0#2",
                    "outcome": "ok",
                    "reason": "",
                    "repairs": [],
                },
            ],
        ),
    ),
    ("decision:1", "decision", decision(1, [0, 100], [])),
    (
        "event:0",
        "event",
        {
            "event": "round_played",
            "match": 0,
            "round": 1,
            "slots": [0, 1],
            "choices": ["c", "d"],
            "actions": [0, 1],
            "payoffs": ["-1/3", "3"],
            "expected_payoffs": ["0", "3"],
            "transfers": ["0", "0"],
            "distributions": [[100, 0], [0, 100]],
        },
    ),
    (
        "event:1",
        "event",
        {
            "event": "settled",
            "match": 0,
            "round": 1,
            "slots": [0, 1],
            "returns": ["-1/3", "3"],
            "expected_returns": None,
        },
    ),
    (
        "event:2",
        "event",
        {"event": "noted", "match": 0, "round": 0, "topic": "votes", "facts": {"n": 2}},
    ),
    ("end", "end", {"events": 3}),
]


@pytest.fixture
def run(tmp_path: Path) -> RunFolder:
    folder = RunFolder(tmp_path / "study-1234")
    folder.path.mkdir()
    units = [
        {
            "unit_id": name,
            "condition_id": "c",
            "game": "g",
            "mechanism": "m",
            "repeat": 0,
            "seed": str(2**100),
        }
        for name in ("u", "never")
    ]
    manifest = {
        "schema": 1,
        "agents": {"ann": {"models": ["p/x"]}, "bob": {"models": []}},
        "games": {"g": {"actions": [["c", "d"]] * 2, "cooperative_profile": [0, 0]}},
        "units": units,
    }
    folder.manifest.write_text(json.dumps(manifest), encoding="utf-8")
    with Journal(folder.journal) as journal:
        for key, kind, body in LINES:
            journal.append("u", key, kind, body)
    seal(folder)
    return folder


def test_every_table_has_its_columns(run: RunFolder) -> None:
    for name, frame in read_tables(run).items():
        assert frame.columns == list(TABLES[name])


def test_rows_say_what_the_lines_say(run: RunFolder) -> None:
    tables = read_tables(run)
    assert tables["units"].select(
        "unit_id", "status", "seed", "num_matches"
    ).rows() == [
        ("u", "done", str(2**100), 1),
        ("never", "never_run", str(2**100), None),
    ]
    assert tables["rounds"].select(
        "agent", "action", "cooperative", "payoff"
    ).rows() == [
        ("ann", "c", True, -1 / 3),
        ("bob", "d", False, 3.0),
    ]
    assert tables["returns"].select("agent", "payoff", "expected_payoff").rows() == [
        ("ann", -1 / 3, None),
        ("bob", 3.0, None),
    ]
    assert tables["returns"]["co_players"].to_list() == [["ann", "bob"]] * 2
    assert tables["decisions"].select("agent", "model", "attempts").rows() == [
        ("ann", "p/x", 2),
        ("bob", None, 0),
    ]
    assert tables["events"].select("topic", "facts").rows() == [("votes", '{"n": 2}')]


def test_replies_are_in_the_order_of_attempts_with_their_reading(
    run: RunFolder,
) -> None:
    replies = read_tables(run)["replies"]
    assert replies.select("attempt", "outcome", "input_tokens", "cost_usd").rows() == [
        (1, "unparsable", 10, None),
        (2, "ok", 20, None),
    ]


def test_sealing_again_gives_the_same_tables(run: RunFolder) -> None:
    before = read_tables(run)
    seal(run)
    for name, frame in read_tables(run).items():
        assert frame.equals(before[name], null_equal=True)
    assert not list(run.tables.glob("*.unfinished"))


def test_an_unsealed_run_is_named(tmp_path: Path) -> None:
    with pytest.raises(RecordError, match="not sealed"):
        read_tables(RunFolder(tmp_path))


def test_runs_are_found_by_path_name_or_beginning(run: RunFolder) -> None:
    root = run.path.parent
    for given in (str(run.path), "study-1234", "study"):
        assert find_run(given, root).path == run.path
    with pytest.raises(RecordError, match="Did you mean 'study-1234'"):
        find_run("stduy-1234", root)
    (root / "study-5678").mkdir()
    (root / "study-5678" / "manifest.json").write_text("{}")
    with pytest.raises(RecordError, match="several runs"):
        find_run("study", root)
    (root / "study").mkdir()
    (root / "study" / "manifest.json").write_text("{}")
    assert find_run("study", root).path == root / "study", "a whole name is no part"
    assert isinstance(read_tables(run)["units"], pl.DataFrame)


@pytest.mark.parametrize("text", ["{", "[]", "{}", '{"schema": 2}'])
def test_a_manifest_that_is_none_of_ours_is_named(tmp_path: Path, text: str) -> None:
    (tmp_path / "manifest.json").write_text(text, encoding="utf-8")
    with pytest.raises(RecordError, match=r"manifest\.json is (damaged|no manifest)"):
        RunFolder(tmp_path).read_manifest()
