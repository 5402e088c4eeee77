"""A small run whose every number can be worked out by hand.

Two games (`pd`: 2 points each for mutual cooperation, 1 for mutual defection, 3 and 0
for the lone defector and cooperator; `pg`: half a point for each contributor, one more
for who keeps), three mechanisms, two repeats and three agents: `dove` always
cooperates, `hawk` never does, `talker` uses words and cooperates in repeat 0 only. In
`none` talker submits 80 : 20 in repeat 0. Under `mediation` it delegates to a mediator
that cooperates. Under `reputation` all meet in two rounds: first their own kind, then
seat 0 meets the next agent in seat 1 (and the one after next in seat 2).

What goes wrong: in `pd` and `mediation` the match of two talkers is void in repeat 0
and the unit of hawk and talker fails at the provider in repeat 1; in `pd` and `none`
talker against dove needs a second reply in repeat 1 and falls back in repeat 0; calls
of `pg` have no price; `pg` and `reputation` is never run in repeat 1.
"""

import json
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from itertools import product
from pathlib import Path
from typing import Any

import polars as pl

from ostrom.records.rundir import RunFolder
from ostrom.records.schema import TABLES

AGENTS = ("dove", "hawk", "talker")
SEATS = {"pd": 2, "pg": 3}
MECHANISMS = ("none", "mediation", "reputation")
ACTIONS = ("cooperate", "defect")
HOSTILE = '<script>alert("gotcha")</script> & I choose:\n{"A0": 100, "A1": 0}'
FAILURE = "ProviderError: hosted: no answer after 4 attempts"
TYPES: dict[str, Any] = {
    "str": pl.String,
    "int": pl.Int64,
    "float": pl.Float64,
    "bool": pl.Boolean,
    "list": pl.List(pl.String),
}


@dataclass
class Rows:
    """Rows by table, while they are made."""

    model: str
    by_table: dict[str, list[dict[str, Any]]] = field(
        default_factory=lambda: {name: [] for name in TABLES}
    )

    def add(self, table: str, where: dict[str, Any], **columns: Any) -> None:
        self.by_table[table].append({**where, **columns})


def payoff(game: str, profile: Sequence[int]) -> list[float]:
    """Payoffs of an action profile; 0 is to cooperate."""
    if game == "pg":
        shared = 0.5 * sum(action == 0 for action in profile)
        return [shared + (1.0 if action else 0.0) for action in profile]
    table = {(0, 0): (2.0, 2.0), (0, 1): (0.0, 3.0), (1, 0): (3.0, 0.0)}
    return list(table.get((profile[0], profile[1]), (1.0, 1.0)))


def expectation(game: str, shares: Sequence[Sequence[int]]) -> list[float]:
    """Expected payoffs; the third share, if any, is played as cooperation."""
    odds = [(each[0] + sum(each[2:]), each[1]) for each in shares]
    total = [0.0] * len(odds)
    for profile in product((0, 1), repeat=len(odds)):
        weight = 1.0
        for player, action in enumerate(profile):
            weight *= odds[player][action] / 100
        for player, points in enumerate(payoff(game, profile)):
            total[player] += weight * points
    return total


def share(agent: str, mechanism: str, repeat: int) -> list[int]:
    """What an agent submits, in per cent."""
    extra = [0] if mechanism == "mediation" else []
    if agent == "talker" and mechanism == "mediation":
        return [0, 0, 100]
    if agent == "talker" and repeat == 0:
        return [80, 20] if mechanism == "none" else [100, 0]
    return [100, 0, *extra] if agent == "dove" else [0, 100, *extra]


def units() -> Iterator[dict[str, Any]]:
    """All planned units; `seated` is who sits where, None for a population."""
    for game, mechanism, repeat in product(SEATS, MECHANISMS, (0, 1)):
        seatings: list[tuple[str, ...] | None] = [None]
        if mechanism != "reputation":
            seatings = list(product(AGENTS, repeat=SEATS[game]))
        for seated in seatings:
            place = "all" if seated is None else ".".join(seated)
            yield {
                "unit_id": f"{game}-{mechanism}-{repeat}-{place}",
                "condition_id": f"{game}-{mechanism}",
                "game": game,
                "mechanism": mechanism,
                "repeat": repeat,
                "seed": str(1000 + repeat),
                "seated": seated,
            }


