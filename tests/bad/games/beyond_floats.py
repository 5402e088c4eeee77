"""Its payoffs are exact, and too large for floating point."""

from dataclasses import replace

from ostrom.core.parameters import Parameters
from ostrom.games.prisoners_dilemma import GAME as GOOD
from ostrom.games.theory.build import symmetric
from ostrom.games.theory.game import Game, GameKind

REJECTED_BY = "check_tensor_is_finite"


def build(_: Parameters) -> Game:
    payoffs = symmetric([[2, 0], [10**400, 1]])
    return replace(GOOD.default(), name="beyond_floats", payoffs=payoffs)


GAME = GameKind(
    name="beyond_floats", version=1, summary="Deliberately bad.", build=build
)
