"""Alternator: cooperates and defects in turn."""

from ostrom.agents.protocol.agent import AgentKind
from ostrom.agents.protocol.conduct import CONDUCTS, AloofSettings
from ostrom.agents.protocol.scripted import needs_both, take_seat
from ostrom.agents.protocol.view import Shares, View


def rule(view: View) -> Shares:
    """Cooperates first, and after any round in which it did not; else defects."""
    past = view.past
    if past is None or not past.own or view.failed(view.player, past.own[-1]):
        return view.cooperate
    return view.defect


AGENT = AgentKind(
    name="alternator",
    version=1,
    summary="Cooperates and defects in turn, cooperation first.",
    source="Mittal & Deb (2009), Optimal strategies of the iterated prisoner's dilemma "
    "problem, IEEE Trans. Evolutionary Computation 13.",
    settings=AloofSettings,
    sit=lambda settings, seat: take_seat(seat, rule, CONDUCTS[settings.conduct]),
    objection=needs_both,
)
