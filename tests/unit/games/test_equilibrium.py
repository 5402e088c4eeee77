"""Equilibria judged by definition, by a second computation and by known solutions."""

from fractions import Fraction

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from ostrom.core.errors import IllegalActionError, SolverError, SpecError
from ostrom.games.theory import support_enumeration
from ostrom.games.theory.build import pure
from ostrom.games.theory.catalogue import GAMES
from ostrom.games.theory.equilibrium import (
    best_responses,
    is_nash,
    is_pure_nash,
    pure_equilibria,
)
from ostrom.games.theory.game import Game, Mixed
from ostrom.games.theory.inline import game_from_array
from ostrom.games.theory.support_enumeration import extreme_equilibria, one_equilibrium
from unit.games.game_parts import Draft, drafts, mixed_profiles, points

# A zero-sum game on which support enumeration of equal sizes is known to fail.
DEGENERATE = (
    (0, -1, -1, -1, 1, -1),
    (1, 0, 1, -1, -1, -1),
    (1, -1, 0, -1, -1, 1),
    (1, 1, 1, 0, -1, -1),
    (-1, 1, 1, 1, 0, -1),
    (1, 1, -1, 1, 1, 0),
)


def zero_sum(rows: tuple[tuple[int, ...], ...]) -> Game:
    """The game in which the row player gets these and the column player the rest."""
    return game_from_array("zero_sum", [[[v, -v] for v in row] for row in rows])


def with_deviation(
    mixed: tuple[Mixed, ...], player: int, action: int, count: int
) -> tuple[Mixed, ...]:
    """The same profile, except that one player plays one action for sure."""
    sure = tuple(Fraction(int(action == own)) for own in range(count))
    return (*mixed[:player], sure, *mixed[player + 1 :])


@given(st.data())
def test_is_nash_means_that_no_pure_deviation_pays(data: st.DataObject) -> None:
    draft = data.draw(drafts())
    game = draft.game()
    mixed = data.draw(
        st.one_of(
            mixed_profiles(draft.num_actions),
            st.sampled_from([pure(p, game.num_actions) for p in game.profiles()]),
        )
    )
    now = game.expected_payoffs(mixed)
    deviation_pays = any(
        game.expected_payoffs(with_deviation(mixed, player, action, count))[player]
        > now[player]
        for player, count in enumerate(game.num_actions)
        for action in range(count)
    )
    assert is_nash(game, mixed) == (not deviation_pays)


@given(drafts())
def test_pure_equilibria_are_those_that_pass_as_mixed(draft: Draft) -> None:
    game = draft.game()
    found = pure_equilibria(game)
    for profile in game.profiles():
        passes = is_nash(game, pure(profile, game.num_actions))
        assert (profile in found) == is_pure_nash(game, profile) == passes


@given(drafts(min_players=2, max_players=2, max_actions=4))
def test_every_two_player_game_is_solved(draft: Draft) -> None:
    game = draft.game()
    found = extreme_equilibria(game)
    assert len(set(found)) == len(found) >= 1
    assert all(is_nash(game, mixed) for mixed in found)
    assert is_nash(game, one_equilibrium(game))
    for profile in pure_equilibria(game):
        assert pure(profile, game.num_actions) in found


@given(st.data())
def test_the_value_of_a_zero_sum_game_is_unique(data: st.DataObject) -> None:
    size = data.draw(st.integers(1, 4))
    row = st.lists(st.integers(-2, 2), min_size=size, max_size=size).map(tuple)
    rows = tuple(data.draw(st.lists(row, min_size=1, max_size=4)))
    game = zero_sum(rows)
    found = extreme_equilibria(game)
    assert len({game.expected_payoffs(mixed) for mixed in found}) == 1
    # Equilibria of zero-sum games can be exchanged for one another.
    assert all(is_nash(game, (one[0], two[1])) for one in found for two in found)


def test_the_degenerate_zero_sum_game_is_solved_exactly() -> None:
    game = zero_sum(DEGENERATE)
    third = Fraction(1, 3)
    shares = (Fraction(0), Fraction(0), third, Fraction(0), third, third)
    assert is_nash(game, (shares, shares))
    assert game.expected_payoffs((shares, shares)) == points(0, 0)
    assert (shares, shares) in extreme_equilibria(game)
    assert game.expected_payoffs(one_equilibrium(game)) == points(0, 0)


def test_a_known_value_of_a_three_by_three_game() -> None:
    game = zero_sum(((113, 65, 112), (141, 93, -56), (120, 73, -76)))
    (rows, columns), *others = extreme_equilibria(game)
    assert others == []
    # Rows 0, 1 against columns 1, 2: solved by hand as a two-by-two game.
    assert rows == points(Fraction(149, 196), Fraction(47, 196), 0)
    assert columns == points(0, Fraction(6, 7), Fraction(1, 7))
    assert game.expected_payoffs((rows, columns))[0] == Fraction(502, 7)


@given(st.data())
def test_a_near_miss_is_no_equilibrium(data: st.DataObject) -> None:
    nudge = data.draw(st.fractions(max_denominator=10**12))
    assume(0 < abs(nudge) < Fraction(1, 2))
    share = Fraction(1, 2) + nudge
    half = (Fraction(1, 2),) * 2
    pennies = GAMES.load("matching_pennies").default()
    assert is_nash(pennies, (half, half))
    assert not is_nash(pennies, ((share, 1 - share), half))


def test_best_responses_are_all_that_are_best() -> None:
    game = GAMES.load("stag_hunt").default()
    three_fifths = (Fraction(3, 5), Fraction(2, 5))
    assert best_responses(game, 0, (three_fifths, three_fifths)) == (0, 1)
    assert best_responses(game, 0, pure((0, 0), (2, 2))) == (0,)
    assert best_responses(game, 1, pure((1, 0), (2, 2))) == (1,)


@pytest.mark.parametrize(
    ("mixed", "sentence"),
    [
        (((1,), (1, 0)), "lengths (1, 2)"),
        (((1, 0),), "lengths (2,)"),
        (((1, 0), (Fraction(1, 2), Fraction(1, 3))), "shares of player 1"),
        (((2, -1), (1, 0)), "shares of player 0"),
    ],
)
def test_shares_that_are_no_distribution(
    mixed: tuple[tuple[int | Fraction, ...], ...], sentence: str
) -> None:
    exact = tuple(tuple(Fraction(share) for share in shares) for shares in mixed)
    with pytest.raises(SpecError) as caught:
        is_nash(GAMES.load("stag_hunt").default(), exact)
    assert sentence in str(caught.value)


def test_a_profile_that_does_not_exist_is_refused() -> None:
    with pytest.raises(IllegalActionError, match="no profile"):
        is_pure_nash(GAMES.load("stag_hunt").default(), (0, 5))


def test_the_solver_takes_two_players_and_moderate_games() -> None:
    with pytest.raises(SpecError, match="takes two players, got 3"):
        one_equilibrium(GAMES.load("public_goods").default())
    with pytest.raises(SpecError, match="stops at 20000"):
        one_equilibrium(zero_sum(((0,) * 9,) * 9))


def test_a_failure_of_the_solver_is_never_an_answer(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(support_enumeration, "_solve", lambda system: None)
    with pytest.raises(SolverError, match="no equilibrium was found"):
        one_equilibrium(GAMES.load("matching_pennies").default())
