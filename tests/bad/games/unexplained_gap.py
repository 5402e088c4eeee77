"""No cooperative profile, and no word why."""

from dataclasses import replace

from ostrom.core.parameters import Parameters
from ostrom.games.prisoners_dilemma import GAME as GOOD
from ostrom.games.theory.game import Game, GameKind

REJECTED_BY = "check_missing_profiles_are_explained"


def build(_: Parameters) -> Game:
    return replace(GOOD.default(), name="unexplained_gap", cooperative_profile=None)


GAME = GameKind(
    name="unexplained_gap", version=1, summary="Deliberately bad.", build=build
)
