"""Uniform: all actions equally likely, also those that a mechanism adds."""

from ostrom.agents.protocol.agent import AgentKind
from ostrom.agents.protocol.conduct import HAPHAZARD
from ostrom.agents.protocol.scripted import take_seat
from ostrom.agents.protocol.view import Shares, View
from ostrom.core.answers import ActionDistribution


def rule(view: View) -> Shares:
    """Spreads the hundred per cent evenly; the first actions get what is left over.

    A choice to delegate counts as one of the actions.
    """
    return dict(enumerate(ActionDistribution(view.num_choices).neutral()))


AGENT = AgentKind(
    name="uniform",
    version=1,
    summary="Picks any action with equal chance; proposes, approves, signs at random.",
    source="Axelrod (1980), Effective Choice in the Prisoner's Dilemma, J. Conflict "
    "Resolution 24: the entry RANDOM.",
    sit=lambda _, seat: take_seat(seat, rule, HAPHAZARD),
)
