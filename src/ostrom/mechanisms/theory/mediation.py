"""The mediator strategy: propose one mediator, approve only of it, delegate to it.

The mediator cooperates for all if all delegate, and else plays the punishment for who
did. Departing then leads at best to the punishment, an equilibrium that nobody likes.
So the strategy is subgame perfect in every game that meets the theorem's premises and
in which the players' parts have the same action number, as mediators can not tell roles
apart.
"""

from collections.abc import Iterator
from itertools import product

from ostrom.core.errors import SpecError
from ostrom.games.theory.game import Game, Payoffs, Profile
from ostrom.mechanisms.mediation import mediated
from ostrom.mechanisms.protocol.observations import Plan
from ostrom.mechanisms.theory.deviations import (
    Deviation,
    other_actions,
    replaced,
)
from ostrom.mechanisms.theory.dilemma import Dilemma
from ostrom.mechanisms.theory.elections import election_deviations, election_value


def all_mediators(game: Game) -> tuple[Plan, ...]:
    """Returns every mediator of a game: an action for each number of delegators."""
    actions = range(min(game.num_actions))
    return tuple(
        Plan(actions=plan) for plan in product(actions, repeat=game.num_players)
    )


def cooperative_mediator(dilemma: Dilemma) -> Plan:
    """Returns the mediator that cooperates for all, and punishes for fewer.

    Raises:
        SpecError: The players' parts differ, so that no mediator can play them.
    """
    cooperate = dilemma.shared_action(dilemma.cooperative)
    punish = dilemma.shared_action(dilemma.punishment)
    return Plan(actions=(punish,) * (dilemma.num_players - 1) + (cooperate,))


def mediation_deviations(
    dilemma: Dilemma, mediator: Plan | None = None
) -> tuple[Deviation, ...]:
    """Returns every one-shot deviation at all three stages, and its gain.

    Enumerated are all profiles of proposals with all votes on them, all proposals, and
    all plays under every mediator that may be elected.

    Args:
        dilemma: The game and its two profiles.
        mediator: The one to propose, approve of and delegate to; under any other all
            play the punishment. Default is `cooperative_mediator`.

    Returns:
        Those of the vote, of proposing and of the play, in that order; gains in points.

    Raises:
        SpecError: `mediator` is none of this game's mediators.
    """
    target = mediator or cooperative_mediator(dilemma)
    contents = all_mediators(dilemma.game)
    if target not in contents:
        raise SpecError(
            f"{dilemma.game.name}: {target.actions} is no mediator; it takes "
            f"{dilemma.num_players} actions below {min(dilemma.game.num_actions)}."
        )
    values = {plan: _played(dilemma, plan, target)[2] for plan in contents}
    elections = election_deviations(
        dilemma.num_players, contents, target, values.__getitem__
    )
    return (*elections, *_play_deviations(dilemma, contents, target))


def mediation_payoffs(dilemma: Dilemma, mediator: Plan | None = None) -> Payoffs:
    """Returns what each player gets if all keep to the mediator strategy."""
    target = mediator or cooperative_mediator(dilemma)
    proposals = (target,) * dilemma.num_players
    return election_value(
        proposals, target, lambda plan: _played(dilemma, plan, target)[2]
    )


def _played(
    dilemma: Dilemma, plan: Plan, target: Plan
) -> tuple[Game, Profile, Payoffs]:
    """The game under an elected mediator, what is played in it, and what that pays."""
    game = mediated(dilemma.game, plan)
    delegating = dilemma.game.num_actions
    profile = delegating if plan == target else dilemma.punishment
    return game, profile, game.payoff(profile)


def _play_deviations(
    dilemma: Dilemma, contents: tuple[Plan, ...], target: Plan
) -> Iterator[Deviation]:
    for plan in contents:
        game, profile, kept = _played(dilemma, plan, target)
        for player in range(game.num_players):
            for action in other_actions(game, profile, player):
                paid = game.payoff(replaced(profile, player, action))[player]
                yield Deviation(player, "play", plan, action, paid - kept[player])
