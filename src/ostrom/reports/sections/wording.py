"""What captions and cells say of evidence, gaps and intervals; the same everywhere."""

from collections.abc import Iterator
from typing import Any

import polars as pl

from ostrom.metrics.protocol.tables import RunTables
from ostrom.reports.figures.canvas import signed
from ostrom.reports.figures.rate_bars import Rate
from ostrom.reports.layout.parts import DASH, Cell, plural

_LISTED = 3
ALL = "all agents"
"""How the row over all agents is called."""


def evidence(
    tables: RunTables, game: str | None = None, mechanism: str | None = None
) -> str:
    """Says how many settled matches, repeats and units returns rest on.

    Args:
        tables: The records.
        game: Only this game; all if left out.
        mechanism: Only this mechanism; all if left out.
    """
    returns = tables.finished("returns")
    if game is not None:
        returns = returns.filter(pl.col("game") == game)
    if mechanism is not None:
        returns = returns.filter(pl.col("mechanism") == mechanism)
    matches = returns.select("unit_id", "match").n_unique()
    return (
        f"{plural(matches, 'settled match')}, "
        f"{plural(returns['repeat'].n_unique(), 'repeat')}, "
        f"{plural(returns['unit_id'].n_unique(), 'unit')}"
    )


def counted(frame: pl.DataFrame, column: str, noun: str) -> str:
    """Says a sum of counts, with the repeats and units of a frame.

    Args:
        frame: With `num_repeats` and `units`.
        column: Counts to add up.
        noun: What they count.
    """
    return (
        f"{plural(int(frame[column].cast(pl.Int64).sum()), noun)}, "
        f"{counted_repeats(frame)}, "
        f"{plural(num_units(frame), 'unit')}"
    )


def counted_repeats(frame: pl.DataFrame) -> str:
    """Says how many repeats the rows of a frame rest on."""
    counts = frame["num_repeats"].drop_nulls().to_list()
    most, least = max(counts, default=0), min(counts, default=0)
    return plural(most, "repeat") if most == least else f"{least} to {most} repeats"


def num_units(frame: pl.DataFrame) -> int:
    """Returns how many different units stand behind a frame."""
    return frame["units"].explode().drop_nulls().n_unique()


def gaps(frame: pl.DataFrame, column: str) -> str:
    """Says why values of a column are absent; empty where none is."""
    absent = frame.filter(pl.col(column).is_null())
    whys = absent["reason"].drop_nulls().unique().sort()
    return _listed("A dash", whys)


def no_interval(frame: pl.DataFrame, column: str, low: str = "low") -> str:
    """Says why values of a column have no interval; empty where all have."""
    bare = frame.filter(pl.col(column).is_not_null() & pl.col(low).is_null())
    whys = bare["reason"].drop_nulls().unique().sort()
    return _listed("Without interval", whys)


def about(column: str, others: tuple[str, ...]) -> pl.Expr:
    """The part of `reason` that is about a column, without what is about others.

    Args:
        column: Its name, as it stands before a colon in the reason.
        others: Names of the columns that do not matter.
    """
    part = pl.element()
    foreign = (part.str.starts_with(f"{name}: ") for name in others)
    kept = part.filter(~pl.any_horizontal(pl.lit(value=False), *foreign))
    told = pl.col("reason").str.split("; ").list.eval(kept)
    told = told.list.eval(part.str.strip_prefix(f"{column}: ")).list.join("; ")
    return pl.when(told == "").then(pl.lit(None)).otherwise(told).alias("reason")


def _listed(what: str, whys: pl.Series) -> str:
    if whys.is_empty():
        return ""
    more = len(whys) - _LISTED
    rest = f"; and {plural(more, 'other reason')}, in the file" if more > 0 else ""
    return f" {what}: {'; '.join(whys.head(_LISTED))}{rest}."


def numbered(frame: pl.DataFrame) -> Iterator[dict[str, Any]]:
    """Yields the rows of a frame with their numbers as `row`, without their units."""
    return frame.drop("units").with_row_index("row").iter_rows(named=True)


def estimate(line: dict[str, Any], value: str = "value", digits: int = 2) -> Cell:
    """Returns a cell with a value and its interval, of a row made by `numbered`.

    A value that is absent is a dash; a missing interval is explained on hovering.

    Args:
        line: With `low`, `high`, `reason` and `row`.
        value: Name of the value.
        digits: After the point.
    """
    return spanned(
        line[value],
        (line["low"], line["high"]),
        line["reason"],
        digits=digits,
        row=line["row"],
    )


def rate_bar(line: dict[str, Any] | None) -> Rate:
    """Returns the bar of a row made by `numbered`; an empty one where there is none."""
    if line is None:
        return Rate(None)
    return Rate(line["rate"], line["low"], line["high"], line["row"])


def spanned(
    value: float | None,
    ends: tuple[float | None, float | None],
    why: str | None,
    *,
    digits: int = 2,
    row: int | None = None,
) -> Cell:
    """Returns a cell with a value and the ends of its interval in brackets."""
    told = why or "not recorded"
    if value is None:
        return Cell(DASH, told, is_number=True, row=row)
    low, high = ends
    text = signed(value, digits)
    if low is None or high is None:
        return Cell(text, why or "", is_number=True, row=row)
    text += f" [{signed(low, digits)}, {signed(high, digits)}]"
    return Cell(text, is_number=True, row=row)


def percentage(
    value: float | None,
    why: str | None,
    *,
    ends: tuple[float | None, float | None] = (None, None),
    row: int | None = None,
) -> Cell:
    """Returns a cell with a rate in per cent, and the ends of its interval."""
    if value is None:
        return Cell(DASH, why or "not recorded", is_number=True, row=row)
    text = f"{value:.0%}"
    low, high = ends
    if low is not None and high is not None:
        text += f" [{100 * low:.0f}, {100 * high:.0f}]"
    return Cell(text, is_number=True, row=row)
