"""Returns that are twice what they should be."""

from dataclasses import replace

from bad.mechanisms._altering import altered
from ostrom.mechanisms.protocol.play import Event, Settled
from ostrom.mechanisms.repetition import MECHANISM as REPEATED

REJECTED_BY = "check_returns_are_weighted_payoffs"


def double(event: Event) -> Event:
    if isinstance(event, Settled):
        return replace(event, returns=tuple(2 * total for total in event.returns))
    return event


MECHANISM = altered("wrong_return", event=double, good=REPEATED)
