"""Shares that sum to more than 100 per cent."""

from ostrom.agents.protocol.agent import Agent, AgentKind
from ostrom.core.answers import ActionDistribution
from ostrom.core.questions import Question
from ostrom.records.decision import Decision

REJECTED_BY = "check_plays_or_objects_everywhere"


class Overdoing(Agent):
    async def decide(self, question: Question) -> Decision:
        schema = question.schema
        if isinstance(schema, ActionDistribution):
            return Decision((60,) * schema.num_actions)
        return Decision(schema.neutral())


AGENT = AgentKind(
    name="more_than_hundred",
    version=1,
    summary="Deliberately bad.",
    source="None.",
    sit=lambda _, __: Overdoing(),
)
