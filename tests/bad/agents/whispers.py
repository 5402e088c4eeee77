"""Agents that see across seats what the others of their kind were asked."""

from ostrom.agents.protocol.agent import Agent, AgentKind, Seat
from ostrom.core.answers import ActionDistribution
from ostrom.core.questions import Question
from ostrom.records.decision import Decision

REJECTED_BY = "check_seats_share_nothing"

HEARD: list[str] = []


class Whispering(Agent):
    async def decide(self, question: Question) -> Decision:
        HEARD.append(question.key)
        schema = question.schema
        if isinstance(schema, ActionDistribution):
            return Decision(schema.pure(len(HEARD) % 2))
        return Decision(schema.neutral())


def sit(_: object, seat: Seat) -> Whispering:
    if seat.slot == 0:
        HEARD.clear()
    return Whispering()


AGENT = AgentKind(
    name="whispers",
    version=1,
    summary="Deliberately bad.",
    source="None.",
    sit=sit,
)
