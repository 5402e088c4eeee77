"""Grim trigger: cooperates until it sees anybody fail, then defects."""

from ostrom.agents.protocol.agent import AgentKind
from ostrom.agents.protocol.conduct import CONDUCTS, ConductSettings
from ostrom.agents.protocol.scripted import needs_both, take_seat
from ostrom.agents.protocol.view import Shares, View


def rule(view: View) -> Shares:
    """Cooperates exactly if all that it is shown is cooperation, its own included.

    This is the equilibrium strategy of repetition. If the history has a window, it
    forgets what the window no longer shows; but its own defections keep the window from
    clearing. With new co-players each round, it looks at all that they did to others.
    """
    past = view.past
    failure = past is not None and any(
        view.failed(seat, action)
        for seat, played in enumerate(past.actions)
        for action in played
    )
    return view.defect if failure else view.cooperate


AGENT = AgentKind(
    name="grim_trigger",
    version=1,
    summary="Cooperates until somebody does not, then defects.",
    source="Friedman (1971), A non-cooperative equilibrium for supergames, Review of "
    "Economic Studies 38; Tewolde et al. (2026), arXiv:2604.15267, Theorem 1.",
    settings=ConductSettings,
    sit=lambda settings, seat: take_seat(seat, rule, CONDUCTS[settings.conduct]),
    objection=needs_both,
)
