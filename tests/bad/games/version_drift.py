"""The kind was raised to version 2, the game was not."""

from dataclasses import replace

from ostrom.core.parameters import Parameters
from ostrom.games.prisoners_dilemma import GAME as GOOD
from ostrom.games.theory.game import Game, GameKind

REJECTED_BY = "check_game_agrees_with_kind"


def build(_: Parameters) -> Game:
    return replace(GOOD.default(), name="version_drift", version=1)


GAME = GameKind(
    name="version_drift", version=2, summary="Deliberately bad.", build=build
)
