"""What a mechanism is: typed parameters and a play."""

from collections.abc import Callable
from dataclasses import dataclass
from enum import StrEnum
from typing import Any

from ostrom.core.catalogue import Catalogue
from ostrom.core.parameters import Parameters
from ostrom.games.theory.game import Game
from ostrom.mechanisms.protocol.play import Play
from ostrom.mechanisms.protocol.proposing import Occasion
from ostrom.mechanisms.protocol.situation import Situation


class Scope(StrEnum):
    """What one run unit holds.

    `MATCH`: one seating; the unit of most mechanisms. `TOURNAMENT`: all seatings of
    the schedule, because something is shared between matches (proposals, histories).
    """

    MATCH = "match"
    TOURNAMENT = "tournament"

    @classmethod
    def for_proposals(cls, occasion: Occasion) -> "Scope":
        """The scope of a mechanism whose proposals are made on this occasion."""
        return cls.MATCH if occasion == "per_match" else cls.TOURNAMENT


@dataclass(frozen=True)
class Mechanism:
    """A change of the rules around a one-shot base game.

    Attributes:
        name: Catalogue name; the file's name.
        version: Raised when behaviour changes.
        summary: The rules in a sentence or two, as a participant would be told them.
        source: Who defined it.
        parameters: Its parameters; all have defaults.
        play: `play(situation, parameters)` gives the stages as a generator; pure, all
            chance comes from streams named under `situation.seed`.
        scope: `scope(parameters)` says what a run unit holds.
        objection: `objection(game)` says why it can not change this game, or None if
            it can.
    """

    name: str
    version: int
    summary: str
    source: str
    parameters: type[Parameters]
    play: Callable[[Situation, Any], Play]
    scope: Callable[[Any], Scope] = lambda _: Scope.MATCH
    objection: Callable[[Game], str | None] = lambda _: None


MECHANISMS: Catalogue[Mechanism] = Catalogue(
    "ostrom.mechanisms", "MECHANISM", Mechanism
)
