"""Behaviour and institutions of a played run, against counts from its journal."""

import json
from collections import defaultdict
from fractions import Fraction
from pathlib import Path
from typing import Any

import polars as pl
import pytest

from ostrom.engine.session import play, prepare
from ostrom.metrics.inequality import gini
from ostrom.metrics.protocol.metric import METRICS, measure
from ostrom.metrics.protocol.tables import RunTables, load_run
from ostrom.records.journal import read_lines
from ostrom.specs.reading import check_spec
from reporting.crafted_metagames import add_match, as_tables

SPEC: dict[str, Any] = {
    "name": "behaviour",
    "seed": 5,
    "repeats": 2,
    "agents": {
        "tit_for_tat": {},
        "mediated_trigger": {},
        "contract_trigger": {},
        "uniform": {},
    },
    "games": {"prisoners_dilemma": {}, "public_goods": {}},
    "mechanisms": {
        "none": {},
        "repetition": {"rounds": 5},
        "reputation": {"rounds": 4},
        "mediation": {},
        "contract": {"proposals": "per_tournament"},
    },
}
Rows = dict[tuple[Any, ...], dict[str, Any]]


class Played:
    """A run, its tables, and its journal by unit."""

    def __init__(self, root: Path) -> None:
        prepared = prepare(check_spec(SPEC, "test"), root)
        play(prepared, lambda _: None)
        self.tables: RunTables = load_run(prepared.run)
        self.place = {
            unit["unit_id"]: (unit["game"], unit["mechanism"], unit["repeat"])
            for unit in self.tables.manifest["units"]
        }
        self.lines: dict[str, list[Any]] = defaultdict(list)
        for line in read_lines(prepared.run.journal):
            self.lines[line.unit_id].append(line)

    def agents(self, unit: str) -> list[str]:
        """The agent in each slot."""
        header = next(line for line in self.lines[unit] if line.kind == "unit")
        return list(header.body["agents"])

    def events(self, unit: str) -> list[dict[str, Any]]:
        return [line.body for line in self.lines[unit] if line.kind == "event"]

    def rows(self, metric: str, *keys: str) -> Rows:
        frame = measure(METRICS.load(metric), self.tables)
        return {tuple(row[key] for key in keys): row for row in frame.to_dicts()}


@pytest.fixture(scope="module")
def played(tmp_path_factory: pytest.TempPathFactory) -> Played:
    return Played(tmp_path_factory.mktemp("behaviour"))


def mean_of_repeats(values: dict[int, list[float]]) -> float:
    """Exactly: the mean within each repeat, then over them."""
    means = [
        sum(map(Fraction, of_repeat), Fraction(0)) / len(of_repeat)
        for of_repeat in values.values()
    ]
    return float(sum(means, Fraction(0)) / len(means))


PLACE = ("game", "mechanism", "agent")


def test_tit_for_tat_does_what_its_co_players_did(played: Played) -> None:
    rows = played.rows("conditional_cooperation", *PLACE, "others_cooperated")
    for game, others in (("prisoners_dilemma", 1), ("public_goods", 2)):
        for count in range(others + 1):
            row = rows[game, "repetition", "tit_for_tat", count]
            assert row["rate"] == (1.0 if count == others else 0.0)
            assert row["num_others"] == others
        assert rows[game, "repetition", "tit_for_tat", None]["rate"] == 1.0
    nice = played.rows("niceness", *PLACE)
    assert nice["prisoners_dilemma", "repetition", "tit_for_tat"]["rate"] == 1.0
    assert nice["prisoners_dilemma", "none", "mediated_trigger"]["rate"] == 0.0
    # A single round is followed by none.
    assert ("prisoners_dilemma", "none", "tit_for_tat", 1) not in rows


