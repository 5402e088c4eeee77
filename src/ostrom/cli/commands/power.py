"""`ostrom power`: what a study can find, before it is run."""

from typing import Annotated

import typer
from rich.box import SIMPLE_HEAD
from rich.console import Console
from rich.table import Table

_EFFECTS = (0.5, 1.0, 1.5, 2.0, 3.0)
_CAPTION = (
    "Repeats are those in each arm. Per cent: power at 5 % for an effect of 0.5 to 3 "
    "standard deviations between repeats."
)
_REPEATS = (2, 3, 4, 5, 6, 8, 10, 15, 20)


def power(
    effect: Annotated[
        float | None,
        typer.Option("--effect", help="Difference over the spread between repeats."),
    ] = None,
    wanted: Annotated[
        float, typer.Option("--power", help="Chance to find it, with --effect.")
    ] = 0.8,
) -> None:
    """Say how many repeats a comparison of two arms needs.

    Repeats are the sample, never single decisions. Without --effect a table is
    printed: the smallest p value that a permutation test can reach, and the power of
    a t test at 5 %, by repeats in each arm and by effect in standard deviations
    between repeats.

    Example: ostrom power --effect 1.5
    """
    from ostrom.stats.power import power as power_of
    from ostrom.stats.power import repeats_needed
    from ostrom.stats.replication import label, smallest_p

    if effect is not None:
        needed = repeats_needed(effect, power_wanted=wanted)
        kind = label(needed, needed)
        typer.echo(
            f"An effect of {effect:g} standard deviations between repeats is found "
            f"with a chance of {wanted:.0%} from {needed} repeats in each arm on "
            f"({kind})."
        )
        return
    table = Table(box=SIMPLE_HEAD, pad_edge=False, caption=_CAPTION)
    for column in ("repeats", "least p", "in pairs"):
        table.add_column(column, justify="right")
    for each in _EFFECTS:
        table.add_column(f"{each:g}", justify="right")
    table.add_column("label")
    for count in _REPEATS:
        table.add_row(
            str(count),
            f"{smallest_p(count, count):.1g}",
            f"{smallest_p(count, count, paired=True):.1g}",
            *(f"{power_of(count, each):.0%}" for each in _EFFECTS),
            label(count, count),
        )
    Console().print(table)


COMMAND = power
