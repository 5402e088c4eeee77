"""Being the sucker is called cooperation."""

from dataclasses import replace

from ostrom.core.parameters import Parameters
from ostrom.games.prisoners_dilemma import GAME as GOOD
from ostrom.games.theory.game import Game, GameKind

REJECTED_BY = "check_cooperation_is_better"


def build(_: Parameters) -> Game:
    return replace(GOOD.default(), name="worse_cooperation", cooperative_profile=(0, 1))


GAME = GameKind(
    name="worse_cooperation", version=1, summary="Deliberately bad.", build=build
)
