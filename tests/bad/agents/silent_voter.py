"""An agent that never votes."""

from ostrom.agents.protocol.agent import Agent, AgentKind
from ostrom.core.questions import Question
from ostrom.records.decision import Decision

REJECTED_BY = "check_plays_or_objects_everywhere"


class Silent(Agent):
    async def decide(self, question: Question) -> Decision:
        if question.kind == "vote":
            return Decision(None)
        return Decision(question.schema.neutral())


AGENT = AgentKind(
    name="silent_voter",
    version=1,
    summary="Deliberately bad.",
    source="None.",
    sit=lambda _, __: Silent(),
)
