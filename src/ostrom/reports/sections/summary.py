"""Section: every mechanism and agent in one table, over all games."""

from typing import Any

import polars as pl

from ostrom.metrics.normalised_aggregate import METRIC as AGGREGATE
from ostrom.metrics.protocol.metric import Metric, measure
from ostrom.metrics.protocol.tables import RunTables
from ostrom.reports.figures.canvas import signed
from ostrom.reports.figures.dumbbell import End, Pair, dumbbells
from ostrom.reports.figures.lines import Landmark
from ostrom.reports.layout.parts import DASH, Block, Cell, Exhibit, Section, words
from ostrom.reports.sections.wording import ALL, evidence, gaps, numbered

USED: tuple[Metric, ...] = (AGGREGATE,)
_DIGITS = {"deviation rank": 1}


def section(tables: RunTables) -> Section:
    """Returns the table over all games, and mean beside fitness by mechanism."""
    rows = measure(AGGREGATE, tables)
    blocks: list[Block] = [table(rows, tables)]
    picture = mean_and_fitness(rows, tables)
    if picture is not None:
        blocks.append(picture)
    return Section("summary", "Summary", tuple(blocks))


def table(rows: pl.DataFrame, tables: RunTables) -> Exhibit:
    """Returns one line for each mechanism and measure, agents side by side."""
    cells = {
        (line["mechanism"], line["measure"], line["agent"]): _cell(line)
        for line in numbered(rows)
    }
    measures = rows["measure"].unique(maintain_order=True)
    columns = (None, *tables.agents)
    lines = tuple(
        (
            words(mechanism),
            words(each),
            *(cells[mechanism, each, agent] for agent in columns),
        )
        for mechanism in tables.mechanisms
        for each in measures
    )
    return Exhibit(
        name=AGGREGATE.name,
        title="All games at a glance",
        caption=(
            f"Means over games, ± the standard error over games. {_games(rows)} Mean "
            "and fitness are on the scale of each game: 0 is what it pays when all "
            "defect, 1 when all cooperate; fitness is earned against the population "
            "that replicator dynamics ends in. Deviation rank: 1 is best, ties share "
            f"their average. {ALL.capitalize()}: a plain mean, for fitness weighed by "
            f"the population at the end. {evidence(tables)}.{gaps(rows, 'value')}"
        ),
        behind=rows,
        header=("mechanism", "measure", ALL, *tables.agents),
        rows=lines,
    )


def _games(rows: pl.DataFrame) -> str:
    """How many games each mechanism is averaged over, told once where it is one."""
    counts = rows["num_games"].drop_nulls().unique().sort().to_list()
    games = sorted({game for each in rows["games"].drop_nulls() for game in each})
    if not games:
        return "No game has such a scale."
    if len(counts) == 1:
        return f"Games: {', '.join(games)} ({counts[0]} under each mechanism)."
    told = rows.unique(["mechanism"], maintain_order=True)
    each = (
        f"{mechanism} {number}"
        for mechanism, number in told.select("mechanism", "num_games").iter_rows()
    )
    return f"Games: {', '.join(games)}; by mechanism: {', '.join(each)}."


def _cell(line: dict[str, Any]) -> Cell:
    digits = _DIGITS.get(line["measure"], 2)
    if line["value"] is None:
        return Cell(DASH, line["reason"] or "", is_number=True, row=line["row"])
    text = signed(line["value"], digits)
    if line["standard_error"] is None:
        return Cell(text, line["reason"] or "", is_number=True, row=line["row"])
    text += f" ± {line['standard_error']:.{digits}f}"
    return Cell(text, is_number=True, row=line["row"])


def mean_and_fitness(rows: pl.DataFrame, tables: RunTables) -> Exhibit | None:
    """Returns what selection does to each mechanism; None if no mean is known."""
    behind = rows.filter(
        pl.col("agent").is_null() & pl.col("measure").is_in(["mean", "fitness"])
    )
    ends = {
        (line["mechanism"], line["measure"]): End(
            line["value"], line["standard_error"], line["row"]
        )
        for line in numbered(behind)
    }
    if all(end.value is None for end in ends.values()):
        return None
    pairs = [
        Pair(mechanism, ends[mechanism, "mean"], ends[mechanism, "fitness"])
        for mechanism in tables.mechanisms
    ]
    return Exhibit(
        name="mean_and_fitness",
        title="What selection does under each mechanism",
        caption=(
            "Over all agents, averaged over games, from the mean in the uniform "
            "population to the fitness after replicator dynamics; lines are ± one "
            f"standard error over games. {evidence(tables)}.{gaps(behind, 'value')}"
        ),
        behind=behind,
        drawing=dumbbells(
            pairs,
            before="mean",
            after="fitness",
            unit="0: all defect, 1: all cooperate",
            landmarks=(Landmark(0.0, "all defect"), Landmark(1.0, "all cooperate")),
        ),
    )
