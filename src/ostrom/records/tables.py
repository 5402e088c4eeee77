"""Seals a run: tidy tables, made from the journal alone, as compressed Parquet."""

import json
import os
from collections.abc import Iterable
from fractions import Fraction
from pathlib import Path
from typing import Any

import polars as pl

from ostrom.core.errors import RecordError
from ostrom.records.journal import Line, read_lines
from ostrom.records.rundir import RunFolder
from ostrom.records.schema import TABLES

_TYPES: dict[str, pl.DataType] = {
    "str": pl.String(),
    "int": pl.Int64(),
    "float": pl.Float64(),
    "bool": pl.Boolean(),
    "list": pl.List(pl.String()),
}

Rows = dict[str, list[dict[str, Any]]]
"""Rows by table."""


def seal(run: RunFolder) -> dict[str, Path]:
    """Writes all tables of a run and returns their paths by name.

    The rows are ordered by condition, unit and place in the unit, so the same lines
    give the same tables. A table is replaced as a whole, never half.
    """
    run.tables.mkdir(parents=True, exist_ok=True)
    written = {}
    for name, frame in build_tables(run).items():
        path = run.tables / f"{name}.parquet"
        # Each process has its own, so a report during a run does not clash with it.
        unfinished = path.with_suffix(f".{os.getpid()}.unfinished")
        frame.write_parquet(unfinished, compression="zstd")
        os.replace(unfinished, path)
        written[name] = path
    return written


def write_verdicts(run: RunFolder, rows: list[dict[str, Any]]) -> None:
    """Writes verdicts that came from people and not from a journal."""
    run.tables.mkdir(parents=True, exist_ok=True)
    frame = _frame("verdicts", rows)
    frame.write_parquet(run.tables / "verdicts.parquet", compression="zstd")


def read_tables(run: RunFolder) -> dict[str, pl.DataFrame]:
    """Returns the sealed tables of a run.

    Raises:
        RecordError: The run was not sealed yet.
    """
    frames = {}
    for name in TABLES:
        path = run.tables / f"{name}.parquet"
        if not path.exists():
            raise RecordError(f"{run.path} is not sealed: {path.name} is missing.")
        frames[name] = pl.read_parquet(path)
    return frames


def build_tables(run: RunFolder) -> dict[str, pl.DataFrame]:
    """Returns all tables of a run, made from its manifest and journal."""
    manifest = run.read_manifest()
    lines: dict[str, list[Line]] = {}
    if run.journal.exists():
        for line in read_lines(run.journal):
            lines.setdefault(line.unit_id, []).append(line)
    rows: Rows = {name: [] for name in TABLES}
    models = {
        label: ", ".join(facts["models"]) or None
        for label, facts in manifest["agents"].items()
    }
    actions = {label: facts["actions"] for label, facts in manifest["games"].items()}
    cooperation = {
        label: facts["cooperative_profile"]
        for label, facts in manifest["games"].items()
    }
    for unit in manifest["units"]:
        where = {key: unit[key] for key in ("unit_id", "condition_id", "game")}
        where |= {"mechanism": unit["mechanism"], "repeat": unit["repeat"]}
        known = lines.get(unit["unit_id"], [])
        reader = _UnitReader(
            where,
            known,
            models,
            actions[unit["game"]],
            cooperation[unit["game"]],
            run.path.name,
        )
        reader.add_to(rows)
        rows["units"].append(_unit_row(where, unit, known))
    return {name: _frame(name, rows[name]) for name in TABLES}


def _frame(name: str, rows: list[dict[str, Any]]) -> pl.DataFrame:
    """The rows of a table, with its columns."""
    schema = {key: _TYPES[kind] for key, kind in TABLES[name].items()}
    return pl.DataFrame(rows, schema=schema)


def _unit_row(
    where: dict[str, Any], unit: dict[str, Any], lines: list[Line]
) -> dict[str, Any]:
    kinds = {line.kind for line in lines}
    failures = [line.body["error"] for line in lines if line.kind == "failure"]
    is_done = "end" in kinds
    status = "done" if is_done else "failed" if failures else "started"
    header = next((line.body for line in lines if line.kind == "unit"), None)
    return {
        **where,
        "seed": unit["seed"],
        "status": status if lines else "never_run",
        "num_matches": None if header is None else len(header["seatings"]),
        "num_voids": sum(line.body.get("event") == "voided" for line in lines),
        "failure": None if is_done or not failures else failures[-1],
    }


