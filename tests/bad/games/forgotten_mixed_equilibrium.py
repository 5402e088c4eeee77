"""Leaves out the mixed equilibrium."""

from dataclasses import replace

from ostrom.core.parameters import Parameters
from ostrom.games.stag_hunt import GAME as GOOD
from ostrom.games.theory.game import Game, GameKind

REJECTED_BY = "check_mixed_equilibria_are_listed"


def build(_: Parameters) -> Game:
    good = GOOD.default()
    return replace(
        good, name="forgotten_mixed_equilibrium", equilibria=good.equilibria[:2]
    )


GAME = GameKind(
    name="forgotten_mixed_equilibrium",
    version=1,
    summary="Deliberately bad.",
    build=build,
)
