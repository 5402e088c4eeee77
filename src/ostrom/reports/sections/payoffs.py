"""Section: what the agents earned, on average and against whom."""

import polars as pl

from ostrom.metrics.matchup_payoffs import METRIC as MATCHUPS
from ostrom.metrics.mean_payoff import METRIC as MEAN
from ostrom.metrics.normalised_payoff import METRIC as NORMALISED
from ostrom.metrics.protocol.metric import Metric, measure
from ostrom.metrics.protocol.tables import RunTables
from ostrom.reports.figures.canvas import signed
from ostrom.reports.figures.dot_plot import Dot, Group, dot_plot
from ostrom.reports.figures.heat_map import Axis, Panel, heat_maps
from ostrom.reports.figures.lines import Landmark
from ostrom.reports.layout.parts import (
    Block,
    Exhibit,
    Gallery,
    Notice,
    Section,
    count,
    file_stem,
    number,
    on_row,
    words,
)
from ostrom.reports.sections.wording import evidence, numbered

USED: tuple[Metric, ...] = (MEAN, MATCHUPS, NORMALISED)


def section(tables: RunTables) -> Section:
    """Returns mean payoffs by game, match-up heat maps, and the normalised table."""
    means = measure(MEAN, tables)
    matchups = measure(MATCHUPS, tables)
    blocks: list[Block] = [
        Gallery(tuple(_means(means, game, tables) for game in tables.games))
    ]
    blocks.extend(_matchups(matchups, tables))
    blocks.append(_normalised(measure(NORMALISED, tables)))
    return Section("payoffs", "Payoffs", tuple(blocks))


def _means(means: pl.DataFrame, game: str, tables: RunTables) -> Exhibit:
    rows = means.filter(pl.col("game") == game)
    groups = []
    for mechanism in _mechanisms(tables, game):
        of_group = rows.with_row_index("row").filter(pl.col("mechanism") == mechanism)
        dots = [
            Dot(agent, tables.agents.index(agent), mean, low, high, row)
            for agent, mean, low, high, row in of_group.select(
                "agent", "mean", "low", "high", "row"
            ).iter_rows()
        ]
        groups.append(Group(mechanism, tuple(dots)))
    return Exhibit(
        name=file_stem(MEAN.name, game),
        title=f"{game}: mean payoff of each agent",
        caption=_means_caption(rows, game, tables),
        behind=rows,
        drawing=dot_plot(
            groups, unit="points a round", landmarks=_landmarks(tables, game)
        ),
    )


def _means_caption(rows: pl.DataFrame, game: str, tables: RunTables) -> str:
    without = rows.filter(pl.col("mean").is_not_null() & pl.col("low").is_null())
    said = without["reason"].drop_nulls().str.split("; ").list.first().unique().sort()
    absent = f" Without interval: {'; '.join(said)}." if len(said) else ""
    return (
        "Points a round, averaged over all seats an agent took, within each repeat and "
        f"then over repeats; {evidence(tables, game)}. Lines are 95 % t "
        "intervals over repeats, arrows mark intervals that go beyond the picture."
        f"{absent}"
    )


def _landmarks(tables: RunTables, game: str) -> list[Landmark]:
    facts = tables.manifest["games"][game]
    ends = (
        ("defective_payoffs", "all defect"),
        ("cooperative_payoffs", "all cooperate"),
    )
    return [
        Landmark(float(facts[name][0]), label)
        for name, label in ends
        if facts[name] is not None and len(set(facts[name])) == 1
    ]


def _matchups(matchups: pl.DataFrame, tables: RunTables) -> list[Block]:
    blocks: list[Block] = []
    drawn: list[Exhibit] = []
    without: list[str] = []
    by_game = sorted(tables.conditions, key=lambda pair: tables.games.index(pair[0]))
    for game, mechanism in by_game:
        rows = matchups.filter(
            (pl.col("game") == game) & (pl.col("mechanism") == mechanism)
        )
        if rows["payoff"].drop_nulls().is_empty():
            why = rows["reason"].drop_nulls().unique().sort()
            without.append(f"{game}, {mechanism}: {'; '.join(why)}")
            continue
        drawn.append(_matchup(rows, game, mechanism, tables, _limits(matchups, game)))
    if drawn:
        blocks.append(Gallery(tuple(drawn)))
    if without:
        title = "Conditions without a match-up table"
        text = "Who met whom has no single payoff here."
        blocks.append(Notice(title, text, tuple(without), is_alarm=False))
    return blocks


