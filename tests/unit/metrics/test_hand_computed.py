"""Every metric on the sample run, whose numbers are worked out by hand.

`reporting.sample_run` says who does what; the comments here show the sums.
"""

from collections.abc import Mapping
from typing import Any

import polars as pl
import pytest

from ostrom.metrics.protocol.metric import METRICS, measure
from ostrom.metrics.protocol.tables import RunTables
from reporting.measured import row
from reporting.sample_run import AGENTS, manifest, tables

T_ONE = 12.706204736  # t quantile 0.975 with one degree of freedom


@pytest.fixture(scope="module")
def run() -> RunTables:
    return RunTables(tables("hosted/word-smith"), manifest("hosted/word-smith"))


@pytest.mark.parametrize(
    ("game", "mechanism", "agent", "mean", "half_width"),
    [
        # Repeat 0: (2 + 0 + 2) / 3; repeat 1: (2 + 0 + 0) / 3. Half of 2/3 times t.
        ("pd", "none", "dove", 1.0, T_ONE / 3),
        # In repeat 0 a third of 3 + 1 + 3, in repeat 1 a third of 3 + 1 + 1.
        ("pd", "none", "hawk", 2.0, T_ONE / 3),
        # It cooperates for a third of 2 + 0 + 2, then defects for one of 3 + 1 + 1.
        ("pd", "none", "talker", 1.5, T_ONE / 6),
        # Repeat 0: (3 + 1 + 3) / 3; repeat 1 lacks one match: (3 + 3 + 1 + 1 + 3) / 5.
        ("pd", "mediation", "hawk", (7 / 3 + 11 / 5) / 2, T_ONE / 15),
        # Without the void match a quarter of 2 + 2 + 0 + 0; then a fifth of 4 * 2 + 0.
        ("pd", "mediation", "talker", 1.3, T_ONE * 0.3),
        # Seats (2 + 0) / 2 and (2 + 2) / 2; then (2 + 0) / 2 twice.
        ("pd", "reputation", "dove", 1.25, T_ONE / 4),
        # 7/3 contributors expected among three, half a point each; then 5/3.
        ("pg", "none", "dove", 1.0, T_ONE / 6),
        ("pg", "none", "hawk", 1.5, T_ONE / 6),
        ("pg", "none", "talker", 1.25, T_ONE / 12),
    ],
)
def test_mean_payoff(
    run: RunTables,
    game: str,
    mechanism: str,
    agent: str,
    mean: float,
    half_width: float,
) -> None:
    found = row(run, "mean_payoff", game=game, mechanism=mechanism, agent=agent)
    assert found["mean"] == pytest.approx(mean)
    assert found["high"] - found["mean"] == pytest.approx(half_width)
    assert found["mean"] - found["low"] == pytest.approx(half_width)
    assert found["num_repeats"] == 2


def test_mean_payoff_says_why_there_is_no_interval(run: RunTables) -> None:
    same = row(run, "mean_payoff", game="pd", mechanism="mediation", agent="dove")
    assert (same["low"], same["high"]) == (None, None)
    assert "same value" in same["reason"]
    once = row(run, "mean_payoff", game="pg", mechanism="reputation", agent="dove")
    # Own kind: 1.5. Shifted round: seat p of dove meets one hawk and one talker: 1.
    assert once["mean"] == pytest.approx(1.25)
    assert "one repeat" in once["reason"]


def test_expectation_where_a_match_is_one_round(run: RunTables) -> None:
    # Against talker at 80 : 20 dove expects 1.6, so a third of 3.6, and then of 2.
    found = row(run, "mean_payoff", game="pd", mechanism="none", agent="dove")
    assert found["expected_mean"] == pytest.approx((1.2 + 2 / 3) / 2)
    population = row(
        run, "mean_payoff", game="pd", mechanism="reputation", agent="dove"
    )
    assert population["expected_mean"] is None
    assert "hang on sampled actions" in population["reason"]


