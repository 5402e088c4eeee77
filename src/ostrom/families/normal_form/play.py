"""Plays one unit: drives the mechanism, puts its questions, writes what happens."""

import asyncio
from dataclasses import asdict
from fractions import Fraction
from typing import Any

from ostrom.agents.protocol.agent import Agent, Seat
from ostrom.core.answers import Answer
from ostrom.core.errors import IllegalActionError
from ostrom.core.questions import Question
from ostrom.core.seeds import stream
from ostrom.families.normal_form.design import Sitting
from ostrom.families.protocol.family import Desk, UnitPlan
from ostrom.mechanisms.protocol.play import Answers, Ask, Event
from ostrom.records.decision import Decision


async def play_unit(unit: UnitPlan, desk: Desk) -> None:
    """Plays `unit` from its beginning to its end.

    Order: the questions of an ask are put at once; when all are decided, decisions
    are written in question order, then the mechanism goes on and its events are
    written. A unit that was begun before comes by its old lines again.

    Raises:
        IllegalActionError: An agent answered what its question does not offer.
        RecordError: The play is not the one that is recorded.
    """
    sitting: Sitting = unit.content
    agents = _seated(sitting, desk)
    desk.journal.write("unit", "unit", _header(unit, sitting))
    play = sitting.rules.mechanism.play(sitting.situation, sitting.rules.parameters)
    events = 0
    answers: Answers | None = None
    while True:
        try:
            step = play.send(answers)
        except StopIteration:
            break
        answers = None
        if isinstance(step, Ask):
            answers = await _ask(step, agents, desk)
        else:
            desk.journal.write(f"event:{events}", "event", _event_body(step))
            events += 1
    desk.journal.write("end", "end", {"events": events})


def _seated(sitting: Sitting, desk: Desk) -> tuple[Agent, ...]:
    situation = sitting.situation
    return tuple(
        member.kind.sit(
            member.settings,
            Seat(
                game=situation.game,
                player=situation.slots[slot],
                slot=slot,
                generator=stream(situation.seed, "agent", slot),
                line=desk.line,
                replies=sitting.replies,
                rules=sitting.rules.mechanism.summary,
            ),
        )
        for slot, member in enumerate(sitting.members)
    )


async def _ask(ask: Ask, agents: tuple[Agent, ...], desk: Desk) -> Answers:
    """Puts all questions at once; waits for all, so that no paid reply is lost."""
    decided = await asyncio.gather(
        *(agents[question.slot].decide(question) for question in ask.questions),
        return_exceptions=True,
    )
    answers: dict[str, Answer | None] = {}
    for question, decision in zip(ask.questions, decided, strict=True):
        if isinstance(decision, BaseException):
            raise decision
        answers[question.key] = _checked(question, decision)
    for question, decision in zip(ask.questions, decided, strict=True):
        if isinstance(decision, Decision):
            body = _decision_body(question, decision)
            desk.journal.write(f"decision:{question.key}", "decision", body)
    return answers


def _checked(question: Question, decision: Decision) -> Answer | None:
    if decision.answer is None:
        return None
    try:
        answer: Answer = question.schema.check(decision.answer)
    except IllegalActionError as error:
        raise IllegalActionError(f"Question {question.key}: {error}") from error
    return answer


def _header(unit: UnitPlan, sitting: Sitting) -> dict[str, Any]:
    return {
        "condition_id": unit.condition_id,
        "game": unit.game,
        "mechanism": unit.mechanism,
        "repeat": unit.repeat,
        "seed": str(unit.seed),
        "slots": list(sitting.situation.slots),
        "seatings": [list(seating) for seating in sitting.situation.seatings],
        "agents": [member.label for member in sitting.members],
        "identities": [member.identity for member in sitting.members],
    }


def _decision_body(question: Question, decision: Decision) -> dict[str, Any]:
    return {
        "question": question.key,
        "kind": question.kind,
        "slot": question.slot,
        "player": question.player,
        "match": question.match,
        "round": question.round,
        "answer": decision.answer,
        "outcome": decision.outcome.value,
        "source": decision.source.value,
        "attempts": [asdict(attempt) for attempt in decision.attempts],
        "facts": decision.facts,
    }


def _event_body(event: Event) -> dict[str, Any]:
    body: dict[str, Any] = _plain(asdict(event))
    return {"event": event.kind, **body}


def _plain(value: Any) -> Any:
    """Turns what events hold into JSON; exact numbers become texts such as `3/2`."""
    if isinstance(value, Fraction):
        return str(value)
    if isinstance(value, dict):
        return {key: _plain(each) for key, each in value.items()}
    if isinstance(value, (list, tuple)):
        return [_plain(each) for each in value]
    return value
