"""Suspicious tit for tat: defects first, then does what was done."""

from ostrom.agents.protocol.agent import AgentKind
from ostrom.agents.protocol.conduct import CONDUCTS, AloofSettings
from ostrom.agents.protocol.scripted import needs_both, take_seat
from ostrom.agents.protocol.view import Shares, View


def rule(view: View) -> Shares:
    """Cooperates exactly if all co-players are known to have cooperated last.

    So it defects in the first round, where the game is played once, and towards a
    co-player of whom nothing is known.
    """
    past = view.past
    if past is None:
        return view.defect
    known = [(seat, played[-1:]) for seat, played in past.co_players()]
    trusts = known and all(
        last and not view.failed(seat, last[0]) for seat, last in known
    )
    return view.cooperate if trusts else view.defect


AGENT = AgentKind(
    name="suspicious_tit_for_tat",
    version=1,
    summary="Defects first, then cooperates exactly if all co-players did so last.",
    source="Boyd & Lorberbaum (1987), No pure strategy is evolutionarily stable in the "
    "repeated prisoner's dilemma game, Nature 327.",
    settings=AloofSettings,
    sit=lambda settings, seat: take_seat(seat, rule, CONDUCTS[settings.conduct]),
    objection=needs_both,
)