def test_counts_and_units_behind_a_mean(run: RunTables) -> None:
    found = row(run, "mean_payoff", game="pd", mechanism="mediation", agent="hawk")
    # Five seatings with hawk a repeat, self-play with two seats; one unit failed.
    assert (found["num_matches"], found["num_returns"]) == (9, 11)
    assert len(found["units"]) == 9
    assert "pd-mediation-1-hawk.talker" not in found["units"]
    assert found["units"] == sorted(found["units"])
    talker = row(run, "mean_payoff", game="pd", mechanism="none", agent="talker")
    assert talker["num_fallbacks"] == 1


def test_normalised_payoff(run: RunTables) -> None:
    # pd: 1 is all defect, 2 all cooperate; pg: 1 and 1.5.
    for game, agent, value in (("pd", "hawk", 1.0), ("pg", "talker", 0.5)):
        found = row(run, "normalised_payoff", game=game, mechanism="none", agent=agent)
        assert found["mean"] == pytest.approx(value)
    low = row(run, "normalised_payoff", game="pg", mechanism="none", agent="talker")
    assert low["high"] - low["mean"] == pytest.approx(T_ONE / 12 / 0.5)


@pytest.mark.parametrize(
    ("low", "high", "said"),
    [(None, [2.0, 2.0], "names no mutual"), ([2.0, 2.0], [2.0, 2.0], "pay the same")],
)
def test_normalised_payoff_without_a_scale(
    run: RunTables, low: list[float] | None, high: list[float], said: str
) -> None:
    facts = manifest("hosted/word-smith")
    facts["games"]["pd"] |= {"defective_payoffs": low, "cooperative_payoffs": high}
    bare = RunTables(run.frames, facts)
    found = row(bare, "normalised_payoff", game="pd", mechanism="none", agent="dove")
    assert found["mean"] is None
    assert said in found["reason"]


@pytest.mark.parametrize(
    ("mechanism", "agent", "rate", "submitted", "other"),
    [
        # 12 of 18, then 6 of 18; talker submits 80 per cent in 6 of 18.
        ("none", None, 0.5, (10.8 / 18 + 6 / 18) / 2, 0.0),
        ("none", "talker", 0.5, 0.4, 0.0),
        # 6 dove + 4 talker of 16 actions, then 6 + 5 of 16.
        ("mediation", None, 21 / 32, 12 / 32, 9 / 32),
        ("mediation", "talker", 1.0, 0.0, 1.0),
        ("reputation", None, 0.5, 0.5, 0.0),
    ],
)
def test_cooperation_rate(
    run: RunTables,
    mechanism: str,
    agent: str | None,
    rate: float,
    submitted: float,
    other: float,
) -> None:
    found = row(run, "cooperation_rate", game="pd", mechanism=mechanism, agent=agent)
    assert found["rate"] == pytest.approx(rate)
    assert found["submitted_rate"] == pytest.approx(submitted)
    assert found["submitted_other_rate"] == pytest.approx(other)


def test_cooperation_interval_stays_between_0_and_1(run: RunTables) -> None:
    found = row(run, "cooperation_rate", game="pd", mechanism="none", agent=None)
    assert (found["low"], found["high"]) == (0.0, 1.0)
    assert (found["num_cooperative"], found["num_actions"]) == (18, 36)
    assert found["num_fallbacks"] == 1


def test_no_cooperation_where_the_game_names_none(run: RunTables) -> None:
    facts = manifest("hosted/word-smith")
    facts["games"]["pd"]["cooperative_profile"] = None
    rounds = run.frames["rounds"].with_columns(
        pl.when(pl.col("game") == "pg").then("cooperative").alias("cooperative")
    )
    bare = RunTables({**run.frames, "rounds": rounds}, facts)
    found = row(bare, "cooperation_rate", game="pd", mechanism="none", agent=None)
    assert found["rate"] is None
    assert found["reason"] == "the game names no cooperation"


