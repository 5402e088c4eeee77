"""Takes a parameter that nobody explains."""

from dataclasses import replace

from ostrom.core.parameters import Parameters
from ostrom.games.prisoners_dilemma import GAME as GOOD
from ostrom.games.theory.game import Game, GameKind

REJECTED_BY = "check_parameters_are_documented"


class Unexplained(Parameters):
    """Parameters."""

    fudge: int = 0


def build(_: Unexplained) -> Game:
    return replace(GOOD.default(), name="undocumented_parameter")


GAME = GameKind(
    name="undocumented_parameter",
    version=1,
    summary="Deliberately bad.",
    build=build,
    parameters=Unexplained,
)
