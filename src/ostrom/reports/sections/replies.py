"""Section: how the replies of language models were read, and one of each agent."""

import json
from typing import Any

import polars as pl

from ostrom.metrics.invalid_replies import INVALID
from ostrom.metrics.invalid_replies import METRIC as REPLIES
from ostrom.metrics.protocol.metric import Metric, measure
from ostrom.metrics.protocol.tables import RunTables
from ostrom.reports.layout.parts import (
    Block,
    Cell,
    Exchange,
    Exhibit,
    Prose,
    Section,
    count,
    on_row,
    rate,
    visible,
    words,
)
from ostrom.reports.sections.wording import numbered

USED: tuple[Metric, ...] = (REPLIES,)
_OF_UNITS = "counted for the whole condition"


def section(tables: RunTables) -> Section:
    """Returns the table of outcomes, and an example exchange for each agent."""
    rows = measure(REPLIES, tables)
    blocks: list[Block] = [_table(rows)]
    exchanges = [
        exchange
        for agent in tables.agents
        if (exchange := _exchange(tables, agent)) is not None
    ]
    if exchanges:
        text = (
            "One exchange of each agent that uses words: the first in the order of the "
            "records, not picked by hand. The reply is verbatim; control characters "
            "are drawn as symbols."
        )
        blocks.append(Prose((text,)))
        blocks.extend(exchanges)
    else:
        blocks.append(Prose(("No agent of this run has said anything in words.",)))
    return Section("replies", "Replies", tuple(blocks))


def _table(rows: pl.DataFrame) -> Exhibit:
    header = (
        *("game", "mechanism", "agent", "model", "replies"),
        *("invalid", "retried", "fallback", "missing", "void"),
        *("failed units", "of these at a provider", "unfinished units"),
        *("ok", "repaired", *(name.replace("_", " ") for name in INVALID), "unread"),
    )
    return Exhibit(
        name=REPLIES.name,
        title="How replies were read",
        caption=(
            "Counts over all units, failed ones too. Invalid: of replies that were "
            "read. Retried (a second reply was asked for), fallback (a declared answer "
            "was taken) and missing (no answer; the match is void): of all decisions "
            "put to the model. Voids and units belong to a condition as a whole, which "
            "is the line without an agent."
        ),
        behind=rows,
        header=header,
        rows=tuple(on_row(row["row"], _line(row)) for row in numbered(rows)),
        with_unsettled=True,
    )


def _line(row: dict[str, Any]) -> tuple[Cell, ...]:
    replies, decisions = row["num_replies"], row["num_decisions"]
    agent = row["agent"]
    none, no_decision = "no replies", "no decision was put to a model"
    return (
        words(row["game"]),
        words(row["mechanism"]),
        words(agent) if agent else Cell("all"),
        words(row["model"]) if agent else Cell("all"),
        count(replies),
        rate(row["num_invalid"], row["num_read"], none, loud=True),
        rate(row["num_retried"], decisions, no_decision),
        rate(row["num_fallback"], decisions, no_decision, loud=True),
        rate(row["num_missing"], decisions, no_decision, loud=True),
        count(row["num_voids"], _OF_UNITS, loud=True),
        count(row["num_failed_units"], _OF_UNITS, loud=True),
        count(row["num_provider_failures"], _OF_UNITS, loud=True),
        count(row["num_unfinished_units"], _OF_UNITS, loud=True),
        count(row["ok"]),
        count(row["repaired"]),
        *(count(row[name], loud=True) for name in INVALID),
        count(row["unread"], loud=True),
    )


def _exchange(tables: RunTables, agent: str) -> Exchange | None:
    """The first recorded reply of an agent, or None if it said nothing."""
    replies = tables.frames["replies"].filter(
        (pl.col("agent") == agent) & pl.col("outcome").is_not_null()
    )
    if replies.is_empty():
        return None
    first = replies.row(0, named=True)
    decided = tables.frames["decisions"].filter(
        (pl.col("unit_id") == first["unit_id"]) & (pl.col("key") == first["question"])
    )
    decision = decided.row(0, named=True) if len(decided) else {}
    return Exchange(
        agent=agent,
        about=(
            f"{first['game']}, {first['mechanism']}, repeat {first['repeat']}, "
            f"unit {first['unit_id']}, {first['key']}"
        ),
        messages=tuple(
            (message["role"], visible(message["content"]))
            for message in json.loads(first["prompt"])
        ),
        reply=visible(first["text"] or ""),
        reasoning=visible(first["reasoning"] or ""),
        reading=_reading(first, decision),
    )


def _reading(
    reply: dict[str, Any], decision: dict[str, Any]
) -> tuple[tuple[str, str], ...]:
    facts = {
        "model": reply["model"],
        "served as": f"{reply['model_returned']} by {reply['provider']}",
        "read as": reply["outcome"],
        "because": reply["reason"],
        "repairs": reply["repairs"],
        "stopped": reply["stop_reason"],
        "form forced by": reply["forced"],
        "answer": decision.get("answer"),
        "answer from": decision.get("source"),
        "replies to this question": decision.get("attempts"),
    }
    return tuple((name, visible(str(each))) for name, each in facts.items() if each)
