"""The printed numbers of CoopEval in this project, and how they hang together.

The comparison with the published files is skipped where these are not there.
"""

from pathlib import Path
from statistics import fmean, stdev

import polars as pl
import pytest

from ostrom.reports.comparison.expected import Expected, Row, read_expected
from ostrom.specs.reading import read_spec

ROOT = Path(__file__).parents[2]
FOLDER = ROOT / "reproductions" / "coopeval2026"
PUBLISHED = ROOT.parent / "shared" / "data" / "coopeval" / "published_metrics.csv"
TABLES = {
    "Aggregated": "Table 2",
    "PrisonersDilemma": "Table 3",
    "PublicGoods": "Table 4",
    "TravellersDilemma": "Table 5",
    "TrustGame": "Table 6",
    "StagHunt": "Table 7",
    "PrisonersDilemma-Ablation": "Table 8",
}
MEASURES = {"Mean": "mean", "Fitness": "fitness", "DR": "deviation rank"}
# Points where all defect and where all cooperate.
ENDS = {
    "prisoners_dilemma": (1.0, 2.0),
    "public_goods": (1.0, 1.5),
    "travellers_dilemma": (2.0, 5.0),
    "trust_game": (4.0, 10.0),
}


@pytest.fixture(scope="module")
def expected() -> Expected:
    return read_expected(FOLDER / "expected.toml")


def test_every_printed_number_is_there(expected: Expected) -> None:
    if not PUBLISHED.exists():
        pytest.skip("shared/data/coopeval/published_metrics.csv is not here")
    published = pl.read_csv(PUBLISHED)
    blocks = [
        (TABLES[game], MEASURES[metric], tuple(values), tuple(errors))
        for (game, _, metric), values, errors in (
            (key, rows["value"], rows["standard_error"])
            for key, rows in published.group_by(
                "game", "mechanism", "metric", maintain_order=True
            )
        )
    ]
    printed = [row for row in expected.rows if row.basis == "printed"]
    ours = [(row.table, row.measure, row.values, row.errors) for row in printed]
    assert len(published) == 7 * len(ours) == 728
    assert ours == blocks


def test_labels_are_those_of_the_spec(expected: Expected) -> None:
    spec = read_spec(FOLDER / "spec.toml")
    assert set(expected.agents) == set(spec.agents)
    for row in expected.rows:
        assert row.mechanism in spec.mechanisms
        assert not row.game or row.game in spec.games


def _rows(expected: Expected, measure: str) -> dict[tuple[str, str], Row]:
    return {
        (row.game, row.mechanism): row
        for row in expected.rows
        if row.measure == measure and row.basis == "printed" and row.table != "Table 8"
    }


@pytest.mark.parametrize("measure", ["mean", "fitness", "deviation rank"])
def test_table_2_follows_from_tables_3_to_6(expected: Expected, measure: str) -> None:
    rows = _rows(expected, measure)
    aggregated = [row for row in rows.values() if not row.game]
    assert len(aggregated) >= 4
    # Print rounding of the summands, of the result, and of their spread.
    near = 0.0512 if measure == "deviation rank" else 0.0012
    for row in aggregated:
        assert row.errors is not None
        for place in range(1, 7):
            values = []
            for game in expected.aggregated:
                value = rows[game, row.mechanism].values[place]
                if measure != "deviation rank":
                    low, high = ENDS[game]
                    value = (value - low) / (high - low)
                values.append(value)
            assert row.values[place] == pytest.approx(fmean(values), abs=2 * near)
            spread = stdev(values) / 2
            assert row.errors[place] == pytest.approx(spread, abs=2 * near)
