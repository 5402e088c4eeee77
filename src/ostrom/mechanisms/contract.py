"""Contract: zero-sum payments by action, in force only if all players sign."""

from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache
from typing import Annotated

from pydantic import Field

from ostrom.core.answers import LARGEST_AMOUNT, IntegerByAction, YesNo
from ostrom.core.errors import SpecError
from ostrom.core.parameters import Parameters
from ostrom.core.questions import Observation
from ostrom.games.theory.game import Game, Payoffs, Profile
from ostrom.mechanisms.protocol.election import elect
from ostrom.mechanisms.protocol.mechanism import Mechanism, Scope
from ostrom.mechanisms.protocol.observations import NothingMore, Proposal, Transfers
from ostrom.mechanisms.protocol.play import Noted, Play
from ostrom.mechanisms.protocol.proposing import (
    Occasion,
    Proposing,
    propose_and_play,
)
from ostrom.mechanisms.protocol.rounds import play_once
from ostrom.mechanisms.protocol.situation import Situation
from ostrom.mechanisms.protocol.table import Stage, Table, ask_all


class ContractParameters(Parameters):
    """When contracts are proposed, and how much they may pay.

    Attributes:
        proposals: `per_match`, or `per_tournament` as in the paper: one proposal of
            each agent in each seat serves all its matches.
        bound: Largest amount, either way, for an action; None for the widest.
    """

    proposals: Occasion = "per_match"
    bound: Annotated[int, Field(ge=0, le=LARGEST_AMOUNT)] | None = None


@dataclass(frozen=True)
class Offered(Observation):
    """What a player knows when it may sign.

    Attributes:
        contract: The chosen proposal.
    """

    contract: Proposal[Transfers]


@dataclass(frozen=True)
class InForce(Observation):
    """What a player knows when all have signed.

    Attributes:
        contract: The contract in force.
    """

    contract: Proposal[Transfers]


@dataclass(frozen=True)
class Refused(Observation):
    """What a player knows when somebody did not sign: the base game stands.

    Attributes:
        contract: The contract that did not come about.
        refusers: Players who did not sign.
    """

    contract: Proposal[Transfers]
    refusers: tuple[int, ...]


def transfers(contract: Transfers, profile: Profile) -> Payoffs:
    """Returns what each player receives from the others under a contract.

    A player whose action earns c receives c in all, an equal part from each other
    player; below 0 it pays, in equal parts. The sum over players is 0.

    Example:
        >>> [str(x) for x in transfers(Transfers((2, 0)), (0, 1, 1))]
        ['2', '-1', '-1']
    """
    earned = [Fraction(contract.amounts[action]) for action in profile]
    others = len(profile) - 1
    return tuple(own - (sum(earned) - own) / others for own in earned)


@lru_cache(maxsize=256)
def contracted(game: Game, contract: Transfers) -> Game:
    """Returns the game whose payoffs include the payments of a contract.

    Args:
        game: The base game.
        contract: An amount for each action; players share the numbering of actions.

    Raises:
        SpecError: The contract does not fit the game.
    """
    if len(contract.amounts) != max(game.num_actions):
        raise SpecError(
            f"{game.name}: a contract needs {max(game.num_actions)} amounts, one for "
            f"each action; got {len(contract.amounts)}."
        )
    if game.num_players < 2:
        raise SpecError(f"{game.name}: a contract needs at least two players.")
    paid = {
        profile: tuple(
            payoff + moved
            for payoff, moved in zip(
                game.payoff(profile), transfers(contract, profile), strict=True
            )
        )
        for profile in game.profiles()
    }
    return Game(
        name=f"{game.name}+contract",
        version=game.version,
        actions=game.actions,
        payoffs=paid,
        source=game.source,
    )


def play(situation: Situation, parameters: ContractParameters) -> Play:
    """Everybody proposes; one contract is elected; all may sign; the game is played."""
    bound = parameters.bound
    asked = Proposing(
        mechanism="contract",
        kind="propose_contract",
        schema=IntegerByAction(
            max(situation.game.num_actions),
            minimum=None if bound is None else -bound,
            maximum=bound,
        ),
        read=Transfers,
    )
    yield from propose_and_play(situation, parameters.proposals, asked, _match)


def _match(table: Table, proposals: tuple[Proposal[Transfers], ...]) -> Stage:
    elected = yield from elect(table, proposals)
    if elected is None:
        return
    if elected.winner is None:
        yield from play_once(table, table.game, lambda _: NothingMore())
        return
    offered = Offered(elected.winner)
    signatures = yield from ask_all(
        table, "sign_contract", 0, lambda _: YesNo(), lambda _: offered
    )
    if signatures is None:
        return
    refusers = tuple(p for p, signed in enumerate(signatures) if not signed)
    yield Noted(table.match, 0, "signatures", {"signed": list(signatures)})
    if refusers:
        refused = Refused(elected.winner, refusers)
        yield from play_once(table, table.game, lambda _: refused)
        return
    in_force = InForce(elected.winner)
    rules = contracted(table.game, elected.winner.content)
    yield from play_once(table, rules, lambda _: in_force)


def _objection(game: Game) -> str | None:
    if game.num_players > 1:
        return None
    return f"{game.name} has one player, and a payment needs somebody to pay it."


MECHANISM = Mechanism(
    name="contract",
    version=1,
    summary="Players may agree on zero-sum payments by action; all must sign.",
    source="Tewolde et al. (2026), CoopEval, arXiv:2604.15267, sections 3 and 3.2.",
    parameters=ContractParameters,
    play=play,
    scope=lambda parameters: Scope.for_proposals(parameters.proposals),
    objection=_objection,
)