def _limits(matchups: pl.DataFrame, game: str) -> tuple[float, float]:
    """Colour limits that all mechanisms of a game share."""
    values = matchups.filter(pl.col("game") == game)["payoff"].drop_nulls().to_list()
    low, high = min(values), max(values)
    return (low, high) if low < high else (low - 1.0, high + 1.0)


def _matchup(
    rows: pl.DataFrame,
    game: str,
    mechanism: str,
    tables: RunTables,
    limits: tuple[float, float],
) -> Exhibit:
    name = file_stem("matchups", game, mechanism)
    title = f"{game}, {mechanism}: payoff by match-up"
    caption = _matchup_caption(rows, game, mechanism, tables)
    players = tables.manifest["games"][game]["num_players"]
    if players not in (2, 3):
        return _matchup_table(rows, name, title, caption)
    agents = tables.agents
    cells = {
        (line["agent"], tuple(line["co_players"])): line for line in numbered(rows)
    }
    thirds: tuple[tuple[str, ...], ...] = ((),)
    if players == 3:
        thirds = tuple((agent,) for agent in agents)
    panels = []
    for third in thirds:
        lines = [
            [cells[row, tuple(sorted((column, *third)))] for column in agents]
            for row in agents
        ]
        panels.append(
            Panel(
                f"third: {third[0]}" if third else "",
                tuple(tuple(cell["payoff"] for cell in line) for line in lines),
                tuple(tuple(cell["row"] for cell in line) for line in lines),
            )
        )
    axis = Axis(agents, agents, "payoff of", "against")
    return Exhibit(
        name=name,
        title=title,
        caption=caption,
        behind=rows,
        drawing=heat_maps(panels, axis, limits=limits, written=signed),
    )


def _matchup_caption(
    rows: pl.DataFrame, game: str, mechanism: str, tables: RunTables
) -> str:
    empty = rows["payoff"].null_count()
    facts = tables.manifest["games"][game]
    slices = " One panel for each third agent." if facts["num_players"] == 3 else ""
    absent = ""
    if empty:
        why = rows.filter(pl.col("payoff").is_null())["reason"][0]
        absent = f" A dash ({empty} of {len(rows)} cells): {why}."
    return (
        "Points a round of the row's agent, averaged over all seatings of the agents "
        f"of a cell and over repeats; {evidence(tables, game, mechanism)}.{slices} "
        f"Darker is more, on one scale for all mechanisms of the game.{absent}"
    )


def _matchup_table(rows: pl.DataFrame, name: str, title: str, caption: str) -> Exhibit:
    lines = [
        on_row(
            line["row"],
            (
                words(line["agent"]),
                words(", ".join(line["co_players"])),
                number(line["payoff"], line["reason"]),
                count(line["num_matches"]),
            ),
        )
        for line in numbered(rows)
    ]
    header = ("agent", "against", "points a round", "matches")
    return Exhibit(name, title, caption, rows, header=header, rows=tuple(lines))


def _normalised(rows: pl.DataFrame) -> Exhibit:
    lines = [
        on_row(
            line["row"],
            (
                *(words(line[name]) for name in ("game", "mechanism", "agent")),
                number(line["mean"], line["reason"]),
                number(line["expected_mean"], line["reason"]),
            ),
        )
        for line in numbered(rows)
    ]
    return Exhibit(
        name=NORMALISED.name,
        title="Payoff on the scale of the game",
        caption=(
            "0 is what the game pays when all defect, 1 when all cooperate; the mean "
            "payoff above, rescaled, over the same matches and repeats. In "
            "expectation: the same, had every submitted mixed action been averaged "
            "instead of drawn; only where a match is a single round. Point at a dash "
            "for its reason."
        ),
        behind=rows,
        header=("game", "mechanism", "agent", "as played", "in expectation"),
        rows=tuple(lines),
    )


def _mechanisms(tables: RunTables, game: str) -> list[str]:
    return [mechanism for label, mechanism in tables.conditions if label == game]
