"""How scripted agents behave in institutions: propose, approve, sign, delegate."""

from collections.abc import Callable
from dataclasses import dataclass
from functools import lru_cache
from math import ceil
from typing import Literal

import numpy as np

from ostrom.agents.protocol.view import defection_in
from ostrom.core.answers import (
    ActionByCount,
    Answer,
    Approvals,
    IntegerByAction,
    YesNo,
)
from ostrom.core.parameters import Parameters
from ostrom.core.questions import Observation, Question
from ostrom.games.theory.equilibrium import is_pure_nash
from ostrom.games.theory.game import Game, Profile
from ostrom.mechanisms.contract import InForce, Offered, contracted
from ostrom.mechanisms.mediation import WithMediator, mediated, resolve
from ostrom.mechanisms.protocol.election import Ballot
from ostrom.mechanisms.protocol.observations import Plan, Transfers
from ostrom.mechanisms.theory.contract import enforcing_amount

Content = Plan | Transfers

Settle = Callable[[Game, Question, np.random.Generator], Answer | None]
"""`settle(game, question, generator)`: an answer; None if it knows no such question."""

ConductName = Literal["constructive", "aloof", "haphazard"]


@dataclass(frozen=True)
class Conduct:
    """How an agent behaves in institutions, whatever its action rule.

    Attributes:
        name: In settings.
        settle: Answers questions other than the choice of an action.
        keeps: Whether it takes part in the institution that stands ready: it delegates
            to the mediator, or plays cooperatively under the contract in force. Where
            not, its action rule decides.
    """

    name: str
    settle: Settle
    keeps: Callable[[Game, Content], bool]

    def prescribed(
        self, game: Game, observation: Observation, player: int
    ) -> int | None:
        """Returns the action that the conduct plays; None leaves it to the rule."""
        if isinstance(observation, WithMediator):
            if self.keeps(game, observation.mediator.content):
                return game.num_actions[player]
        elif (
            isinstance(observation, InForce)
            and game.cooperative_profile is not None
            and self.keeps(game, observation.contract.content)
        ):
            return game.cooperative_profile[player]
        return None


class ConductSettings(Parameters):
    """How the agent behaves in institutions.

    Attributes:
        conduct: `constructive` proposes what makes cooperation a best reply, and
            approves, signs and keeps to exactly what does; `aloof` takes no part;
            `haphazard` draws its answers.
    """

    conduct: ConductName = "constructive"


class AloofSettings(Parameters):
    """How the agent behaves in institutions; see `ConductSettings`.

    Attributes:
        conduct: `constructive`, `aloof` or `haphazard`.
    """

    conduct: ConductName = "aloof"


@lru_cache(maxsize=1024)
def leads_to_cooperation(game: Game, content: Content) -> bool:
    """Whether cooperation is what all get, and want, if all accept `content`.

    A mediator does if full delegation plays the cooperative profile and nobody gains by
    withholding; a contract does if nobody gains by leaving the cooperative profile once
    the payments count. Ties count as no gain.
    """
    cooperative = game.cooperative_profile
    if cooperative is None:
        return False
    if isinstance(content, Transfers):
        return is_pure_nash(contracted(game, content), cooperative)
    everyone = game.num_actions
    if resolve(game, content, everyone) != cooperative:
        return False
    return is_pure_nash(mediated(game, content), everyone)


def trigger_mediator(game: Game) -> Plan | None:
    """Returns the mediator that cooperates for all and defects for any fewer.

    Returns:
        None where a mediator can not say so, because players' cooperative or defective
        actions have different numbers, or there are none.
    """
    cooperative = _common(game.cooperative_profile)
    defective = _common(defection_in(game))
    if cooperative is None or defective is None:
        return None
    return Plan((*(defective,) * (game.num_players - 1), cooperative))


@lru_cache(maxsize=256)
def trigger_contract(game: Game, amount: int | None = None) -> Transfers | None:
    """Returns the contract that pays for the cooperative action and for nothing else.

    Args:
        game: The base game.
        amount: What cooperation earns; by default so much that the cooperative action
            is strictly dominant, see `enforcing_amount`.

    Returns:
        None where players' cooperative actions have different numbers, or there is
        none.
    """
    cooperative = _common(game.cooperative_profile)
    if cooperative is None:
        return None
    paid = enforcing_amount(game) if amount is None else amount
    amounts = [0] * max(game.num_actions)
    amounts[cooperative] = paid
    return Transfers(tuple(amounts))


