"""Plays one unit: puts every text to the judge, writes what it says."""

import asyncio
from dataclasses import asdict
from typing import Any

from ostrom.families.judging.design import Session
from ostrom.families.judging.judge import Bench, Verdict
from ostrom.families.judging.reading import Coding
from ostrom.families.judging.texts import Text
from ostrom.families.protocol.family import Desk, UnitPlan
from ostrom.records.decision import Outcome

KIND = "judge_text"
"""Kind of decision of a judge."""

NOTHING = "nothing of the reply is left to judge"


async def play_unit(unit: UnitPlan, desk: Desk) -> None:
    """Puts all texts at once; verdicts are written in the order of the texts.

    A text of which nothing is left is not put; its verdicts are missing.

    Raises:
        RecordError: The play is not the one that is recorded.
        ProviderError: There is no reply; that is no trait of the judge.
    """
    session: Session = unit.content
    bench = Bench(session.codebook, desk.line, unit.seed)
    judge = session.member.kind.sit(session.member.settings, bench)
    desk.journal.write("unit", "unit", _header(unit, session))

    async def verdict(text: Text) -> Verdict:
        if not text.text:
            return Verdict(Coding(Outcome.EMPTY, reason=NOTHING))
        return await judge.judge(key_of(text), text.text)

    # All are waited for, so that no paid reply is lost when one of them fails.
    found = await asyncio.gather(
        *(verdict(text) for text in session.texts), return_exceptions=True
    )
    for text, each in zip(session.texts, found, strict=True):
        if isinstance(each, BaseException):
            raise each
        body = _body(text, each, session)
        desk.journal.write(f"decision:{key_of(text)}", "decision", body)
    desk.journal.write("end", "end", {"texts": len(session.texts)})


def key_of(text: Text) -> str:
    """Name of the question about a text, unique in its unit; the judge is slot 0."""
    return f"{text.text_id}/0/{KIND}/0"


def _header(unit: UnitPlan, session: Session) -> dict[str, Any]:
    return {
        "condition_id": unit.condition_id,
        "game": unit.game,
        "mechanism": unit.mechanism,
        "repeat": unit.repeat,
        "seed": str(unit.seed),
        "slots": [0],
        "seatings": [],
        "agents": [session.member.label],
        "identities": [session.member.identity],
        "codebook": session.codebook.name,
        "codes": list(session.codebook.ids),
    }


def _body(text: Text, verdict: Verdict, session: Session) -> dict[str, Any]:
    coding = verdict.coding
    is_missing = coding.evidence is None
    return {
        "question": key_of(text),
        "kind": KIND,
        "slot": 0,
        "player": 0,
        "match": text.place["match"],
        "round": text.place["round"],
        "answer": None if coding.evidence is None else sorted(coding.evidence),
        "outcome": coding.outcome.value,
        "source": "missing" if is_missing else "agent",
        "attempts": [asdict(attempt) for attempt in verdict.attempts],
        "facts": verdict.facts,
        "verdict": {
            "text_id": text.text_id,
            "text_sha256": text.sha256,
            "place": text.place,
            "codebook": session.codebook.name,
            "codes": [[code.id, code.family] for code in session.codebook.codes],
            "evidence": coding.evidence,
            "reason": coding.reason,
        },
    }