def manifest(model: str) -> dict[str, Any]:
    """The manifest of the run."""
    agents = {
        name: {
            "kind": name,
            "version": 1,
            "identity": f"id-{name}",
            "settings": {"temperature": 1.0} if name == "talker" else {},
            "models": [model] if name == "talker" else [],
            "summary": f"{name} of the sample",
        }
        for name in AGENTS
    }
    games = {
        game: {
            "name": game,
            "version": 1,
            "num_players": seats,
            "actions": [list(ACTIONS)] * seats,
            "cooperative_profile": [0] * seats,
            "defective_profile": [1] * seats,
            "cooperative_payoffs": payoff(game, [0] * seats),
            "defective_payoffs": payoff(game, [1] * seats),
            "source": "made up for tests",
        }
        for game, seats in SEATS.items()
    }
    return {
        "schema": 1,
        "run_id": "sample-0001",
        "name": "sample",
        "title": "A sample <run>",
        "description": "Doves, hawks & one talker.",
        "created_at": "2026-01-02T03:04:05.000Z",
        "ostrom_version": "0.1.0",
        "git_revision": "abc123",
        "python": "3.11.2",
        "platform": "test",
        "packages": {"polars": "1"},
        "spec": {"name": "sample", "repeats": 2, "agents": {"talker": {"m": model}}},
        "spec_hash": "feedbeef",
        "seed": 7,
        "repeats": 2,
        "agents": agents,
        "games": games,
        "mechanisms": {
            name: {"name": name, "version": 1, "parameters": {"k": 3}, "summary": name}
            for name in MECHANISMS
        },
        "conditions": [
            {"condition_id": f"{game}-{name}", "game": game, "mechanism": name}
            for game, name in product(SEATS, MECHANISMS)
        ],
        "units": [
            {key: each for key, each in unit.items() if key != "seated"}
            for unit in units()
        ],
    }


def tables(model: str) -> dict[str, pl.DataFrame]:
    """The sealed tables of the run."""
    rows = Rows(model)
    for unit in units():
        where = {
            key: unit[key]
            for key in ("unit_id", "condition_id", "game", "mechanism", "repeat")
        }
        status, voids = _status(unit)
        if status == "done":
            _play(rows, where, unit, is_void=voids > 0)
        elif status == "failed":
            _ask(
                rows, where, agent="talker", match=0, slot=1, round_number=1, lost=True
            )
        rows.add(
            "units",
            where,
            seed=unit["seed"],
            status=status,
            num_matches=None if status == "never_run" else _num_matches(unit),
            num_voids=voids,
            failure=FAILURE if status == "failed" else None,
        )
    return {
        name: pl.DataFrame(
            rows.by_table[name],
            schema={key: TYPES[kind] for key, kind in columns.items()},
        )
        for name, columns in TABLES.items()
    }


def write_sample_run(path: Path, model: str = "hosted/word-smith") -> RunFolder:
    """Writes the run's folder and returns it."""
    run = RunFolder(path)
    run.tables.mkdir(parents=True)
    run.manifest.write_text(json.dumps(manifest(model)), encoding="utf-8")
    for name, frame in tables(model).items():
        frame.write_parquet(run.tables / f"{name}.parquet")
    return run


def _num_matches(unit: dict[str, Any]) -> int:
    return 1 if unit["seated"] else len(AGENTS)


def _status(unit: dict[str, Any]) -> tuple[str, int]:
    """`(status, number of voids)` of a unit."""
    if unit["unit_id"] == "pg-reputation-1-all":
        return "never_run", 0
    if unit["unit_id"] == "pd-mediation-1-hawk.talker":
        return "failed", 0
    return "done", int(unit["unit_id"] == "pd-mediation-0-talker.talker")


def _play(
    rows: Rows, where: dict[str, Any], unit: dict[str, Any], *, is_void: bool
) -> None:
    seated = unit["seated"]
    if seated is None:
        _population(rows, where)
        return
    for slot, agent in enumerate(seated):
        _ask(rows, where, agent=agent, match=0, slot=slot, lost=is_void)
    if is_void:
        facts = json.dumps({"slots": [0, 1], "reason": "no answer from player 0"})
        rows.add("events", where, match=0, round=1, topic="voided", facts=facts)
        return
    expected, got = _round(rows, where, 0, 1, list(enumerate(seated)))
    for slot, agent in enumerate(seated):
        rows.add(
            "returns",
            where,
            match=0,
            slot=slot,
            player=slot,
            agent=agent,
            co_players=list(seated),
            payoff=got[slot],
            expected_payoff=expected[slot],
        )


