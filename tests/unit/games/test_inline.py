"""Games given as payoff arrays: read exactly, and refused with the position."""

from fractions import Fraction
from typing import Any

import pytest
from hypothesis import given

from ostrom.core.errors import SpecError
from ostrom.games.theory.catalogue import GAMES
from ostrom.games.theory.game import Game
from ostrom.games.theory.inline import game_from_array
from unit.games.game_parts import Draft, drafts

PRISONERS = [[[2, 2], [0, 3]], [[3, 0], [1, 1]]]


def as_array(game: Game, profile: tuple[int, ...] = ()) -> list[Any]:
    """The payoffs of a game as nested lists of texts."""
    if len(profile) == game.num_players:
        return [str(payoff) for payoff in game.payoff(profile)]
    actions = range(game.num_actions[len(profile)])
    return [as_array(game, (*profile, action)) for action in actions]


@given(drafts())
def test_an_array_says_all_about_the_payoffs(draft: Draft) -> None:
    game = draft.game()
    again = game_from_array("again", as_array(game), actions=game.actions)
    assert again.payoffs == game.payoffs
    assert again.actions == game.actions


def test_the_prisoners_dilemma_inline() -> None:
    game = game_from_array(
        "mine",
        PRISONERS,
        actions=[["cooperate", "defect"]] * 2,
        cooperative_profile=["cooperate", 0],
        defective_profile=[1, "defect"],
    )
    published = GAMES.load("prisoners_dilemma").default()
    assert game.payoffs == published.payoffs
    assert game.cooperative_profile == (0, 0)
    assert game.defective_profile == (1, 1)
    assert game.equilibria == published.equilibria
    assert "equilibria listed are the pure ones" in game.notes


def test_numbers_are_read_exactly() -> None:
    game = game_from_array("g", [[0.1], ["3/2"], [" -1e-3 "], [Fraction(1, 3)], [7]])
    assert [game.payoff((action,))[0] for action in range(5)] == [
        Fraction(1, 10),
        Fraction(3, 2),
        Fraction(-1, 1000),
        Fraction(1, 3),
        Fraction(7),
    ]
    assert game.actions == (
        ("action_0", "action_1", "action_2", "action_3", "action_4"),
    )


@pytest.mark.parametrize(
    ("payoffs", "sentence"),
    [
        ([], "payoffs is empty"),
        ([[[]]], "payoffs[0][0] is empty"),
        ([1, 2], "must be nested lists"),
        ([[[2, 2], [0, 3]], [[3, 0]]], "payoffs[1] has 1 entries"),
        ([[[2, 2], [0, 3]], [[3, 0], [1]]], "payoffs[1][1] has 1 entries"),
        ([[[2, 2], [0, 3]], [[3, 0], [1, 1, 1]]], "payoffs[1][1] has 3 entries"),
        ([[[2, 2], [0, 3]], [[3, 0], 1]], "payoffs[1][1] must be a list of 2"),
        ([[[2, 2], [0, 3]], ["30", [1, 1]]], "payoffs[1][0] must be a list of 2"),
        ([[[2, 2, 2], [0, 3, 2]]], "payoffs[0][0] has 3"),
        ([[2, 0], [3, 1]], "payoffs[0] has 2"),
        ([[[2, float("nan")], [0, 3]]], "payoffs[0][0][1]: must be a finite"),
        ([[[2, 2], [float("inf"), 3]]], "payoffs[0][1][0]: must be a finite"),
        ([[[2, 2], [0, "three"]]], "payoffs[0][1][1]: must be a finite"),
        ([[[2, "1/0"], [0, 3]]], "payoffs[0][0][1]: must be a finite"),
        ([[[2, "1e99999"], [0, 3]]], "payoffs[0][0][1]: an exponent"),
        ([[[True, 2], [0, 3]]], "payoffs[0][0][0]: a truth value"),
        ([[[None, 2], [0, 3]]], "payoffs[0][0][0] must be a number, got None"),
        ([[[2, 2], [0, [3]]]], "payoffs[0][1][1] must be a number, got [3]"),
    ],
)
def test_arrays_that_are_no_game(payoffs: list[Any], sentence: str) -> None:
    with pytest.raises(SpecError) as caught:
        game_from_array("mine", payoffs)
    assert str(caught.value).startswith("mine: ")
    assert sentence in str(caught.value)


@pytest.mark.parametrize(
    ("extra", "sentence"),
    [
        ({"actions": [["a", "b"]]}, "actions name (2,) actions"),
        ({"actions": [["a", "b"], ["a"]]}, "actions name (2, 1) actions"),
        ({"actions": [["a", "a"], ["a", "b"]]}, "player 0 needs a different"),
        ({"cooperative_profile": [0]}, "one action for each of the 2 players"),
        ({"cooperative_profile": [0, 2]}, "cooperative_profile[1]: no action 2"),
        ({"cooperative_profile": [-1, 0]}, "cooperative_profile[0]: no action -1"),
        ({"cooperative_profile": [0, True]}, "cooperative_profile[1]: no True"),
        (
            {"cooperative_profile": [0, "action_01"]},
            "cooperative_profile[1]: no 'action_01'. Did you mean 'action_",
        ),
        ({"defective_profile": [0, 0]}, "[0, 0] is no equilibrium"),
    ],
)
def test_names_and_profiles_that_do_not_fit(
    extra: dict[str, Any], sentence: str
) -> None:
    with pytest.raises(SpecError) as caught:
        game_from_array("mine", PRISONERS, **extra)
    assert sentence in str(caught.value)
