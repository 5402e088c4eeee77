"""New sections on a real run: cells and marks show the rows of the metrics."""

import re
from collections.abc import Iterator

import numpy as np
import polars as pl
import pytest

from ostrom.metrics.deviation_rating import METRIC as DEVIATION
from ostrom.metrics.fitness import METRIC as FITNESS
from ostrom.metrics.mean_payoff import METRIC as MEAN
from ostrom.metrics.normalised_aggregate import METRIC as AGGREGATE
from ostrom.metrics.protocol.metric import METRICS, measure
from ostrom.metrics.protocol.tables import RunTables
from ostrom.metrics.replicator_trajectory import METRIC as TRAJECTORY
from ostrom.metrics.welfare import METRIC as WELFARE
from ostrom.reports.evidence.pack import packed_evidence
from ostrom.reports.figures.canvas import signed
from ostrom.reports.layout.parts import DASH, Cell, Exhibit, exhibits_of
from ostrom.reports.layout.render import render
from ostrom.reports.page import DRAWN, build_sections
from ostrom.reports.sections import (
    actions,
    conditional,
    evolution,
    game_tables,
    institutions,
    ratings,
    summary,
    welfare,
)
from reporting.crafted_metagames import crafted
from reporting.drawn import marks, texts
from reporting.sample_run import manifest, tables

NEW = (
    summary,
    game_tables,
    evolution,
    ratings,
    actions,
    conditional,
    institutions,
    welfare,
)
HOSTILE = '<script>alert("x")</script> $x_1$'


@pytest.fixture(scope="module")
def run() -> RunTables:
    return RunTables(tables("hosted/x"), manifest("hosted/x"))


@pytest.fixture(scope="module")
def exhibits(run: RunTables) -> dict[str, Exhibit]:
    made = exhibits_of([each.section(run) for each in NEW])
    assert len({each.name for each in made}) == len(made)
    return {each.name: each for each in made}


def shown(exhibit: Exhibit) -> Iterator[tuple[Cell, dict[str, object]]]:
    """Cells that show a row of the frame behind, with that row."""
    for cells in exhibit.rows:
        for cell in cells:
            if cell.row is not None:
                yield cell, exhibit.behind.row(cell.row, named=True)


def test_summary_shows_every_row_of_its_metric(
    run: RunTables, exhibits: dict[str, Exhibit]
) -> None:
    table = exhibits["normalised_aggregate"]
    assert table.behind.equals(measure(AGGREGATE, run))
    seen = list(shown(table))
    assert len(seen) == len(table.behind) > 0
    for cell, row in seen:
        if row["value"] is None:
            assert (cell.text, cell.why) == (DASH, row["reason"])
            continue
        digits = 1 if row["measure"] == "deviation rank" else 2
        assert cell.text.split(" ± ")[0] == signed(float(str(row["value"])), digits)
        assert (" ± " in cell.text) == (row["standard_error"] is not None)


def test_summary_has_agents_in_columns_and_measures_in_rows(
    run: RunTables, exhibits: dict[str, Exhibit]
) -> None:
    table = exhibits["normalised_aggregate"]
    assert table.header == ("mechanism", "measure", "all agents", *run.agents)
    for cells in table.rows:
        for column, cell in zip(table.header[2:], cells[2:], strict=True):
            assert cell.row is not None
            row = table.behind.row(cell.row, named=True)
            assert (row["agent"] or "all agents") == column
            assert row["mechanism"] == cells[0].text
            assert row["measure"] == cells[1].text


