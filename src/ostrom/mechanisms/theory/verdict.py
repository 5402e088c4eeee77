"""Judges an equilibrium claim: `verify(dilemma, claim)`.

A claim names strategies under one mechanism. It holds if no one-shot deviation pays
anywhere, also after histories that the strategies never lead to; for these finite and
discounted games that is subgame perfection. All numbers are exact.

For a game with a profile that all players strictly prefer to a pure equilibrium:

=========================== ====================================================
claim                       what is true
=========================== ====================================================
`GrimTrigger`               holds exactly from `critical_delta` on
`WindowedGrimTrigger`       the same, for every window from 1 round
`StandingNorm`, repaired    holds exactly from `threshold_delta` on: with 2 agents or
                            more in each role above `critical_delta`, if that is not
                            0, and rising with their number
`StandingNorm`, literal     GAP: fails at every delta if cooperating with punishers
                            costs anything, although it was published as proven
`MediatorStrategy`          holds, if both profiles give all players the same
                            action number
`ContractStrategy`          holds if some equilibrium is played after all signed a
                            contract that was not intended; cooperation must have
                            the same action number for all players
`ContractStrategy`, literal GAP: as published the punishment is played there, and it
                            fails at each contract under which that is no equilibrium
=========================== ====================================================
"""

from collections.abc import Iterable
from dataclasses import dataclass
from fractions import Fraction
from typing import Protocol, runtime_checkable

from ostrom.games.theory.game import Payoffs
from ostrom.mechanisms.protocol.observations import Plan, Transfers
from ostrom.mechanisms.theory.automaton import (
    Automaton,
    conforming_values,
    one_shot_deviations,
)
from ostrom.mechanisms.theory.contract import (
    an_equilibrium,
    contract_deviations,
    contract_payoffs,
)
from ostrom.mechanisms.theory.deviations import Deviation, worst_deviation
from ostrom.mechanisms.theory.dilemma import Dilemma
from ostrom.mechanisms.theory.mediation import (
    mediation_deviations,
    mediation_payoffs,
)
from ostrom.mechanisms.theory.repetition import grim_trigger, windowed_grim_trigger
from ostrom.mechanisms.theory.reputation import (
    REPAIRED,
    Norm,
    Society,
    standing_deviations,
)


@runtime_checkable
class Claim(Protocol):
    """Strategies for all players under one mechanism."""

    def deviations(self, dilemma: Dilemma) -> Iterable[Deviation]:
        """Every one-shot deviation there is, with its gain."""

    def payoffs(self, dilemma: Dilemma) -> Payoffs:
        """What each player gets if all keep to the strategies, in points a round."""


@dataclass(frozen=True)
class Verdict:
    """What the check of a claim came to.

    Attributes:
        game: Name of the base game.
        claim: The claim.
        holds: Whether no deviation gains anything.
        worst: The deviation that gains most, with player, stage, state and action.
        num_deviations: How many deviations were computed, all there are.
        num_decisions: How many points at which a player decides they depart from.
        payoffs: What each player gets if nobody departs, in points a round.
    """

    game: str
    claim: Claim
    holds: bool
    worst: Deviation
    num_deviations: int
    num_decisions: int
    payoffs: Payoffs


def verify(dilemma: Dilemma, claim: Claim) -> Verdict:
    """Checks a claim in one game by computing every one-shot deviation.

    Args:
        dilemma: The base game and the two profiles that the strategies use;
            `Dilemma.of(game)` takes those that the game names.
        claim: One of the claims of this module, or any other object with the two
            methods of `Claim`.

    Raises:
        SpecError: The claim does not fit the game.
        SolverError: An equilibrium that the claim calls for was not found.
    """
    found = tuple(claim.deviations(dilemma))
    worst = worst_deviation(found)
    return Verdict(
        game=dilemma.game.name,
        claim=claim,
        holds=worst.gain <= 0,
        worst=worst,
        num_deviations=len(found),
        num_decisions=len({(each.player, each.stage, each.state) for each in found}),
        payoffs=claim.payoffs(dilemma),
    )


