"""Section: how the population of agents changes if success breeds."""

from typing import Any

import polars as pl

from ostrom.metrics.protocol.metric import Metric, measure
from ostrom.metrics.protocol.tables import RunTables
from ostrom.metrics.replicator_trajectory import METRIC as TRAJECTORY
from ostrom.reports.figures.trajectory import Evolving, Line, trajectories
from ostrom.reports.layout.parts import (
    Block,
    Exhibit,
    Notice,
    Prose,
    Section,
    file_stem,
    plural,
)
from ostrom.reports.sections.wording import evidence

USED: tuple[Metric, ...] = (TRAJECTORY,)
_KEY = ("game", "mechanism", "agent", "measure", "repeat")


def section(tables: RunTables) -> Section:
    """Returns a picture for each game, its mechanisms side by side."""
    frame = lines_of(measure(TRAJECTORY, tables))
    blocks: list[Block] = []
    without: list[str] = []
    for game in tables.games:
        rows = frame.filter(pl.col("game") == game)
        drawn = rows.filter(pl.col("reason").is_null())
        without += _without(rows, tables)
        if len(drawn):
            blocks.append(_picture(drawn, game, tables))
    if not blocks:
        blocks.append(Prose(("No condition has a complete game of choosing agents.",)))
    if without:
        title = "Populations that are not drawn"
        text = "Evolution needs a payoff for every seating of the agents."
        blocks.append(Notice(title, text, tuple(without), is_alarm=False))
    return Section("evolution", "Evolution", tuple(blocks))


def lines_of(trajectory: pl.DataFrame) -> pl.DataFrame:
    """Returns one row for each line that can be drawn: a value over all steps.

    Rows without a repeat are means over the repeats of a condition, step by step.
    Where a repeat has no trajectory its condition has one row an agent, which says why.

    Args:
        trajectory: Of the metric `replicator_trajectory`.
    """
    place = ["game", "mechanism", "agent"]
    order = trajectory.select("game", "mechanism").unique(maintain_order=True)
    broken = trajectory.filter(pl.col("step").is_null())
    absent = broken.group_by(place, maintain_order=True).agg(
        pl.col("reason").unique(maintain_order=True).str.join("; "),
        pl.col("units").explode().drop_nulls().unique().sort(),
    )
    whole = trajectory.join(broken, on=["game", "mechanism"], how="anti")
    single = _packed(whole, [*place, "repeat"])
    stepwise = whole.group_by([*place, "step"], maintain_order=True).agg(
        pl.col("share", "fitness").mean()
    )
    units = single.group_by(place, maintain_order=True).agg(
        pl.col("units").explode().unique().sort()
    )
    mean = _packed(
        stepwise.join(units, on=place, how="left", maintain_order="left"), place
    )
    long = [_long(part) for part in (mean, single)]
    silent = absent.select(*place, "reason", "units")
    joined = pl.concat([*long, silent], how="diagonal")
    return order.join(
        joined, on=["game", "mechanism"], how="left", maintain_order="left"
    ).select(*_KEY, "steps", "values", "reason", "units")


def _packed(frame: pl.DataFrame, by: list[str]) -> pl.DataFrame:
    """One row a line: its steps and values as lists."""
    return frame.group_by(by, maintain_order=True).agg(
        pl.col("step").alias("steps"),
        pl.col("share"),
        pl.col("fitness"),
        pl.col("units").first(),
    )


def _long(packed: pl.DataFrame) -> pl.DataFrame:
    """Shares and fitness as rows of their own."""
    if "repeat" not in packed.columns:
        packed = packed.with_columns(pl.lit(None, dtype=pl.Int64).alias("repeat"))
    return pl.concat(
        [
            packed.select(
                *("game", "mechanism", "agent"),
                pl.lit(name).alias("measure"),
                "repeat",
                "steps",
                pl.col(name).alias("values"),
                pl.lit(None, dtype=pl.String).alias("reason"),
                "units",
            )
            for name in ("share", "fitness")
        ]
    )


def _without(rows: pl.DataFrame, tables: RunTables) -> list[str]:
    silent = rows.filter(pl.col("reason").is_not_null())
    first = silent.unique(["game", "mechanism"], keep="first", maintain_order=True)
    return [
        f"{game}, {mechanism}: {reason}"
        for game, mechanism, reason in first.select(
            "game", "mechanism", "reason"
        ).iter_rows()
    ]


def _picture(drawn: pl.DataFrame, game: str, tables: RunTables) -> Exhibit:
    lines = list(drawn.drop("units").with_row_index("row").iter_rows(named=True))
    panels = [
        _panel([line for line in lines if line["mechanism"] == mechanism], tables)
        for mechanism in drawn["mechanism"].unique(maintain_order=True)
    ]
    repeats = drawn["repeat"].drop_nulls().n_unique()
    steps = max(line["steps"][-1] for line in lines)
    return Exhibit(
        name=file_stem("evolution", game),
        title=f"{game}: the population under replicator dynamics",
        caption=(
            "Above: part of the population that each agent holds, from a uniform "
            f"start over {steps} steps (logarithmic from 1 on). Below: its expected "
            "points a round against the population of that step, also where it has "
            "died out; one scale for all mechanisms. Thick lines are means over "
            f"{plural(repeats, 'repeat')}, thin ones single repeats; agents that hold "
            f"3 per cent or more at the end are named. {evidence(tables, game)}. The "
            "file has one row a line, its steps and values as lists."
        ),
        behind=drawn,
        drawing=trajectories(panels, tables.agents, unit="points a round"),
    )


def _panel(lines: list[dict[str, Any]], tables: RunTables) -> Evolving:
    def of(name: str) -> tuple[Line, ...]:
        return tuple(
            Line(
                tables.agents.index(line["agent"]),
                tuple(line["values"]),
                is_mean=line["repeat"] is None,
                row=line["row"] if line["repeat"] is None else None,
            )
            for line in lines
            if line["measure"] == name
        )

    return Evolving(
        lines[0]["mechanism"], tuple(lines[0]["steps"]), of("share"), of("fitness")
    )
