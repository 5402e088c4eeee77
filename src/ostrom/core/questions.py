"""What is put to an agent: what it may know, and what it may answer."""

from dataclasses import dataclass
from typing import Any

from ostrom.core.answers import AnswerSchema


class Observation:
    """Base of all observations: frozen data that an agent may know, and nothing else.

    Subclasses are frozen dataclasses; each field is a number, a text, or a type that
    the prompts know how to put into words.
    """


@dataclass(frozen=True)
class Question:
    """One decision that one agent is asked for.

    Attributes:
        kind: What is asked, e.g. `choose_action`, `vote`.
        slot: Whom it is put to: position of the agent in the run unit.
        player: The agent's seat in the game, from 0.
        match: Position of the match in the unit; None if it concerns all of them.
        round: Round of the base game, from 1; 0 before the first.
        schema: The legal answers.
        observation: All that this agent may know now, besides the rules of the game.
        mechanism: Name of the mechanism that asks.
    """

    kind: str
    slot: int
    player: int
    match: int | None
    round: int
    schema: AnswerSchema[Any]
    observation: Observation
    mechanism: str

    @property
    def key(self) -> str:
        """Name of this question, unique in its unit, e.g. `3/1/vote/0`."""
        match = "all" if self.match is None else self.match
        return f"{match}/{self.round}/{self.kind}/{self.slot}"