def test_game_tables_hold_the_numbers_of_four_metrics(
    run: RunTables, exhibits: dict[str, Exhibit]
) -> None:
    table = exhibits["game-pd"]
    seen = list(shown(table))
    assert len(seen) == len(table.behind) == 3 * 4 * 4
    sources = {
        "mean": (measure(MEAN, run), "mean", 2),
        "fitness": (measure(FITNESS, run), "fitness", 2),
        "deviation rank": (measure(DEVIATION, run), "rank", 1),
        "rank, near ones tied": (measure(DEVIATION, run), "coarse_rank", 1),
    }
    for cell, row in seen:
        frame, column, digits = sources[str(row["measure"])]
        if row["agent"] is None and row["measure"] == "mean":
            frame, column = measure(WELFARE, run), "welfare"
            frame = frame.with_columns(pl.lit(None, dtype=pl.String).alias("agent"))
        (value,) = frame.filter(
            (pl.col("game") == "pd")
            & (pl.col("mechanism") == row["mechanism"])
            & pl.col("agent").eq_missing(pl.lit(row["agent"], dtype=pl.String))
        )[column]
        if value is None:
            assert cell.text == DASH
            assert cell.why
        else:
            assert cell.text.split(" [")[0] == signed(value, digits)


def test_every_cell_without_a_number_says_why(exhibits: dict[str, Exhibit]) -> None:
    dashes = 0
    for exhibit in exhibits.values():
        for cells in exhibit.rows:
            for cell in cells:
                if cell.text == DASH and cell.is_number:
                    dashes += 1
                    assert cell.why, exhibit.name
    assert dashes > 20


def test_every_value_behind_a_figure_is_marked_once(
    exhibits: dict[str, Exhibit],
) -> None:
    valued = {
        "mean_and_fitness": "value",
        "deviation_ratings-pd": "rating",
        "conditional-pd": "rate",
        "niceness-pd": "rate",
        "adoption-pd": "rate",
        "mechanism_effect-payoff": "difference",
    }
    for name, column in valued.items():
        exhibit = exhibits[name]
        assert exhibit.drawing is not None
        known = exhibit.behind[column].is_not_null().arg_true().to_list()
        drawn = marks(exhibit.drawing.svg)
        assert known
        # A heat map hatches the cells without a number and marks them too.
        assert set(known) <= set(drawn), name
        assert max(drawn) < len(exhibit.behind)


def test_marks_of_all_figures_point_at_rows(exhibits: dict[str, Exhibit]) -> None:
    for exhibit in exhibits.values():
        if exhibit.drawing is not None:
            drawn = marks(exhibit.drawing.svg)
            assert drawn, exhibit.name
            assert max(drawn) < len(exhibit.behind)


def test_captions_say_how_many(exhibits: dict[str, Exhibit]) -> None:
    for exhibit in exhibits.values():
        assert re.search(
            r"\d+ (settled match|action|choice|decision|proposal|repeats an arm)",
            exhibit.caption,
        ), exhibit.name
        assert re.search(r"\d+ unit", exhibit.caption), exhibit.name
        assert "repeat" in exhibit.caption, exhibit.name


def test_lines_of_evolution_are_means_over_repeats(run: RunTables) -> None:
    steps = measure(TRAJECTORY, run)
    lines = evolution.lines_of(steps)
    here = (pl.col("game") == "pd") & (pl.col("mechanism") == "none")
    (mean,) = lines.filter(
        here
        & (pl.col("agent") == "hawk")
        & (pl.col("measure") == "share")
        & pl.col("repeat").is_null()
    ).iter_rows(named=True)
    for step, value in zip(mean["steps"], mean["values"], strict=True):
        single = steps.filter(
            here & (pl.col("agent") == "hawk") & (pl.col("step") == step)
        )["share"]
        assert len(single) == 2
        assert value == pytest.approx(sum(single) / 2)
    of_none = lines.filter(here & pl.col("repeat").is_null())
    shares = of_none.filter(pl.col("measure") == "share")["values"].to_list()
    assert np.sum(shares, axis=0) == pytest.approx(1.0)


def test_a_condition_with_a_gap_is_not_drawn_and_says_why(run: RunTables) -> None:
    section = evolution.section(run)
    told = [line for block in section.blocks for line in getattr(block, "lines", ())]
    assert any("talker against talker" in line for line in told)
    (picture,) = [e for e in exhibits_of([section]) if e.name == "evolution-pd"]
    assert set(picture.behind["mechanism"]) == {"none"}


