"""What a metric is: a pure function from records to a tidy table."""

from collections.abc import Callable
from dataclasses import dataclass

import polars as pl

from ostrom.core.catalogue import Catalogue
from ostrom.core.errors import RecordError
from ostrom.metrics.protocol.tables import RunTables


@dataclass(frozen=True)
class Metric:
    """Numbers made from records.

    `compute` returns one row for each value, with the column `units` (ids of the units
    behind the row) and the column `reason`, which says why a number of the row is
    absent. An absent number is null, never 0 and never NaN. The rows do not hang on
    the order in which records were written.

    Attributes:
        name: Catalogue name; the file's name.
        version: Raised when a number would come out differently.
        summary: What is averaged over what, in a sentence.
        compute: Makes the table.
    """

    name: str
    version: int
    summary: str
    compute: Callable[[RunTables], pl.DataFrame]


METRICS: Catalogue[Metric] = Catalogue("ostrom.metrics", "METRIC", Metric)


def measure(metric: Metric, tables: RunTables) -> pl.DataFrame:
    """Returns the table of a metric, after checking what every metric promises.

    Raises:
        RecordError: It lacks `units` or `reason`, holds a NaN or an infinity, or leaves
            a number out without saying why.
    """
    frame = metric.compute(tables)
    missing = {"units", "reason"} - set(frame.columns)
    if missing:
        raise RecordError(f"{metric.name}: no column {', '.join(sorted(missing))}.")
    floats = [name for name, kind in frame.schema.items() if kind.is_float()]
    for name in floats:
        if not frame[name].drop_nulls().is_finite().all():
            raise RecordError(f"{metric.name}: {name} holds a NaN or an infinity.")
    gaps = pl.any_horizontal(
        pl.lit(value=False), *(pl.col(f).is_null() for f in floats)
    )
    silent = frame.filter(gaps & (pl.col("reason").fill_null("") == ""))
    if len(silent):
        raise RecordError(
            f"{metric.name}: {len(silent)} rows leave a number out without a reason."
        )
    return frame
