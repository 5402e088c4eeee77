"""Exports of the sample run."""

from pathlib import Path

import polars as pl
import pytest
from polars.testing import assert_frame_equal

from ostrom.core.errors import SpecError
from ostrom.games.formats.nfg import read_nfg
from ostrom.records.rundir import RunFolder
from ostrom.records.schema import TABLES
from ostrom.reports.export import export
from reporting.sample_run import tables, write_sample_run


def test_parquet_is_the_tables_as_they_are(tmp_path: Path) -> None:
    run = write_sample_run(tmp_path / "run")
    written = export(run, "parquet", tmp_path / "out")
    assert sorted(path.stem for path in written) == sorted(TABLES)
    known = tables("hosted/word-smith")
    for path in written:
        assert_frame_equal(pl.read_parquet(path), known[path.stem])


def test_csv_has_all_columns_but_those_of_the_clock(tmp_path: Path) -> None:
    run = write_sample_run(tmp_path / "run")
    for path in export(run, "csv", tmp_path / "out"):
        header = path.read_text("utf-8").splitlines()[0].split(",")
        assert header == [
            name for name in TABLES[path.stem] if name not in {"at", "latency_seconds"}
        ]


def test_two_runs_with_the_same_replies_give_the_same_csv(tmp_path: Path) -> None:
    first = write_sample_run(tmp_path / "first")
    second = write_sample_run(tmp_path / "second")
    _wait_longer(second)
    pairs = zip(
        export(first, "csv", tmp_path / "a"),
        export(second, "csv", tmp_path / "b"),
        strict=True,
    )
    assert all(one.read_bytes() == other.read_bytes() for one, other in pairs)
    replies = (tmp_path / "a" / "replies.csv").read_text("utf-8")
    assert "<script>" in replies


def _wait_longer(run: RunFolder) -> None:
    """Writes other clock times into the replies of a run."""
    path = run.tables / "replies.parquet"
    slower = pl.read_parquet(path).with_columns(
        latency_seconds=pl.lit(9.0), at=pl.lit("2027-01-01T00:00:00.000Z")
    )
    slower.write_parquet(path)


def test_nfg_files_hold_the_payoffs_by_seat(tmp_path: Path) -> None:
    run = write_sample_run(tmp_path / "run")
    written = {path.name: path for path in export(run, "nfg", tmp_path / "out")}
    assert set(written) == {
        *("pd-none.nfg", "pd-mediation.nfg", "pg-none.nfg", "pg-mediation.nfg"),
        "left_out.csv",
    }
    game = read_nfg(written["pd-none.nfg"].read_text("utf-8"), "pd")
    assert game.actions == (("dove", "hawk", "talker"),) * 2
    # dove against talker: 2 and 2 in repeat 0, 0 and 3 in repeat 1.
    assert [float(points) for points in game.payoff((0, 2))] == [1.0, 2.5]
    assert "changing co-players" in written["left_out.csv"].read_text("utf-8")


def test_an_unknown_kind_is_refused_with_the_nearest(tmp_path: Path) -> None:
    run = write_sample_run(tmp_path / "run")
    with pytest.raises(SpecError, match="Did you mean 'parquet'"):
        export(run, "parket", tmp_path / "out")
