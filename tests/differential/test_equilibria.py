"""The named equilibria against solvers that share no code with ours."""

from fractions import Fraction
from itertools import product
from typing import Any

import nashpy
import numpy as np
import pytest
from scipy.optimize import linprog

from ostrom.games.theory.build import pure
from ostrom.games.theory.catalogue import GAMES
from ostrom.games.theory.equilibrium import is_nash, pure_equilibria
from ostrom.games.theory.game import Game
from ostrom.games.theory.inline import game_from_array
from ostrom.games.theory.support_enumeration import extreme_equilibria

GAMES_BY_NAME = {name: GAMES.load(name).default() for name in GAMES.names()}
TWO_PLAYERS = [name for name, game in GAMES_BY_NAME.items() if game.num_players == 2]

Rounded = tuple[tuple[float, ...], ...]


def rounded(mixed: Any) -> Rounded:
    """A profile of shares in floating point, rounded so that it can be compared."""
    return tuple(
        tuple(round(float(share), 9) + 0.0 for share in shares) for shares in mixed
    )


def by_vertices(game: Game) -> set[Rounded]:
    """What nashpy finds by enumerating vertices."""
    outside = nashpy.Game(game.tensor[..., 0], game.tensor[..., 1])
    return {rounded(mixed) for mixed in outside.vertex_enumeration()}


def by_supports(game: Game) -> set[Rounded]:
    """What nashpy finds by enumerating supports; it warns where that is unreliable."""
    outside = nashpy.Game(game.tensor[..., 0], game.tensor[..., 1])
    return {rounded(mixed) for mixed in outside.support_enumeration()}


@pytest.mark.parametrize("name", TWO_PLAYERS)
def test_vertex_enumeration_finds_the_named_equilibria(name: str) -> None:
    game = GAMES_BY_NAME[name]
    assert by_vertices(game) == {rounded(mixed) for mixed in game.equilibria}


@pytest.mark.parametrize("name", TWO_PLAYERS)
def test_support_enumeration_finds_the_named_equilibria(name: str) -> None:
    game = GAMES_BY_NAME[name]
    assert by_supports(game) == {rounded(mixed) for mixed in game.equilibria}


def pays_to_deviate(game: Game, profile: tuple[int, ...], player: int) -> bool:
    """Whether another action pays the player more, by the floating-point tensor."""
    own = np.moveaxis(game.tensor[..., player], player, 0)
    for action in profile[:player] + profile[player + 1 :]:
        own = own[:, action]
    return bool(own.max() > own[profile[player]])


@pytest.mark.parametrize("name", GAMES.names())
def test_pure_equilibria_by_exhaustion(name: str) -> None:
    game = GAMES_BY_NAME[name]
    found = set()
    for profile in product(*(range(count) for count in game.num_actions)):
        if not any(pays_to_deviate(game, profile, p) for p in range(game.num_players)):
            found.add(profile)
    assert set(pure_equilibria(game)) == found
    listed = {mixed for mixed in game.equilibria if all(max(s) == 1 for s in mixed)}
    assert listed == {pure(profile, game.num_actions) for profile in found}
    assert all(is_nash(game, mixed) for mixed in game.equilibria)


def test_the_degenerate_zero_sum_game() -> None:
    rows = [
        [0, -1, -1, -1, 1, -1],
        [1, 0, 1, -1, -1, -1],
        [1, -1, 0, -1, -1, 1],
        [1, 1, 1, 0, -1, -1],
        [-1, 1, 1, 1, 0, -1],
        [1, 1, -1, 1, 1, 0],
    ]
    game = game_from_array("zero_sum", [[[v, -v] for v in row] for row in rows])
    third = 1 / 3
    solution = rounded([(0, 0, third, 0, third, third)] * 2)
    # nashpy's support enumeration is known to miss it, and warns.
    with pytest.warns(RuntimeWarning, match="degenerate"):
        assert by_supports(game) == set()
    assert solution in by_vertices(game)
    assert solution in {rounded(mixed) for mixed in extreme_equilibria(game)}
    assert linear_programme_value(np.array(rows, dtype=float)) == pytest.approx(0)


def linear_programme_value(rows: np.ndarray) -> float:
    """The value of a zero-sum game by linear programming."""
    actions, others = rows.shape
    answer = linprog(
        c=[0.0] * actions + [-1.0],
        A_ub=np.hstack([-rows.T, np.ones((others, 1))]),
        b_ub=np.zeros(others),
        A_eq=[[1.0] * actions + [0.0]],
        b_eq=[1.0],
        bounds=[(0, None)] * actions + [(None, None)],
    )
    assert answer.success
    return -float(np.asarray(answer.fun))


@pytest.mark.parametrize("seed", range(25))
def test_random_generic_games(seed: int) -> None:
    generator = np.random.Generator(np.random.PCG64(seed))
    shape = tuple(int(count) for count in generator.integers(2, 5, size=2))
    array = generator.integers(-1000, 1000, size=(*shape, 2)).tolist()
    game = game_from_array("random", array)
    # Not its support enumeration: that misses some equilibria of these games.
    assert {rounded(mixed) for mixed in extreme_equilibria(game)} == by_vertices(game)


@pytest.mark.parametrize("seed", range(25))
def test_random_zero_sum_games(seed: int) -> None:
    generator = np.random.Generator(np.random.PCG64(1000 + seed))
    shape = tuple(int(count) for count in generator.integers(1, 6, size=2))
    rows = generator.integers(-2, 3, size=shape)
    game = game_from_array(
        "zero_sum", [[[v, -v] for v in row] for row in rows.tolist()]
    )
    value = linear_programme_value(rows.astype(float))
    for mixed in extreme_equilibria(game):
        payoffs = game.expected_payoffs(mixed)
        assert float(payoffs[0]) == pytest.approx(value, abs=1e-9)
        assert payoffs[0] + payoffs[1] == Fraction(0)