def _common(profile: Profile | None) -> int | None:
    """The action number that all players share in a profile."""
    if profile is None or len(set(profile)) > 1:
        return None
    return profile[0]


def by_acceptance(
    mediator: Callable[[Game], Plan | None],
    contract: Callable[[Game, IntegerByAction], Transfers | None],
    accepts: Callable[[Game, Content], bool],
) -> Settle:
    """Returns a conduct that proposes by two functions and accepts by one test.

    Where there is nothing to propose, the schema's neutral answer is.

    Args:
        mediator: What to propose as a mediator.
        contract: What to propose as a contract within the legal amounts.
        accepts: What to approve of and sign.
    """

    def settle(game: Game, question: Question, _: np.random.Generator) -> Answer | None:
        seen, schema = question.observation, question.schema
        if isinstance(seen, Ballot):
            return tuple(accepts(game, each.content) for each in seen.proposals)
        if isinstance(seen, Offered):
            return accepts(game, seen.contract.content)
        if question.kind == "propose_mediator":
            plan = mediator(game)
            return None if plan is None else plan.actions
        if question.kind == "propose_contract" and isinstance(schema, IntegerByAction):
            offer = contract(game, schema)
            return None if offer is None else offer.amounts
        return None

    return settle


def _affordable_contract(game: Game, schema: IntegerByAction) -> Transfers | None:
    """The trigger contract, its amount cut to what is legal."""
    wanted = trigger_contract(game)
    if wanted is None or schema.maximum is None:
        return wanted
    return trigger_contract(game, min(max(wanted.amounts), schema.maximum))


def _idle_mediator(game: Game) -> Plan:
    """Plays the defective action whatever the count, else the first uncooperative."""
    action = _common(defection_in(game))
    if action is None:
        cooperative = _common(game.cooperative_profile)
        options = [act for act in range(min(game.num_actions)) if act != cooperative]
        action = options[0] if options else 0
    return Plan((action,) * game.num_players)


def _draw(game: Game, question: Question, dice: np.random.Generator) -> Answer | None:
    """A legal answer drawn at random; amounts up to the spread of the payoffs."""
    schema = question.schema
    if isinstance(schema, ActionByCount):
        drawn = dice.integers(schema.num_actions, size=schema.max_count)
        return tuple(int(action) for action in drawn)
    if isinstance(schema, IntegerByAction):
        payoffs = [payoff for each in game.payoffs.values() for payoff in each]
        spread = ceil(max(payoffs) - min(payoffs))
        low = -spread if schema.minimum is None else schema.minimum
        high = max(low, spread if schema.maximum is None else schema.maximum)
        drawn = dice.integers(low, high, size=schema.num_actions, endpoint=True)
        return tuple(int(amount) for amount in drawn)
    if isinstance(schema, Approvals):
        return tuple(bool(coin) for coin in dice.integers(2, size=schema.num_options))
    if isinstance(schema, YesNo):
        return bool(dice.integers(2))
    return None


def _never(_: Game, __: Content) -> bool:
    return False


CONSTRUCTIVE = Conduct(
    name="constructive",
    settle=by_acceptance(trigger_mediator, _affordable_contract, leads_to_cooperation),
    keeps=leads_to_cooperation,
)
"""Proposes what makes cooperation a best reply; accepts exactly what does."""

ALOOF = Conduct(
    name="aloof",
    settle=by_acceptance(_idle_mediator, lambda *_: None, _never),
    keeps=_never,
)
"""Proposes what changes nothing, approves of nothing, never signs or delegates."""

HAPHAZARD = Conduct(name="haphazard", settle=_draw, keeps=_never)
"""Proposes, approves and signs by the dice; never delegates but by its action rule."""

CONDUCTS: dict[str, Conduct] = {
    conduct.name: conduct for conduct in (CONSTRUCTIVE, ALOOF, HAPHAZARD)
}
"""By name in settings."""
