"""Runs a small spec and reads the tables it leaves, with polars.

python examples/run_and_read.py [FOLDER FOR RUNS]
"""

import sys
from pathlib import Path

import polars as pl

from ostrom.engine.session import play, prepare
from ostrom.records.rundir import RunFolder
from ostrom.specs.reading import read_spec

SPEC = Path(__file__).parent / "tiny.toml"


def mean_payoffs(run: RunFolder) -> pl.DataFrame:
    """Returns points a round by mechanism and agent, from the sealed tables."""
    returns = pl.read_parquet(run.tables / "returns.parquet")
    return (
        returns.group_by("game", "mechanism", "agent")
        .agg(payoff=pl.col("payoff").mean(), matches=pl.len())
        .sort("game", "mechanism", "agent")
    )


def main() -> None:
    """Plays what is not played yet, then prints the mean payoffs."""
    root = Path(sys.argv[1]) if len(sys.argv) > 1 else Path("runs")
    prepared = prepare(read_spec(SPEC), root)
    session = play(prepared, lambda progress: None)
    print(f"{session.progress.done} of {session.progress.total} units are done")
    for row in mean_payoffs(prepared.run).iter_rows():
        game, mechanism, agent, payoff, matches = row
        print(f"{game} {mechanism} {agent}: {payoff:.3f} over {matches} seats")


if __name__ == "__main__":
    main()
