"""A question whose key was used before."""

from bad.mechanisms._altering import altered
from ostrom.mechanisms.protocol.play import Ask

REJECTED_BY = "check_keys_are_unique"


def double(ask: Ask) -> Ask:
    return Ask((*ask.questions, ask.questions[0]))


MECHANISM = altered("asks_twice", ask=double)
