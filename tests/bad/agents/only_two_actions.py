"""An agent that forgets that a mediator adds an action."""

from ostrom.agents.protocol.agent import Agent, AgentKind
from ostrom.core.answers import ActionDistribution
from ostrom.core.questions import Question
from ostrom.records.decision import Decision

REJECTED_BY = "check_plays_or_objects_everywhere"


class Stubborn(Agent):
    async def decide(self, question: Question) -> Decision:
        if isinstance(question.schema, ActionDistribution):
            return Decision((100, 0))
        return Decision(question.schema.neutral())


AGENT = AgentKind(
    name="only_two_actions",
    version=1,
    summary="Deliberately bad.",
    source="None.",
    sit=lambda _, __: Stubborn(),
)
