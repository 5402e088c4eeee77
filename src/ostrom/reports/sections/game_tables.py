"""Section: mean, fitness and rank of each agent, a table for each game."""

import polars as pl

from ostrom.metrics.deviation_rating import METRIC as DEVIATION
from ostrom.metrics.fitness import METRIC as FITNESS
from ostrom.metrics.mean_payoff import METRIC as MEAN
from ostrom.metrics.protocol.metric import Metric, measure
from ostrom.metrics.protocol.tables import RunTables
from ostrom.metrics.welfare import METRIC as WELFARE
from ostrom.reports.layout.parts import Exhibit, Section, file_stem, plural, words
from ostrom.reports.sections.wording import (
    ALL,
    about,
    estimate,
    evidence,
    gaps,
    no_interval,
    numbered,
)

USED: tuple[Metric, ...] = (MEAN, FITNESS, DEVIATION, WELFARE)
_COLUMNS = ("game", "mechanism", "agent", "measure", "value", "low", "high")
_MEASURES = ("mean", "fitness", "deviation rank", "rank, near ones tied")
_NO_INTERVAL = "no interval: it is a mean over ranks that hang on a tolerance"


def section(tables: RunTables) -> Section:
    """Returns one table for each game."""
    frame = measures(
        with_welfare(measure(MEAN, tables), measure(WELFARE, tables)),
        measure(FITNESS, tables),
        measure(DEVIATION, tables),
    )
    return Section(
        "games",
        "Game by game",
        tuple(table(frame, game, tables) for game in tables.games),
    )


def with_welfare(means: pl.DataFrame, welfare: pl.DataFrame) -> pl.DataFrame:
    """Returns mean payoffs with a row over all agents for each condition.

    Args:
        means: Of the metric `mean_payoff`.
        welfare: Of the metric `welfare`, the mean over the players of a match.
    """
    columns = ("game", "mechanism", "agent", "mean", "low", "high", "num_repeats")
    everybody = welfare.with_columns(
        pl.lit(None, dtype=pl.String).alias("agent"),
        pl.col("welfare").alias("mean"),
        about("welfare", ("normalised",)),
    )
    single = means.with_columns(about("mean", ()))
    return pl.concat(
        [frame.select(*columns, "reason", "units") for frame in (everybody, single)]
    )


def measures(
    means: pl.DataFrame, fitness: pl.DataFrame, ratings: pl.DataFrame
) -> pl.DataFrame:
    """Returns one row for each game, mechanism, agent and measure.

    Args:
        means: Of `with_welfare`.
        fitness: Of the metric `fitness`.
        ratings: Of the metric `deviation_rating`.
    """
    coarse = ratings.with_columns(
        pl.lit(None, dtype=pl.Float64).alias("none"),
        pl.when(pl.col("coarse_rank").is_null())
        .then(pl.col("reason"))
        .otherwise(pl.lit(_NO_INTERVAL))
        .alias("reason"),
    )
    parts = (
        (means, ("mean", "low", "high")),
        (
            fitness.with_columns(about("fitness", ("share",))),
            ("fitness", "low", "high"),
        ),
        (
            ratings.with_columns(about("rank", ("rating",))),
            ("rank", "rank_low", "rank_high"),
        ),
        (coarse, ("coarse_rank", "none", "none")),
    )
    return pl.concat(
        [
            _part(frame, name, columns)
            for name, (frame, columns) in zip(_MEASURES, parts, strict=True)
        ]
    )


def _part(
    frame: pl.DataFrame, name: str, columns: tuple[str, str, str]
) -> pl.DataFrame:
    value, low, high = columns
    return frame.select(
        *("game", "mechanism", "agent"),
        pl.lit(name).alias("measure"),
        pl.col(value).alias("value"),
        pl.col(low).alias("low"),
        pl.col(high).alias("high"),
        pl.col("num_repeats").cast(pl.Int64),
        "reason",
        "units",
    )


def table(frame: pl.DataFrame, game: str, tables: RunTables) -> Exhibit:
    """Returns the table of a game, from the rows of `measures`."""
    behind = frame.filter(pl.col("game") == game)
    cells = {
        (line["mechanism"], line["measure"], line["agent"]): estimate(
            line, digits=1 if "rank" in line["measure"] else 2
        )
        for line in numbered(behind)
    }
    columns = (None, *tables.agents)
    lines = tuple(
        (
            words(mechanism),
            words(each),
            *(cells[mechanism, each, agent] for agent in columns),
        )
        for label, mechanism in tables.conditions
        if label == game
        for each in _MEASURES
    )
    repeats = max(behind["num_repeats"].drop_nulls().to_list(), default=0)
    return Exhibit(
        name=file_stem("game", game),
        title=f"{game}: payoff, fitness and rank",
        caption=(
            "Mean: points a round over all seats of an agent, within each repeat and "
            "then over repeats; over all agents it is welfare, the mean over the "
            "players of a match. Fitness: points a round against the population that "
            "replicator dynamics ends in; over all agents weighed by that population. "
            "Deviation rank: 1 is best, exact ties share their average; below it the "
            "same with ratings tied that lie within 5 per cent of the payoff scale. "
            f"In brackets 95 % t intervals over at most {plural(repeats, 'repeat')}. "
            f"{evidence(tables, game)}.{gaps(behind, 'value')}"
            f"{no_interval(behind.filter(pl.col('measure') != _MEASURES[3]), 'value')}"
        ),
        behind=behind,
        header=("mechanism", "measure", ALL, *tables.agents),
        rows=lines,
    )
