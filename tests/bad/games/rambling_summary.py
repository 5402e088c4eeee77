"""A summary that no list can hold."""

from dataclasses import replace

from ostrom.core.parameters import Parameters
from ostrom.games.prisoners_dilemma import GAME as GOOD
from ostrom.games.theory.game import Game, GameKind

REJECTED_BY = "check_summary_is_one_sentence"


def build(_: Parameters) -> Game:
    return replace(GOOD.default(), name="rambling_summary", version=1)


GAME = GameKind(
    name="rambling_summary", version=1, summary="Two lines\nwithout an end", build=build
)
