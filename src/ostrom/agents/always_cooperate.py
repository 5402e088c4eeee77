"""Always cooperate: its part of the cooperative profile, whatever happened."""

from ostrom.agents.protocol.agent import AgentKind
from ostrom.agents.protocol.conduct import CONSTRUCTIVE
from ostrom.agents.protocol.scripted import needs_cooperation, take_seat
from ostrom.agents.protocol.view import Shares, View


def rule(view: View) -> Shares:
    """Plays the cooperative action, for certain."""
    return view.cooperate


AGENT = AgentKind(
    name="always_cooperate",
    version=1,
    summary="Cooperates whatever happened; constructive in institutions.",
    source="Axelrod & Hamilton (1981), The Evolution of Cooperation, Science 211.",
    sit=lambda _, seat: take_seat(seat, rule, CONSTRUCTIVE),
    objection=needs_cooperation,
)
