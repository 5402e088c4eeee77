"""Facts that depend on how many plays there were before."""

from dataclasses import replace
from itertools import count

from bad.mechanisms._altering import altered
from ostrom.mechanisms.protocol.play import Event, Settled

REJECTED_BY = "check_same_answers_same_events"

COUNTER = count()


def number(event: Event) -> Event:
    if isinstance(event, Settled):
        return replace(event, round=next(COUNTER))
    return event


MECHANISM = altered("changing_luck", event=number)
