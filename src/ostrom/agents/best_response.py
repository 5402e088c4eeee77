"""Best response: the best answer to what the co-players did last."""

from ostrom.agents.protocol.agent import AgentKind
from ostrom.agents.protocol.conduct import CONDUCTS, AloofSettings
from ostrom.agents.protocol.scripted import take_seat
from ostrom.agents.protocol.view import Shares, View, payoff_of
from ostrom.games.theory.game import Profile


def rule(view: View) -> Shares:
    """Plays a best response to the co-players' last actions; the first one on ties.

    A co-player of whom nothing is known is taken to play its defective action, or its
    first action where the game names none. So the strategy starts, and plays one-shot
    games, with its best response to defection. The payoffs are those of the game in
    force: payments of a contract count, and so does delegating to a mediator.
    """
    expected, rules = _expected(view), view.rules
    worths = [
        payoff_of(rules, expected, view.player, action)
        for action in range(rules.num_actions[view.player])
    ]
    return {worths.index(max(worths)): 100}


def _expected(view: View) -> Profile:
    """What the co-players are taken to play."""
    game = view.game
    assumed = list(game.defective_profile or (0,) * game.num_players)
    if view.past is not None:
        for seat, played in view.past.co_players():
            if played:
                assumed[seat] = played[-1]
    return tuple(assumed)


AGENT = AgentKind(
    name="best_response",
    version=1,
    summary="Plays the best response to the co-players' last actions.",
    source="Cournot (1838), Recherches sur les principes mathematiques de la theorie "
    "des richesses, chapter 7; Fudenberg & Levine (1998), The Theory of Learning in "
    "Games, section 1.2.",
    settings=AloofSettings,
    sit=lambda settings, seat: take_seat(seat, rule, CONDUCTS[settings.conduct]),
)
