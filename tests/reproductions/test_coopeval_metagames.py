"""Fitness, population, ratings and ranks of 48 CoopEval tournaments, by our metrics.

Every composition of a published payoff tensor is one match of a run that we make up, so
the numbers go the whole way from records to tables. The published deviation ratings are
wrong in many of these; the file holds exact ones beside them. It is not part of this
project; without it this is skipped.
"""

from fractions import Fraction
from typing import Any

import numpy as np
import polars as pl
import pytest

from ostrom.metrics.protocol.metric import METRICS, measure
from ostrom.metrics.protocol.tables import RunTables
from published import published_tournaments
from reporting.crafted_metagames import crafted

SOLVED = 1e-7  # as published, from a numerical solver


@pytest.fixture(scope="module")
def oracle() -> dict[str, Any]:
    return published_tournaments()


@pytest.fixture(scope="module")
def run(oracle: dict[str, Any]) -> RunTables:
    """Each tournament a condition of its own, with one repeat."""
    tensors = {
        _condition(each): [np.array(each["tensor"])] for each in oracle["tournaments"]
    }
    assert len(tensors) == 48
    return crafted(oracle["agents"], tensors)


def _condition(each: dict[str, Any]) -> tuple[str, str]:
    return each["game"], f"{each['mechanism']} {each['run']}"


def _columns(
    run: RunTables, oracle: dict[str, Any], metric: str, *columns: str
) -> dict[tuple[str, str], list[list[float]]]:
    """Columns of a metric by condition, in the order of the agents."""
    frame = measure(METRICS.load(metric), run).drop_nulls("agent")
    found = {}
    for (game, mechanism), part in frame.group_by("game", "mechanism"):
        assert part["agent"].to_list() == oracle["agents"]
        found[str(game), str(mechanism)] = [part[each].to_list() for each in columns]
    return found


def test_fitness_and_population(run: RunTables, oracle: dict[str, Any]) -> None:
    found = _columns(run, oracle, "fitness", "fitness", "share")
    for each in oracle["tournaments"]:
        fitness, share = found[_condition(each)]
        assert fitness == pytest.approx(each["replicator_fitness"], rel=0, abs=1e-12)
        assert share == pytest.approx(each["replicator_population"], rel=0, abs=1e-12)


def test_means(run: RunTables, oracle: dict[str, Any]) -> None:
    found = _columns(run, oracle, "mean_payoff", "mean")
    for each in oracle["tournaments"]:
        (mean,) = found[_condition(each)]
        assert mean == pytest.approx(each["mean"], rel=0, abs=1e-12)


def test_deviation_ratings_and_ranks(run: RunTables, oracle: dict[str, Any]) -> None:
    found = _columns(run, oracle, "deviation_rating", "rating", "rank")
    exact = 0
    for each in oracle["tournaments"]:
        rating, rank = found[_condition(each)]
        assert rank == each["exact_ranks"], _condition(each)
        fractions = each["exact_deviation_rating"]
        if None in fractions:
            expected, within = each["published_deviation_rating"], 2 * SOLVED
        else:
            expected, within = [float(Fraction(text)) for text in fractions], 1e-9
            exact += 1
        assert rating == pytest.approx(expected, rel=0, abs=within), _condition(each)
    assert exact == 38


def test_two_runs_are_two_repeats(oracle: dict[str, Any]) -> None:
    pair = [
        each
        for each in oracle["tournaments"]
        if (each["game"], each["mechanism"]) == ("TrustGame", "Mediation")
    ]
    tensors = [np.array(each["tensor"]) for each in pair]
    both = crafted(oracle["agents"], {("TrustGame", "Mediation"): tensors})
    fitness = measure(METRICS.load("fitness"), both).drop_nulls("agent")
    rank = measure(METRICS.load("deviation_rating"), both).drop_nulls("agent")
    for column, published in (
        (fitness["fitness"], "replicator_fitness"),
        (rank["rank"], "exact_ranks"),
    ):
        expected = np.mean([each[published] for each in pair], axis=0)
        assert column.to_list() == pytest.approx(expected.tolist(), rel=0, abs=1e-12)
    everyone = measure(METRICS.load("fitness"), both).filter(pl.col("agent").is_null())
    weighed = [
        float(np.dot(each["replicator_population"], each["replicator_fitness"]))
        for each in pair
    ]
    assert everyone["fitness"].item() == pytest.approx(np.mean(weighed), abs=1e-12)
