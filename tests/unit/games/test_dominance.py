"""Dominance by hand-worked cases and by its own definition, spelt out again."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from ostrom.games.theory.catalogue import GAMES
from ostrom.games.theory.dominance import (
    dominant_action,
    dominated_actions,
    iterated_elimination,
    strictly_dominates,
    weakly_dominates,
)
from ostrom.games.theory.equilibrium import (
    pareto_dominates,
    pure_equilibria,
    strictly_dominant_profile,
    weakly_dominant_profile,
)
from ostrom.games.theory.game import Game
from ostrom.games.theory.inline import game_from_array
from unit.games.game_parts import Draft, drafts, points


@given(st.data())
def test_dominance_agrees_with_slices_of_the_tensor(data: st.DataObject) -> None:
    game = data.draw(drafts()).game()
    player = data.draw(st.integers(0, game.num_players - 1))
    count = game.num_actions[player]
    better, worse = data.draw(st.tuples(*[st.integers(0, count - 1)] * 2))
    own = np.moveaxis(game.tensor[..., player], player, 0)
    above, below = own[better], own[worse]
    strictly = bool((above > below).all())
    weakly = bool((above >= below).all() and (above > below).any())
    assert strictly_dominates(game, player, better, worse) == strictly
    assert weakly_dominates(game, player, better, worse) == weakly


@given(drafts())
def test_no_pure_equilibrium_is_ever_eliminated_strictly(draft: Draft) -> None:
    game = draft.game()
    remaining = iterated_elimination(game)
    for profile in pure_equilibria(game):
        for player, action in enumerate(profile):
            assert action in remaining[player]


@given(drafts())
def test_weak_elimination_leaves_something_undominated(draft: Draft) -> None:
    game = draft.game()
    remaining = iterated_elimination(game, strictly=False)
    for player in range(game.num_players):
        assert remaining[player]
        left = dominated_actions(game, player, strictly=False, remaining=remaining)
        assert left == ()


@given(drafts())
def test_a_dominant_profile_is_a_pure_equilibrium(draft: Draft) -> None:
    game = draft.game()
    for profile in game.profiles():
        strictly = strictly_dominant_profile(game, profile)
        weakly = weakly_dominant_profile(game, profile)
        assert weakly or not strictly
        assert profile in pure_equilibria(game) or not weakly
        dominant = tuple(dominant_action(game, p) for p in range(game.num_players))
        assert strictly == (dominant == profile)


# Trust is solved in two steps; the traveller's claims fall one by one, weakly.
@pytest.mark.parametrize(
    ("name", "strict", "weak"),
    [
        ("prisoners_dilemma", ((1,), (1,)), ((1,), (1,))),
        ("public_goods", ((1,),) * 3, ((1,),) * 3),
        ("trust_game", ((1,), (1,)), ((1,), (1,))),
        ("travellers_dilemma", ((0, 1, 2, 3),) * 2, ((0,), (0,))),
        ("stag_hunt", ((0, 1),) * 2, ((0, 1),) * 2),
        ("matching_pennies", ((0, 1),) * 2, ((0, 1),) * 2),
        ("volunteers_dilemma", ((0, 1),) * 3, ((0, 1),) * 3),
    ],
)
def test_iterated_elimination(
    name: str, strict: tuple[tuple[int, ...], ...], weak: tuple[tuple[int, ...], ...]
) -> None:
    game = GAMES.load(name).default()
    assert iterated_elimination(game) == strict
    assert iterated_elimination(game, strictly=False) == weak


def test_a_traveller_only_weakly_gives_up_the_highest_claim() -> None:
    game = GAMES.load("travellers_dilemma").default()
    assert dominated_actions(game, 0, strictly=False) == (3,)
    assert dominated_actions(game, 0, strictly=True) == ()
    assert weakly_dominates(game, 1, 2, 3)
    # Once 5 is gone, 4 falls to 3.
    assert weakly_dominates(game, 0, 1, 2, ((0, 1, 2), (0, 1, 2)))
    assert not weakly_dominates(game, 0, 1, 2)


def test_weak_dominance_needs_one_real_advantage() -> None:
    twins = game_from_array("twins", [[[1, 0], [2, 0]], [[1, 0], [2, 0]]])
    assert not weakly_dominates(twins, 0, 0, 1)
    assert not weakly_dominant_profile(twins, (0, 0))
    better_once = game_from_array("once", [[[1, 0], [3, 1]], [[1, 0], [2, 0]]])
    assert weakly_dominates(better_once, 0, 0, 1)
    assert not strictly_dominates(better_once, 0, 0, 1)


def with_delegation(name: str, plan: list[int]) -> Game:
    """A game with the action `delegate` added: c delegators all play plan[c - 1]."""
    base = GAMES.load(name).default()
    added = base.num_actions[0]
    sizes = [count + 1 for count in base.num_actions]
    array = np.empty((*sizes, base.num_players), dtype=object)
    for profile in np.ndindex(*sizes):
        delegators = profile.count(added)
        array[profile] = base.payoff(
            [plan[delegators - 1] if a == added else a for a in profile]
        )
    return game_from_array(name, array.tolist())


# Among mediators whose full delegation cooperates, this many are weakly dominant.
@pytest.mark.parametrize(
    ("name", "count"),
    [
        ("prisoners_dilemma", 1),
        ("public_goods", 1),
        ("travellers_dilemma", 0),
        ("trust_game", 0),
        ("stag_hunt", 0),
    ],
)
def test_how_many_mediators_are_weakly_dominant(name: str, count: int) -> None:
    base = GAMES.load(name).default()
    assert base.cooperative_profile is not None
    full = base.cooperative_profile[0]
    delegate = (base.num_actions[0],) * base.num_players
    plans = np.ndindex(*base.num_actions[1:])
    dominant = [
        plan
        for plan in plans
        if weakly_dominant_profile(with_delegation(name, [*plan, full]), delegate)
    ]
    assert len(dominant) == count


def test_pareto_dominance() -> None:
    game = game_from_array("g", [[[1, 1], [1, 1]], [[2, 1], [3, 0]]])
    assert pareto_dominates(game, (1, 0), (0, 0))
    assert not pareto_dominates(game, (1, 1), (0, 0))
    assert not pareto_dominates(game, (0, 1), (0, 0))
    assert game.payoff((1, 1)) == points(3, 0)
