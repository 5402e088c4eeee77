"""Each building pays more than the one before."""

from dataclasses import replace
from itertools import count

from ostrom.core.parameters import Parameters
from ostrom.games.prisoners_dilemma import GAME as GOOD
from ostrom.games.theory.build import symmetric
from ostrom.games.theory.game import Game, GameKind

REJECTED_BY = "check_builds_the_same_twice"

COUNTER = count(3)


def build(_: Parameters) -> Game:
    payoffs = symmetric([[2, 0], [next(COUNTER), 1]])
    return replace(GOOD.default(), name="hidden_state", payoffs=payoffs)


GAME = GameKind(
    name="hidden_state", version=1, summary="Deliberately bad.", build=build
)
