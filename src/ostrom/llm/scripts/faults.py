"""A schedule of faults that depends on nothing but the request."""

from enum import StrEnum

from ostrom.core.hashing import content_id
from ostrom.llm.calls import Request


class Fault(StrEnum):
    """What goes wrong with a reply."""

    NONE = "none"
    EMPTY = "empty"
    TRUNCATED = "truncated"
    GARBAGE = "garbage"
    REFUSAL = "refusal"


# Sixteenths: half of the replies are sound, so that a few attempts nearly always help.
_SCHEDULE = (
    (Fault.NONE,) * 8
    + (Fault.EMPTY,) * 2
    + (Fault.TRUNCATED,) * 3
    + (Fault.GARBAGE,) * 2
    + (Fault.REFUSAL,)
)


def fault_of(request: Request) -> Fault:
    """Returns the fault of the reply to `request`, the same whenever it is asked."""
    return _SCHEDULE[_digit(request, "reply")]


def is_refused_at_first(request: Request) -> bool:
    """Returns whether the first attempt at `request` meets a rate limit: a quarter do.

    It does not depend on `fault_of`, so that a run which is resumed, and meets the
    limit again, still gets the same replies.
    """
    return _digit(request, "limit") < 4


def _digit(request: Request, purpose: str) -> int:
    return int(content_id([purpose, request.model_dump(mode="json")], length=1), 16)
