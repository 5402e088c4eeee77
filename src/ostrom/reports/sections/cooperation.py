"""Section: how often agents cooperate."""

import polars as pl

from ostrom.metrics.cooperation_rate import METRIC as COOPERATION
from ostrom.metrics.protocol.metric import Metric, measure
from ostrom.metrics.protocol.tables import RunTables
from ostrom.reports.figures.bars import ShareBar, share_bars
from ostrom.reports.figures.heat_map import Axis, Panel, heat_maps
from ostrom.reports.layout.parts import (
    Block,
    Exhibit,
    Gallery,
    Notice,
    Section,
    file_stem,
    plural,
    total,
)
from ostrom.reports.sections.wording import numbered

USED: tuple[Metric, ...] = (COOPERATION,)


def overview(tables: RunTables) -> Exhibit:
    """Returns the cooperation rate of all conditions in one picture."""
    rates = measure(COOPERATION, tables).filter(pl.col("agent").is_null())
    panel = _panel(rates, ("game", tables.games), ("mechanism", tables.mechanisms))
    axis = Axis(tables.games, tables.mechanisms, "", "")
    actions = total(rates["num_actions"])
    repeats = max(rates["num_repeats"].to_list(), default=0)
    absent = rates.filter(pl.col("rate").is_null())["reason"].drop_nulls().unique()
    dashes = f" A dash: {'; '.join(absent.sort())}." if len(absent) else ""
    return Exhibit(
        name="cooperation_overview",
        title="How much cooperation did each mechanism bring?",
        caption=(
            "Per cent of played actions that are the cooperative one, over all agents "
            f"and rounds, within each repeat and then over repeats; "
            f"{plural(actions, 'action')}, at most {plural(repeats, 'repeat')}."
            f"{dashes}"
        ),
        behind=rates,
        drawing=heat_maps(
            [panel], axis, limits=(0.0, 1.0), written=_per_cent, cell=1.15
        ),
    )


def section(tables: RunTables) -> Section:
    """Returns cooperation by mechanism and by agent, for each game."""
    rates = measure(COOPERATION, tables)
    exhibits: list[Exhibit] = []
    without: list[str] = []
    for game in tables.games:
        rows = rates.filter(pl.col("game") == game)
        if rows["rate"].drop_nulls().is_empty():
            why = rows["reason"].drop_nulls().unique().sort()
            without.append(f"{game}: {'; '.join(why)}")
            continue
        exhibits += [_by_mechanism(rows, game, tables), _by_agent(rows, game, tables)]
    blocks: list[Block] = [Gallery(tuple(exhibits))] if exhibits else []
    if without:
        title = "Games without a cooperation rate"
        blocks.append(
            Notice(title, "There is nothing to count.", tuple(without), is_alarm=False)
        )
    return Section("cooperation", "Cooperation", tuple(blocks))


def _per_cent(value: float) -> str:
    return f"{value:.0%}"


def _by_mechanism(rows: pl.DataFrame, game: str, tables: RunTables) -> Exhibit:
    overall = rows.filter(pl.col("agent").is_null())
    columns = ("mechanism", "rate", "low", "high", "submitted_rate", "row")
    bars = [
        ShareBar(*line)
        for line in overall.with_row_index("row").select(columns).iter_rows()
    ]
    return Exhibit(
        name=file_stem("cooperation", game),
        title=f"{game}: cooperation by mechanism",
        caption=(
            f"{_told(overall)} Lines are 95 % t intervals over repeats, cut at 0 and "
            "100; diamonds show the probability that agents put on cooperating "
            "themselves, before the draw and without what a mediator did."
            f"{_gaps(overall)}"
        ),
        behind=overall,
        drawing=share_bars(
            bars, unit="per cent cooperative", marked="submitted probability"
        ),
    )


def _by_agent(rows: pl.DataFrame, game: str, tables: RunTables) -> Exhibit:
    of_agents = rows.filter(pl.col("agent").is_not_null())
    mechanisms = tuple(of_agents["mechanism"].unique(maintain_order=True))
    panel = _panel(of_agents, ("agent", tables.agents), ("mechanism", mechanisms))
    return Exhibit(
        name=file_stem("cooperation_by_agent", game),
        title=f"{game}: cooperation by agent and mechanism",
        caption=f"{_told(of_agents)} Darker is more.",
        behind=of_agents,
        drawing=heat_maps(
            [panel],
            Axis(tables.agents, mechanisms, "", ""),
            limits=(0.0, 1.0),
            written=_per_cent,
            cell=1.0,
        ),
    )


def _panel(
    rates: pl.DataFrame,
    down: tuple[str, tuple[str, ...]],
    across: tuple[str, tuple[str, ...]],
) -> Panel:
    """Rates by two columns, each given with its labels; None where there is no row."""
    (row_name, row_labels), (column_name, column_labels) = down, across
    known = {(line[row_name], line[column_name]): line for line in numbered(rates)}
    grid = [
        [known.get((row, column), {}) for column in column_labels] for row in row_labels
    ]
    return Panel(
        "",
        tuple(tuple(cell.get("rate") for cell in line) for line in grid),
        tuple(tuple(cell.get("row") for cell in line) for line in grid),
    )


def _told(rows: pl.DataFrame) -> str:
    units = rows["units"].explode().n_unique()
    actions, fallbacks = total(rows["num_actions"]), total(rows["num_fallbacks"])
    repeats = max(rows["num_repeats"].to_list(), default=0)
    return (
        "Per cent of played actions that are the cooperative one, over all rounds "
        f"within each repeat, then over repeats; {plural(actions, 'action')}, at most "
        f"{plural(repeats, 'repeat')}, {plural(units, 'unit')}. "
        f"{plural(fallbacks, 'action')} came from a fallback."
    )


def _gaps(rows: pl.DataFrame) -> str:
    absent = rows.filter(pl.col("low").is_null())["reason"].drop_nulls().unique().sort()
    return f" Without interval: {'; '.join(absent)}." if len(absent) else ""