def _population(rows: Rows, where: dict[str, Any]) -> None:
    """Two rounds: all meet their own kind, then the next ones."""
    seats = SEATS[where["game"]]
    slots = {
        (agent, seat): place * seats + seat
        for place, agent in enumerate(AGENTS)
        for seat in range(seats)
    }
    earned: dict[tuple[str, int], list[float]] = {each: [] for each in slots}
    for number, match in product((1, 2), range(len(AGENTS))):
        shift = number - 1
        company = [
            AGENTS[(match + shift * seat) % len(AGENTS)] for seat in range(seats)
        ]
        at = [(slots[agent, seat], agent) for seat, agent in enumerate(company)]
        for slot, agent in at:
            _ask(rows, where, agent=agent, match=match, slot=slot, round_number=number)
        _, got = _round(rows, where, match, number, at)
        for seat, agent in enumerate(company):
            earned[agent, seat].append(got[seat])
    for (agent, seat), points in earned.items():
        rows.add(
            "returns",
            where,
            match=None,
            slot=slots[agent, seat],
            player=seat,
            agent=agent,
            co_players=None,
            payoff=sum(points) / 2,
            expected_payoff=None,
        )


def _round(
    rows: Rows,
    where: dict[str, Any],
    match: int,
    number: int,
    at: Sequence[tuple[int, str]],
) -> tuple[list[float], list[float]]:
    """Plays one round; returns expected payoffs and payoffs."""
    shares = [share(agent, where["mechanism"], where["repeat"]) for _, agent in at]
    choices = [each.index(max(each)) for each in shares]
    actions = [0 if choice == 2 else choice for choice in choices]
    expected = expectation(where["game"], shares)
    got = payoff(where["game"], actions)
    for player, (slot, agent) in enumerate(at):
        rows.add(
            "rounds",
            where,
            match=match,
            round=number,
            slot=slot,
            player=player,
            agent=agent,
            choice=(*ACTIONS, "delegate")[choices[player]],
            action=ACTIONS[actions[player]],
            cooperative=actions[player] == 0,
            distribution=json.dumps(shares[player]),
            payoff=got[player],
            expected_payoff=expected[player],
            transfer=0.0,
        )
    return expected, got


def _outcomes(where: dict[str, Any], slot: int, *, lost: bool) -> tuple[str, list[str]]:
    """`(source, outcome of each reply)` of a decision of talker."""
    if lost:
        return "missing", ["empty", "refusal", "unparsable"]
    if where["unit_id"] == "pd-none-0-dove.talker":
        return "fallback", ["unparsable", "unparsable", "truncated"]
    if where["unit_id"] == "pd-none-1-dove.talker" and slot == 1:
        return "agent", ["truncated", "repaired"]
    return "agent", ["ok"]


def _ask(
    rows: Rows,
    where: dict[str, Any],
    *,
    agent: str,
    match: int,
    slot: int,
    round_number: int = 1,
    lost: bool = False,
) -> None:
    """Writes a decision, and the replies of talker behind it."""
    question = f"choose_action/{match}/{round_number}/{slot}"
    speaks = agent == "talker"
    source, outcomes = _outcomes(where, slot, lost=lost) if speaks else ("agent", [])
    told = share(agent, where["mechanism"], where["repeat"])
    same = {"slot": slot, "agent": agent}
    failed = where["unit_id"] == "pd-mediation-1-hawk.talker"
    if not failed:
        rows.add(
            "decisions",
            where,
            **same,
            key=question,
            kind="choose_action",
            match=match,
            round=round_number,
            player=slot % SEATS[where["game"]],
            model=rows.model if speaks else None,
            outcome=outcomes[-1] if outcomes else "ok",
            source=source,
            attempts=len(outcomes),
            answer=None if source == "missing" else json.dumps(told),
            facts=None,
        )
    for attempt, outcome in enumerate(outcomes[:1] if failed else outcomes):
        rows.add(
            "replies",
            where,
            **same,
            key=f"{question}#{attempt}",
            question=question,
            attempt=attempt,
            model=rows.model,
            model_returned=f"{rows.model}-2026",
            provider="hosted",
            prompt=json.dumps(
                [
                    {"role": "system", "content": "You play a game."},
                    {"role": "user", "content": "Give per cent for A0 and A1 <now>."},
                ]
            ),
            text=HOSTILE,
            reasoning="Let me think about <b>it</b>.",
            stop_reason="stop",
            outcome=None if failed else outcome,
            reason=None if outcome == "ok" else f"it was {outcome}",
            repairs="code_fence" if outcome == "repaired" else None,
            forced="none",
            input_tokens=100,
            cached_tokens=None,
            output_tokens=10,
            reasoning_tokens=0,
            cost_usd=0.001 if where["game"] == "pd" else None,
            latency_seconds=0.5,
            at="2026-01-02T03:04:06.000Z",
        )