def _repeated_payoffs(
    dilemma: Dilemma, automaton: Automaton, delta: Fraction
) -> Payoffs:
    return conforming_values(dilemma.game, automaton, delta)[automaton.initial]


@dataclass(frozen=True)
class GrimTrigger:
    """Cooperate with the same players until one does not, then never again.

    Attributes:
        delta: Probability that another round follows, 0 at least and below 1.
    """

    delta: Fraction

    def deviations(self, dilemma: Dilemma) -> Iterable[Deviation]:
        """In both states, each action of each player."""
        return one_shot_deviations(dilemma.game, grim_trigger(dilemma), self.delta)

    def payoffs(self, dilemma: Dilemma) -> Payoffs:
        """Those of cooperation."""
        return _repeated_payoffs(dilemma, grim_trigger(dilemma), self.delta)


@dataclass(frozen=True)
class WindowedGrimTrigger:
    """Cooperate while the rounds in sight hold nothing but cooperation.

    Attributes:
        delta: Probability that another round follows, 0 at least and below 1.
        window: How many rounds are in sight, 1 or more.
    """

    delta: Fraction
    window: int = 3

    def deviations(self, dilemma: Dilemma) -> Iterable[Deviation]:
        """In every window, each action of each player."""
        automaton = windowed_grim_trigger(dilemma, self.window)
        return one_shot_deviations(dilemma.game, automaton, self.delta)

    def payoffs(self, dilemma: Dilemma) -> Payoffs:
        """Those of cooperation."""
        automaton = windowed_grim_trigger(dilemma, self.window)
        return _repeated_payoffs(dilemma, automaton, self.delta)


@dataclass(frozen=True)
class StandingNorm:
    """Cooperate with the good, among agents who meet others every round.

    Attributes:
        delta: Probability that another round follows, 0 at least and below 1.
        norm: Rules of conduct and of blame.
        agents_per_role: How many agents take turns in each seat, 1 or more.
    """

    delta: Fraction
    norm: Norm = REPAIRED
    agents_per_role: int = 6

    def deviations(self, dilemma: Dilemma) -> Iterable[Deviation]:
        """In every situation, each action of each player."""
        society = Society(dilemma, self.norm, self.agents_per_role)
        return standing_deviations(society, self.delta)

    def payoffs(self, dilemma: Dilemma) -> Payoffs:
        """Those at the start, when all are good."""
        society = Society(dilemma, self.norm, self.agents_per_role)
        everyone = (self.agents_per_role,) * dilemma.num_players
        return tuple(
            society.value(seat, True, everyone) for seat in range(dilemma.num_players)
        )


@dataclass(frozen=True)
class MediatorStrategy:
    """Propose, elect and delegate to one mediator; play the punishment under others.

    Attributes:
        mediator: That mediator; None for the one that cooperates if all delegate and
            punishes otherwise.
    """

    mediator: Plan | None = None

    def deviations(self, dilemma: Dilemma) -> Iterable[Deviation]:
        """In every vote, proposal and play."""
        return mediation_deviations(dilemma, self.mediator)

    def payoffs(self, dilemma: Dilemma) -> Payoffs:
        """Those of what the mediator plays for all."""
        return mediation_payoffs(dilemma, self.mediator)


@dataclass(frozen=True)
class ContractStrategy:
    """Propose, elect and sign one contract; cooperate under it.

    Attributes:
        others: The other contracts that are looked at. There are infinitely many, so
            the verdict is about these.
        contract: The intended one; None for the one that makes cooperation dominant.
        literal: Whether the punishment is played if all signed another one, as in the
            published proof, or else some equilibrium under it.
    """

    others: tuple[Transfers, ...]
    contract: Transfers | None = None
    literal: bool = False

    def deviations(self, dilemma: Dilemma) -> Iterable[Deviation]:
        """In every vote, proposal, signature and play."""
        reply = None if self.literal else an_equilibrium
        return contract_deviations(dilemma, self.others, self.contract, reply)

    def payoffs(self, dilemma: Dilemma) -> Payoffs:
        """Those of cooperation under the contract, payments included."""
        return contract_payoffs(dilemma, self.contract)
