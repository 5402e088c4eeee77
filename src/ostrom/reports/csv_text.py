"""Frames as CSV and Parquet: the same content for the same numbers."""

import io

import polars as pl

CLOCK_COLUMNS = frozenset({"at", "latency_seconds"})
"""Columns that differ between two runs with the same replies."""


def parquet_bytes(frame: pl.DataFrame) -> bytes:
    """Returns a frame as a Parquet file without what the clock said; types are kept."""
    content = io.BytesIO()
    kept = [name for name in frame.columns if name not in CLOCK_COLUMNS]
    frame.select(kept).write_parquet(content, compression="zstd")
    return content.getvalue()


def csv_text(frame: pl.DataFrame) -> str:
    """Returns a frame as CSV in UTF-8 with a header line.

    What the clock said is left out. Lists become texts with spaces between the parts.
    An absent value is an empty field.
    """
    kept = [name for name in frame.columns if name not in CLOCK_COLUMNS]
    flat = [
        pl.col(name).cast(pl.List(pl.String)).list.join(" ")
        if isinstance(frame.schema[name], pl.List)
        else name
        for name in kept
    ]
    return frame.select(flat).write_csv(line_terminator="\n")
