"""Section: how agents argued, as judges read it, and how far judges agree."""

from collections.abc import Iterator
from typing import Any

import polars as pl

from ostrom.metrics.judge_agreement import METRIC as AGREEMENT
from ostrom.metrics.justifications import METRIC as JUSTIFICATIONS
from ostrom.metrics.protocol.metric import Metric, measure
from ostrom.metrics.protocol.tables import RunTables
from ostrom.reports.figures.heat_map import Axis, Panel, heat_maps
from ostrom.reports.figures.radar import Profile, RadarPanel, radars
from ostrom.reports.layout.parts import (
    Block,
    Cell,
    Exhibit,
    Notice,
    Section,
    count,
    file_stem,
    number,
    plural,
    words,
)
from ostrom.reports.sections.wording import num_units, percentage

USED: tuple[Metric, ...] = (JUSTIFICATIONS, AGREEMENT)
_SPOKES = 8
_WIDE = 38
_FEWEST_SPOKES = 3


def section(tables: RunTables) -> Section:
    """Returns profiles, heat maps and agreement for each codebook."""
    coded = over_games(measure(JUSTIFICATIONS, tables))
    agreement = measure(AGREEMENT, tables).filter(pl.col("code").is_not_null())
    blocks: list[Block] = []
    for book in coded["codebook"].drop_nulls().unique(maintain_order=True):
        rows = coded.filter(pl.col("codebook") == book)
        if rows["rate"].drop_nulls().is_empty():
            continue
        blocks += exhibits(rows, book, tables)
    if not blocks:
        text = (
            "No judge has read the reasoning of this run. `ostrom judge` has it read "
            "by language models with a codebook, `ostrom sheet` makes a sheet for "
            "human coders; then make the report again."
        )
        blocks.append(Notice("Nothing was judged", text, is_alarm=False))
    if len(agreement):
        blocks.append(agreement_table(agreement))
    return Section("justifications", "Justifications", tuple(blocks))


def over_games(rows: pl.DataFrame) -> pl.DataFrame:
    """Returns rates averaged over the games in which there is one.

    Only the rows that are means over judges enter.

    Args:
        rows: Of the metric `justifications`.
    """
    means = rows.filter(pl.col("judge").is_null())
    known = pl.col("rate").is_not_null()
    return means.group_by(
        ["codebook", "mechanism", "agent", "code", "family"], maintain_order=True
    ).agg(
        pl.col("rate").mean(),
        pl.col("game").filter(known).n_unique().cast(pl.Int64).alias("num_games"),
        pl.col("num_texts").sum(),
        pl.col("num_missing").sum(),
        pl.when(~known.any())
        .then(pl.col("reason").drop_nulls().unique().sort().str.join("; "))
        .alias("reason"),
        pl.col("units").explode().drop_nulls().unique().sort(),
    )


def exhibits(rows: pl.DataFrame, book: str, tables: RunTables) -> Iterator[Exhibit]:
    """Yields heat maps, profiles and the table of one codebook."""
    judged = [
        agent for agent in tables.agents if _has_rate(rows, pl.col("agent") == agent)
    ]
    behind = rows.filter(pl.col("agent").is_in(judged))
    codes = _codes(behind)
    yield heat_map(behind, book, codes, judged)
    if len(codes) >= _FEWEST_SPOKES:
        yield radar(behind, book, codes[:_SPOKES], judged)
    yield table(behind, book, judged)


def _has_rate(rows: pl.DataFrame, where: pl.Expr) -> bool:
    return not rows.filter(where)["rate"].drop_nulls().is_empty()


def _codes(rows: pl.DataFrame) -> list[str]:
    """All codes, the most frequent first."""
    means = rows.group_by("code", maintain_order=True).agg(pl.col("rate").mean())
    ordered = means.sort("rate", descending=True, nulls_last=True, maintain_order=True)
    return ordered["code"].to_list()


def _cells(rows: pl.DataFrame) -> dict[tuple[str, str, str], dict[str, Any]]:
    lines = rows.drop("units").with_row_index("row").iter_rows(named=True)
    return {(line["mechanism"], line["agent"], line["code"]): line for line in lines}


def _mechanisms(rows: pl.DataFrame) -> list[str]:
    found = rows.filter(pl.col("rate").is_not_null())["mechanism"]
    return found.unique(maintain_order=True).to_list()


def heat_map(
    behind: pl.DataFrame, book: str, codes: list[str], agents: list[str]
) -> Exhibit:
    """Returns how often each agent used each code, one panel for each mechanism."""
    cells = _cells(behind)
    nothing: dict[str, Any] = {"rate": None, "row": None}
    panels = []
    for mechanism in _mechanisms(behind):
        grid = [
            [cells.get((mechanism, agent, code), nothing) for agent in agents]
            for code in codes
        ]
        panels.append(
            Panel(
                mechanism,
                tuple(tuple(cell["rate"] for cell in row) for row in grid),
                tuple(tuple(cell["row"] for cell in row) for row in grid),
            )
        )
    return Exhibit(
        name=file_stem("justifications", book),
        title=f"{book}: what agents argue with",
        caption=(
            "Per cent of an agent's texts in which the judges found the code, within "
            "each repeat, over repeats and judges, then over games; the most frequent "
            f"codes first. {_counted(behind)} A dash: there is no judged text."
        ),
        behind=behind,
        drawing=heat_maps(
            panels,
            Axis(tuple(_named(code) for code in codes), tuple(agents), "", "", _WIDE),
            limits=(0.0, 1.0),
            written=lambda value: f"{value:.0%}",
        ),
    )


