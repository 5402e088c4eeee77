"""A run goes on in its own folder, or it says why it can not."""

import json
import os
import signal
import sqlite3
import subprocess
import sys
import time
from pathlib import Path

import pytest

from ostrom.cli.main import run_command
from ostrom.records.journal import read_lines
from ostrom.records.rundir import RunFolder
from ostrom.records.tables import read_tables

SPEC = """
name = "going"
[agents.tit_for_tat]
[agents.model]
kind = "language_model"
model = "{model}"
{agent}
[games.prisoners_dilemma]
[mechanisms.none]
[mechanisms.repetition]
rounds = 3
{bottom}
"""


def write_spec(
    folder: Path, *, model: str = "scripted/first", agent: str = "", bottom: str = ""
) -> Path:
    path = folder / "spec.toml"
    text = SPEC.format(model=model, agent=agent, bottom=bottom)
    path.write_text(text, encoding="utf-8")
    return path


def run(spec: Path, *more: str) -> tuple[int, RunFolder]:
    root = spec.parent / "runs"
    code = run_command(["run", str(spec), "--runs", str(root), "--plain", *more])
    (path,) = root.iterdir()
    return code, RunFolder(path)


def test_a_folder_that_was_renamed_goes_on_where_it_is(tmp_path: Path) -> None:
    code, folder = run(write_spec(tmp_path), "--max-calls", "5")
    assert code == 3
    moved = folder.path.rename(folder.path.with_name("first try"))
    assert run_command(["resume", str(moved), "--max-calls", "99"]) == 0
    assert [path.name for path in moved.parent.iterdir()] == ["first try"]
    assert run_command(["status", str(moved)]) == 0


def test_a_run_of_another_release_is_refused_and_none_is_begun(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    _, folder = run(write_spec(tmp_path), "--max-calls", "5")
    manifest = json.loads(folder.manifest.read_text("utf-8"))
    manifest["units"][0]["unit_id"] = "0" * 16
    folder.manifest.write_text(json.dumps(manifest), encoding="utf-8")
    before = len(list(read_lines(folder.journal)))
    for verb in (["resume", "--max-calls", "99"], ["replay"]):
        assert run_command([*verb, str(folder.path)]) == 4
        assert "Use that release" in capsys.readouterr().err
    assert len(list(read_lines(folder.journal))) == before
    assert len(list(folder.path.parent.iterdir())) == 1


def test_what_is_done_needs_no_key(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    # The end of each unit is all that tells a finished run of a hosted model.
    monkeypatch.delenv("OPENROUTER_API_KEY", raising=False)
    spec = write_spec(tmp_path, model="openrouter/some/model")
    code, folder = run(spec)
    assert code == 2, "a key is needed to begin"
    store = sqlite3.connect(folder.journal)
    units = json.loads(folder.manifest.read_text("utf-8"))["units"]
    body = '{"schema":1,"at":"2026-01-01T00:00:00.000Z","events":0}'
    for unit in units:
        store.execute(
            "INSERT INTO lines (unit_id, key, kind, body) VALUES (?, 'end', 'end', ?)",
            (unit["unit_id"], body),
        )
    store.commit()
    store.close()
    assert run_command(["resume", str(folder.path)]) == 0


def test_a_budget_counts_earlier_sessions_as_they_counted(tmp_path: Path) -> None:
    spec = write_spec(tmp_path, agent="max_tokens = 100")
    _, folder = run(spec, "--max-calls", "6")
    replies = read_tables(folder)["replies"]
    used = sum(replies["input_tokens"].to_list() + replies["output_tokens"].to_list())
    assert replies.height == 6
    # Not even one more call fits beside what was used.
    arguments = ["resume", str(folder.path), "--max-calls", "99"]
    assert run_command([*arguments, "--max-tokens", str(used + 50)]) == 3
    assert read_tables(folder)["replies"].height == 6
    assert run_command([*arguments, "--max-tokens", str(used + 100_000)]) == 0


def test_a_replay_finds_a_line_too_many(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    _, folder = run(write_spec(tmp_path))
    store = sqlite3.connect(folder.journal)
    store.execute(
        "INSERT INTO lines (unit_id, key, kind, body) SELECT unit_id, "
        "'decision:0/9/vote/0', kind, body FROM lines WHERE kind = 'decision' LIMIT 1"
    )
    store.commit()
    store.close()
    assert run_command(["replay", str(folder.path)]) == 4
    assert "'decision:0/9/vote/0'" in capsys.readouterr().err


def test_an_interrupt_says_so_and_the_run_goes_on(tmp_path: Path) -> None:
    spec = write_spec(tmp_path, bottom="[mechanisms.contract]")
    root = tmp_path / "runs"
    # A shell may have started the tests with interrupts ignored.
    code = (
        "import signal; signal.signal(signal.SIGINT, signal.default_int_handler); "
        "from ostrom.cli.main import main; main()"
    )
    options = ["--runs", str(root), "--json", "--set", "repeats=500"]
    session = subprocess.Popen(
        [sys.executable, "-c", code, "run", str(spec), *options],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )
    deadline = time.monotonic() + 60
    while not list(root.glob("*/journal.sqlite-wal")) and time.monotonic() < deadline:
        time.sleep(0.05)
    time.sleep(0.5)
    os.kill(session.pid, signal.SIGINT)
    out, err = session.communicate(timeout=60)
    assert session.returncode == 130
    assert "what was recorded is safe" in err
    assert "Traceback" not in err
    assert all(json.loads(line)["event"] == "progress" for line in out.splitlines())
    (folder,) = root.iterdir()
    assert run_command(["status", str(folder)]) == 5
    assert list(RunFolder(folder).tables.glob("*.parquet")), (
        "it was sealed all the same"
    )
    assert run_command(["replay", str(folder)]) == 5, "the finished part comes out"


@pytest.mark.parametrize("digits", [13, 400, 5000])
def test_an_amount_that_no_table_can_hold_is_illegal(
    tmp_path: Path, digits: int
) -> None:
    reply = f'{{"A0": {"9" * digits}, "A1": 0}}'
    spec = tmp_path / "spec.toml"
    spec.write_text(
        "name = 'going'\n[replies]\nattempts = 1\n"
        "[agents.model]\nkind = 'language_model'\n"
        f"model = 'scripted/echo:{reply}'\n"
        "[games.prisoners_dilemma]\n[mechanisms.contract]\n",
        encoding="utf-8",
    )
    code, folder = run(spec)
    assert code == 0
    decisions = read_tables(folder)["decisions"].rows(named=True)
    (amounts, _) = [each for each in decisions if each["kind"] == "propose_contract"]
    assert (amounts["source"], amounts["answer"]) == ("missing", None)
    assert amounts["outcome"] in {"illegal", "unparsable"}
