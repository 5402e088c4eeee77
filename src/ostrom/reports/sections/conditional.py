"""Section: how agents answer to what their co-players did, and how they begin."""

from typing import Any

import polars as pl

from ostrom.metrics.conditional_cooperation import METRIC as CONDITIONAL
from ostrom.metrics.niceness import METRIC as NICENESS
from ostrom.metrics.protocol.metric import Metric, measure
from ostrom.metrics.protocol.tables import RunTables
from ostrom.reports.figures.heat_map import Axis, Panel, heat_maps
from ostrom.reports.figures.rate_bars import RatePanel, rate_bars
from ostrom.reports.layout.parts import (
    Block,
    Exhibit,
    Gallery,
    Notice,
    Section,
    file_stem,
)
from ostrom.reports.sections.wording import (
    counted,
    gaps,
    no_interval,
    numbered,
    rate_bar,
)

USED: tuple[Metric, ...] = (CONDITIONAL, NICENESS)
_FIRST = "round 1"


def section(tables: RunTables) -> Section:
    """Returns conditional-action matrices and first rounds, for each game."""
    conditional, nice = measure(CONDITIONAL, tables), measure(NICENESS, tables)
    blocks: list[Block] = []
    without: list[str] = []
    for game in tables.games:
        rows = conditional.filter(pl.col("game") == game)
        known = _known(rows.filter(pl.col("others_cooperated").is_not_null()))
        matrices = rows.filter(pl.col("mechanism").is_in(known))
        first = nice.filter(pl.col("game") == game)
        begun = first.filter(pl.col("mechanism").is_in(_known(first)))
        drawn = []
        if known:
            drawn.append(matrix(matrices, game, tables))
        if len(begun):
            drawn.append(beginnings(begun, game, tables))
        if drawn:
            blocks.append(Gallery(tuple(drawn)))
        without += _without(rows, game, known)
    if without:
        title = "Conditions without a previous round"
        text = "Nobody there could answer to what co-players had done."
        blocks.append(Notice(title, text, tuple(without), is_alarm=False))
    return Section("conditional", "Conditional cooperation", tuple(blocks))


def _without(rows: pl.DataFrame, game: str, known: list[str]) -> list[str]:
    """Mechanisms of a game that have no matrix, with why."""
    told = []
    for mechanism in rows["mechanism"].unique(maintain_order=True):
        if mechanism not in known:
            absent = rows.filter(
                (pl.col("mechanism") == mechanism) & pl.col("rate").is_null()
            )
            whys = absent["reason"].drop_nulls().unique().sort()
            told.append(f"{game}, {mechanism}: {'; '.join(whys) or 'one round only'}")
    return told


def _known(rows: pl.DataFrame) -> list[str]:
    """Mechanisms in which some agent has a rate, in order."""
    found = rows.filter(pl.col("rate").is_not_null())["mechanism"]
    return found.unique(maintain_order=True).to_list()


def matrix(behind: pl.DataFrame, game: str, tables: RunTables) -> Exhibit:
    """Returns cooperation rates by how many co-players cooperated in the last round."""
    lines = list(numbered(behind))
    counts = sorted({n for n in behind["others_cooperated"].to_list() if n is not None})
    num_others = max(behind["num_others"].drop_nulls().to_list(), default=0)
    keys: tuple[int | None, ...] = (None, *counts)
    cells = {
        (line["mechanism"], line["agent"], line["others_cooperated"]): line
        for line in lines
    }
    panels = [
        _panel(cells, mechanism, keys, tables)
        for mechanism in behind["mechanism"].unique(maintain_order=True)
    ]
    columns = (_FIRST, *(f"{each} of {num_others}" for each in counts))
    return Exhibit(
        name=file_stem("conditional", game),
        title=f"{game}: cooperation, given what co-players did in the round before",
        caption=(
            "Per cent of an agent's actions that are cooperative: in round 1, and "
            "after rounds in which so many of its co-players cooperated; within each "
            "repeat, then over repeats. "
            f"{counted(behind, 'num_actions', 'action')}. Darker is more."
            f"{gaps(behind, 'rate')}"
        ),
        behind=behind,
        drawing=heat_maps(
            panels,
            Axis(tables.agents, columns, "", "co-players who cooperated"),
            limits=(0.0, 1.0),
            written=lambda value: f"{value:.0%}",
        ),
    )


def _panel(
    cells: dict[tuple[str, str, int | None], dict[str, Any]],
    mechanism: str,
    keys: tuple[int | None, ...],
    tables: RunTables,
) -> Panel:
    nothing = {"rate": None, "row": None}
    grid = [
        [cells.get((mechanism, agent, key), nothing) for key in keys]
        for agent in tables.agents
    ]
    return Panel(
        mechanism,
        tuple(tuple(line["rate"] for line in row) for row in grid),
        tuple(tuple(line["row"] for line in row) for row in grid),
    )


def beginnings(behind: pl.DataFrame, game: str, tables: RunTables) -> Exhibit:
    """Returns how often each agent cooperates in the first round."""
    cells = {(line["mechanism"], line["agent"]): line for line in numbered(behind)}
    panels = [
        RatePanel(
            mechanism,
            tuple(
                (rate_bar(cells.get((mechanism, agent))),) for agent in tables.agents
            ),
        )
        for mechanism in behind["mechanism"].unique(maintain_order=True)
    ]
    return Exhibit(
        name=file_stem(NICENESS.name, game),
        title=f"{game}: cooperation in the first round",
        caption=(
            "Per cent of an agent's actions in the first round of a match that are "
            "cooperative, within each repeat, then over repeats; "
            f"{counted(behind, 'num_actions', 'action')}."
            f"{gaps(behind, 'rate')}{no_interval(behind, 'rate')}"
        ),
        behind=behind,
        drawing=rate_bars(panels, tables.agents, ("",), unit="per cent cooperative"),
    )
