"""`ostrom export`: the records of a run in other people's formats."""

from enum import StrEnum
from pathlib import Path
from typing import Annotated

import typer

from ostrom.cli import options


class Format(StrEnum):
    """Formats of an export."""

    CSV = "csv"
    PARQUET = "parquet"
    NFG = "nfg"


def export(
    run: options.Run,
    to: Annotated[Path, typer.Argument(help="Folder to write to.")],
    kind: Annotated[Format, typer.Option("--as", help="Format.")] = Format.CSV,
    runs: options.Root = options.RUNS,
) -> None:
    """Write all tables as CSV or Parquet, or payoff tables over agents as .nfg.

    Example: ostrom export demo out --as parquet
    """
    from ostrom.records.rundir import find_run
    from ostrom.records.tables import seal
    from ostrom.reports.export import export as export_run

    folder = find_run(run, runs)
    seal(folder)
    for path in export_run(folder, kind.value, to):
        typer.echo(path)


COMMAND = export
