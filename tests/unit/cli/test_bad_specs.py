"""Every wrong spec gets a sentence and exit code 2, on `run` and on `estimate`."""

import re
from pathlib import Path

import pytest

from ostrom.cli.main import run_command

AGENTS = "[agents.uniform]"
GAMES = "[games.prisoners_dilemma]"
MECHANISMS = "[mechanisms.none]"
MODEL = "[agents.m]\nkind = 'language_model'\nmodel = 'scripted/first'\n"
ALONE = "[games.alone]\npayoffs = [[1], [2]]"
HUGE = "[games.g]\npayoffs = [[['1e400', 1], [1, 1]], [[1, 1], [1, 1]]]"


def text(
    top: str = "",
    agents: str = AGENTS,
    games: str = GAMES,
    mechanisms: str = MECHANISMS,
    name: str = "bad",
) -> str:
    return f"name = '{name}'\n{top}\n{agents}\n{games}\n{mechanisms}\n"


WRONG = {
    "no text": ("", "name: Field required"),
    "a name too long": (text(name="b" * 300), "at most 64 characters"),
    "no agents": (text(agents="[agents]"), "agents: .*at least 1"),
    "an agent that is a number": (text(agents="[agents]\na = 3"), "agents a: "),
    "no label": (text(agents="[agents.'']\nkind = 'uniform'"), "at least 1 character"),
    "an address without a module": (
        text(agents="[agents.x]\nkind = ':X'"),
        "package.module:CONSTANT",
    ),
    "a relative address": (
        text(agents="[agents.x]\nkind = '.a:X'"),
        "package.module:CONSTANT",
    ),
    "an address of something else": (
        text(agents="[agents.x]\nkind = 'os:path'"),
        "must be a",
    ),
    "an endless price": (text("limits.max_cost_usd = inf"), "finite number"),
    "an endless temperature": (
        text(agents=f"{MODEL}temperature = inf"),
        "agents.m temperature: .*finite number",
    ),
    "no replicate": (text("repeats = 0"), "repeats: "),
    "a mechanism for no game": (
        text(mechanisms="[mechanisms.none]\ngames = []"),
        "mechanisms none games",
    ),
    "a bound below nothing": (
        text(mechanisms="[mechanisms.contract]\nbound = -3"),
        "mechanisms.contract bound",
    ),
    "a contract with nobody": (
        text(games=ALONE, mechanisms="[mechanisms.contract]"),
        "alone has one player",
    ),
    "an infinite payoff": (text(games=HUGE), "games.g: a payoff of profile"),
    "names for a known game": (
        text(games=f"{GAMES}\ncooperative_profile = [1, 1]"),
        "cooperative_profile goes with payoffs",
    ),
    "no such file": (text(games="[games.g]\nfile = 'none.nfg'"), "none.nfg"),
    "a file of bytes": (text(games="[games.g]\nfile = 'bytes.nfg'"), "bytes.nfg"),
    "an agent that objects": (
        text(agents="[agents.tit_for_tat]", games=ALONE),
        "agents.tit_for_tat can not play games.alone",
    ),
}


@pytest.mark.parametrize("verb", ["run", "estimate"])
@pytest.mark.parametrize("wrong", WRONG)
def test_a_wrong_spec_gets_a_sentence(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], verb: str, wrong: str
) -> None:
    content, says = WRONG[wrong]
    (tmp_path / "bytes.nfg").write_bytes(b"\xff\xfeNFG")
    spec = tmp_path / "spec.toml"
    spec.write_text(content, encoding="utf-8")
    runs = ["--runs", str(tmp_path / "runs")] if verb == "run" else []
    assert run_command([verb, str(spec), *runs]) == 2
    error = capsys.readouterr().err
    assert error.startswith("Error: ")
    assert re.search(says, error), error
    assert not (tmp_path / "runs").exists()


@pytest.mark.parametrize(
    "content",
    [
        text(games=ALONE),
        text(games=ALONE, mechanisms="[mechanisms.mediation]"),
        text(games=ALONE, mechanisms="[mechanisms.reputation]\nrounds = 2"),
        text("schedule = { kind = 'sample', matches = 50 }"),
        text(
            agents="[agents.'é 漢/../x']\nkind = 'uniform'",
            games="[games.'a/b']\nkind = 'prisoners_dilemma'",
            mechanisms="[mechanisms.'<b>']\nkind = 'none'",
        ),
    ],
    ids=["one player", "one mediated", "one of repute", "large sample", "odd labels"],
)
def test_what_is_odd_but_right_runs_to_its_report(tmp_path: Path, content: str) -> None:
    spec = tmp_path / "spec.toml"
    spec.write_text(content, encoding="utf-8")
    assert run_command(["run", str(spec), "--runs", str(tmp_path / "runs")]) == 0
    (folder,) = (tmp_path / "runs").iterdir()
    for verb in ("status", "report", "replay"):
        assert run_command([verb, str(folder)]) == 0
    for kind in ("csv", "parquet", "nfg"):
        out = tmp_path / "out" / kind
        assert run_command(["export", str(folder), str(out), "--as", kind]) == 0
    left = {path.name for path in tmp_path.iterdir()}
    assert left == {"spec.toml", "runs", "out"}


def test_a_folder_that_can_not_be_made_is_named(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    spec = tmp_path / "spec.toml"
    spec.write_text(text(), encoding="utf-8")
    assert run_command(["run", str(spec), "--runs", str(spec / "runs")]) == 4
    assert "can not be written" in capsys.readouterr().err
