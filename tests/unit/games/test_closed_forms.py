"""What must hold for any parameters, by formulas that the code does not use."""

from fractions import Fraction
from itertools import permutations
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ostrom.core.errors import SpecError
from ostrom.core.parameters import read_parameters
from ostrom.games.theory.catalogue import GAMES
from ostrom.games.theory.dominance import dominant_action, iterated_elimination
from ostrom.games.theory.equilibrium import is_nash, pure_equilibria
from ostrom.games.theory.game import Game
from ostrom.games.theory.support_enumeration import extreme_equilibria

SMALL = st.fractions(min_value=Fraction(1, 20), max_value=20, max_denominator=20)
SYMMETRIC = (
    "chicken",
    "donation_game",
    "prisoners_dilemma",
    "public_goods",
    "stag_hunt",
    "travellers_dilemma",
    "volunteers_dilemma",
)


def made(name: str, **parameters: Any) -> Game:
    """The game with these parameters, read as a spec gives them."""
    kind = GAMES.load(name)
    return kind.build(read_parameters(kind.parameters, parameters, name))


@pytest.mark.parametrize("name", SYMMETRIC)
def test_seats_do_not_matter_in_symmetric_games(name: str) -> None:
    game = GAMES.load(name).default()
    for order in permutations(range(game.num_players)):
        for profile in game.profiles():
            moved = tuple(profile[seat] for seat in order)
            assert game.payoff(moved) == tuple(game.payoff(profile)[s] for s in order)


@given(players=st.integers(2, 6), share=st.fractions(0, 1, max_denominator=30))
def test_public_goods_sum(players: int, share: Fraction) -> None:
    if not 0 < share < 1:
        return
    multiplier = 1 + share * (players - 1)
    game = made("public_goods", num_players=players, multiplier=str(multiplier))
    for profile, payoffs in game.payoffs.items():
        contributors = profile.count(0)
        assert sum(payoffs) == players + (multiplier - 1) * contributors
    assert game.equilibria[0] == ((Fraction(0), Fraction(1)),) * players
    for player in range(players):
        assert dominant_action(game, player) == 1


@given(
    lowest=st.integers(0, 10),
    spread=st.integers(1, 7),
    bonus=SMALL,
    up=st.integers(0, 5),
)
def test_travellers_shift(lowest: int, spread: int, bonus: Fraction, up: int) -> None:
    bonus += 1
    low = made("travellers_dilemma", lowest=lowest, spread=spread, bonus=bonus)
    high = made("travellers_dilemma", lowest=lowest + up, spread=spread, bonus=bonus)
    for profile, payoffs in low.payoffs.items():
        assert high.payoff(profile) == tuple(payoff + up for payoff in payoffs)
        assert sum(payoffs) == 2 * (lowest + min(profile))
    assert low.num_actions == (spread + 1, spread + 1)
    assert pure_equilibria(low) == ((0, 0),)
    if spread <= 3:  # larger ones take the exact solver seconds each
        assert set(extreme_equilibria(low)) == set(low.equilibria)
    assert iterated_elimination(low, strictly=False) == ((0,), (0,))


@given(entrusted=SMALL, more=SMALL, growth=SMALL)
def test_trust_game_tells_its_story(
    entrusted: Fraction, more: Fraction, growth: Fraction
) -> None:
    further, multiplier = entrusted + more, 2 + growth
    game = made(
        "trust_game", entrusted=entrusted, further=further, multiplier=multiplier
    )
    for (investor, trustee), payoffs in game.payoffs.items():
        kept = further if investor == 1 else 0
        returns = multiplier * (entrusted + further - kept)
        back = returns / 2 if trustee == 0 else 0
        assert payoffs == (kept + back, returns - back)
    assert set(extreme_equilibria(game)) == set(game.equilibria)
    assert dominant_action(game, 1) == 1
    assert dominant_action(game, 0) is None
    assert iterated_elimination(game) == ((1,), (1,))
    assert game.payoff((0, 0)) > game.payoff((1, 1))


@given(players=st.integers(2, 5), root=st.fractions(0, 1, max_denominator=9))
def test_volunteers_symmetric_equilibrium(players: int, root: Fraction) -> None:
    if not 0 < root < 1:
        return
    game = made(
        "volunteers_dilemma", num_players=players, benefit=1, cost=root ** (players - 1)
    )
    everybody = ((1 - root, root),) * players
    assert everybody in game.equilibria
    assert is_nash(game, everybody)
    assert all(is_nash(game, mixed) for mixed in game.equilibria)
    # Whoever mixes is indifferent: a volunteer surely gets benefit minus cost.
    assert game.expected_payoffs(everybody) == (1 - root ** (players - 1),) * players


