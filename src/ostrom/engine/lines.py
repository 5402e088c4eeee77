"""The line from an agent to a model: recorded replies first, then live ones."""

from collections.abc import Awaitable, Callable

from ostrom.agents.protocol.agent import Line
from ostrom.core.errors import RecordError
from ostrom.core.hashing import canonical_json
from ostrom.llm.calls import Request, Response
from ostrom.records.unit_journal import UnitJournal

Complete = Callable[[Request], Awaitable[Response]]
"""Makes a live call."""


def recorded_line(journal: UnitJournal, complete: Complete | None) -> Line:
    """Returns the line of one unit.

    A reply that the journal holds is given again and no call is made. A live reply is
    in the journal before the agent sees it.

    Args:
        journal: The unit's journal.
        complete: Makes live calls; None if there must be none.
    """

    async def line(request: Request, key: str) -> Response:
        recorded = journal.reply(key)
        if recorded is not None:
            sent = request.model_dump(mode="json")
            if canonical_json(recorded["request"]) != canonical_json(sent):
                raise RecordError(
                    f"Call {key!r}: the prompt or its settings are not those that are "
                    "recorded; nothing was overwritten."
                )
            return Response.model_validate(recorded["response"])
        if complete is None:
            raise RecordError(
                f"Call {key!r} has no recorded reply and no live call is allowed."
            )
        response = await complete(request)
        body = {
            "call": key,
            "request": request.model_dump(mode="json"),
            "response": response.model_dump(mode="json"),
        }
        journal.write(f"reply:{key}", "reply", body)
        return response

    return line
