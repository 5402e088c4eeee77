"""Judged reasoning in the report: profiles, heat maps, agreement, and none of it."""

from collections.abc import Iterator
from itertools import product
from typing import Any

import polars as pl
import pytest
from matplotlib.colors import to_hex

from ostrom.metrics.judge_agreement import METRIC as AGREEMENT
from ostrom.metrics.protocol.metric import measure
from ostrom.metrics.protocol.tables import RunTables
from ostrom.reports.figures.canvas import SEQUENTIAL, signed
from ostrom.reports.layout.parts import DASH, Exhibit, Notice, exhibits_of
from ostrom.reports.sections import justifications
from reporting.drawn import marks, texts
from reporting.sample_run import manifest, tables

CODES = {"fair_play": 1, "greed<b>": 2, "trust": 4, "reach": 0}
"""In how many of the four texts of an agent both judges see the code."""


def verdicts() -> Iterator[dict[str, Any]]:
    """Four texts of talker and of hawk; one judge disagrees on trust in text 0."""
    judged = [("pd", "none", "talker"), ("pd", "none", "hawk")]
    judged += [("pd", "mediation", "talker"), ("pg", "none", "talker")]
    for (game, mechanism, agent), text in product(judged, range(4)):
        for judge, (code, count) in product(("ann", "bob"), CODES.items()):
            value: bool | None = text < count
            if (judge, code, text) == ("bob", "trust", 0):
                value = False
            if (game, judge, code, text) == ("pg", "bob", "greed<b>", 3):
                value = None
            yield {
                "unit_id": f"{game}-{mechanism}-{text % 2}-{agent}.{agent}",
                "condition_id": f"{game}-{mechanism}",
                "game": game,
                "mechanism": mechanism,
                "repeat": text % 2,
                "agent": agent,
                "text_id": f"{game}{mechanism}{agent}{text}",
                "judge": judge,
                "codebook": "book",
                "code": code,
                "family": "f",
                "value": value,
            }


@pytest.fixture(scope="module")
def run() -> RunTables:
    frames = tables("hosted/x")
    schema = frames["verdicts"].schema
    frames["verdicts"] = pl.DataFrame(list(verdicts()), schema=schema)
    return RunTables(frames, manifest("hosted/x"))


@pytest.fixture(scope="module")
def exhibits(run: RunTables) -> dict[str, Exhibit]:
    return {each.name: each for each in exhibits_of([justifications.section(run)])}


def test_rates_are_averaged_over_judges_and_games(
    exhibits: dict[str, Exhibit],
) -> None:
    behind = exhibits["justifications-book"].behind
    rates = {
        (mechanism, agent, code): rate
        for mechanism, agent, code, rate in behind.select(
            "mechanism", "agent", "code", "rate"
        ).iter_rows()
    }
    assert rates["none", "hawk", "fair_play"] == pytest.approx(1 / 4)
    # Both see it in three texts, one of two in the fourth.
    assert rates["none", "hawk", "trust"] == pytest.approx(3.5 / 4)
    assert rates["mediation", "talker", "reach"] == 0.0
    games = behind.filter(
        (pl.col("mechanism") == "none") & (pl.col("code") == "trust")
    ).select("agent", "num_games")
    assert dict(games.iter_rows()) == {"hawk": 1, "talker": 2}


def test_the_heat_map_shows_every_rate_and_hatches_what_was_not_judged(
    exhibits: dict[str, Exhibit],
) -> None:
    heat_map = exhibits["justifications-book"]
    assert heat_map.drawing is not None
    drawn = marks(heat_map.drawing.svg)
    assert set(drawn) == set(range(len(heat_map.behind)))
    for row, rate in enumerate(heat_map.behind["rate"]):
        assert drawn[row].fill == to_hex(SEQUENTIAL(rate))
    written = texts(heat_map.drawing.svg)
    # Hawk under mediation has no judged text of four codes.
    assert written.count(DASH) == 4
    assert "greed<b>" in written
    assert "greed<b>" not in heat_map.drawing.svg


def test_profiles_leave_gaps_open_and_order_codes_by_frequency(
    exhibits: dict[str, Exhibit],
) -> None:
    radar = exhibits["justification_profiles-book"]
    assert radar.drawing is not None
    assert set(marks(radar.drawing.svg)) == set(range(len(radar.behind)))
    spokes = [each for each in texts(radar.drawing.svg) if each in _spoken()]
    assert spokes[:4] == ["trust", "greed<b>", "fair play", "reach"]
    assert "4 most frequent codes" in radar.title


def _spoken() -> set[str]:
    return {code.replace("_", " ") for code in CODES}


def test_the_table_says_why_an_agent_has_no_rate(exhibits: dict[str, Exhibit]) -> None:
    table = exhibits["justification_table-book"]
    assert table.header == ("mechanism", "code", "family", "hawk", "talker")
    rates = {(c[0].text, c[1].text): (c[3], c[4]) for c in table.rows}
    hawk, talker = rates["mediation", "fair play"]
    assert (hawk.text, talker.text) == (DASH, "25%")
    assert hawk.why == "no text of this agent was judged here"
    assert rates["none", "trust"][0].text == "88%"


def test_captions_say_how_many_texts_and_missing_verdicts(
    exhibits: dict[str, Exhibit],
) -> None:
    for name in ("justifications-book", "justification_table-book"):
        caption = exhibits[name].caption
        assert "16 texts, at most 2 games, 8 units" in caption
        # Bob's gap leaves Ann's verdict, so that text keeps a rate.
        assert "0 verdicts missing" in caption


def test_agreement_is_the_metric_with_its_prevalence(
    run: RunTables, exhibits: dict[str, Exhibit]
) -> None:
    table = exhibits["judge_agreement"]
    rows = measure(AGREEMENT, run)
    assert table.behind.equals(rows)
    assert len(table.rows) == len(rows) > 0
    for cells, row in zip(table.rows, rows.iter_rows(named=True), strict=True):
        assert cells[1].text == row["code"].replace("_", " ")
        shown = zip(cells[4:7], ("kappa", "alpha", "ac1"), strict=True)
        for cell, name in shown:
            if row[name] is None:
                assert cell.text == DASH
                assert cell.why
            else:
                assert cell.text == signed(row[name])
    pairs = {cells[2].text for cells in table.rows}
    assert "ann : bob" in pairs


def test_a_run_that_nobody_judged_says_how_to_have_it_judged() -> None:
    silent = RunTables(tables("hosted/x"), manifest("hosted/x"))
    section = justifications.section(silent)
    (notice,) = [block for block in section.blocks if isinstance(block, Notice)]
    assert "ostrom judge" in notice.text
    assert exhibits_of([section]) == []
