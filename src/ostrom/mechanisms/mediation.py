"""Mediation: a mediator plays for all who delegate, by how many they are."""

from dataclasses import dataclass
from functools import lru_cache
from itertools import product

from ostrom.core.answers import ActionByCount
from ostrom.core.errors import SpecError
from ostrom.core.parameters import Parameters
from ostrom.core.questions import Observation
from ostrom.games.theory.game import Game, Profile
from ostrom.mechanisms.protocol.election import elect
from ostrom.mechanisms.protocol.mechanism import Mechanism, Scope
from ostrom.mechanisms.protocol.observations import NothingMore, Plan, Proposal
from ostrom.mechanisms.protocol.play import Play
from ostrom.mechanisms.protocol.proposing import (
    Occasion,
    Proposing,
    propose_and_play,
)
from ostrom.mechanisms.protocol.rounds import play_once
from ostrom.mechanisms.protocol.situation import Situation
from ostrom.mechanisms.protocol.table import Stage, Table

DELEGATE = "delegate"


class MediationParameters(Parameters):
    """When mediators are proposed.

    Attributes:
        proposals: `per_match`, or `per_tournament` as in the paper: one proposal of
            each agent in each seat serves all its matches.
    """

    proposals: Occasion = "per_match"


@dataclass(frozen=True)
class WithMediator(Observation):
    """What a player knows when a mediator stands ready.

    The player's last action is to delegate.

    Attributes:
        mediator: The chosen proposal.
    """

    mediator: Proposal[Plan]


def resolve(game: Game, plan: Plan, profile: Profile) -> Profile:
    """Returns the base-game actions that a profile with delegation plays.

    The index after a player's last base action means to delegate.
    """
    delegators = sum(
        action == count for action, count in zip(profile, game.num_actions, strict=True)
    )
    return tuple(
        plan.actions[delegators - 1] if action == count else action
        for action, count in zip(profile, game.num_actions, strict=True)
    )


@lru_cache(maxsize=256)
def mediated(game: Game, plan: Plan) -> Game:
    """Returns the game in which delegating to the mediator is one more action.

    Args:
        game: The base game; all players have equally many actions.
        plan: The mediator, one action for each number of delegators from 1.

    Raises:
        SpecError: The plan does not fit the game.
    """
    if len(plan.actions) != game.num_players:
        raise SpecError(
            f"{game.name}: a mediator needs {game.num_players} actions, one for each "
            f"number of delegators; got {len(plan.actions)}."
        )
    if not all(0 <= action < min(game.num_actions) for action in plan.actions):
        raise SpecError(
            f"{game.name}: a mediator plays actions 0 to {min(game.num_actions) - 1}; "
            f"got {plan.actions}."
        )
    actions = tuple((*names, DELEGATE) for names in game.actions)
    profiles = product(*(range(len(names)) for names in actions))
    return Game(
        name=f"{game.name}+mediator",
        version=game.version,
        actions=actions,
        payoffs={
            profile: game.payoff(resolve(game, plan, profile)) for profile in profiles
        },
        source=game.source,
    )


def play(situation: Situation, parameters: MediationParameters) -> Play:
    """Everybody proposes a mediator; one is elected; the game is played with it."""
    game = situation.game
    asked = Proposing(
        mechanism="mediation",
        kind="propose_mediator",
        schema=ActionByCount(game.num_players, min(game.num_actions)),
        read=Plan,
    )
    yield from propose_and_play(situation, parameters.proposals, asked, _match)


def _match(table: Table, proposals: tuple[Proposal[Plan], ...]) -> Stage:
    elected = yield from elect(table, proposals)
    if elected is None:
        return
    if elected.winner is None:
        yield from play_once(table, table.game, lambda _: NothingMore())
        return
    plan = elected.winner.content
    seen = WithMediator(elected.winner)
    yield from play_once(
        table,
        mediated(table.game, plan),
        lambda _: seen,
        resolve=lambda profile: resolve(table.game, plan, profile),
    )


MECHANISM = Mechanism(
    name="mediation",
    version=1,
    summary="A mediator plays for all who delegate to it, by how many they are.",
    source="Tewolde et al. (2026), CoopEval, arXiv:2604.15267, sections 3 and 3.2; "
    "Monderer & Tennenholtz (2009).",
    parameters=MediationParameters,
    play=play,
    scope=lambda parameters: Scope.for_proposals(parameters.proposals),
)
