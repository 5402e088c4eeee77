"""Estimates by group: the mean over repeats, with its interval."""

from collections.abc import Iterable, Sequence

import polars as pl

from ostrom.stats.intervals import mean_interval

UNITS = pl.col("unit_id").unique().sort().alias("units")
"""Aggregation: ids of the units behind a group."""


def estimate_by(frame: pl.DataFrame, by: Sequence[str], value: str) -> pl.DataFrame:
    """Returns mean and interval of `value` for each group; clusters are repeats.

    First the mean within each repeat is taken, then the mean over repeats. A group
    in which a value is null has no estimate.

    Args:
        frame: One row for each value, in a fixed order, with the column `repeat`.
        by: Columns that make a group.
        value: The column to average.

    Returns:
        The columns of `by`, `mean`, `low`, `high`, `num_repeats` and `interval_reason`.
    """
    within = frame.group_by(*by, "repeat", maintain_order=True).agg(
        pl.col(value).mean().alias("mean"),
        pl.col(value).null_count().alias("gaps"),
    )
    groups = (
        within.sort(*by, "repeat", nulls_last=True)
        .group_by(*by, maintain_order=True)
        .agg("mean", pl.col("gaps").sum())
    )
    rows = [
        _estimated(means, gaps)
        for means, gaps in groups.select("mean", "gaps").iter_rows()
    ]
    schema = {
        "mean": pl.Float64,
        "low": pl.Float64,
        "high": pl.Float64,
        "num_repeats": pl.Int64,
        "interval_reason": pl.String,
    }
    estimates = pl.DataFrame(rows, schema=schema, orient="row")
    return groups.select(by).hstack(estimates)


def _estimated(
    means: list[float | None], gaps: int
) -> tuple[float | None, float | None, float | None, int, str]:
    known = [mean for mean in means if mean is not None]
    if gaps or not known:
        return None, None, None, len(means), f"no value in {gaps} of the records"
    found = mean_interval(known)
    return found.mean, found.low, found.high, found.num_clusters, found.reason


def reasons(*names: str) -> pl.Expr:
    """Joins texts that say why something is absent, each once, empty ones left out."""
    texts = pl.concat_list([pl.col(name).fill_null("") for name in names])
    kept = texts.list.eval(pl.element().filter(pl.element() != ""))
    joined = kept.list.unique(maintain_order=True).list.join("; ")
    return pl.when(joined == "").then(None).otherwise(joined).alias("reason")


def grid(columns: Sequence[str], rows: Iterable[Sequence[str | None]]) -> pl.DataFrame:
    """Returns a frame of texts: the rows that a table should have."""
    schema = dict.fromkeys(columns, pl.String)
    return pl.DataFrame([tuple(row) for row in rows], schema=schema, orient="row")
