"""How good a proposed mediator or contract is: does it make cooperation stable?

Judged is the game that the proposal makes of the base game. Its cooperative outcome is
that all delegate to a mediator who then cooperates for all, or that all cooperate under
a contract.
"""

from dataclasses import dataclass

from ostrom.core.errors import SpecError
from ostrom.games.theory.equilibrium import (
    is_pure_nash,
    pure_equilibria,
    strictly_dominant_profile,
    weakly_dominant_profile,
)
from ostrom.games.theory.game import Game, Profile
from ostrom.mechanisms.contract import contracted
from ostrom.mechanisms.mediation import mediated
from ostrom.mechanisms.protocol.observations import Plan, Transfers


@dataclass(frozen=True)
class Stability:
    """How firmly the cooperative outcome stands under a proposal.

    Attributes:
        reaches_cooperation: Whether the outcome can come about at all; False for a
            mediator who does not cooperate if all delegate. Then all else is False.
        is_equilibrium: Whether nobody gains by departing alone.
        is_weakly_dominant: Whether each player's part is never worse than any other
            action, and better at least once than each.
        is_strictly_dominant: Whether each player's part is always better.
    """

    reaches_cooperation: bool
    is_equilibrium: bool
    is_weakly_dominant: bool
    is_strictly_dominant: bool


def mediator_stability(game: Game, mediator: Plan) -> Stability:
    """Returns how firmly it stands that all delegate and the mediator cooperates.

    Args:
        game: The base game; it names its cooperative profile.
        mediator: The proposal.

    Raises:
        SpecError: The game names no cooperative profile, or the mediator does not fit.
    """
    rules = mediated(game, mediator)
    played = (mediator.actions[-1],) * game.num_players
    if played != _cooperative(game):
        return Stability(False, False, False, False)
    return _stability(rules, game.num_actions)


def contract_stability(game: Game, contract: Transfers) -> Stability:
    """Returns how firmly it stands that all cooperate under a signed contract.

    Args:
        game: The base game; it names its cooperative profile.
        contract: The proposal.

    Raises:
        SpecError: The game names no cooperative profile, or the contract does not fit.
    """
    return _stability(contracted(game, contract), _cooperative(game))


def modified_equilibria(game: Game, proposal: Plan | Transfers) -> tuple[Profile, ...]:
    """Returns the pure equilibria of the game that a proposal makes of the base game.

    Under a mediator the last action of each player is to delegate.

    Args:
        game: The base game.
        proposal: A mediator or a contract.

    Raises:
        SpecError: The proposal does not fit the game.
    """
    if isinstance(proposal, Plan):
        return tuple(pure_equilibria(mediated(game, proposal)))
    return tuple(pure_equilibria(contracted(game, proposal)))


def _cooperative(game: Game) -> Profile:
    if game.cooperative_profile is None:
        raise SpecError(f"{game.name} names no cooperative profile to judge.")
    return game.cooperative_profile


def _stability(rules: Game, profile: Profile) -> Stability:
    return Stability(
        reaches_cooperation=True,
        is_equilibrium=is_pure_nash(rules, profile),
        is_weakly_dominant=weakly_dominant_profile(rules, profile),
        is_strictly_dominant=strictly_dominant_profile(rules, profile),
    )
