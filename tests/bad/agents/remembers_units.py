"""An agent whose class counts decisions over all units."""

from itertools import count

from ostrom.agents.protocol.agent import Agent, AgentKind, Seat
from ostrom.core.answers import ActionDistribution
from ostrom.core.questions import Question
from ostrom.records.decision import Decision

REJECTED_BY = "check_same_seed_same_decisions"

UNITS = count()


class Ageing(Agent):
    def __init__(self, seat: Seat) -> None:
        # Once for each unit, so that seats of one unit do not disturb each other.
        self._age = next(UNITS) if seat.slot == 0 else 0

    async def decide(self, question: Question) -> Decision:
        schema = question.schema
        if isinstance(schema, ActionDistribution):
            return Decision(schema.pure(self._age % schema.num_actions))
        return Decision(schema.neutral())


def sit(_: object, seat: Seat) -> Ageing:
    return Ageing(seat)


AGENT = AgentKind(
    name="remembers_units",
    version=1,
    summary="Deliberately bad.",
    source="None.",
    sit=sit,
)
