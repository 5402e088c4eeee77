"""Payoffs as published, typed in from the tables and not from the code."""

from fractions import Fraction

import pytest

from ostrom.games.theory.catalogue import GAMES
from unit.games.game_parts import points

HALF = Fraction(1, 2)

# CoopEval, Table 1a and Listing 4.
PRISONERS = [[(2, 2), (0, 3)], [(3, 0), (1, 1)]]

# CoopEval, Table 1b and Listing 6; rows and columns are the claims 2, 3, 4, 5.
TRAVELLERS = [
    [(2, 2), (4, 0), (4, 0), (4, 0)],
    [(0, 4), (3, 3), (5, 1), (5, 1)],
    [(0, 4), (1, 5), (4, 4), (6, 2)],
    [(0, 4), (1, 5), (2, 6), (5, 5)],
]

# CoopEval, Table 1c; Listing 7 tells the same as seen by the column player.
TRUST = [[(10, 10), (0, 20)], [(6, 2), (4, 4)]]

# CoopEval, Table 1d and Listing 5; C is action 0.
PUBLIC_GOODS = {
    (0, 0, 0): (3 * HALF, 3 * HALF, 3 * HALF),
    (0, 1, 0): (1, 2, 1),
    (0, 0, 1): (1, 1, 2),
    (0, 1, 1): (HALF, 3 * HALF, 3 * HALF),
    (1, 0, 0): (2, 1, 1),
    (1, 1, 0): (3 * HALF, 3 * HALF, HALF),
    (1, 0, 1): (3 * HALF, HALF, 3 * HALF),
    (1, 1, 1): (1, 1, 1),
}

STAG_HUNT = [[(5, 5), (0, 3)], [(3, 0), (3, 3)]]
MATCHING_PENNIES = [[(1, -1), (-1, 1)], [(-1, 1), (1, -1)]]
CHICKEN = [[(6, 6), (2, 7)], [(7, 2), (0, 0)]]
SEXES = [[(10, 7), (0, 0)], [(0, 0), (7, 10)]]
DONATION = [[(1, 1), (-1, 2)], [(2, -1), (0, 0)]]

# Three players, benefit 4, cost 1; action 0 volunteers.
VOLUNTEERS = {
    (0, 0, 0): (3, 3, 3),
    (0, 0, 1): (3, 3, 4),
    (0, 1, 0): (3, 4, 3),
    (0, 1, 1): (3, 4, 4),
    (1, 0, 0): (4, 3, 3),
    (1, 0, 1): (4, 3, 4),
    (1, 1, 0): (4, 4, 3),
    (1, 1, 1): (0, 0, 0),
}


@pytest.mark.parametrize(
    ("name", "table"),
    [
        ("prisoners_dilemma", PRISONERS),
        ("travellers_dilemma", TRAVELLERS),
        ("trust_game", TRUST),
        ("stag_hunt", STAG_HUNT),
        ("matching_pennies", MATCHING_PENNIES),
        ("chicken", CHICKEN),
        ("battle_of_the_sexes", SEXES),
        ("donation_game", DONATION),
    ],
)
def test_two_player_tables(name: str, table: list[list[tuple[int, int]]]) -> None:
    game = GAMES.load(name).default()
    assert game.num_actions == (len(table), len(table[0]))
    for row, cells in enumerate(table):
        for column, payoffs in enumerate(cells):
            assert game.payoff((row, column)) == points(*payoffs), (row, column)


@pytest.mark.parametrize(
    ("name", "table"),
    [("public_goods", PUBLIC_GOODS), ("volunteers_dilemma", VOLUNTEERS)],
)
def test_three_player_tables(
    name: str, table: dict[tuple[int, ...], tuple[Fraction | int, ...]]
) -> None:
    assert GAMES.load(name).default().payoffs == table


# CoopEval's end points of normalised payoffs: u(a) and u(s*), by player.
@pytest.mark.parametrize(
    ("name", "cooperative", "defective"),
    [
        ("prisoners_dilemma", (2, 2), (1, 1)),
        ("public_goods", (1.5, 1.5, 1.5), (1, 1, 1)),
        ("travellers_dilemma", (5, 5), (2, 2)),
        ("trust_game", (10, 10), (4, 4)),
        ("stag_hunt", (5, 5), (3, 3)),
    ],
)
def test_end_points_of_normalised_payoffs(
    name: str, cooperative: tuple[float, ...], defective: tuple[float, ...]
) -> None:
    game = GAMES.load(name).default()
    assert game.cooperative_profile is not None
    assert game.defective_profile is not None
    assert game.payoff(game.cooperative_profile) == points(*cooperative)
    assert game.payoff(game.defective_profile) == points(*defective)


def test_the_claims_are_named_to_the_players() -> None:
    game = GAMES.load("travellers_dilemma").default()
    meanings = ("the number 2", "the number 3", "the number 4", "the number 5")
    assert game.action_meanings == (meanings, meanings)


# What any one-shot deviation pays in repeated play: (gain, loss) -> critical discount.
@pytest.mark.parametrize(
    ("name", "critical"),
    [
        ("prisoners_dilemma", Fraction(1, 2)),
        ("public_goods", Fraction(1, 2)),
        ("travellers_dilemma", Fraction(1, 4)),
        ("trust_game", Fraction(5, 8)),
        ("stag_hunt", Fraction(0)),
        ("donation_game", Fraction(1, 2)),
    ],
)
def test_critical_discounts(name: str, critical: Fraction) -> None:
    game = GAMES.load(name).default()
    together, apart = game.cooperative_profile, game.defective_profile
    assert together is not None
    assert apart is not None
    needed = []
    for player, count in enumerate(game.num_actions):
        best = max(
            game.payoff((*together[:player], action, *together[player + 1 :]))[player]
            for action in range(count)
        )
        gain = best - game.payoff(together)[player]
        needed.append(gain / (best - game.payoff(apart)[player]))
    assert max(needed) == critical
