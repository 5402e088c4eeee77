"""Records of a run in other people's formats."""

from pathlib import Path

import polars as pl

from ostrom.core.errors import RecordError, SpecError
from ostrom.core.naming import did_you_mean
from ostrom.metagame.payoff_table import (
    matches_of,
    payoff_table,
    payoff_table_nfg,
)
from ostrom.metrics.protocol.tables import RunTables, load_run
from ostrom.records.rundir import RunFolder
from ostrom.reports.csv_text import csv_text
from ostrom.reports.layout.parts import file_stem

KINDS = ("csv", "parquet", "nfg")


def export(run: RunFolder, kind: str, target: Path) -> tuple[Path, ...]:
    """Writes the records of a run into a folder and returns what was written.

    * `csv`: all tables as text. What the clock said is left out, so two runs with the
      same replies give the same bytes.
    * `parquet`: all tables as they are.
    * `nfg`: for each game and mechanism the game of choosing agents, as a Gambit file:
      a player is a seat, an action an agent. Conditions that have no complete payoff
      table are listed, with the reason, in `left_out.csv`.

    Args:
        run: The run; its tables are sealed.
        kind: `csv`, `parquet` or `nfg`.
        target: The folder; it is made if need be.

    Raises:
        SpecError: There is no such kind.
        RecordError: The run was not sealed.
    """
    if kind not in KINDS:
        hint = did_you_mean(kind, KINDS)
        raise SpecError(f"No export as {kind!r}.{hint} Known: {', '.join(KINDS)}.")
    tables = load_run(run)
    target.mkdir(parents=True, exist_ok=True)
    if kind == "nfg":
        return _payoff_tables(tables, target)
    written = []
    for name, frame in tables.frames.items():
        path = target / f"{name}.{kind}"
        if kind == "csv":
            path.write_bytes(csv_text(frame).encode())
        else:
            frame.write_parquet(path, compression="zstd")
        written.append(path)
    return tuple(written)


def _payoff_tables(tables: RunTables, target: Path) -> tuple[Path, ...]:
    written: list[Path] = []
    left_out: list[tuple[str, str, str]] = []
    for game, mechanism in tables.conditions:
        try:
            text = condition_nfg(tables, game, mechanism)
        except RecordError as error:
            left_out.append((game, mechanism, str(error)))
            continue
        path = target / f"{file_stem(game, mechanism)}.nfg"
        path.write_text(text, encoding="utf-8", newline="\n")
        written.append(path)
    if left_out:
        schema = dict.fromkeys(("game", "mechanism", "reason"), pl.String)
        frame = pl.DataFrame(left_out, schema=schema, orient="row")
        path = target / "left_out.csv"
        path.write_bytes(csv_text(frame).encode())
        written.append(path)
    return tuple(written)


def condition_nfg(tables: RunTables, game: str, mechanism: str) -> str:
    """Returns the payoff table of one condition as the text of an `.nfg` file.

    Raises:
        RecordError: The condition has no match-ups, or some have no settled match.
    """
    name = f"{game}, {mechanism}"
    returns = tables.finished("returns").filter(
        (pl.col("game") == game) & (pl.col("mechanism") == mechanism)
    )
    matches = matches_of(returns)
    if not matches:
        why = tables.why_nothing(game, mechanism)
        if len(returns):
            why = "returns are over many rounds with changing co-players"
        raise RecordError(f"{name}: no payoff table: {why}.")
    table = payoff_table(tables.agents, matches)
    source = (
        f"Mean returns of {len(matches)} settled matches of run "
        f"{tables.manifest['run_id']}, points a round; players are seats, actions are "
        "agents."
    )
    return payoff_table_nfg(table, name, source)
