"""A game without a source."""

from dataclasses import replace

from ostrom.core.parameters import Parameters
from ostrom.games.prisoners_dilemma import GAME as GOOD
from ostrom.games.theory.game import Game, GameKind

REJECTED_BY = "check_source_is_given"


def build(_: Parameters) -> Game:
    return replace(GOOD.default(), name="without_source", source="")


GAME = GameKind(
    name="without_source", version=1, summary="Deliberately bad.", build=build
)
