"""Random: cooperates with a fixed probability, else defects."""

from typing import Annotated

from pydantic import Field

from ostrom.agents.protocol.agent import AgentKind
from ostrom.agents.protocol.conduct import CONDUCTS, AloofSettings
from ostrom.agents.protocol.scripted import Rule, needs_both, take_seat
from ostrom.agents.protocol.view import Shares, View


class RandomSettings(AloofSettings):
    """How often it cooperates.

    Attributes:
        percent: Probability of cooperation, 0 to 100 per cent.
    """

    percent: Annotated[int, Field(ge=0, le=100)] = 50


def rule(percent: int) -> Rule:
    """Cooperates with probability `percent`, else plays the defective action.

    Where both are the same action it is played for certain.
    """

    def shares(view: View) -> Shares:
        mixed = dict.fromkeys((*view.defect, *view.cooperate), 0)
        for action in view.cooperate:
            mixed[action] += percent
        for action in view.defect:
            mixed[action] += 100 - percent
        return mixed

    return shares


AGENT = AgentKind(
    name="random_p",
    version=1,
    summary="Cooperates with a fixed probability, whatever happened.",
    source="Nowak & Sigmund (1990), The evolution of stochastic strategies in the "
    "prisoner's dilemma, Acta Applicandae Mathematicae 20.",
    settings=RandomSettings,
    sit=lambda settings, seat: take_seat(
        seat, rule(settings.percent), CONDUCTS[settings.conduct]
    ),
    objection=needs_both,
)
