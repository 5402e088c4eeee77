"""Questions that name a seat the agent does not sit in."""

from dataclasses import replace

from bad.mechanisms._altering import altered
from ostrom.mechanisms.protocol.play import Ask

REJECTED_BY = "check_questions_are_addressed_right"


def turn(ask: Ask) -> Ask:
    return Ask(tuple(replace(each, player=1 - each.player) for each in ask.questions))


MECHANISM = altered("wrong_seat", ask=turn)
