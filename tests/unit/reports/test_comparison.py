"""A run beside printed numbers: what agrees, what differs, what can not be compared."""

from pathlib import Path

import numpy as np
import pytest

from ostrom.cli.main import run_command
from ostrom.core.errors import SpecError
from ostrom.reports.comparison.compare import ALL, compare
from ostrom.reports.comparison.expected import (
    Expected,
    Row,
    find_expected,
    read_expected,
)
from reporting.crafted_metagames import crafted

DILEMMA = np.array([[2.0, 0.0], [3.0, 1.0]])
ENDS = {"cooperative_payoffs": [2.0, 2.0], "defective_payoffs": [1.0, 1.0]}
PRINTED = Expected(
    paper="p",
    title="A paper",
    agents=("dove", "hawk", "owl"),
    aggregated=("pd",),
    rows=(
        Row(
            table="Table 1",
            game="pd",
            mechanism="none",
            measure="mean",
            values=(1.5, 1.1, 2.5, 9.0),
            errors=(0.1, 0.1, 0.1, 0.1),
        ),
        Row(
            table="Table 1",
            game="pd",
            mechanism="none",
            measure="deviation rank",
            values=(1.5, 2.0, 1.0, 3.0),
        ),
        Row(
            table="Table 2",
            game="pd",
            mechanism="contract",
            measure="mean",
            values=(1.0, 1.0, 1.0, 1.0),
        ),
        Row(table="Table 3", mechanism="none", measure="mean", values=(0, 0, 1, 0)),
    ),
)


def rows(**names: str) -> dict[tuple[str, str, str], dict[str, object]]:
    tensors = {("pd", "none"): [DILEMMA, DILEMMA + 0.2]}
    facts = {"pd": {**ENDS, "num_players": 2}}
    tables = crafted(("dove", "hawk"), tensors, facts)
    found = compare(tables, PRINTED, names).to_dicts()
    return {(row["table"], row["measure"], row["agent"]): row for row in found}


def test_numbers_stand_side_by_side() -> None:
    row = rows()["Table 1", "mean", "dove"]
    # Mean of 1 and 1.2; the interval of two repeats is wide.
    assert row["ours"] == pytest.approx(1.1)
    assert row["difference"] == pytest.approx(0.0)
    assert (row["published"], row["published_error"]) == (1.1, 0.1)
    assert row["holds"] is True
    assert len(row["units"]) == 6  # type: ignore[arg-type]
    hawk = rows()["Table 1", "mean", "hawk"]
    assert hawk["difference"] == pytest.approx(2.1 - 2.5)
    assert rows()["Table 1", "mean", ALL]["ours"] == pytest.approx(1.6)
    ranks = [
        rows()["Table 1", "deviation rank", each]["ours"] for each in PRINTED.agents
    ]
    assert ranks == [2.0, 1.0, None]


def test_what_is_not_there_is_said() -> None:
    found = rows()
    assert found["Table 1", "mean", "owl"]["reason"] == "the run has no such agent"
    why = found["Table 2", "mean", "dove"]["reason"]
    assert why == "the run has no mechanism contract"
    assert all(
        (row["difference"] is None) <= bool(row["reason"]) for row in found.values()
    )


def test_a_mean_over_games() -> None:
    # (1.1 - 1) / (2 - 1) for the dove.
    row = rows()["Table 3", "mean", "dove"]
    assert row["ours"] == pytest.approx(0.1)
    assert row["holds"] is None


def test_agents_under_other_names() -> None:
    row = rows(owl="hawk")["Table 1", "mean", "owl"]
    assert row["ours"] == pytest.approx(2.1)
    with pytest.raises(SpecError, match="Did you mean 'owl'"):
        rows(oul="hawk")
    with pytest.raises(SpecError, match="No agent 'eagle'"):
        rows(owl="eagle")


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("paper = ", "is no TOML"),
        ("paper = 'p'", "title"),
        (
            "paper='p'\ntitle='t'\nagents=['a']\n[[rows]]\ntable='T'\nmechanism='m'\n"
            "measure='mean'\nvalues=[1]",
            "row 1 .T. has 1 numbers",
        ),
        (
            "paper='p'\ntitle='t'\nagents=['a']\n[[rows]]\ntable='T'\nmechanism='m'\n"
            "measure='media'\nvalues=[1, 2]",
            "rows.0.measure",
        ),
    ],
)
def test_refuses_what_is_no_table(text: str, said: str, tmp_path: Path) -> None:
    path = tmp_path / "expected.toml"
    path.write_text(text, encoding="utf-8")
    with pytest.raises(SpecError, match=said):
        read_expected(path)


def test_finds_a_paper_by_name_or_path(tmp_path: Path) -> None:
    path = tmp_path / "some2026" / "expected.toml"
    path.parent.mkdir()
    path.touch()
    for given in ("some2026", str(path.parent), str(path)):
        assert find_expected(given, tmp_path) == path
    with pytest.raises(SpecError, match="Did you mean 'some2026'"):
        find_expected("some2025", tmp_path)


SPEC = """
name = "like_the_paper"
repeats = 2
[agents.claude]
kind = "always_cooperate"
[agents.gpt_4o]
kind = "always_defect"
[games.prisoners_dilemma]
[mechanisms.none]
[mechanisms.repetition]
rounds = 3
"""


def test_the_verb_on_a_played_run(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("COLUMNS", "200")
    folder = Path(__file__).parents[3] / "reproductions"
    spec = tmp_path / "spec.toml"
    spec.write_text(SPEC, encoding="utf-8")
    runs = ["--runs", str(tmp_path / "runs")]
    assert run_command(["run", str(spec), "--plain", *runs]) == 0
    capsys.readouterr()
    target = tmp_path / "rows.csv"
    asked = ["compare", "like_the_paper", *runs, "--paper", "coopeval2026"]
    asked += ["--reproductions", str(folder)]
    assert run_command([*asked, "--to", str(target)]) == 0
    shown = capsys.readouterr().out
    # Cooperation with everybody earns 1, defection 2; the paper printed 1.278, 0.639.
    assert "Table 3" in shown
    assert "-0.278" in shown
    assert "the run has no such agent" in shown
    lines = target.read_text("utf-8").splitlines()
    assert lines[0].startswith("table,game,mechanism,measure,basis,agent,ours")
    assert run_command([*asked, "--to", str(target)]) == 2
    assert run_command([*asked, "--map", "claude"]) == 2
