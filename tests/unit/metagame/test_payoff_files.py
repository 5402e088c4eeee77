"""Payoff tables go through files unchanged; what is no table is refused by line."""

from pathlib import Path

import numpy as np
import pytest

from ostrom.core.errors import RecordError
from ostrom.metagame.payoff_files import read_payoff_table, write_payoff_table
from ostrom.metagame.payoff_table import PayoffTable, payoff_table

MATCHES = [
    (["dove", 'the "hawk", old'], [0.1, 3.0]),
    (['the "hawk", old', "dove"], [1 / 3, -2e-17]),
    (["dove", "dove"], [2.0, 2.0]),
    (["dove", "dove"], [1.0, 2.0]),
]


def table() -> PayoffTable:
    return payoff_table(["dove", 'the "hawk", old'], MATCHES)


@pytest.mark.parametrize("ending", ["csv", "npz"])
def test_goes_through_a_file_unchanged(ending: str, tmp_path: Path) -> None:
    path = tmp_path / f"table.{ending}"
    write_payoff_table(table(), path)
    found = read_payoff_table(path)
    assert found.agents == table().agents
    np.testing.assert_array_equal(found.payoffs, table().payoffs)
    np.testing.assert_array_equal(found.counts, table().counts)
    assert found.missing == (('the "hawk", old', 'the "hawk", old'),)
    with pytest.raises(RecordError, match="overwritten"):
        write_payoff_table(table(), path)


def test_three_seats_without_counts(tmp_path: Path) -> None:
    path = tmp_path / "three.csv"
    path.write_text(
        "agent_0,agent_1,agent_2,payoff_0,payoff_1,payoff_2\na,b,a,1,2,3\n\nb,b,b,4,5,6\n",
        encoding="utf-8",
    )
    found = read_payoff_table(path)
    assert found.agents == ("a", "b")
    assert found.payoffs[0, 1, 0].tolist() == [1, 2, 3]
    assert found.payoffs[1, 1, 1].tolist() == [4, 5, 6]
    assert len(found.missing) == 6


GOOD = "agent_0,agent_1,payoff_0,payoff_1"


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("", "line 1: columns none"),
        (f"{GOOD}\n", "no assignment"),
        ("agent_0,payoff_0\na,1\n", "line 1"),
        (f"{GOOD},cuont\na,b,1,2,3\n", "Did you mean 'count'"),
        (f"{GOOD}\na,b,1\n", "line 2"),
        (f"{GOOD}\na,b,1,x\n", "line 2: a payoff is a finite number, got 'x'"),
        (f"{GOOD}\na,b,1,nan\n", "got 'nan'"),
        (f"{GOOD}\na,b,1,inf\n", "got 'inf'"),
        (f"{GOOD}\na,b,1,1_0\n", "got '1_0'"),
        (f"{GOOD}\na,,1,2\n", "line 2: an agent has no name"),
        (f"{GOOD}\na,b,1,2\na,b,1,2\n", "line 3: a, b stand there a second time"),
        (f"{GOOD},count\na,b,1,2,0\n", "from 1, got '0'"),
        (f"{GOOD},count\na,b,1,2,1.5\n", "from 1, got '1.5'"),
        (f'{GOOD}\n"a,b,1,2\n', "line 2"),
    ],
)
def test_refuses_what_is_no_table(text: str, said: str, tmp_path: Path) -> None:
    path = tmp_path / "bad.csv"
    path.write_text(text, encoding="utf-8")
    with pytest.raises(RecordError, match=said):
        read_payoff_table(path)


def test_refuses_other_files(tmp_path: Path) -> None:
    with pytest.raises(RecordError, match=r"\.csv or \.npz"):
        read_payoff_table(tmp_path / "table.xlsx")
    with pytest.raises(RecordError, match="can not be read"):
        read_payoff_table(tmp_path / "absent.csv")
    path = tmp_path / "table.npz"
    path.write_bytes(b"no archive")
    with pytest.raises(RecordError, match="can not be read"):
        read_payoff_table(path)


@pytest.mark.parametrize(
    ("arrays", "said"),
    [
        ({"agents": np.array(["a"])}, "holds agents;"),
        (
            {
                "agents": np.array(["a", "b"]),
                "payoffs": np.zeros((2, 2)),
                "counts": np.ones((2, 2), dtype=np.int64),
            },
            "make no payoff table",
        ),
        (
            {
                "agents": np.array(["a", "b"]),
                "payoffs": np.full((2, 2, 2), np.nan),
                "counts": np.ones((2, 2), dtype=np.int64),
            },
            "exactly if its count",
        ),
    ],
)
def test_refuses_other_arrays(
    arrays: dict[str, np.ndarray], said: str, tmp_path: Path
) -> None:
    path = tmp_path / "arrays.npz"
    np.savez(path, **arrays)  # type: ignore[arg-type]
    with pytest.raises(RecordError, match=said):
        read_payoff_table(path)


def test_objects_are_never_unpickled(tmp_path: Path) -> None:
    path = tmp_path / "objects.npz"
    np.savez(path, agents=np.array([{"a": 1}], dtype=object))
    with pytest.raises(RecordError, match="can not be read"):
        read_payoff_table(path)
