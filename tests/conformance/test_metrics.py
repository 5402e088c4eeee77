"""Every metric of the catalogue keeps its promises; bad ones are found out."""

from collections.abc import Callable

import polars as pl
import pytest

from conformance.metric_checks import (
    CHECKS,
    check_absent_stays_absent,
    check_keeps_its_promise,
    check_row_order,
)
from ostrom.core.catalogue import Catalogue
from ostrom.core.errors import RecordError, SpecError
from ostrom.metrics.protocol.metric import METRICS, Metric
from ostrom.metrics.protocol.tables import RunTables
from reporting.sample_run import manifest, tables


@pytest.fixture(scope="module")
def run() -> RunTables:
    return RunTables(tables("hosted/word-smith"), manifest("hosted/word-smith"))


@pytest.mark.parametrize("check", CHECKS)
@pytest.mark.parametrize("name", METRICS.names())
def test_metric(
    name: str, check: Callable[[Metric, RunTables], None], run: RunTables
) -> None:
    metric = METRICS.load(name)
    assert metric.name == name
    assert metric.summary.endswith(".")
    check(metric, run)


def _bad(compute: Callable[[RunTables], pl.DataFrame]) -> Metric:
    return Metric(name="bad", version=1, summary="Bad.", compute=compute)


def _named(value: float | None, reason: str | None) -> pl.DataFrame:
    return pl.DataFrame(
        {"value": [value], "reason": [reason], "units": [["u"]]},
        schema={"value": pl.Float64, "reason": pl.String, "units": pl.List(pl.String)},
    )


def _first_payoff(run: RunTables) -> pl.DataFrame:
    payoffs = run.frames["returns"]["payoff"]
    return _named(payoffs[0] if len(payoffs) else None, "there is none")


def _zero_for_nothing(run: RunTables) -> pl.DataFrame:
    return _named(float(run.frames["returns"]["payoff"].sum()), None)


def test_finds_a_metric_that_hangs_on_row_order(run: RunTables) -> None:
    with pytest.raises(AssertionError, match="row order"):
        check_row_order(_bad(_first_payoff), run)


def test_finds_a_metric_that_makes_zero_of_nothing(run: RunTables) -> None:
    with pytest.raises(AssertionError, match="out of nothing"):
        check_absent_stays_absent(_bad(_zero_for_nothing), run)


@pytest.mark.parametrize(
    ("frame", "said"),
    [
        (_named(float("nan"), None), "NaN"),
        (_named(None, None), "without a reason"),
        (_named(1.0, None).drop("units"), "no column units"),
    ],
)
def test_finds_a_metric_that_hides_what_is_undefined(
    run: RunTables, frame: pl.DataFrame, said: str
) -> None:
    with pytest.raises(RecordError, match=said):
        check_keeps_its_promise(_bad(lambda _: frame), run)


def test_the_catalogue_refuses_what_is_no_metric() -> None:
    catalogue = Catalogue("ostrom.metrics", "BY", Metric)
    with pytest.raises(SpecError, match="must be a Metric, got tuple"):
        catalogue.load(METRICS.names()[0])
