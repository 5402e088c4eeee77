"""Section: what mechanisms do for all: welfare, inequality, and their effects."""

from typing import Any

import polars as pl

from ostrom.metrics.inequality import METRIC as INEQUALITY
from ostrom.metrics.mechanism_effect import METRIC as EFFECT
from ostrom.metrics.protocol.metric import Metric, measure
from ostrom.metrics.protocol.tables import RunTables
from ostrom.metrics.welfare import METRIC as WELFARE
from ostrom.reports.figures.canvas import signed
from ostrom.reports.figures.forest import Effect, Grove, forest
from ostrom.reports.layout.parts import (
    DASH,
    Block,
    Cell,
    Exhibit,
    Gallery,
    Prose,
    Section,
    count,
    file_stem,
    number,
    words,
)
from ostrom.reports.sections.wording import counted, gaps, num_units, numbered, spanned

USED: tuple[Metric, ...] = (WELFARE, INEQUALITY, EFFECT)
_UNITS = {
    "cooperation": ("cooperation", "difference in the rate of cooperation"),
    "payoff": ("payoff", "difference in points a round"),
}


def section(tables: RunTables) -> Section:
    """Returns welfare and inequality by condition, and mechanisms' effects."""
    blocks: list[Block] = [
        table(measure(WELFARE, tables), measure(INEQUALITY, tables)),
    ]
    effects = measure(EFFECT, tables)
    if effects.is_empty():
        text = "No game is played under two mechanisms, so none can be compared."
        blocks.append(Prose((text,)))
        return Section("welfare", "Welfare and effects", tuple(blocks))
    drawn = tuple(
        picture(rows, outcome)
        for outcome in effects["outcome"].unique(maintain_order=True)
        if (
            rows := effects.filter(
                (pl.col("outcome") == outcome) & pl.col("difference").is_not_null()
            )
        ).height
    )
    if drawn:
        blocks.append(Gallery(drawn))
    blocks.append(effect_table(effects))
    return Section("welfare", "Welfare and effects", tuple(blocks))


def table(welfare: pl.DataFrame, inequality: pl.DataFrame) -> Exhibit:
    """Returns welfare beside inequality, one line for each condition.

    Args:
        welfare: Of the metric `welfare`.
        inequality: Of the metric `inequality`.
    """
    place = ("game", "mechanism")
    behind = pl.concat(
        [
            welfare.select(
                *place,
                pl.lit("welfare").alias("measure"),
                pl.col("welfare").alias("value"),
                *("low", "high", "normalised", "num_matches", "num_repeats"),
                *("reason", "units"),
            ),
            inequality.select(
                *place,
                pl.lit("gini").alias("measure"),
                pl.col("gini").alias("value"),
                *("low", "high", "num_matches", "num_repeats", "reason", "units"),
            ),
        ],
        how="diagonal",
    )
    cells = {
        (line["game"], line["mechanism"], line["measure"]): line
        for line in numbered(behind)
    }
    lines = []
    for game, mechanism in welfare.select(place).iter_rows():
        ours = cells[game, mechanism, "welfare"]
        lines.append(
            (
                words(game),
                words(mechanism),
                _spanned(ours),
                number(ours["normalised"], ours["reason"]),
                _spanned(cells[game, mechanism, "gini"]),
                count(ours["num_matches"]),
                count(ours["num_repeats"]),
            )
        )
    only = behind.filter(pl.col("measure") == "welfare")
    return Exhibit(
        name="welfare_and_inequality",
        title="Welfare and inequality",
        caption=(
            "Welfare: points a round, averaged over the players of a match, over "
            "matches within a repeat and then over repeats. Normalised: 0 where all "
            "defect, 1 where all cooperate. Gini: half of the mean difference between "
            "two players of a match over their mean; 0 where all got the same; it "
            "needs returns that are not negative and not all 0. In brackets 95 % t "
            f"intervals over repeats. {counted(only, 'num_matches', 'settled match')}."
            f"{gaps(behind, 'value')}"
        ),
        behind=behind,
        header=(
            *("game", "mechanism", "welfare", "normalised", "gini"),
            *("matches", "repeats"),
        ),
        rows=tuple(lines),
    )


