"""`ostrom agree`: do the judges of a run agree?"""

import typer

from ostrom.cli import options

LEAST_POSITIVE = 20
"""Fewer positive verdicts on a code, and no claim should rest on it."""


def agree(run: options.Run, runs: options.Root = options.RUNS) -> None:
    """Print agreement of all judges on each code, with how common the code is.

    Common: share of positive verdicts. Seen: their number. A code with fewer than 20
    is marked: no claim should rest on it.

    Example: ostrom agree demo
    """
    import polars as pl
    from rich.box import SIMPLE_HEAD
    from rich.console import Console
    from rich.table import Table

    from ostrom.metrics.judge_agreement import METRIC
    from ostrom.metrics.protocol.metric import measure
    from ostrom.metrics.protocol.tables import load_run
    from ostrom.records.rundir import find_run
    from ostrom.records.tables import seal

    folder = find_run(run, runs)
    seal(folder)
    rows = measure(METRIC, load_run(folder)).filter(pl.col("first_judge").is_null())
    table = Table(box=SIMPLE_HEAD, pad_edge=False)
    table.add_column("code")
    measures = ("prevalence", "kappa", "alpha", "ac1")
    for name in ("common", *measures[1:], "seen", "texts"):
        table.add_column(name, justify="right")
    table.add_column("claims")
    for row in rows.to_dicts():
        if row["code"] is None:
            typer.echo(f"{folder.path}: {row['reason']}.")
            return
        shown = ["—" if row[name] is None else f"{row[name]:.2f}" for name in measures]
        counts = [str(row["num_positive"]), str(row["num_texts"])]
        rests = "" if row["num_positive"] >= LEAST_POSITIVE else "too rare"
        table.add_row(row["code"], *shown, *counts, rests)
    Console().print(table)


COMMAND = agree
