"""The tables that `ostrom compare` prints."""

from typing import TYPE_CHECKING

from rich.box import SIMPLE_HEAD
from rich.console import Console
from rich.table import Table

if TYPE_CHECKING:
    import polars as pl

    from ostrom.reports.comparison.expected import Expected

_DASH = "—"


def print_comparison(rows: "pl.DataFrame", expected: "Expected") -> None:
    """Prints a table for each of the paper's, and what could not be compared."""
    console = Console()
    whole = rows.to_dicts()
    compared = [row for row in whole if row["difference"] is not None]
    for name in dict.fromkeys(row["table"] for row in compared):
        table = Table(
            title=f"{expected.title}: {name}", box=SIMPLE_HEAD, pad_edge=False
        )
        for column in ("game", "mechanism", "measure", "agent"):
            table.add_column(column)
        for column in ("ours", "published", "difference", "held"):
            table.add_column(column, justify="right")
        for row in compared:
            if row["table"] == name:
                table.add_row(*_cells(row))
        console.print(table)
    console.print(_verdict(compared), style="dim")
    _print_left_out([row for row in whole if row["difference"] is None], console)


def _cells(row: "dict[str, object]") -> list[str]:
    basis = "" if row["basis"] == "printed" else " (by definition)"
    error = row["published_error"]
    published = f"{row['published']:.3f}" + ("" if error is None else f" ± {error:.3f}")
    ours = f"{row['ours']:.3f}"
    if row["low"] is not None:
        ours += f" [{row['low']:.2f}, {row['high']:.2f}]"
    held = _DASH if row["holds"] is None else "yes" if row["holds"] else "no"
    return [
        str(row["game"] or "over games"),
        str(row["mechanism"]),
        f"{row['measure']}{basis}",
        str(row["agent"]),
        ours,
        published,
        f"{row['difference']:+.3f}",
        held,
    ]


def _verdict(compared: "list[dict[str, object]]") -> str:
    with_interval = [row for row in compared if row["holds"] is not None]
    held = sum(bool(row["holds"]) for row in with_interval)
    return (
        f"{len(compared)} printed numbers compared; {held} of {len(with_interval)} lie "
        "in our 95 % interval over repeats. ± is the paper's standard error."
    )


def _print_left_out(left_out: "list[dict[str, object]]", console: Console) -> None:
    counts: dict[str, int] = {}
    for row in left_out:
        reason = str(row["reason"])
        counts[reason] = counts.get(reason, 0) + 1
    if counts:
        console.print(f"{len(left_out)} printed numbers not compared:", style="dim")
    for reason, count in counts.items():
        console.print(f"  {count}: {reason}", style="dim")