class _UnitReader:
    """Turns the lines of one unit into rows."""

    def __init__(
        self,
        where: dict[str, Any],
        lines: Iterable[Line],
        models: dict[str, str | None],
        actions: list[list[str]],
        cooperative_profile: list[int] | None,
        run_id: str,
    ) -> None:
        self._run_id = run_id
        self._where = where
        self._lines = list(lines)
        self._models = models
        self._actions = actions
        self._cooperative = cooperative_profile
        header = next((line.body for line in self._lines if line.kind == "unit"), {})
        self._agents: list[str] = header.get("agents", [])
        self._players: list[int] = header.get("slots", [])

    def add_to(self, rows: Rows) -> None:
        """Adds the rows of this unit, in the order of the play."""
        attempts: dict[str, dict[str, Any]] = {}
        decisions = [line.body for line in self._lines if line.kind == "decision"]
        for body in decisions:
            attempts |= {each["key"]: each for each in body["attempts"]}
            rows["decisions"].append(self._decision(body))
            if "verdict" in body:
                rows["verdicts"] += self._verdicts(body)
        replies = [line for line in self._lines if line.kind == "reply"]
        for line in sorted(replies, key=lambda line: line.key):
            rows["replies"].append(self._reply(line.body, attempts))
        for body in (line.body for line in self._lines if line.kind == "event"):
            self._event(body, rows)

    def _decision(self, body: dict[str, Any]) -> dict[str, Any]:
        agent = self._agents[body["slot"]]
        answer = body["answer"]
        same = ("kind", "match", "round", "slot", "player", "outcome", "source")
        return {
            **self._where,
            **{key: body[key] for key in same},
            "key": body["question"],
            "agent": agent,
            "model": self._models[agent],
            "attempts": len(body["attempts"]),
            "answer": None if answer is None else json.dumps(answer),
            "facts": None if body["facts"] is None else json.dumps(body["facts"]),
        }

    def _verdicts(self, body: dict[str, Any]) -> list[dict[str, Any]]:
        said = body["verdict"]
        evidence = said["evidence"]
        return [
            {
                **said["place"],
                "text_id": said["text_id"],
                "judging_run": self._run_id,
                "judging_unit": self._where["unit_id"],
                "judge": self._agents[body["slot"]],
                "codebook": said["codebook"],
                "code": code,
                "family": family,
                "value": None if evidence is None else code in evidence,
                "evidence": None if evidence is None else evidence.get(code),
                "reason": said["reason"] or None,
            }
            for code, family in said["codes"]
        ]

    def _reply(
        self, body: dict[str, Any], attempts: dict[str, dict[str, Any]]
    ) -> dict[str, Any]:
        key = body["call"]
        question, _, attempt = key.rpartition("#")
        slot = int(question.rpartition("/")[2])
        request, response = body["request"], body["response"]
        read = attempts.get(key, {})
        usage = response["usage"]
        same = (
            *("model_returned", "provider", "text", "reasoning", "stop_reason"),
            *("forced", "cost_usd", "latency_seconds"),
        )
        return {
            **self._where,
            **{each: response[each] for each in same},
            **{each: usage[each] for each in usage},
            "key": key,
            "question": question,
            "attempt": int(attempt),
            "slot": slot,
            "agent": self._agents[slot],
            "model": request["model"],
            "prompt": json.dumps(request["messages"]),
            "outcome": read.get("outcome"),
            "reason": read.get("reason"),
            "repairs": ", ".join(read.get("repairs", [])) or None,
            "at": body["at"],
        }

    def _event(self, body: dict[str, Any], rows: Rows) -> None:
        if body["event"] == "round_played":
            rows["rounds"] += self._round(body)
        elif body["event"] == "settled":
            rows["returns"] += self._returns(body)
        else:
            facts = {
                key: each
                for key, each in body.items()
                if key not in {"schema", "at", "event", "match", "round", "topic"}
            }
            rows["events"].append(
                {
                    **self._where,
                    "match": body["match"],
                    "round": body["round"],
                    "topic": body.get("topic", body["event"]),
                    "facts": json.dumps(facts.get("facts", facts)),
                }
            )

    def _round(self, body: dict[str, Any]) -> list[dict[str, Any]]:
        rows = []
        for player, slot in enumerate(body["slots"]):
            action = body["actions"][player]
            rows.append(
                {
                    **self._where,
                    "match": body["match"],
                    "round": body["round"],
                    "slot": slot,
                    "player": player,
                    "agent": self._agents[slot],
                    "choice": body["choices"][player],
                    "action": self._actions[player][action],
                    "cooperative": None
                    if self._cooperative is None
                    else action == self._cooperative[player],
                    "distribution": json.dumps(body["distributions"][player]),
                    "payoff": _number(body["payoffs"][player]),
                    "expected_payoff": _number(body["expected_payoffs"][player]),
                    "transfer": _number(body["transfers"][player]),
                }
            )
        return rows

    def _returns(self, body: dict[str, Any]) -> list[dict[str, Any]]:
        expected = body["expected_returns"]
        one_match = body["match"] is not None
        agents = [self._agents[slot] for slot in body["slots"]]
        return [
            {
                **self._where,
                "match": body["match"],
                "slot": slot,
                "player": self._players[slot],
                "agent": self._agents[slot],
                "co_players": agents if one_match else None,
                "payoff": _number(body["returns"][place]),
                "expected_payoff": None
                if expected is None
                else _number(expected[place]),
            }
            for place, slot in enumerate(body["slots"])
        ]


def _number(text: str) -> float:
    """The floating-point number nearest to an exact one, written as `3/2`."""
    return float(Fraction(text))
