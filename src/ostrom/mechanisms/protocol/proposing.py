"""The proposal stage: once for each match, or once for a whole tournament."""

from collections.abc import Callable, Generator, Sequence
from dataclasses import dataclass
from typing import Generic, Literal

from ostrom.core.answers import AnswerSchema
from ostrom.core.questions import Question
from ostrom.mechanisms.protocol.observations import (
    C,
    NothingMore,
    Proposal,
)
from ostrom.mechanisms.protocol.parallel import together
from ostrom.mechanisms.protocol.play import Answers, Ask, Event, Noted, Play
from ostrom.mechanisms.protocol.situation import Situation
from ostrom.mechanisms.protocol.table import Stage, Table, tables

Occasion = Literal["per_match", "per_tournament"]
"""Whether an agent proposes anew in each match, or once for all its matches."""


@dataclass(frozen=True)
class Proposing(Generic[C]):
    """What a mechanism asks its players to propose.

    Attributes:
        mechanism: Name of the mechanism that asks.
        kind: Kind of the question, e.g. `propose_mediator`.
        schema: The legal proposals.
        read: Turns an answer into the content of a proposal.
    """

    mechanism: str
    kind: str
    schema: AnswerSchema[tuple[int, ...]]
    read: Callable[[tuple[int, ...]], C]


PlayMatch = Callable[[Table, tuple[Proposal[C], ...]], Stage]
"""The rest of a match, once its players' proposals are known."""


def propose_and_play(
    situation: Situation,
    occasion: Occasion,
    asked: Proposing[C],
    play_match: PlayMatch[C],
) -> Play:
    """Lets everybody propose, then plays every match with its players' proposals.

    A proposal that is missing is not on the ballot; nothing takes its place.

    Args:
        situation: The unit.
        occasion: When proposals are made.
        asked: What is to be proposed.
        play_match: The rest of a match.
    """
    matches = tables(asked.mechanism, situation)
    if occasion == "per_match":
        yield from together([_one_match(match, asked, play_match) for match in matches])
        return
    made = yield from _collect(asked, None, tuple(enumerate(situation.slots)))
    yield from together(
        [play_match(match, _of(match.slots, made)) for match in matches]
    )


def _one_match(match: Table, asked: Proposing[C], play_match: PlayMatch[C]) -> Stage:
    seats = [(slot, player) for player, slot in enumerate(match.slots)]
    made = yield from _collect(asked, match.match, seats)
    yield from play_match(match, _of(match.slots, made))


def _of(slots: Sequence[int], made: dict[int, Proposal[C]]) -> tuple[Proposal[C], ...]:
    """The proposals of these slots, in player order, missing ones left out."""
    return tuple(made[slot] for slot in slots if slot in made)


def _collect(
    asked: Proposing[C], match: int | None, seats: Sequence[tuple[int, int]]
) -> Generator[Ask | Event, Answers | None, dict[int, Proposal[C]]]:
    """Asks each `(slot, player)` for a proposal; returns proposals by slot."""
    questions = tuple(
        Question(
            kind=asked.kind,
            slot=slot,
            player=player,
            match=match,
            round=0,
            schema=asked.schema,
            observation=NothingMore(),
            mechanism=asked.mechanism,
        )
        for slot, player in seats
    )
    answers = (yield Ask(questions)) or {}
    made: dict[int, Proposal[C]] = {}
    for question in questions:
        answer = answers[question.key]
        facts = {"slot": question.slot, "player": question.player, "content": answer}
        if answer is None:
            yield Noted(match, 0, "proposal_missing", facts)
            continue
        made[question.slot] = Proposal(
            question.player, asked.read(asked.schema.check(answer))
        )
        yield Noted(match, 0, "proposal", facts)
    return made