def test_volunteers_dilemma_counts_its_equilibria() -> None:
    rational = made("volunteers_dilemma", num_players=3, benefit=4, cost=1)
    assert len(rational.equilibria) == len(set(rational.equilibria)) == 2**3 - 1
    assert "irrational" not in rational.notes
    irrational = made("volunteers_dilemma", num_players=3, benefit=2, cost=1)
    assert len(irrational.equilibria) == 6
    assert "there are 1 in irrational" in irrational.notes
    four = made("volunteers_dilemma", num_players=4, benefit=2, cost=1)
    assert len(four.equilibria) == 4 + 6
    assert "there are 5 in irrational" in four.notes


def test_two_volunteers_mix_in_rational_numbers() -> None:
    game = made("volunteers_dilemma", num_players=2, benefit=3, cost=2)
    assert set(extreme_equilibria(game)) == set(game.equilibria)
    assert ((Fraction(1, 3), Fraction(2, 3)),) * 2 in game.equilibria


@given(steps=st.tuples(SMALL, SMALL, SMALL), least=SMALL)
@pytest.mark.parametrize(
    ("name", "order"),
    [
        ("prisoners_dilemma", ("sucker", "punishment", "reward", "temptation")),
        ("chicken", ("crash", "sucker", "reward", "temptation")),
        ("stag_hunt", ("alone", "hare", "together")),
        ("battle_of_the_sexes", ("apart", "other", "favourite")),
    ],
)
def test_named_equilibria_for_any_payoffs(
    name: str, order: tuple[str, ...], steps: tuple[Fraction, ...], least: Fraction
) -> None:
    values = [least, least + steps[0]]
    values += [values[-1] + steps[1], values[-1] + steps[1] + steps[2]]
    game = made(name, **dict(zip(order, values, strict=False)))
    assert set(extreme_equilibria(game)) == set(game.equilibria)


@given(cost=SMALL, more=SMALL)
def test_donations_are_additive(cost: Fraction, more: Fraction) -> None:
    benefit = cost + more
    game = made("donation_game", benefit=benefit, cost=cost)
    for (first, second), (to_first, to_second) in game.payoffs.items():
        assert to_first == benefit * (second == 0) - cost * (first == 0)
        assert to_second == benefit * (first == 0) - cost * (second == 0)


@pytest.mark.parametrize(
    ("name", "parameters", "sentence"),
    [
        ("prisoners_dilemma", {"reward": 4}, "temptation = 3 and reward = 4"),
        ("public_goods", {"multiplier": 3}, "num_players = 3 and multiplier = 3"),
        ("public_goods", {"multiplier": 1}, "multiplier = 1 and one = 1"),
        ("public_goods", {"num_players": 1}, "greater than or equal to 2"),
        ("travellers_dilemma", {"bonus": 1}, "bonus = 1 and one_step = 1"),
        ("travellers_dilemma", {"spread": 0}, "greater than or equal to 1"),
        ("trust_game", {"entrusted": 4}, "further = 4 and entrusted = 4"),
        ("trust_game", {"multiplier": 2}, "multiplier = 2 and two = 2"),
        ("stag_hunt", {"hare": "11/2"}, "together = 5 and hare = 11/2"),
        ("matching_pennies", {"stake": 0}, "stake = 0 and zero = 0"),
        ("chicken", {"sucker": -1}, "sucker = -1 and crash = 0"),
        ("battle_of_the_sexes", {"other": 10}, "favourite = 10 and other = 10"),
        ("donation_game", {"cost": 2}, "benefit = 2 and cost = 2"),
        ("volunteers_dilemma", {"cost": 0}, "cost = 0 and zero = 0"),
        ("volunteers_dilemma", {"players": 3}, "Did you mean 'num_players'"),
        ("stag_hunt", {"hare": float("nan")}, "must be a finite number"),
        ("stag_hunt", {"hare": True}, "truth value"),
        ("stag_hunt", {"hare": "1/0"}, "must be a finite number"),
        ("stag_hunt", {"hare": "1e99999999"}, "at most three digits"),
        ("stag_hunt", {"hare": [3]}, "must be a finite number"),
    ],
)
def test_illegal_parameters(
    name: str, parameters: dict[str, Any], sentence: str
) -> None:
    with pytest.raises(SpecError) as caught:
        made(name, **parameters)
    assert sentence in str(caught.value)
    assert name in str(caught.value)


def test_parameters_survive_being_written_out() -> None:
    kind = GAMES.load("prisoners_dilemma")
    given = read_parameters(kind.parameters, {"reward": "7/3", "sucker": 0.1}, "spec")
    again = kind.parameters.model_validate_json(given.model_dump_json())
    assert again == given
    assert given.model_dump(mode="json")["reward"] == "7/3"
    assert given.model_dump(mode="json")["sucker"] == "1/10"
