"""Lists mutual cooperation as an equilibrium."""

from dataclasses import replace

from ostrom.core.parameters import Parameters
from ostrom.games.prisoners_dilemma import GAME as GOOD
from ostrom.games.theory.build import pure
from ostrom.games.theory.game import Game, GameKind

REJECTED_BY = "check_equilibria_are_nash"


def build(_: Parameters) -> Game:
    good = GOOD.default()
    both = (*good.equilibria, pure((0, 0), (2, 2)))
    return replace(good, name="false_equilibrium", equilibria=both)


GAME = GameKind(
    name="false_equilibrium", version=1, summary="Deliberately bad.", build=build
)