def test_action_frequencies(run: RunTables) -> None:
    def found(mechanism: str, choice: str) -> Mapping[str, Any]:
        where = {"game": "pd", "mechanism": mechanism, "agent": "talker"}
        return row(run, "action_frequencies", **where, choice=choice)

    cooperate = found("none", "cooperate")
    assert (cooperate["num_chosen"], cooperate["num_actions"]) == (6, 12)
    assert cooperate["share"] == 0.5
    assert cooperate["submitted_share"] == pytest.approx(0.4)
    delegate = found("mediation", "delegate")
    assert (delegate["share"], delegate["is_added"]) == (1.0, True)
    assert found("mediation", "defect")["share"] == 0.0
    assert found("mediation", "cooperate")["num_actions"] == 9


def test_shares_of_an_agent_sum_to_one(run: RunTables) -> None:
    frame = measure(METRICS.load("action_frequencies"), run)
    sums = frame.group_by("game", "mechanism", "agent").agg(
        pl.col("share", "submitted_share").sum()
    )
    assert len(sums) == 18
    assert sums["share"].to_list() == pytest.approx([1.0] * 18)
    assert sums["submitted_share"].to_list() == pytest.approx([1.0] * 18)


def test_invalid_replies(run: RunTables) -> None:
    # 12 decisions: 10 at once, one after a retry (2 replies), one fallback (3 replies).
    found = row(run, "invalid_replies", game="pd", mechanism="none", agent="talker")
    assert found["model"] == "hosted/word-smith"
    assert (found["num_replies"], found["num_decisions"]) == (15, 12)
    assert (found["ok"], found["repaired"]) == (10, 1)
    assert (found["unparsable"], found["truncated"], found["empty"]) == (2, 2, 0)
    assert (found["num_invalid"], found["invalid_rate"]) == (4, pytest.approx(4 / 15))
    assert (found["num_retried"], found["retried_rate"]) == (2, pytest.approx(1 / 6))
    assert (found["num_fallback"], found["num_missing"]) == (1, 0)
    assert found["num_voids"] is None


def test_a_condition_carries_voids_and_failed_units(run: RunTables) -> None:
    found = row(run, "invalid_replies", game="pd", mechanism="mediation", agent=None)
    # 9 played at once, 2 missing decisions with 3 replies each, 1 reply cut short.
    assert (found["num_replies"], found["unread"]) == (16, 1)
    assert (found["num_read"], found["invalid_rate"]) == (15, pytest.approx(6 / 15))
    assert (found["num_missing"], found["missing_rate"]) == (2, pytest.approx(2 / 11))
    assert (found["num_units"], found["num_voids"]) == (18, 1)
    assert (found["num_failed_units"], found["num_provider_failures"]) == (1, 1)
    never = row(run, "invalid_replies", game="pg", mechanism="reputation", agent=None)
    assert never["num_unfinished_units"] == 1


@pytest.mark.parametrize(
    ("mechanism", "agent", "co_players", "payoff", "matches"),
    [
        ("none", "dove", ["talker"], 1.0, 4),  # 2 in repeat 0, 0 in repeat 1
        ("none", "talker", ["dove"], 2.5, 4),  # 2, then 3
        ("none", "talker", ["talker"], 1.5, 2),
        ("mediation", "hawk", ["talker"], 3.0, 3),  # one unit failed
        ("mediation", "talker", ["talker"], 2.0, 1),  # one match is void
    ],
)
def test_matchup_payoffs(
    run: RunTables,
    mechanism: str,
    agent: str,
    co_players: list[str],
    payoff: float,
    matches: int,
) -> None:
    frame = measure(METRICS.load("matchup_payoffs"), run).filter(
        (pl.col("game") == "pd")
        & (pl.col("mechanism") == mechanism)
        & (pl.col("agent") == agent)
        & (pl.col("co_players").list.join(" ") == " ".join(co_players))
    )
    assert len(frame) == 1
    found = frame.row(0, named=True)
    assert found["payoff"] == pytest.approx(payoff)
    assert found["num_matches"] == matches
    assert len(found["units"]) == matches


