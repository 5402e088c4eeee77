"""`ostrom report`: figures and tables of a run, in one page."""

from pathlib import Path
from typing import Annotated

import typer

from ostrom.cli import options


def report(
    run: options.Run,
    runs: options.Root = options.RUNS,
    to: Annotated[
        Path | None,
        typer.Option("--to", help="Folder to write to; RUN/report if left out."),
    ] = None,
) -> None:
    """Write the report of a run: one offline page, and the files behind its figures.

    Example: ostrom report demo
    """
    from ostrom.records.rundir import find_run
    from ostrom.records.tables import seal
    from ostrom.reports.page import write_report

    folder = find_run(run, runs)
    seal(folder)
    typer.echo(write_report(folder, to))


COMMAND = report
