"""Shares of yes among many yes-or-no facts, over repeats, cut at 0 and 1."""

from collections.abc import Sequence

import polars as pl

from ostrom.metrics.protocol.estimates import estimate_by, reasons


def rate_by(
    frame: pl.DataFrame, by: Sequence[str], value: str, name: str
) -> pl.DataFrame:
    """Returns the share of yes in each group: within a repeat, then over repeats.

    Args:
        frame: One row a fact, in a fixed order, with the column `repeat`.
        by: Columns that make a group.
        value: Column of 0 and 1, or of shares.
        name: Beginning of the columns that come out.

    Returns:
        The columns of `by`, then `<name>rate`, `<name>low`, `<name>high`,
        `<name>repeats` and `<name>why`, which says why there is no interval.
    """
    return estimate_by(frame, by, value).select(
        *by,
        pl.col("mean").alias(f"{name}rate"),
        pl.col("low").clip(lower_bound=0).alias(f"{name}low"),
        pl.col("high").clip(upper_bound=1).alias(f"{name}high"),
        pl.col("num_repeats").alias(f"{name}repeats"),
        pl.col("interval_reason").alias(f"{name}why"),
    )


def joined(
    frame: pl.DataFrame, parts: Sequence[pl.DataFrame], by: Sequence[str]
) -> pl.DataFrame:
    """Returns a grid with the columns of all parts; a null in `by` is a value."""
    for part in parts:
        frame = frame.join(
            part, on=list(by), how="left", nulls_equal=True, maintain_order="left"
        )
    return frame


def explained(
    frame: pl.DataFrame,
    shown: Sequence[str],
    counts: Sequence[str],
    whys: Sequence[str],
    nothing: Sequence[str],
) -> pl.DataFrame:
    """Returns the columns to show, with `reason` and `units`.

    Args:
        frame: A grid that was joined.
        shown: Columns that stay as they are.
        counts: Columns in which nothing means 0.
        whys: Columns that say why something is absent.
        nothing: For each row why it has no facts at all; empty if it has.
    """
    return frame.with_columns(pl.Series("nothing", nothing, dtype=pl.String)).select(
        *shown,
        *(pl.col(name).fill_null(0) for name in counts),
        reasons("nothing", *whys),
        pl.col("units").fill_null([]),
    )
