"""Section: who is better, by deviation ratings and by other methods beside them."""

from collections.abc import Mapping, Sequence
from typing import Any

import polars as pl

from ostrom.metrics.deviation_rating import METRIC as DEVIATION
from ostrom.metrics.other_ratings import METRIC as OTHERS
from ostrom.metrics.protocol.metric import Metric, measure
from ostrom.metrics.protocol.tables import RunTables
from ostrom.reports.figures.canvas import signed
from ostrom.reports.figures.dot_plot import Dot, Group, dot_plot
from ostrom.reports.layout.parts import (
    DASH,
    Block,
    Cell,
    Exhibit,
    Gallery,
    Notice,
    Prose,
    Section,
    file_stem,
    number,
    words,
)
from ostrom.reports.sections.wording import (
    about,
    counted_repeats,
    evidence,
    gaps,
    no_interval,
    numbered,
    spanned,
)

USED: tuple[Metric, ...] = (DEVIATION, OTHERS)
_OF_RATING = "Deviation rating"
_NOTE = (
    "A deviation rating says how much a population could gain at most by moving to an "
    "agent, at the strictest coarse correlated equilibrium of the game of choosing "
    "agents: 0 means that the agent may be part of it, less than 0 that moving to it "
    "costs so many points a round. It jumps when payoffs move a little across a tie, "
    "so read it with its interval over repeats and with the ranks that tie ratings "
    "which lie near each other. Methods that have more than one solution show the "
    "range over all of them in braces: that is no interval of confidence."
)


def section(tables: RunTables) -> Section:
    """Returns ratings by game as a picture and as tables."""
    ratings = measure(DEVIATION, tables).filter(pl.col("agent").is_not_null())
    others = measure(OTHERS, tables)
    pictures: list[Exhibit] = []
    lists: list[Block] = []
    without: list[str] = []
    for game in tables.games:
        rows = ratings.filter(pl.col("game") == game)
        known = rows.filter(pl.col("rating").is_not_null().any().over("mechanism"))
        silent = rows.filter(pl.col("rating").is_null().all().over("mechanism")).unique(
            ["mechanism"], keep="first", maintain_order=True
        )
        without += [
            f"{game}, {mechanism}: {reason}"
            for mechanism, reason in silent.select("mechanism", "reason").iter_rows()
        ]
        if len(known):
            mine = others.filter(
                (pl.col("game") == game)
                & pl.col("mechanism").is_in(known["mechanism"].unique().to_list())
            )
            pictures.append(picture(known, game, tables))
            lists += [deviation_table(known, game, tables)]
            lists += [comparison(known, mine, game, tables)]
    blocks: list[Block] = [Prose((_NOTE,))]
    if pictures:
        blocks += [Gallery(tuple(pictures)), *lists]
    if without:
        title = "Conditions without ratings"
        text = "There is no complete game of choosing agents to rate them by."
        blocks.append(Notice(title, text, tuple(without), is_alarm=False))
    return Section("ratings", "Ratings", tuple(blocks))


def picture(rows: pl.DataFrame, game: str, tables: RunTables) -> Exhibit:
    """Returns the deviation ratings of a game, one line for each agent."""
    lines = list(numbered(rows))
    groups = [
        Group(
            mechanism,
            tuple(
                Dot(
                    line["agent"],
                    tables.agents.index(line["agent"]),
                    line["rating"],
                    line["low"],
                    line["high"],
                    line["row"],
                )
                for line in lines
                if line["mechanism"] == mechanism
            ),
        )
        for mechanism in rows["mechanism"].unique(maintain_order=True)
    ]
    of_rating = rows.with_columns(about("rating", ("rank",)))
    return Exhibit(
        name=file_stem("deviation_ratings", game),
        title=f"{game}: deviation rating of each agent",
        caption=(
            "Points a round, found in each repeat and averaged over "
            f"{counted_repeats(rows)}; lines are 95 % t intervals over repeats, cut at "
            f"0. {evidence(tables, game)}.{no_interval(of_rating, 'rating')}"
        ),
        behind=rows,
        drawing=dot_plot(groups, unit="deviation rating, points a round"),
    )


def tie_classes(ranks: Mapping[str, float]) -> dict[str, str]:
    """Returns a letter for each agent; agents of one rank share it, A is the best.

    Example:
        >>> tie_classes({"x": 2.5, "y": 1.0, "z": 2.5})
        {'x': 'B', 'y': 'A', 'z': 'B'}
    """
    different = sorted({round(each, 9) for each in ranks.values()})
    letters = {each: _letter(place) for place, each in enumerate(different)}
    return {agent: letters[round(each, 9)] for agent, each in ranks.items()}


