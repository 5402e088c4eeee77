"""Section: metrics that no other section draws, as plain tables."""

from collections.abc import Collection
from typing import Any

import polars as pl

from ostrom.metrics.protocol.metric import METRICS, Metric, measure
from ostrom.metrics.protocol.tables import RunTables
from ostrom.reports.layout.parts import (
    DASH,
    Block,
    Cell,
    Exhibit,
    Section,
    count,
    number,
    on_row,
    plural,
    words,
)

_LINES = 200


def section(tables: RunTables, drawn: Collection[Metric]) -> Section | None:
    """Returns a table for each metric of the catalogue that is not among `drawn`.

    A new metric thus needs one file only to be in the report.
    """
    names = {metric.name for metric in drawn}
    blocks: list[Block] = []
    for name in METRICS.names():
        if name not in names:
            metric = METRICS.load(name)
            blocks.append(_table(metric, measure(metric, tables)))
    return Section("further", "Further metrics", tuple(blocks)) if blocks else None


def _table(metric: Metric, rows: pl.DataFrame) -> Exhibit:
    header = tuple(name for name in rows.columns if name not in {"units", "reason"})
    shown = rows.head(_LINES)
    left_out = len(rows) - len(shown)
    more = f" {plural(left_out, 'more row')} in the file." if left_out else ""
    return Exhibit(
        name=metric.name,
        title=metric.name.replace("_", " "),
        caption=f"{metric.summary} {plural(len(rows), 'row')}.{more}",
        behind=rows,
        header=header,
        rows=tuple(
            on_row(
                place, tuple(_cell(row[name], row["reason"] or "") for name in header)
            )
            for place, row in enumerate(shown.iter_rows(named=True))
        ),
    )


def _cell(value: Any, why: str) -> Cell:
    if isinstance(value, bool):
        return words("yes" if value else "no")
    if isinstance(value, int):
        return count(value)
    if isinstance(value, float):
        return number(value, why, 3)
    if isinstance(value, list):
        return words(", ".join(str(each) for each in value))
    return Cell(DASH, why) if value is None else words(str(value))
