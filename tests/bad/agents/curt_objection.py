"""An objection that explains nothing."""

from dataclasses import replace

from ostrom.agents.protocol.scripted import needs_both
from ostrom.agents.tit_for_tat import AGENT as GOOD
from ostrom.games.theory.game import Game

REJECTED_BY = "check_objections_are_sentences"


def objection(settings: object, game: Game, mechanism: str) -> str | None:
    return "No." if game.num_players > 2 else needs_both(settings, game, mechanism)


AGENT = replace(GOOD, name="curt_objection", objection=objection)
