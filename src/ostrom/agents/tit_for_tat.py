"""Tit for tat: cooperates first, then does what was done."""

from ostrom.agents.protocol.agent import AgentKind
from ostrom.agents.protocol.conduct import CONDUCTS, ConductSettings
from ostrom.agents.protocol.scripted import needs_both, take_seat
from ostrom.agents.protocol.view import Shares, View


def rule(view: View) -> Shares:
    """Cooperates exactly if all co-players played their cooperative action last.

    So it does in the first round and where the game is played once. With several
    co-players one that did not is enough to defect; with several actions each but the
    cooperative one counts as a failure, answered by the defective action. With new
    co-players each round, their last actions towards others count.
    """
    return view.defect if view.someone_failed_last() else view.cooperate


AGENT = AgentKind(
    name="tit_for_tat",
    version=1,
    summary="Cooperates first, then exactly if all co-players did so last.",
    source="Axelrod (1980), Effective Choice in the Prisoner's Dilemma, J. Conflict "
    "Resolution 24: Rapoport's entry.",
    settings=ConductSettings,
    sit=lambda settings, seat: take_seat(seat, rule, CONDUCTS[settings.conduct]),
    objection=needs_both,
)