def test_conditional_cooperation_is_what_the_journal_says(played: Played) -> None:
    found: dict[tuple[Any, ...], dict[int, list[float]]] = defaultdict(
        lambda: defaultdict(list)
    )
    for unit, (game, mechanism, repeat) in played.place.items():
        agents = played.agents(unit)
        profile = played.tables.manifest["games"][game]["cooperative_profile"]
        did: dict[tuple[int, int], bool] = {}
        rounds = [
            each for each in played.events(unit) if each["event"] == "round_played"
        ]
        for body in rounds:
            for player, slot in enumerate(body["slots"]):
                yes = body["actions"][player] == profile[player]
                did[slot, body["round"]] = yes
        if mechanism not in {"repetition", "reputation"}:
            continue
        for body in rounds:
            for slot in body["slots"]:
                count = None
                if body["round"] > 1:
                    others = [each for each in body["slots"] if each != slot]
                    count = sum(did[each, body["round"] - 1] for each in others)
                key = (game, mechanism, agents[slot], count)
                found[key][repeat].append(float(did[slot, body["round"]]))
    rows = played.rows("conditional_cooperation", *PLACE, "others_cooperated")
    assert len(found) > 30
    for key, values in found.items():
        assert rows[key]["rate"] == pytest.approx(mean_of_repeats(values))
        assert rows[key]["num_actions"] == sum(map(len, values.values()))
        assert rows[key]["num_repeats"] == len(values)


def test_votes_are_what_the_journal_says(played: Played) -> None:
    kinds = ("received", "given", "received_by_self", "won")
    found: dict[tuple[Any, ...], dict[int, list[float]]] = defaultdict(
        lambda: defaultdict(list)
    )
    ballots = 0
    for unit, (game, mechanism, repeat) in played.place.items():
        agents = played.agents(unit)
        votes = {
            (line.body["match"], line.body["player"]): line.body
            for line in played.lines[unit]
            if line.kind == "decision" and line.body["kind"] == "vote"
        }
        for body in played.events(unit):
            if body.get("topic") != "votes":
                continue
            ballots += 1
            who = {
                player: agents[vote["slot"]]
                for (match, player), vote in votes.items()
                if match == body["match"]
            }
            for option, author in enumerate(body["facts"]["proposers"]):
                place = (game, mechanism, who[author])
                won = body["facts"]["winner"] == author
                found[(*place, "won")][repeat].append(float(won))
                for voter, agent in who.items():
                    vote = float(votes[body["match"], voter]["answer"][option])
                    if voter == author:
                        found[(*place, "received_by_self")][repeat].append(vote)
                    else:
                        found[(*place, "received")][repeat].append(vote)
                        found[game, mechanism, agent, "given"][repeat].append(vote)
    rows = played.rows("votes", *PLACE)
    # 16 matches of two and 64 of three, under two mechanisms, in two repeats.
    assert ballots == 2 * 2 * (16 + 64)
    assert len(found) == 2 * 2 * 4 * len(kinds)
    for key, values in found.items():
        rate = rows[key[:3]][f"{key[3]}_rate"]
        assert rate == pytest.approx(mean_of_repeats(values))
    none = rows["prisoners_dilemma", "none", "uniform"]
    assert (none["given_rate"], none["reason"]) == (None, "no ballot was held")


def test_adoption(played: Played) -> None:
    rows = played.rows("adoption", *PLACE, "kind")
    game = "prisoners_dilemma"
    signing = rows[game, "contract", "tit_for_tat", "signing"]
    signed: dict[int, list[float]] = defaultdict(list)
    for unit, place in played.place.items():
        if place[:2] != (game, "contract"):
            continue
        for line in played.lines[unit]:
            body = line.body
            if line.kind != "decision" or body["kind"] != "sign_contract":
                continue
            if played.agents(unit)[body["slot"]] == "tit_for_tat":
                signed[place[2]].append(float(body["answer"]))
    assert signing["rate"] == pytest.approx(mean_of_repeats(signed))
    assert signing["rate"] == signing["submitted_rate"]
    delegation = rows[game, "mediation", "uniform", "delegation"]
    assert 0 < delegation["rate"] < 1
    choices = played.tables.frames["rounds"].filter(
        (pl.col("mechanism") == "mediation")
        & (pl.col("game") == game)
        & (pl.col("agent") == "uniform")
    )
    base = ("cooperate", "defect")
    taken = 1 - choices["choice"].is_in(base).mean()  # type: ignore[operator]
    assert delegation["rate"] == pytest.approx(taken)
    assert (
        rows[game, "none", "uniform", None]["reason"] == "no institution was on offer"
    )


