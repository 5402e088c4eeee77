"""`ostrom compare`: a run beside the printed numbers of a paper."""

from pathlib import Path
from typing import Annotated

import typer

from ostrom.cli import options


def compare(
    run: options.Run,
    paper: Annotated[
        str,
        typer.Option("--paper", help="Name below --reproductions, or a path."),
    ],
    runs: options.Root = options.RUNS,
    reproductions: Annotated[
        Path, typer.Option("--reproductions", help="Folder of printed numbers.")
    ] = Path("reproductions"),
    names: Annotated[
        list[str] | None,
        typer.Option("--map", help="The paper's agent and ours: theirs=ours."),
    ] = None,
    to: Annotated[
        Path | None, typer.Option("--to", help="CSV file to write all rows to.")
    ] = None,
) -> None:
    """Print our numbers, the published ones and their differences.

    Agents, games and mechanisms are the same if their labels are. What can not be
    compared is counted, with the reasons.

    Example: ostrom compare demo --paper coopeval2026
    """
    from ostrom.cli.comparison_table import print_comparison
    from ostrom.core.errors import SpecError
    from ostrom.metrics.protocol.tables import load_run
    from ostrom.records.rundir import find_run
    from ostrom.records.tables import seal
    from ostrom.reports.comparison.compare import compare as compared
    from ostrom.reports.comparison.expected import find_expected, read_expected
    from ostrom.reports.csv_text import csv_text

    expected = read_expected(find_expected(paper, reproductions))
    pairs = [each.partition("=") for each in names or []]
    if any(not theirs or not ours for theirs, _, ours in pairs):
        raise SpecError(f"--map takes theirs=ours, got {', '.join(names or [])}.")
    if to is not None and to.exists():
        raise SpecError(f"{to} exists; nothing is overwritten.")
    folder = find_run(run, runs)
    seal(folder)
    rows = compared(
        load_run(folder), expected, {theirs: ours for theirs, _, ours in pairs}
    )
    print_comparison(rows, expected)
    if to is not None:
        to.write_bytes(csv_text(rows).encode())
        typer.echo(to)


COMMAND = compare
