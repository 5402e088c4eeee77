"""Generous tit for tat: like tit for tat, but forgives with some probability."""

from fractions import Fraction
from math import floor
from typing import Annotated

from pydantic import Field

from ostrom.agents.protocol.agent import AgentKind
from ostrom.agents.protocol.conduct import CONDUCTS, ConductSettings
from ostrom.agents.protocol.scripted import Rule, needs_both, take_seat
from ostrom.agents.protocol.view import Shares, View, cooperation, defection, payoff_of
from ostrom.games.theory.game import Game


class GenerousSettings(ConductSettings):
    """How generous it is.

    Attributes:
        generosity: Probability of forgiving, in per cent; None takes the most generous
            one that the payoffs allow, see `generosity_of`.
    """

    generosity: Annotated[int, Field(ge=0, le=100)] | None = None


def generosity_of(game: Game, player: int) -> int:
    """Returns the generosity that the payoffs allow, in whole per cent rounded down.

    It is `min(1 - (T - R) / (R - S), (R - P) / (T - P))`, cut to 0 to 1. R is the
    player's payoff if all cooperate, P if all defect, S if it alone cooperates, and T
    the most it can get by another action where all others cooperate. A quotient whose
    denominator is not above 0 sets no limit.
    """
    good, bad = cooperation(game), defection(game)
    reward, punishment = game.payoff(good)[player], game.payoff(bad)[player]
    sucker = payoff_of(game, bad, player, good[player])
    temptation = max(
        (
            payoff_of(game, good, player, action)
            for action in range(game.num_actions[player])
            if action != good[player]
        ),
        default=reward,
    )
    limits = [Fraction(1)]
    if reward > sucker:
        limits.append(1 - (temptation - reward) / (reward - sucker))
    if temptation > punishment:
        limits.append((reward - punishment) / (temptation - punishment))
    return max(0, floor(100 * min(limits)))


def rule(generosity: int | None) -> Rule:
    """Cooperates as tit for tat does; where that defects, forgives by chance."""

    def shares(view: View) -> Shares:
        if not view.someone_failed_last():
            return view.cooperate
        mercy = generosity
        if mercy is None:
            mercy = generosity_of(view.game, view.player)
        [defect], [cooperate] = view.defect, view.cooperate
        if defect == cooperate:
            return view.defect
        return {defect: 100 - mercy, cooperate: mercy}

    return shares


AGENT = AgentKind(
    name="generous_tit_for_tat",
    version=1,
    summary="Tit for tat that forgives a defection with some probability.",
    source="Nowak & Sigmund (1992), Tit for tat in heterogeneous populations, "
    "Nature 355.",
    settings=GenerousSettings,
    sit=lambda settings, seat: take_seat(
        seat, rule(settings.generosity), CONDUCTS[settings.conduct]
    ),
    objection=needs_both,
)
