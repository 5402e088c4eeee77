"""The examples run in a folder of their own and print what theory says."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

_ROOT = Path(__file__).resolve().parents[2]
_EXAMPLES = sorted(path.stem for path in (_ROOT / "examples").glob("*.py"))


def printed(name: str, folder: Path) -> list[str]:
    """Runs an example in `folder`, for 30 seconds at most; returns its lines."""
    told = subprocess.run(
        [sys.executable, str(_ROOT / "examples" / f"{name}.py")],
        cwd=folder,
        env={**os.environ, "PYTHONPATH": str(_ROOT / "src")},
        capture_output=True,
        text=True,
        timeout=30,
        check=True,
    )
    assert told.stderr == ""
    return told.stdout.splitlines()


def test_every_example_has_its_test() -> None:
    assert _EXAMPLES == ["one_match", "run_and_read", "theorem_for_my_game"]


def test_tit_for_tat_answers_an_alternator(tmp_path: Path) -> None:
    lines = printed("one_match", tmp_path)
    assert [line.split()[2] for line in lines[:6]] == [
        "cooperate",  # first
        *("cooperate", "defect", "cooperate", "defect", "cooperate"),  # as was done
    ]
    # Weights 0.2 * 0.8**t for t < 5 and 0.8**5 for the last round.
    assert lines[6] == "returns, in points a round: 1.030 and 2.170"


def test_the_theorem_in_a_game_of_ones_own(tmp_path: Path) -> None:
    lines = printed("theorem_for_my_game", tmp_path)
    # (8 - 6) / (8 - 2): the best departure, cooperation, the punishment.
    assert lines[0] == "grim trigger holds from delta = 1/3 on"
    assert lines[2] == "the standing norm, as published: for no delta"
    verdicts = [line.split(";")[0] for line in lines[3:]]
    assert verdicts == [
        "GrimTrigger: holds",
        "GrimTrigger: fails: play",
        "StandingNorm: holds",
        "MediatorStrategy: holds",
        "ContractStrategy: holds",
        "ContractStrategy: fails: play",
    ]


@pytest.mark.parametrize("times", [1, 2])
def test_a_spec_is_run_and_its_tables_are_read(tmp_path: Path, times: int) -> None:
    for _ in range(times):  # the second time all is done already
        lines = printed("run_and_read", tmp_path)
    # 2 games, 2 mechanisms, 2 repeats, 3 x 3 seatings.
    assert lines[0] == "72 of 72 units are done"
    assert "prisoners_dilemma none always_defect: 2.333 over 12 seats" in lines
    assert "prisoners_dilemma none tit_for_tat: 1.333 over 12 seats" in lines
    assert "cleaning none always_defect: 2.667 over 12 seats" in lines
    assert [path.name for path in tmp_path.iterdir()] == ["runs"]