def test_the_quality_of_known_proposals(played: Played) -> None:
    rows = played.rows("proposal_quality", *PLACE)
    for game in ("prisoners_dilemma", "public_goods"):
        row = rows[game, "mediation", "mediated_trigger"]
        # Defect alone, cooperate together: an equilibrium, dominant only weakly.
        assert (row["kind"], row["reaches_rate"]) == ("mediators", 1.0)
        assert row["nash_rate"] == row["weakly_dominant_rate"] == 1.0
        assert row["strictly_dominant_rate"] == 0.0
        row = rows[game, "contract", "contract_trigger"]
        assert row["strictly_dominant_rate"] == row["nash_rate"] == 1.0
        assert (row["num_proposals"], row["num_distinct"]) == (
            2 * played.tables.manifest["games"][game]["num_players"],
            1,
        )
        everybody = rows[game, "contract", None]
        assert 0 < everybody["nash_rate"] < 1
    none = rows["prisoners_dilemma", "repetition", "uniform"]
    assert none["reason"] == "nothing is proposed under this mechanism"


def test_proposals_of_an_older_manifest_are_not_judged(played: Played) -> None:
    manifest = json.loads(json.dumps(played.tables.manifest))
    for facts in manifest["games"].values():
        del facts["payoffs"]
    older = RunTables(played.tables.frames, manifest)
    frame = measure(METRICS.load("proposal_quality"), older)
    assert frame["nash_rate"].null_count() == len(frame)
    said = set(frame.filter(pl.col("kind").is_not_null())["reason"])
    assert said == {"the manifest does not hold the game's payoffs"}


def test_welfare_and_inequality_by_hand() -> None:
    rows: dict[str, list[dict[str, Any]]] = {"units": [], "returns": []}
    pays = {0: [[2.0, 2.0], [0.0, 3.0]], 1: [[1.0, 3.0], [1.0, 1.0]]}
    for repeat, matches in pays.items():
        for number, points in enumerate(matches):
            where = {
                "unit_id": f"{repeat}-{number}",
                "condition_id": "c",
                "game": "pd",
                "mechanism": "none",
                "repeat": repeat,
            }
            add_match(rows, where, ["a", "b"], points)
    ends = {"cooperative_payoffs": [2.0, 2.0], "defective_payoffs": [1.0, 1.0]}
    tables = as_tables(("a", "b"), [("pd", "none")], rows, {"pd": ends})
    welfare = measure(METRICS.load("welfare"), tables).row(0, named=True)
    # The two repeats give 1.75 and 1.5.
    assert welfare["welfare"] == pytest.approx((1.75 + 1.5) / 2)
    assert welfare["normalised"] == pytest.approx(0.625)
    assert (welfare["num_matches"], welfare["num_repeats"]) == (4, 2)
    unequal = measure(METRICS.load("inequality"), tables).row(0, named=True)
    # The two repeats give a quarter and an eighth.
    assert unequal["gini"] == pytest.approx((0.25 + 0.125) / 2)
    rows["returns"][0]["payoff"] = -1.0
    broken = as_tables(("a", "b"), [("pd", "none")], rows, {"pd": ends})
    unequal = measure(METRICS.load("inequality"), broken).row(0, named=True)
    assert (unequal["gini"], unequal["num_undefined"]) == (None, 1)
    assert unequal["reason"].startswith("undefined in 1 of 4 matches")


def test_the_edges_of_the_gini_coefficient() -> None:
    series = pl.Series([0.0, 0.0, 0.0, 8.0]).to_numpy()
    assert gini(series) == pytest.approx(3 / 4)
    assert gini(series * 0) is None
    assert gini(series - 1) is None
    assert gini(series[:0]) is None
    assert gini(series[3:]) == 0.0