def test_pooled_actions_weigh_rounds_not_agents(run: RunTables) -> None:
    rows = pl.DataFrame(
        {
            "game": ["g"] * 4,
            "mechanism": ["m"] * 4,
            "agent": ["a", "a", "b", "b"],
            "choice": ["x", "y"] * 2,
            "is_added": [False] * 4,
            "num_chosen": [1, 0, 0, 3],
            "num_actions": [1, 1, 3, 3],
            "num_fallbacks": [0] * 4,
            "units": [["u"], ["u"], ["u", "v"], ["u", "v"]],
        }
    )
    found = actions.pooled(rows)
    assert dict(found.select("choice", "share").iter_rows()) == {"x": 0.25, "y": 0.75}
    assert found["num_actions"].to_list() == [4, 4]
    assert found["units"].to_list() == [["u", "v"]] * 2


def test_parts_of_proposals_add_up_and_name_the_strongest() -> None:
    quality = pl.DataFrame(
        {
            "game": ["g"],
            "mechanism": ["m"],
            "agent": ["a"],
            "kind": ["contract"],
            "nash_rate": [0.75],
            "weakly_dominant_rate": [0.5],
            "strictly_dominant_rate": [0.125],
            "num_proposals": [8],
            "num_repeats": [2],
            "reason": [None],
            "units": [["u"]],
        },
        schema_overrides={"reason": pl.String},
    )
    parts = institutions.quality_parts(quality)
    assert dict(parts.select("quality", "share").iter_rows()) == {
        "strictly dominant": 0.125,
        "weakly dominant": 0.375,
        "Nash equilibrium only": 0.25,
        "not an equilibrium": 0.25,
    }


def test_tie_classes_go_by_rank() -> None:
    ranks = {"a": 3.0, "b": 1.5, "c": 1.5, "d": 4.0}
    assert ratings.tie_classes(ranks) == {"a": "B", "b": "A", "c": "A", "d": "C"}
    many = {str(place): float(place) for place in range(28)}
    assert list(ratings.tie_classes(many).values())[25:] == ["Z", "AA", "AB"]


@pytest.mark.parametrize(("num_agents", "repeats"), [(2, 1), (12, 2)])
def test_few_and_many_agents_fit(num_agents: int, repeats: int) -> None:
    labels = [f"{HOSTILE} {place}" for place in range(num_agents)]
    rng = np.random.default_rng(num_agents)
    made = [rng.uniform(size=(num_agents, num_agents)) for _ in range(repeats)]
    ends = {"cooperative_payoffs": [1.0, 1.0], "defective_payoffs": [0.0, 0.0]}
    few = crafted(labels, {(HOSTILE, "<i>m</i>"): made}, {HOSTILE: ends})
    sections = [each.section(few) for each in (summary, evolution, ratings)]
    for exhibit in exhibits_of(sections):
        if exhibit.drawing is not None:
            assert any("script" in each for each in texts(exhibit.drawing.svg)) or (
                exhibit.name == "mean_and_fitness"
            )
    page = render(
        sections,
        {
            "title": "t",
            "run_id": "r",
            "created_at": "2026-01-01",
            "seed": 1,
            "ostrom_version": "0",
        },
        packed_evidence(few, exhibits_of(sections)),
    )
    assert "<script>alert" not in page
    assert "<i>m" not in page
    if repeats == 1:
        assert "one repeat only" in page


def test_each_metric_is_drawn_by_a_section_or_as_a_plain_table(run: RunTables) -> None:
    used = {metric.name for section in DRAWN for metric in section.USED}
    assert used <= set(METRICS.names())
    names = [each.name for each in exhibits_of(build_sections(run))]
    assert len(names) == len(set(names))
    plain = [name for name in METRICS.names() if name not in used]
    assert set(plain) <= set(names)
