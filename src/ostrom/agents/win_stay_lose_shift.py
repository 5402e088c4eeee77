"""Win-stay lose-shift: repeats what paid, changes what did not."""

from ostrom.agents.protocol.agent import AgentKind
from ostrom.agents.protocol.conduct import CONDUCTS, ConductSettings
from ostrom.agents.protocol.scripted import needs_both, take_seat
from ostrom.agents.protocol.view import Shares, View


def rule(view: View) -> Shares:
    """Repeats its last action if that paid at least what mutual cooperation pays it.

    Else it shifts: from the cooperative action to the defective one, from any other to
    the cooperative one. It cooperates in the first round and where the game is played
    once. Payoffs are those of the base game in the last round it took part in.
    """
    past = view.past
    if past is None or not past.profiles:
        return view.cooperate
    last = past.profiles[-1]
    aspiration = view.game.payoff(view.cooperative)[view.player]
    if view.game.payoff(last)[view.player] >= aspiration:
        return {last[view.player]: 100}
    failed = view.failed(view.player, last[view.player])
    return view.cooperate if failed else view.defect


AGENT = AgentKind(
    name="win_stay_lose_shift",
    version=1,
    summary="Repeats its action if it paid as much as mutual cooperation, else shifts.",
    source="Nowak & Sigmund (1993), A strategy of win-stay, lose-shift that "
    "outperforms tit-for-tat in the Prisoner's Dilemma game, Nature 364.",
    settings=ConductSettings,
    sit=lambda settings, seat: take_seat(seat, rule, CONDUCTS[settings.conduct]),
    objection=needs_both,
)
