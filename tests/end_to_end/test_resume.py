"""A run that is killed at twenty random points ends as if nothing had happened."""

import signal
import subprocess
import sys
from pathlib import Path

from ostrom.cli.main import run_command
from ostrom.core.seeds import stream
from ostrom.llm.calls import Request, Response
from ostrom.llm.tape import write_tape
from ostrom.records.journal import read_lines
from ostrom.records.rundir import RunFolder

KILLS = 20

SPEC = """
name = "{name}"
seed = 11
{tape}
[schedule]
kind = "sample"
matches = 4
[replies]
attempts = 2
[agents.tit_for_tat]
[agents.clumsy]
kind = "language_model"
model = "scripted/faulty"
[agents.model]
kind = "language_model"
model = "{model}"
[games.prisoners_dilemma]
[games.public_goods]
[mechanisms.none]
[mechanisms.repetition]
rounds = 3
[mechanisms.reputation]
rounds = 3
[mechanisms.mediation]
proposals = "per_tournament"
[mechanisms.contract]
"""


def write_spec(folder: Path, model: str) -> Path:
    path = folder / "spec.toml"
    tape = "providers.replay.tape = 'tape.jsonl'" if "replay" in model else ""
    text = SPEC.format(name="killed", model=model, tape=tape)
    path.write_text(text, encoding="utf-8")
    return path


def the_run(root: Path) -> RunFolder:
    (folder,) = root.glob("killed-*")
    return RunFolder(folder)


def record_tape(folder: Path) -> None:
    """Records the replies of a scripted model, for the replayed model to give."""
    spec = write_spec(folder, "scripted/uniform")
    assert run_command(["run", str(spec), "--runs", str(folder / "recorded")]) == 0
    calls = [
        (
            Request.model_validate(line.body["request"]),
            Response.model_validate(line.body["response"]),
        )
        for line in read_lines(the_run(folder / "recorded").journal)
        if line.kind == "reply"
    ]
    mine = [call for call in calls if call[0].model == "scripted/uniform"]
    assert len(mine) > 50
    write_tape(folder / "tape.jsonl", mine)


def kill_and_resume(spec: Path, root: Path, total: int) -> int:
    """Starts the run again and again, each session killed; returns how many were."""
    generator = stream(2, "kills")
    killed = 0
    for _ in range(KILLS):
        count = int(generator.integers(1, 2 * total // KILLS))
        moment = ("before", "after")[int(generator.integers(2))]
        script = Path(__file__).parents[1] / "killed_run.py"
        command = [sys.executable, str(script), str(count), moment]
        arguments = ["run", str(spec), "--runs", str(root), "--plain"]
        session = subprocess.run(
            [*command, *arguments], capture_output=True, timeout=120, check=False
        )
        killed += session.returncode == -signal.SIGKILL
    return killed


def exported(run: RunFolder, folder: Path) -> dict[str, bytes]:
    arguments = ["export", str(run.path), str(folder), "--as", "csv"]
    assert run_command(arguments) == 0
    return {path.name: path.read_bytes() for path in folder.glob("*.csv")}


def test_twenty_kills_change_nothing(tmp_path: Path) -> None:
    record_tape(tmp_path)
    spec = write_spec(tmp_path, "replay/scripted/uniform")
    whole, broken = tmp_path / "whole", tmp_path / "broken"
    assert run_command(["run", str(spec), "--runs", str(whole)]) == 0
    lines = list(read_lines(the_run(whole).journal))

    assert kill_and_resume(spec, broken, len(lines)) >= KILLS - 3
    assert run_command(["resume", str(the_run(broken).path), "--plain"]) == 0

    again = list(read_lines(the_run(broken).journal))
    key = {(line.unit_id, line.key) for line in again}
    assert len(key) == len(again), "a line was written twice"
    assert key == {(line.unit_id, line.key) for line in lines}, "a line was lost"
    assert exported(the_run(broken), tmp_path / "b") == exported(
        the_run(whole), tmp_path / "w"
    )
    assert run_command(["replay", str(the_run(broken).path)]) == 0
