"""How unequally a match pays its players: the Gini coefficient, where it is defined."""

import numpy as np
import polars as pl

from ostrom.metrics.protocol.estimates import UNITS, grid
from ostrom.metrics.protocol.metric import Metric
from ostrom.metrics.protocol.rates import explained, joined, rate_by
from ostrom.metrics.protocol.tables import RunTables

BY = ("game", "mechanism")


def compute(tables: RunTables) -> pl.DataFrame:
    """Returns one row for each condition.

    `gini` is half of the mean difference between two players of a match over their
    mean return: 0 if all got the same, `1 - 1/n` if one of n got all. It is averaged
    over matches within a repeat and then over repeats, a population counting as one
    match; `low` and `high` are the 95 % t interval over repeats. It is undefined
    where a return is negative or all are 0; if that happens in one match, a mean over
    the others would be about other matches, so there is none.
    """
    matches = _matches(tables)
    counts = matches.group_by(*BY, maintain_order=True).agg(
        pl.len().cast(pl.Int64).alias("num_matches"),
        pl.col("gini").null_count().cast(pl.Int64).alias("num_undefined"),
        UNITS,
    )
    parts = (rate_by(matches, BY, "gini", ""), counts)
    frame = joined(grid(BY, tables.conditions), parts, BY).rename(
        {"rate": "gini", "repeats": "num_repeats"}
    )
    nothing, whys = [], []
    for game, mechanism, count, undefined, why in frame.select(
        *BY, "num_matches", "num_undefined", "why"
    ).rows():
        nothing.append("" if count else tables.why_nothing(game, mechanism))
        said = (
            f"undefined in {undefined} of {count} matches: a return below 0, or all 0"
        )
        whys.append(said if undefined else why)
    frame = frame.with_columns(pl.Series("why", whys, dtype=pl.String))
    shown = (*BY, "gini", "low", "high")
    numbers = ("num_matches", "num_undefined", "num_repeats")
    return explained(frame, shown, numbers, ("why",), nothing)


def gini(returns: np.ndarray) -> float | None:
    """Returns the Gini coefficient; None where a return is negative or all are 0.

    Example:
        >>> gini(np.array([0.0, 0.0, 3.0])), gini(np.array([1.0, 3.0]))
        (0.6666666666666666, 0.25)
    """
    total = float(returns.sum())
    if not len(returns) or float(returns.min()) < 0 or total == 0:
        return None
    gaps = np.abs(returns[:, None] - returns[None, :]).sum()
    return float(gaps / (2 * len(returns) * total))


def _matches(tables: RunTables) -> pl.DataFrame:
    """One row a settled match or population, with its coefficient."""
    gathered = (
        tables.finished("returns")
        .group_by("unit_id", "match", *BY, "repeat", maintain_order=True)
        .agg(pl.col("payoff"))
    )
    values = [gini(np.array(payoffs)) for payoffs in gathered["payoff"].to_list()]
    return gathered.with_columns(pl.Series("gini", values, dtype=pl.Float64))


METRIC = Metric(
    name="inequality",
    version=1,
    summary="Gini coefficient of the returns in a match, over matches and repeats.",
    compute=compute,
)
