"""`ostrom sheet`: sheets for people who judge."""

from pathlib import Path
from typing import Annotated

import typer

from ostrom.cli import options


def sheet(
    run: options.Run,
    codebook: Annotated[
        str, typer.Option("--codebook", help="Name, or path of one's own.")
    ],
    to: Annotated[
        Path | None, typer.Option("--to", help="CSV file to write an empty sheet to.")
    ] = None,
    take: Annotated[
        Path | None, typer.Option("--take", help="Filled sheet to take into the run.")
    ] = None,
    coder: Annotated[
        str, typer.Option("--coder", help="With --take: a label for the person.")
    ] = "person",
    sample: Annotated[
        int | None,
        typer.Option("--sample", help="Texts of each agent, condition and kind."),
    ] = None,
    seed: Annotated[int, typer.Option("--seed", help="Of samples and order.")] = 0,
    runs: options.Root = options.RUNS,
) -> None:
    """Write a blind sheet of rationales to code by hand, or take a filled one back.

    Every code of a row is 1 or 0, or the whole row is empty.

    Example: ostrom sheet demo --codebook coopeval15 --to sheet.csv --sample 5
    """
    from ostrom.core.errors import SpecError
    from ostrom.families.judging.codebook import load_codebook
    from ostrom.families.judging.sheets import take_sheet, write_sheet
    from ostrom.families.judging.texts import collect
    from ostrom.records.rundir import find_run
    from ostrom.records.tables import seal

    if (to is None) == (take is None):
        raise SpecError("Give one of --to and --take.")
    folder = find_run(run, runs)
    seal(folder)
    book = load_codebook(codebook)
    if to is not None:
        texts = collect(folder, kinds=None, most=sample, seed=seed)
        typer.echo(f"{write_sheet(texts, book, to, seed=seed)} texts: {to}")
    elif take is not None:
        texts = collect(folder, kinds=None, most=None, seed=seed)
        count = take_sheet(folder, texts, book, take, coder)
        typer.echo(f"{count} texts were coded by {coder}.")


COMMAND = sheet
