"""The walk of a mechanism: it asks, it is answered, it tells what happened.

A play is a generator. It yields `Ask` to put questions that are answered at once and
unseen by one another, and receives the answers; it yields events to tell facts. All
else follows from the seed, so the same answers give the same play.
"""

from collections.abc import Generator, Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Any, ClassVar

from ostrom.core.answers import Answer
from ostrom.core.questions import Question


@dataclass(frozen=True)
class Ask:
    """Questions that are put at the same time.

    Attributes:
        questions: In slot order within each match; their keys are unique in the unit.
    """

    questions: tuple[Question, ...]


@dataclass(frozen=True)
class Event:
    """Base of all facts that a mechanism tells; subclasses add fields.

    Attributes:
        match: Position of the match in the unit; None if it concerns all of them.
        round: Round of the base game, from 1; 0 before the first.
    """

    kind: ClassVar[str] = "event"

    match: int | None
    round: int


@dataclass(frozen=True)
class RoundPlayed(Event):
    """One playing of the base game by all players of a match.

    Attributes:
        slots: Who played, in player order.
        choices: What each player chose, by name: an action of the base game, or one
            that the mechanism adds, such as `delegate`.
        actions: The base-game action that was played for each player.
        payoffs: What each got, transfers included, in points.
        distributions: The mixed action each submitted, in per cent over its choices.
        expected_payoffs: The exact expectation under the submitted distributions.
        transfers: The part of `payoffs` that a mechanism moved between players.
    """

    kind: ClassVar[str] = "round_played"

    slots: tuple[int, ...]
    choices: tuple[str, ...]
    actions: tuple[int, ...]
    payoffs: tuple[Fraction, ...]
    distributions: tuple[tuple[int, ...], ...]
    expected_payoffs: tuple[Fraction, ...]
    transfers: tuple[Fraction, ...] = ()


@dataclass(frozen=True)
class Settled(Event):
    """What a match, or a whole unit, was worth to each of its slots.

    Attributes:
        slots: Whose returns these are.
        returns: Payoffs of the rounds, averaged with the mechanism's weights, in points
            a round.
        expected_returns: The same from expected payoffs; None where later rounds hang
            on sampled actions, so that the sum is no expectation.
    """

    kind: ClassVar[str] = "settled"

    slots: tuple[int, ...]
    returns: tuple[Fraction, ...]
    expected_returns: tuple[Fraction, ...] | None


@dataclass(frozen=True)
class Voided(Event):
    """A match, or one round of it, that can not be counted.

    Attributes:
        slots: Whose results are void.
        reason: Which answer is missing.
    """

    kind: ClassVar[str] = "voided"

    slots: tuple[int, ...]
    reason: str


@dataclass(frozen=True)
class Noted(Event):
    """A fact of a mechanism's own kind: a ballot counted, a contract signed.

    Attributes:
        topic: What the fact is about, e.g. `votes`, `signatures`.
        facts: Plain JSON data.
    """

    kind: ClassVar[str] = "noted"

    topic: str
    facts: Mapping[str, Any] = field(default_factory=dict)


Answers = Mapping[str, Answer | None]
"""Answers by question key; None where the answer is missing."""

Play = Generator[Ask | Event, Answers | None, None]
"""Yields asks and events; is sent the answers after each ask, None after an event."""
