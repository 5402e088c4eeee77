"""Always defect: its part of the defective profile, whatever happened."""

from ostrom.agents.protocol.agent import AgentKind
from ostrom.agents.protocol.conduct import ALOOF
from ostrom.agents.protocol.scripted import needs_defection, take_seat
from ostrom.agents.protocol.view import Shares, View


def rule(view: View) -> Shares:
    """Plays the defective action, for certain; a contract in force changes nothing."""
    return view.defect


AGENT = AgentKind(
    name="always_defect",
    version=1,
    summary="Defects whatever happened; takes no part in institutions.",
    source="Axelrod & Hamilton (1981), The Evolution of Cooperation, Science 211.",
    sit=lambda _, seat: take_seat(seat, rule, ALOOF),
    objection=needs_defection,
)
