"""Tit for two tats: defects only after two failures in a row."""

from ostrom.agents.protocol.agent import AgentKind
from ostrom.agents.protocol.conduct import CONDUCTS, ConductSettings
from ostrom.agents.protocol.scripted import needs_both, take_seat
from ostrom.agents.protocol.view import Shares, View


def rule(view: View) -> Shares:
    """Defects exactly if one and the same co-player failed in its last two rounds.

    Where fewer than two of its rounds are shown, it is given the benefit of the doubt.
    """
    past = view.past
    twice = past is not None and any(
        len(played) > 1 and all(view.failed(seat, action) for action in played[-2:])
        for seat, played in past.co_players()
    )
    return view.defect if twice else view.cooperate


AGENT = AgentKind(
    name="tit_for_two_tats",
    version=1,
    summary="Cooperates unless a co-player failed to in both of its last two rounds.",
    source="Axelrod (1980), Effective Choice in the Prisoner's Dilemma, J. Conflict "
    "Resolution 24.",
    settings=ConductSettings,
    sit=lambda settings, seat: take_seat(seat, rule, CONDUCTS[settings.conduct]),
    objection=needs_both,
)