def _letter(place: int) -> str:
    before, last = divmod(place, 26)
    return (_letter(before - 1) if before else "") + chr(ord("A") + last)


def deviation_table(rows: pl.DataFrame, game: str, tables: RunTables) -> Exhibit:
    """Returns ratings, ranks and tie classes of a game."""
    lines = list(numbered(rows))
    classes: dict[tuple[str, str], str] = {}
    for mechanism in rows["mechanism"].unique(maintain_order=True):
        ranks = {
            line["agent"]: line["coarse_rank"]
            for line in lines
            if line["mechanism"] == mechanism and line["coarse_rank"] is not None
        }
        classes |= {(mechanism, who): it for who, it in tie_classes(ranks).items()}
    table = tuple(
        (
            words(line["mechanism"]),
            words(line["agent"]),
            spanned(
                line["rating"],
                (line["low"], line["high"]),
                line["reason"],
                row=line["row"],
            ),
            spanned(
                line["rank"],
                (line["rank_low"], line["rank_high"]),
                line["reason"],
                digits=1,
            ),
            number(line["coarse_rank"], line["reason"], 1),
            words(classes.get((line["mechanism"], line["agent"]))),
            _tolerance(line["tie_tolerance"], line["reason"]),
            _tolerance(line["coarse_tolerance"], line["reason"]),
        )
        for line in lines
    )
    return Exhibit(
        name=file_stem("deviation_table", game),
        title=f"{game}: deviation ratings, ranks and ties",
        caption=(
            "Means over repeats with 95 % t intervals over "
            f"{counted_repeats(rows)}. Rank 1 is best. The coarse rank ties ratings no "
            "further apart than the coarse tolerance; agents of one class share their "
            "coarse rank in the mean over repeats. Tolerances are in points a round. "
            f"{evidence(tables, game)}.{gaps(rows, 'rating')}"
        ),
        behind=rows,
        header=(
            *("mechanism", "agent", "rating", "rank", "coarse rank", "class"),
            *("tie tolerance", "coarse tolerance"),
        ),
        rows=table,
    )


def _tolerance(value: float | None, why: str | None) -> Cell:
    if value is None:
        return Cell(DASH, why or "not recorded", is_number=True)
    return Cell(f"{value:.1g}", is_number=True)


def comparison(
    ratings: pl.DataFrame, others: pl.DataFrame, game: str, tables: RunTables
) -> Exhibit:
    """Returns the ranks of all methods side by side, with their values."""
    behind = pl.concat(
        [
            ratings.select(
                *("game", "mechanism", "agent"),
                pl.lit(_OF_RATING).alias("method"),
                pl.col("rating").alias("value"),
                pl.lit(None, dtype=pl.Float64).alias("low"),
                pl.lit(None, dtype=pl.Float64).alias("high"),
                pl.lit(None, dtype=pl.Boolean).alias("is_unique"),
                *("rank", "num_repeats", "reason", "units"),
            ),
            others.select(
                *("game", "mechanism", "agent", "method", "value", "low", "high"),
                *("is_unique", "rank", "num_repeats", "reason", "units"),
            ),
        ]
    )
    lines = list(numbered(behind))
    methods = behind["method"].unique(maintain_order=True).to_list()
    cells = {
        (line["mechanism"], line["agent"], line["method"]): _rated(line)
        for line in lines
    }
    pairs = dict.fromkeys((line["mechanism"], line["agent"]) for line in lines)
    table = tuple(
        (words(mechanism), words(agent), *_of(cells, (mechanism, agent), methods))
        for mechanism, agent in pairs
    )
    return Exhibit(
        name=file_stem("ratings_compared", game),
        title=f"{game}: ranks by several methods",
        caption=(
            "Rank (1 is best, ties share their average), then the method's value; in "
            "braces the range of the value over all solutions where they differ. "
            f"Means over {counted_repeats(behind)}. "
            f"{evidence(tables, game)}.{gaps(others, 'value')}"
        ),
        behind=behind,
        header=("mechanism", "agent", *methods),
        rows=table,
    )


def _of(
    cells: Mapping[tuple[str, str, str], Cell],
    pair: tuple[str, str],
    methods: Sequence[str],
) -> tuple[Cell, ...]:
    return tuple(cells[(*pair, method)] for method in methods)


def _rated(line: dict[str, Any]) -> Cell:
    why = line["reason"] or "not recorded"
    if line["value"] is None or line["rank"] is None:
        return Cell(DASH, why, is_number=True, row=line["row"])
    text = f"{line['rank']:.1f} · {signed(line['value'])}"
    low, high = (signed(line[end] or 0.0) for end in ("low", "high"))
    if line["is_unique"] is False and low != high:
        text += f" {{{low}, {high}}}"
    return Cell(text, is_number=True, row=line["row"])