def _spanned(line: dict[str, Any]) -> Cell:
    ends = (line["low"], line["high"])
    return spanned(line["value"], ends, line["reason"], row=line["row"])


def picture(behind: pl.DataFrame, outcome: str) -> Exhibit:
    """Returns a forest plot of the effects on one outcome, a panel for each game."""
    name, unit = _UNITS.get(outcome, (outcome, f"difference in {outcome}"))
    lines = list(numbered(behind))
    groves = [
        Grove(
            f"{game}: against {', '.join(_references(lines, game))}",
            tuple(_effect(line) for line in lines if line["game"] == game),
        )
        for game in behind["game"].unique(maintain_order=True)
    ]
    return Exhibit(
        name=file_stem(EFFECT.name, outcome),
        title=f"What mechanisms change: {name}",
        caption=(
            "Difference between the mechanism and the one that the game is first "
            f"played under, of means over repeats; {_repeats(behind)}, "
            f"{num_units(behind)} units. Lines are 95 % Welch intervals, arrows mark "
            "those that go beyond the picture; each game has a scale of its own. "
            "Hollow squares are exploratory: too few repeats for a test."
        ),
        behind=behind,
        drawing=forest(groves, unit=unit),
    )


def _references(lines: list[dict[str, Any]], game: str) -> list[str]:
    return list(
        dict.fromkeys(line["reference"] for line in lines if line["game"] == game)
    )


def _repeats(rows: pl.DataFrame) -> str:
    counts = rows["num_repeats"].to_list() + rows["num_reference_repeats"].to_list()
    least, most = min(counts), max(counts)
    told = str(most) if least == most else f"{least} to {most}"
    return f"{told} repeats an arm"


def _effect(line: dict[str, Any]) -> Effect:
    written = signed(line["difference"])
    if line["low"] is not None and line["high"] is not None:
        written += f"  [{signed(line['low'])}, {signed(line['high'])}]"
    if line["p_holm"] is not None:
        written += f"  p {_p_value(line['p_holm'])}"
    return Effect(
        line["mechanism"],
        line["difference"],
        line["low"],
        line["high"],
        is_confirmatory=line["label"] == "confirmatory",
        written=written,
        row=line["row"],
    )


def _p_value(value: float) -> str:
    return "< 0.001" if value < 0.001 else f"= {value:.3f}"


def effect_table(rows: pl.DataFrame) -> Exhibit:
    """Returns all effects with tests, sizes and labels."""
    lines = tuple(
        (
            words(line["game"]),
            words(line["mechanism"]),
            words(line["reference"]),
            words(line["outcome"]),
            spanned(
                line["difference"],
                (line["low"], line["high"]),
                line["reason"],
                row=line["row"],
            ),
            number(line["hedges_g"], line["reason"]),
            _tested(line["p_value"], line["reason"]),
            _tested(line["p_holm"], line["reason"]),
            words(line["label"]),
            words(f"{line['num_repeats']} : {line['num_reference_repeats']}"),
        )
        for line in numbered(rows)
    )
    return Exhibit(
        name=EFFECT.name,
        title="What each mechanism changes",
        caption=(
            "Differences between means over repeats, with 95 % Welch intervals, "
            "Hedges' g, the p value of the exact permutation test over repeats and "
            "the same after Holm's correction over all rows of an outcome. "
            "Exploratory rows have too few repeats for a test and show a direction, "
            f"no finding. {_repeats(rows)}, {num_units(rows)} units."
            f"{gaps(rows, 'difference')}"
        ),
        behind=rows,
        header=(
            *("game", "mechanism", "reference", "outcome", "difference"),
            *("Hedges' g", "p", "p, Holm", "label", "repeats"),
        ),
        rows=lines,
    )


def _tested(value: float | None, why: str | None) -> Cell:
    if value is None:
        return Cell(DASH, why or "not tested", is_number=True)
    return Cell(_p_value(value).removeprefix("= "), is_number=True)
