"""Budgets, failures and records: a run stops cleanly, goes on, and can be checked."""

import json
import sqlite3
from collections.abc import Sequence
from pathlib import Path

import polars as pl
import pytest

from ostrom.cli.main import run_command
from ostrom.records.journal import read_lines
from ostrom.records.rundir import RunFolder

SPEC = """
name = "checked"
seed = 5
{top}
[agents.tit_for_tat]
[agents.model]
kind = "language_model"
model = "{model}"
[games.prisoners_dilemma]
[mechanisms.none]
[mechanisms.repetition]
rounds = 3
{bottom}
"""


def write_spec(
    folder: Path, *, model: str = "scripted/first", top: str = "", bottom: str = ""
) -> Path:
    path = folder / "spec.toml"
    path.write_text(SPEC.format(model=model, top=top, bottom=bottom), encoding="utf-8")
    return path


def run(folder: Path, spec: Path, *more: str) -> tuple[int, RunFolder]:
    arguments = ["run", str(spec), "--runs", str(folder / "runs"), "--plain", *more]
    code = run_command(arguments)
    (path,) = (folder / "runs").glob("checked-*")
    return code, RunFolder(path)


def replies(folder: RunFolder) -> int:
    return sum(line.kind == "reply" for line in read_lines(folder.journal))


def table(folder: RunFolder, name: str) -> pl.DataFrame:
    return pl.read_parquet(folder.tables / f"{name}.parquet")


# 4 ordered matches, the model in 4 of 8 seats: 4 calls once, 12 calls in 3 rounds.
CALLS = 4 + 12


def test_a_budget_stops_the_run_and_a_higher_one_finishes_it(tmp_path: Path) -> None:
    spec = write_spec(tmp_path)
    code, folder = run(tmp_path, spec, "--max-calls", "7")
    assert code == 3
    assert replies(folder) == 7
    assert run_command(["status", str(folder.path)]) == 5
    code, same = run(tmp_path, spec)
    assert (code, same.path) == (0, folder.path)
    assert replies(folder) == CALLS
    assert run_command(["status", str(folder.path)]) == 0


def test_running_again_does_nothing(tmp_path: Path) -> None:
    spec = write_spec(tmp_path)
    _, folder = run(tmp_path, spec)
    before = [(line.unit_id, line.key) for line in read_lines(folder.journal)]
    code, _ = run(tmp_path, spec)
    assert code == 0
    assert [(line.unit_id, line.key) for line in read_lines(folder.journal)] == before


def test_an_unknown_price_is_an_error_when_money_is_capped(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    spec = write_spec(
        tmp_path,
        model="house/model",
        bottom="[providers.house]\nbase_url = 'http://127.0.0.1:9/v1'",
    )
    code, folder = run(tmp_path, spec, "--max-cost", "1")
    assert code == 2
    assert "house/model" in capsys.readouterr().err
    assert replies(folder) == 0


def test_a_provider_that_fails_fails_its_units_and_no_others(tmp_path: Path) -> None:
    # Nobody listens on the discard port of this machine.
    spec = write_spec(
        tmp_path,
        model="house/model",
        bottom="[providers.house]\nbase_url = 'http://127.0.0.1:9/v1'",
    )
    code, folder = run(tmp_path, spec)
    assert code == 5
    status = table(folder, "units")["status"].to_list()
    # Of the 4 matches under each mechanism one is tit for tat with itself.
    assert (status.count("done"), status.count("failed")) == (2, 6)
    failures = table(folder, "units").drop_nulls("failure")["failure"]
    assert all("ProviderError" in failure for failure in failures)
    assert table(folder, "returns").height == 4


def test_invalid_replies_are_missing_and_void_the_match(tmp_path: Path) -> None:
    spec = write_spec(
        tmp_path, model="scripted/echo:I will cooperate", top="replies.attempts = 2"
    )
    code, folder = run(tmp_path, spec)
    assert code == 0
    decisions = table(folder, "decisions").filter(pl.col("agent") == "model")
    assert set(decisions["source"]) == {"missing"}
    assert set(decisions["outcome"]) == {"unparsable"}
    assert set(decisions["attempts"]) == {2}
    assert decisions["answer"].null_count() == decisions.height
    only_scripted = table(folder, "rounds")["agent"].unique().to_list()
    assert only_scripted == ["tit_for_tat"]
    assert set(table(folder, "events")["topic"]) == {"voided"}


def test_a_declared_fallback_is_flagged(tmp_path: Path) -> None:
    spec = write_spec(
        tmp_path,
        model="scripted/echo:no idea",
        top="replies = { attempts = 1, on_invalid = 'fallback' }",
    )
    code, folder = run(tmp_path, spec)
    assert code == 0
    decisions = table(folder, "decisions").filter(pl.col("agent") == "model")
    assert set(decisions["source"]) == {"fallback"}
    assert set(decisions["answer"]) == {"[50, 50]"}


def test_a_replay_makes_no_call_and_finds_what_was_changed(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    _, folder = run(tmp_path, write_spec(tmp_path))
    assert run_command(["replay", str(folder.path)]) == 0
    assert f"{CALLS} recorded replies" in capsys.readouterr().out
    _tamper(folder, "reply", '"text":"', '"text":" ')
    assert run_command(["replay", str(folder.path)]) == 0, "white space means nothing"
    _tamper(folder, "event", '"payoffs":["', '"payoffs":["9')
    assert run_command(["replay", str(folder.path)]) == 4
    assert "the record says" in capsys.readouterr().err


def _tamper(folder: RunFolder, kind: str, old: str, new: str) -> None:
    store = sqlite3.connect(folder.journal)
    store.execute("DROP TRIGGER IF EXISTS no_update")
    store.execute(
        "UPDATE lines SET body = replace(body, ?, ?) WHERE kind = ?", (old, new, kind)
    )
    store.commit()
    store.close()


def test_the_manifest_says_what_was_run(tmp_path: Path) -> None:
    _, folder = run(tmp_path, write_spec(tmp_path))
    manifest = json.loads(folder.manifest.read_text("utf-8"))
    assert manifest["models"] == ["scripted/first"]
    assert manifest["spec"]["seed"] == 5
    assert manifest["agents"]["model"]["settings"]["model"] == "scripted/first"
    assert manifest["mechanisms"]["repetition"]["parameters"]["rounds"] == 3
    assert len(manifest["units"]) == 8
    assert manifest["created_at"].endswith("Z")


@pytest.mark.parametrize(
    ("arguments", "code", "says"),
    [
        (["run", "nowhere.toml"], 2, "can not be read"),
        (["status", "nowhere"], 4, "No run 'nowhere'"),
        (["list", "gmaes"], 2, "gmaes"),
        (["no-such-verb"], 2, "no-such-verb"),
    ],
)
def test_mistakes_get_a_sentence_and_an_exit_code(
    arguments: Sequence[str], code: int, says: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert run_command(arguments) == code
    captured = capsys.readouterr()
    assert says in captured.err
    assert "Traceback" not in captured.err


def test_estimate_counts_calls_exactly_and_makes_none(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    spec = write_spec(tmp_path)
    assert run_command(["estimate", str(spec), "--json"]) == 0
    estimate = json.loads(capsys.readouterr().out)
    assert sum(each["calls"] for each in estimate["models"]) == CALLS
    _, folder = run(tmp_path, spec)
    assert replies(folder) == CALLS
    characters = sum(
        len(message["content"])
        for line in read_lines(folder.journal)
        if line.kind == "reply"
        for message in line.body["request"]["messages"]
    )
    assert estimate["models"][0]["prompt_characters"] == characters
