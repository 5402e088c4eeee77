"""Contract trigger: the equilibrium strategy of play with contracts."""

from typing import Annotated

from pydantic import Field

from ostrom.agents.protocol.agent import AgentKind, Seat
from ostrom.agents.protocol.conduct import (
    Conduct,
    Content,
    by_acceptance,
    trigger_contract,
)
from ostrom.agents.protocol.scripted import ScriptedAgent, needs_equilibrium, take_seat
from ostrom.agents.protocol.view import Shares, View
from ostrom.core.answers import IntegerByAction
from ostrom.core.errors import IllegalActionError
from ostrom.core.parameters import Parameters
from ostrom.games.theory.game import Game
from ostrom.mechanisms.protocol.observations import Transfers


class ContractTriggerSettings(Parameters):
    """Which contract it proposes.

    Attributes:
        amount: What cooperation earns under it (K), in points; None takes the least
            whole number above the most that an own action can change a payoff, rounded
            up, so that cooperation is strictly dominant.
    """

    amount: Annotated[int, Field(ge=1)] | None = None


def rule(view: View) -> Shares:
    """Plays the defective action wherever its contract is not in force.

    After another contract was signed by all this need not be an equilibrium.
    """
    return view.defect


def conduct(amount: int | None) -> Conduct:
    """Proposes, approves, signs and keeps the contract with that amount, no other.

    Where the mechanism's bound does not admit it, the proposal is without payments, and
    the strategy defects.
    """

    def is_own(game: Game, content: Content) -> bool:
        return content == trigger_contract(game, amount)

    def propose(game: Game, schema: IntegerByAction) -> Transfers | None:
        own = trigger_contract(game, amount)
        if own is not None:
            try:
                schema.check(own.amounts)
            except IllegalActionError:
                return None
        return own

    return Conduct(
        name="contract_trigger",
        settle=by_acceptance(lambda _: None, propose, is_own),
        keeps=is_own,
    )


def sit(settings: ContractTriggerSettings, seat: Seat) -> ScriptedAgent:
    """Takes a seat."""
    return take_seat(seat, rule, conduct(settings.amount))


def objection(
    settings: ContractTriggerSettings, game: Game, mechanism: str
) -> str | None:
    """Objects to games for which its contract can not be written down."""
    missing = needs_equilibrium(settings, game, mechanism)
    if missing is None and trigger_contract(game) is None:
        return (
            f"{game.name}: players' cooperative actions have different numbers, so no "
            "contract pays for cooperation alone."
        )
    return missing


AGENT = AgentKind(
    name="contract_trigger",
    version=1,
    summary="Signs the contract that makes cooperation dominant; else defects.",
    source="Tewolde et al. (2026), CoopEval, arXiv:2604.15267, Theorem 1.",
    settings=ContractTriggerSettings,
    sit=sit,
    objection=objection,
)
