"""A mechanism that breaks down with a third player."""

from bad.mechanisms._altering import altered
from ostrom.core.errors import SpecError
from ostrom.mechanisms.protocol.play import Ask

REJECTED_BY = "check_every_game_plays_to_the_end"


def refuse(ask: Ask) -> Ask:
    if any(question.player > 1 for question in ask.questions):
        raise SpecError("Only two can play.")
    return ask


MECHANISM = altered("only_for_two", ask=refuse)
