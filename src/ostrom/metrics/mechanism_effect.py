"""What each mechanism changes, against the one that its game is first played under."""

from collections.abc import Iterator
from dataclasses import dataclass, replace

import polars as pl

from ostrom.metrics.protocol.metric import Metric
from ostrom.metrics.protocol.tables import RunTables
from ostrom.stats.effects import hedges_g
from ostrom.stats.multiplicity import holm
from ostrom.stats.replication import LEAST_PER_ARM, label
from ostrom.stats.two_samples import exact_permutation, welch

_SCHEMA: dict[str, pl.DataType] = {
    "game": pl.String(),
    "mechanism": pl.String(),
    "reference": pl.String(),
    "outcome": pl.String(),
    "difference": pl.Float64(),
    "low": pl.Float64(),
    "high": pl.Float64(),
    "p_value": pl.Float64(),
    "p_holm": pl.Float64(),
    "hedges_g": pl.Float64(),
    "label": pl.String(),
    "num_repeats": pl.Int64(),
    "num_reference_repeats": pl.Int64(),
    "reason": pl.String(),
    "units": pl.List(pl.String()),
}


@dataclass(frozen=True)
class _Arm:
    """One outcome of one condition.

    Attributes:
        means: Over all agents, one for each repeat.
        units: Ids of the units behind them.
        why_none: Why there are no means.
    """

    means: tuple[float, ...]
    units: tuple[str, ...]
    why_none: str = ""


@dataclass(frozen=True)
class _Effect:
    """One row, in the order of the schema but for its last two columns."""

    game: str
    mechanism: str
    reference: str
    outcome: str
    difference: float | None = None
    low: float | None = None
    high: float | None = None
    p_value: float | None = None
    p_holm: float | None = None
    hedges_g: float | None = None
    label: str = "exploratory"
    num_repeats: int = 0
    num_reference_repeats: int = 0
    reason: str | None = None
    units: tuple[str, ...] = ()


def compute(tables: RunTables) -> pl.DataFrame:
    """Returns one row for each mechanism of a game but the first, and each outcome.

    The reference is the mechanism that the spec first plays the game under. An outcome
    is averaged over all agents within a repeat; the two samples are these means, one
    for each repeat. `low` and `high` are the Welch interval, `p_value` is that of the
    permutation test of the means, `p_holm` is corrected over all rows of an outcome. A
    difference with fewer than four repeats in an arm is labelled exploratory and gets
    no p value.
    """
    effects = []
    for outcome, arms in _outcomes(tables):
        of_outcome = [
            _effect(game, mechanism, reference, outcome, arms)
            for game, mechanism, reference in _pairs(tables)
        ]
        effects.extend(_corrected(of_outcome))
    rows = [tuple(vars(each).values()) for each in effects]
    rows = [(*row[:-1], list(row[-1])) for row in rows]
    return pl.DataFrame(rows, schema=_SCHEMA, orient="row")


def _pairs(tables: RunTables) -> Iterator[tuple[str, str, str]]:
    first: dict[str, str] = {}
    for game, mechanism in tables.conditions:
        reference = first.setdefault(game, mechanism)
        if reference != mechanism:
            yield game, mechanism, reference


def _outcomes(
    tables: RunTables,
) -> Iterator[tuple[str, dict[tuple[str, str], _Arm]]]:
    rounds = tables.finished("rounds").with_columns(
        pl.col("cooperative").cast(pl.Float64)
    )
    yield "cooperation", _arms(rounds, "cooperative", tables)
    yield "payoff", _arms(tables.finished("returns"), "payoff", tables)


def _arms(
    frame: pl.DataFrame, value: str, tables: RunTables
) -> dict[tuple[str, str], _Arm]:
    arms = {}
    for game, mechanism in tables.conditions:
        rows = frame.filter(
            (pl.col("game") == game) & (pl.col("mechanism") == mechanism)
        )
        within = rows.group_by("repeat", maintain_order=True).agg(
            pl.col(value).mean(), pl.col(value).null_count().alias("gaps")
        )
        means = within.sort("repeat")[value].to_list()
        if not means:
            why = f"{mechanism}: {tables.why_nothing(game, mechanism)}"
            arms[game, mechanism] = _Arm((), (), why)
        elif within["gaps"].sum() or None in means:
            why = "the game names no cooperation"
            arms[game, mechanism] = _Arm((), (), why)
        else:
            units = tuple(rows["unit_id"].unique().sort())
            arms[game, mechanism] = _Arm(tuple(means), units)
    return arms


def _effect(
    game: str,
    mechanism: str,
    reference: str,
    outcome: str,
    arms: dict[tuple[str, str], _Arm],
) -> _Effect:
    ours, theirs = arms[game, mechanism], arms[game, reference]
    effect = _Effect(
        game,
        mechanism,
        reference,
        outcome,
        num_repeats=len(ours.means),
        num_reference_repeats=len(theirs.means),
        label=label(len(ours.means), len(theirs.means)),
    )
    why = "; ".join(dict.fromkeys(each.why_none for each in (ours, theirs)))
    if not ours.means or not theirs.means:
        return replace(effect, reason=why.strip("; "))
    found = welch(ours.means, theirs.means)
    size = hedges_g(ours.means, theirs.means)
    p_value, why_no_p = None, f"exploratory: fewer than {LEAST_PER_ARM} repeats an arm"
    if effect.label == "confirmatory":
        p_value, why_no_p = exact_permutation(ours.means, theirs.means).p_value, ""
    why_no_size = "" if size is not None or found.reason else "no spread to measure by"
    reason = "; ".join(each for each in (found.reason, why_no_p, why_no_size) if each)
    return replace(
        effect,
        difference=found.difference,
        low=found.low,
        high=found.high,
        p_value=p_value,
        hedges_g=size,
        reason=reason or None,
        units=tuple(sorted({*ours.units, *theirs.units})),
    )


def _corrected(effects: list[_Effect]) -> list[_Effect]:
    tested = [each for each in effects if each.p_value is not None]
    corrected = iter(
        holm([each.p_value for each in tested if each.p_value is not None])
    )
    return [
        each if each.p_value is None else replace(each, p_holm=next(corrected))
        for each in effects
    ]


METRIC = Metric(
    name="mechanism_effect",
    version=1,
    summary="Difference to the game's first mechanism, with repeats as the sample.",
    compute=compute,
)
