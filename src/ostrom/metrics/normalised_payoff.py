"""Mean payoff on the scale from mutual defection (0) to mutual cooperation (1)."""

from collections.abc import Mapping
from statistics import fmean
from typing import Any

import polars as pl

from ostrom.games.theory.build import exact
from ostrom.metrics.mean_payoff import METRIC as MEAN_PAYOFF
from ostrom.metrics.protocol.metric import Metric
from ostrom.metrics.protocol.tables import RunTables

VALUES = ("mean", "low", "high", "expected_mean", "expected_low", "expected_high")


def compute(tables: RunTables) -> pl.DataFrame:
    """Returns the rows of the mean payoff, rescaled.

    `(value - u(s*)) / (u(a) - u(s*))`, with u(a) the payoff when all cooperate and
    u(s*) that of the equilibrium the game names as defection, both averaged over
    players, since an agent takes all seats. Absent where a game names no such
    profiles or both pay the same.
    """
    ends = [(game, *endpoints(tables.manifest["games"][game])) for game in tables.games]
    scale = pl.DataFrame(
        ends,
        schema={
            "game": pl.String,
            "defective_payoff": pl.Float64,
            "cooperative_payoff": pl.Float64,
            "no_scale": pl.String,
        },
        orient="row",
    )
    frame = MEAN_PAYOFF.compute(tables)
    joined = frame.join(scale, on="game", how="left", maintain_order="left")
    low, high = pl.col("defective_payoff"), pl.col("cooperative_payoff")
    why = pl.concat_str("no_scale", "reason", separator="; ", ignore_nulls=True)
    return joined.with_columns(
        *((pl.col(name) - low) / (high - low) for name in VALUES),
        pl.when(why == "").then(None).otherwise(why).alias("reason"),
    ).drop("no_scale", "defective_payoff", "cooperative_payoff")


def endpoints(game: Mapping[str, Any]) -> tuple[float | None, float | None, str | None]:
    """Returns `(u(s*), u(a), why there is no scale)` of a game in the manifest."""
    names = ("defective_payoffs", "cooperative_payoffs")
    given = [game[name] for name in names]
    if None in given:
        return None, None, "the game names no mutual defection and cooperation"
    low, high = (fmean(exact(payoff) for payoff in payoffs) for payoffs in given)
    if low == high:
        return None, None, "mutual defection and cooperation pay the same"
    return low, high, None


METRIC = Metric(
    name="normalised_payoff",
    version=1,
    summary="Mean payoff with mutual defection at 0 and mutual cooperation at 1.",
    compute=compute,
)
