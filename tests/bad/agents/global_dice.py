"""An agent that draws from the generator that all programs share."""

import numpy as np

from ostrom.agents.protocol.agent import Agent, AgentKind
from ostrom.core.questions import Question
from ostrom.records.decision import Decision

REJECTED_BY = "check_leaves_global_randomness_alone"


class Dicing(Agent):
    async def decide(self, question: Question) -> Decision:
        np.random.random()  # noqa: NPY002
        return Decision(question.schema.neutral())


AGENT = AgentKind(
    name="global_dice",
    version=1,
    summary="Deliberately bad.",
    source="None.",
    sit=lambda _, __: Dicing(),
)
