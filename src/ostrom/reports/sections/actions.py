"""Section: what agents chose, pooled and one by one."""

import polars as pl

from ostrom.metrics.action_frequencies import METRIC as FREQUENCIES
from ostrom.metrics.protocol.metric import Metric, measure
from ostrom.metrics.protocol.tables import RunTables
from ostrom.reports.figures.bars import Stack, StackGroup, stacked_bars
from ostrom.reports.layout.parts import (
    Block,
    Exhibit,
    Gallery,
    Prose,
    Section,
    file_stem,
    plural,
    total,
)
from ostrom.reports.sections.wording import ALL, num_units, numbered

USED: tuple[Metric, ...] = (FREQUENCIES,)
_BY = ("game", "mechanism", "agent")


def section(tables: RunTables) -> Section:
    """Returns one picture over all agents, and one by agent, for each game."""
    frequencies = measure(FREQUENCIES, tables)
    exhibits: list[Exhibit] = []
    for game in tables.games:
        rows = frequencies.filter(pl.col("game") == game)
        if len(rows):
            exhibits += [pooled_picture(rows, game), picture(rows, game)]
    blocks: list[Block] = [Gallery(tuple(exhibits))] if exhibits else []
    if not blocks:
        blocks.append(Prose(("No round was played to its end.",)))
    return Section("actions", "Actions", tuple(blocks))


def pooled(rows: pl.DataFrame) -> pl.DataFrame:
    """Returns the shares of all agents together, each of their rounds counted once.

    Args:
        rows: Of the metric `action_frequencies`, one game or several.
    """
    condition = ["game", "mechanism"]
    lines = rows.unique(list(_BY), maintain_order=True)
    totals = lines.group_by(condition, maintain_order=True).agg(
        pl.col("num_actions").sum(),
        pl.col("num_fallbacks").sum(),
        pl.col("units").explode().unique().sort(),
    )
    chosen = rows.group_by([*condition, "choice"], maintain_order=True).agg(
        pl.col("is_added").first(), pl.col("num_chosen").sum()
    )
    joined = chosen.join(totals, on=condition, how="left", maintain_order="left")
    return joined.select(
        *(*condition, "choice", "is_added"),
        (pl.col("num_chosen") / pl.col("num_actions")).alias("share"),
        *("num_chosen", "num_actions", "num_fallbacks"),
        pl.lit(None, dtype=pl.String).alias("reason"),
        "units",
    )


def pooled_picture(rows: pl.DataFrame, game: str) -> Exhibit:
    """Returns what all agents together chose under each mechanism."""
    behind = pooled(rows)
    stacks = tuple(
        _stack(behind, mechanism, pl.col("mechanism") == mechanism)
        for mechanism in behind["mechanism"].unique(maintain_order=True)
    )
    conditions = behind.unique(["mechanism"])
    return Exhibit(
        name=file_stem("actions_pooled", game),
        title=f"{game}: what {ALL} chose",
        caption=(
            "Per cent of all agents' rounds in which each choice was drawn, over all "
            f"seats and repeats; {_counted(conditions)}. {_SMALL}"
        ),
        behind=behind,
        drawing=stacked_bars([StackGroup(ALL, stacks)], _choices(rows)),
    )


def picture(rows: pl.DataFrame, game: str) -> Exhibit:
    """Returns what each agent chose under each mechanism."""
    groups = []
    for mechanism in rows["mechanism"].unique(maintain_order=True):
        here = pl.col("mechanism") == mechanism
        agents = rows.filter(here)["agent"].unique(maintain_order=True)
        stacks = tuple(
            _stack(rows, agent, here & (pl.col("agent") == agent)) for agent in agents
        )
        groups.append(StackGroup(mechanism, stacks))
    lines = rows.unique(["mechanism", "agent"])
    return Exhibit(
        name=file_stem("actions", game),
        title=f"{game}: what each agent chose",
        caption=(
            "Per cent of an agent's rounds in which each choice was drawn, over all "
            f"its seats and repeats; {_counted(lines)}. {_SMALL} So are the "
            "submitted probabilities."
        ),
        behind=rows,
        drawing=stacked_bars(groups, _choices(rows)),
    )


_SMALL = "Numbers of parts below 9 per cent are in the file."


def _counted(lines: pl.DataFrame) -> str:
    return (
        f"{plural(total(lines['num_actions']), 'choice')} in "
        f"{plural(num_units(lines), 'unit')}, of which "
        f"{total(lines['num_fallbacks'])} by a fallback"
    )


def _choices(rows: pl.DataFrame) -> list[str]:
    """All choices of a game, those that mechanisms add at the end."""
    first = rows.sort("is_added", maintain_order=True)["choice"]
    return list(first.unique(maintain_order=True))


def _stack(rows: pl.DataFrame, label: str, where: pl.Expr) -> Stack:
    lines = [
        line
        for line in rows.with_columns(where.alias("here")).pipe(numbered)
        if line["here"]
    ]
    return Stack(
        label,
        {line["choice"]: line["share"] for line in lines},
        {line["choice"]: line["row"] for line in lines},
    )