def test_three_player_matchups_are_complete_and_averaged(run: RunTables) -> None:
    frame = measure(METRICS.load("matchup_payoffs"), run).filter(
        (pl.col("game") == "pg") & (pl.col("mechanism") == "none")
    )
    assert len(frame) == 3 * 6  # agents x multisets of two co-players
    cell = frame.filter(
        (pl.col("agent") == "hawk")
        & (pl.col("co_players").list.join(" ") == "dove talker")
    ).row(0, named=True)
    # Repeat 0: two contribute, 1 + 1; repeat 1: one does, 0.5 + 1. Six seatings each.
    assert cell["payoff"] == pytest.approx(1.75)
    assert (cell["num_seatings"], cell["num_matches"]) == (6, 12)


def test_matchups_without_a_match_say_why(run: RunTables) -> None:
    frame = measure(METRICS.load("matchup_payoffs"), run)
    population = frame.filter(pl.col("mechanism") == "reputation")
    assert population["payoff"].null_count() == len(population) == 9 + 18
    assert population["reason"].str.contains("changing co-players").all()
    returns = run.frames["returns"].filter(
        ~pl.col("co_players").list.join(".").is_in(["dove.hawk", "hawk.dove"])
    )
    holed = RunTables({**run.frames, "returns": returns}, run.manifest)
    cell = measure(METRICS.load("matchup_payoffs"), holed).filter(
        (pl.col("game") == "pd")
        & (pl.col("mechanism") == "mediation")
        & (pl.col("agent") == "dove")
        & (pl.col("co_players").list.first() == "hawk")
    )
    assert cell["payoff"].to_list() == [None]
    assert cell["reason"].to_list() == [
        "no settled match: 1 of 18 units failed; 1 void"
    ]


def test_an_unweighted_mean_over_compositions_is_the_mean_payoff(
    run: RunTables,
) -> None:
    # Complete conditions only: seatings of a multiset weigh as the paper's tensor does.
    cells = measure(METRICS.load("matchup_payoffs"), run).filter(
        (pl.col("game") == "pg") & (pl.col("mechanism") == "none")
    )
    for agent in AGENTS:
        weighted = [
            (1 if first == second else 2) * payoff
            for (first, second), payoff in cells.filter(pl.col("agent") == agent)
            .select("co_players", "payoff")
            .iter_rows()
        ]
        found = row(run, "mean_payoff", game="pg", mechanism="none", agent=agent)
        assert found["mean"] == pytest.approx(sum(weighted) / 9)


def test_costs(run: RunTables) -> None:
    found = row(run, "cost_and_calls", game="pd", mechanism="none", agent="talker")
    assert (found["num_calls"], found["input_tokens"]) == (15, 1500)
    assert found["output_tokens"] == 150
    assert found["reasoning_tokens"] == 0
    assert found["cost_usd"] == pytest.approx(0.015)
    assert found["cached_tokens"] is None
    assert "cached tokens not reported for 15 of 15 calls" in found["reason"]


def test_an_unknown_price_is_no_zero(run: RunTables) -> None:
    found = row(run, "cost_and_calls", game="pg", mechanism="none", agent="talker")
    assert found["cost_usd"] is None
    assert found["num_unpriced"] == 54
    assert found["reason"].startswith("no price for 54 of 54 calls")


def test_one_unpriced_call_leaves_the_sum_unknown(run: RunTables) -> None:
    replies = run.frames["replies"].with_columns(
        pl.when(pl.int_range(pl.len()) > 0).then("cost_usd").alias("cost_usd")
    )
    holed = RunTables({**run.frames, "replies": replies}, run.manifest)
    found = row(holed, "cost_and_calls", game="pd", mechanism="none", agent="talker")
    assert (found["cost_usd"], found["num_unpriced"]) == (None, 1)
