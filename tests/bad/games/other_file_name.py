"""Its name is not that of its file."""

from dataclasses import replace

from ostrom.core.parameters import Parameters
from ostrom.games.prisoners_dilemma import GAME as GOOD
from ostrom.games.theory.game import Game, GameKind

REJECTED_BY = "check_named_after_file"


def build(_: Parameters) -> Game:
    return replace(GOOD.default(), name="another_name")


GAME = GameKind(
    name="another_name", version=1, summary="Deliberately bad.", build=build
)
