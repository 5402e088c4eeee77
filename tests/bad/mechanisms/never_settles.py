"""Rounds are played, and nobody is told what they were worth."""

from bad.mechanisms._altering import altered
from ostrom.mechanisms.protocol.play import Event, Settled

REJECTED_BY = "check_every_seat_is_settled"


def drop(event: Event) -> Event | None:
    return None if isinstance(event, Settled) else event


MECHANISM = altered("never_settles", event=drop)