def radar(
    behind: pl.DataFrame, book: str, codes: list[str], agents: list[str]
) -> Exhibit:
    """Returns a profile for each mechanism, one panel for each agent."""
    shown = behind.filter(pl.col("code").is_in(codes))
    cells = _cells(shown)
    mechanisms = _mechanisms(shown)
    nothing: dict[str, Any] = {"rate": None, "row": None}
    panels = []
    for agent in agents:
        profiles = []
        for place, mechanism in enumerate(mechanisms):
            lines = [cells.get((mechanism, agent, code), nothing) for code in codes]
            profiles.append(
                Profile(
                    place,
                    tuple(line["rate"] for line in lines),
                    tuple(line["row"] for line in lines),
                )
            )
        panels.append(RadarPanel(agent, tuple(profiles)))
    return Exhibit(
        name=file_stem("justification_profiles", book),
        title=f"{book}: profiles of the {len(codes)} most frequent codes",
        caption=(
            "The numbers of the heat map as shapes, in per cent from the centre out. "
            "The area of a shape means nothing and hangs on the order of the spokes: "
            f"read numbers off the heat map. {_counted(shown)}"
        ),
        behind=shown,
        drawing=radars(panels, [_named(code) for code in codes], mechanisms),
    )


def table(behind: pl.DataFrame, book: str, agents: list[str]) -> Exhibit:
    """Returns the rates as a table, agents side by side."""
    cells = _cells(behind)
    keys = behind.select("mechanism", "code", "family").unique(maintain_order=True)
    lines = tuple(
        (
            words(mechanism),
            words(_named(code)),
            words(family),
            *(_cell(cells.get((mechanism, agent, code))) for agent in agents),
        )
        for mechanism, code, family in keys.iter_rows()
    )
    return Exhibit(
        name=file_stem("justification_table", book),
        title=f"{book}: rates by agent",
        caption=(
            "Per cent of texts with the code, averaged over repeats, judges and then "
            f"games. {_counted(behind)}"
        ),
        behind=behind,
        header=("mechanism", "code", "family", *agents),
        rows=lines,
    )


def _cell(line: dict[str, Any] | None) -> Cell:
    if line is None:
        why = "no text of this agent was judged here"
        return percentage(None, why)
    return percentage(line["rate"], line["reason"], row=line["row"])


def _counted(rows: pl.DataFrame) -> str:
    """Texts, missing verdicts, games and units; every code reads the same texts."""
    once = rows.group_by("mechanism", "agent", maintain_order=True).agg(
        pl.col("num_texts").max()
    )
    games = max(rows["num_games"].to_list(), default=0)
    return (
        f"{plural(int(once['num_texts'].sum()), 'text')}, at most "
        f"{plural(games, 'game')}, {plural(num_units(rows), 'unit')}; "
        f"{plural(int(rows['num_missing'].sum()), 'verdict')} missing and left out."
    )


def _named(code: str) -> str:
    return code.replace("_", " ")


def agreement_table(rows: pl.DataFrame) -> Exhibit:
    """Returns how far judges agree, code by code, with the prevalence of the code."""
    lines = tuple(
        (
            words(line["codebook"]),
            words(_named(line["code"])),
            words(_judges(line)),
            percentage(line["prevalence"], line["reason"], row=line["row"]),
            number(line["kappa"], line["reason"]),
            number(line["alpha"], line["reason"]),
            number(line["ac1"], line["reason"]),
            count(line["num_texts"]),
            count(line["num_positive"]),
            count(line["num_missing"]),
        )
        for line in rows.drop(set(rows.columns) & {"units"})
        .with_row_index("row")
        .iter_rows(named=True)
    )
    return Exhibit(
        name=AGREEMENT.name,
        title="How far judges agree",
        caption=(
            "Agreement beyond chance on whether a code is present: Cohen's kappa (of "
            "two judges), Krippendorff's alpha and Gwet's AC1; 1 is perfect, 0 what "
            "chance gives. Read them with the prevalence: where nearly all texts, or "
            "hardly any, have the code, kappa and alpha are low although judges "
            "nearly always agree. Missing verdicts are left out and counted. "
            f"{plural(len(rows), 'row')}, at most "
            f"{plural(max(rows['num_texts'].to_list(), default=0), 'text')} a row."
        ),
        behind=rows,
        header=(
            *("codebook", "code", "judges", "prevalence", "kappa", "alpha", "AC1"),
            *("texts", "positive", "missing"),
        ),
        rows=lines,
    )


def _judges(line: dict[str, Any]) -> str:
    if line["first_judge"] is None:
        return "all"
    return f"{line['first_judge']} : {line['second_judge']}"
