"""Payoff tables over agents: entries, gaps, seat averages, Gambit export."""

from itertools import product
from math import isnan

import numpy as np
import polars as pl
import pytest
from hypothesis import given
from hypothesis import strategies as st

from ostrom.core.errors import RecordError, SpecError
from ostrom.games.formats.nfg import read_nfg
from ostrom.metagame.payoff_table import (
    PayoffTable,
    matches_of,
    payoff_table,
    payoff_table_nfg,
)
from ostrom.metrics.protocol.metric import METRICS, measure
from ostrom.metrics.protocol.tables import RunTables
from reporting.sample_run import manifest, tables

AGENTS = ("a", "b")


def complete(num_seats: int, values: list[float]) -> PayoffTable:
    """A table with one match for each seating, payoffs taken from `values`."""
    given = iter(values)
    matches = [
        (seated, [next(given) for _ in range(num_seats)])
        for seated in product(AGENTS, repeat=num_seats)
    ]
    return payoff_table(AGENTS, matches)


def test_matches_of_one_seating_are_averaged_and_gaps_are_named() -> None:
    table = payoff_table(
        AGENTS,
        [(["a", "b"], [0.0, 3.0]), (["a", "b"], [1.0, 4.0]), (["b"] * 2, [1, 1])],
    )
    assert table.payoffs[0, 1].tolist() == [0.5, 3.5]
    assert table.counts.tolist() == [[0, 2], [0, 1]]
    assert table.missing == (("a", "a"), ("b", "a"))
    assert np.isnan(table.payoffs[0, 0]).all()


def test_seats_are_averaged_as_the_paper_does() -> None:
    # a gets 1 in seat 0 and 4 in seat 1 against b; 6 and 8 against itself.
    table = complete(2, [6, 8, 1, 20, 10, 4, 0, 0])
    symmetric = table.symmetrised()
    assert symmetric[0, 0] == 7
    assert symmetric[0, 1] == 2.5
    assert symmetric[1, 0] == 15


def test_a_missing_seating_leaves_its_average_undefined() -> None:
    table = payoff_table(AGENTS, [(["a", "b"], [0.0, 3.0])])
    assert isnan(table.symmetrised()[0, 1])


@given(st.lists(st.integers(-9, 9), min_size=24, max_size=24))
def test_three_seats_do_not_tell_co_players_apart(values: list[int]) -> None:
    symmetric = complete(3, [float(value) for value in values]).symmetrised()
    assert np.allclose(symmetric, symmetric.transpose(0, 2, 1))


@given(st.lists(st.integers(-9, 9), min_size=24, max_size=24))
def test_total_payoff_is_kept(values: list[int]) -> None:
    table = complete(3, [float(value) for value in values])
    seats = table.payoffs.sum()
    assert 3 * table.symmetrised().sum() == pytest.approx(seats)


def test_gambit_file_reads_back_as_the_same_payoffs() -> None:
    table = complete(2, [2, 2, 0, 3, 3, 0, 1.25, 1])
    game = read_nfg(payoff_table_nfg(table, "agents", "made up"), "agents")
    assert game.actions == (AGENTS, AGENTS)
    assert np.array_equal(game.tensor, table.payoffs)


def test_gambit_file_refuses_gaps() -> None:
    table = payoff_table(AGENTS, [(["a", "b"], [0.0, 3.0])])
    with pytest.raises(RecordError, match="3 of 4 assignments have no settled match"):
        payoff_table_nfg(table, "agents", "made up")


@pytest.mark.parametrize(
    ("matches", "said"),
    [
        ([], "got none"),
        ([(["a", "c"], [0.0, 1.0])], "known: a, b"),
        ([(["a", "b"], [0.0])], "a return"),
        ([(["a"], [0.0]), (["a", "b"], [0.0, 1.0])], r"got \[1, 2\]"),
    ],
)
def test_refuses_matches_that_do_not_fit(
    matches: list[tuple[list[str], list[float]]], said: str
) -> None:
    with pytest.raises(SpecError, match=said):
        payoff_table(AGENTS, matches)


def test_a_match_without_one_of_its_players_is_an_error() -> None:
    returns = tables("m/x")["returns"].filter(
        ~((pl.col("unit_id") == "pd-none-0-dove.hawk") & (pl.col("player") == 1))
    )
    with pytest.raises(RecordError, match="returns of players \\[0\\], but 2"):
        matches_of(returns)


def test_agrees_with_the_matchup_metric() -> None:
    run = RunTables(tables("m/x"), manifest("m/x"))
    cells = measure(METRICS.load("matchup_payoffs"), run)
    compared = 0
    for game in ("pd", "pg"):
        chosen = (pl.col("game") == game) & (pl.col("mechanism") == "none")
        table = payoff_table(
            run.agents, matches_of(run.finished("returns").filter(chosen))
        )
        assert not table.missing
        symmetric = table.symmetrised()
        for agent, others, payoff in (
            cells.filter(chosen).select("agent", "co_players", "payoff").iter_rows()
        ):
            place = tuple(run.agents.index(each) for each in (agent, *others))
            assert symmetric[place] == pytest.approx(payoff)
            compared += 1
    assert compared == 9 + 18
