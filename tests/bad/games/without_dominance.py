"""A game that does not say what dominates what."""

from dataclasses import replace

from ostrom.core.parameters import Parameters
from ostrom.games.prisoners_dilemma import GAME as GOOD
from ostrom.games.theory.game import Game, GameKind

REJECTED_BY = "check_dominance_is_stated"


def build(_: Parameters) -> Game:
    return replace(GOOD.default(), name="without_dominance", dominance="")


GAME = GameKind(
    name="without_dominance", version=1, summary="Deliberately bad.", build=build
)
