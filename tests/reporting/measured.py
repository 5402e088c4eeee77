"""Rows of metrics, looked up by their keys."""

from collections.abc import Mapping
from typing import Any

import polars as pl

from ostrom.metrics.protocol.metric import METRICS, measure
from ostrom.metrics.protocol.tables import RunTables


def rows(run: RunTables, metric: str, **where: object) -> pl.DataFrame:
    """The rows of a metric with these keys; None stands for a null."""
    frame = measure(METRICS.load(metric), run)
    for name, value in where.items():
        column = pl.col(name)
        frame = frame.filter(column.is_null() if value is None else column == value)
    return frame


def row(run: RunTables, metric: str, **where: object) -> Mapping[str, Any]:
    """The one row of a metric with these keys."""
    frame = rows(run, metric, **where)
    assert len(frame) == 1
    return frame.row(0, named=True)
