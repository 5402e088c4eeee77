"""Quality of proposals against plain comparisons of payoff arrays."""

import numpy as np
import pytest

from ostrom.core.errors import SpecError
from ostrom.games.theory.catalogue import GAMES
from ostrom.games.theory.game import Game, Profile
from ostrom.mechanisms.contract import contracted
from ostrom.mechanisms.mediation import mediated
from ostrom.mechanisms.protocol.observations import Plan, Transfers
from ostrom.mechanisms.theory.contract import contract_grid
from ostrom.mechanisms.theory.mediation import all_mediators
from ostrom.mechanisms.theory.proposals import (
    Stability,
    contract_stability,
    mediator_stability,
    modified_equilibria,
)

NAMES = (
    "prisoners_dilemma",
    "public_goods",
    "travellers_dilemma",
    "trust_game",
    "stag_hunt",
)
each_game = pytest.mark.parametrize("name", NAMES)


def by_arrays(rules: Game, profile: Profile) -> tuple[bool, bool, bool]:
    """Equilibrium, weakly dominant, strictly dominant, from the array of payoffs."""
    nash = weak = strict = True
    for player, chosen in enumerate(profile):
        own = np.moveaxis(rules.tensor[..., player], player, 0)
        others = profile[:player] + profile[player + 1 :]
        for action in set(range(len(own))) - {chosen}:
            lead = own[chosen] - own[action]
            nash &= bool(lead[others] >= -1e-9)
            weak &= bool((lead >= -1e-9).all() and (lead > 1e-9).any())
            strict &= bool((lead > 1e-9).all())
    return nash, weak, strict


def flags(stability: Stability) -> tuple[bool, bool, bool]:
    return (
        stability.is_equilibrium,
        stability.is_weakly_dominant,
        stability.is_strictly_dominant,
    )


@each_game
def test_every_mediator_is_judged_as_by_arrays(name: str) -> None:
    game = GAMES.load(name).default()
    for plan in all_mediators(game):
        found = mediator_stability(game, plan)
        played = (plan.actions[-1],) * game.num_players
        assert found.reaches_cooperation is (played == game.cooperative_profile)
        if found.reaches_cooperation:
            assert flags(found) == by_arrays(mediated(game, plan), game.num_actions)
        else:
            assert flags(found) == (False, False, False)


@each_game
def test_every_small_contract_is_judged_as_by_arrays(name: str) -> None:
    game = GAMES.load(name).default()
    assert game.cooperative_profile is not None
    for contract in contract_grid(game, range(-1, 3)):
        found = contract_stability(game, contract)
        rules = contracted(game, contract)
        assert flags(found) == by_arrays(rules, game.cooperative_profile)


@pytest.mark.parametrize(
    ("amount", "expected"),
    [
        (0, (False, False, False)),
        (1, (True, False, False)),
        (2, (True, True, True)),
    ],
)
def test_paying_for_cooperation_in_the_prisoners_dilemma(
    amount: int, expected: tuple[bool, bool, bool]
) -> None:
    game = GAMES.load("prisoners_dilemma").default()
    contract = Transfers(amounts=(amount, 0))
    assert flags(contract_stability(game, contract)) == expected


def test_delegating_is_weakly_but_not_strictly_dominant() -> None:
    game = GAMES.load("prisoners_dilemma").default()
    found = mediator_stability(game, Plan(actions=(1, 0)))
    assert flags(found) == (True, True, False)


def test_refuses_a_game_that_names_no_cooperation() -> None:
    game = GAMES.load("matching_pennies").default()
    with pytest.raises(SpecError, match="no cooperative profile"):
        contract_stability(game, Transfers(amounts=(0, 0)))
    with pytest.raises(SpecError, match="no cooperative profile"):
        mediator_stability(game, Plan(actions=(0, 0)))


def test_equilibria_of_the_modified_game() -> None:
    game = GAMES.load("prisoners_dilemma").default()
    # Cooperating earns 2 from the other: it is strictly dominant for both.
    assert modified_equilibria(game, Transfers((2, 0))) == ((0, 0),)
    # Under a mediator that defects alone and cooperates for both, delegating is one
    # equilibrium and defecting another; the third action is to delegate.
    found = modified_equilibria(game, Plan((1, 0)))
    assert (2, 2) in found
    assert (1, 1) in found
    assert all(0 not in profile for profile in found)
