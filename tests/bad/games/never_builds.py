"""Its defaults are illegal."""

from ostrom.core.errors import SpecError
from ostrom.core.parameters import Parameters
from ostrom.games.theory.game import Game, GameKind

REJECTED_BY = "check_builds_at_default"


def build(_: Parameters) -> Game:
    raise SpecError("never_builds: the default does not work.")


GAME = GameKind(
    name="never_builds", version=1, summary="Deliberately bad.", build=build
)
