"""The defective profile is no equilibrium; cooperation is made to beat it."""

from dataclasses import replace

from ostrom.core.parameters import Parameters
from ostrom.games.prisoners_dilemma import GAME as GOOD
from ostrom.games.theory.game import Game, GameKind

REJECTED_BY = "check_defective_profile_is_nash"


def build(_: Parameters) -> Game:
    return replace(
        GOOD.default(),
        name="false_defection",
        defective_profile=(0, 0),
        cooperative_profile=None,
        notes="No cooperative profile: none is named here.",
    )


GAME = GameKind(
    name="false_defection", version=1, summary="Deliberately bad.", build=build
)
