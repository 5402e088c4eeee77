"""The parts of a game must fit together, and its payoffs are exact."""

from dataclasses import replace
from fractions import Fraction
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from ostrom.core.errors import IllegalActionError, SpecError
from ostrom.games.theory.build import exact
from ostrom.games.theory.catalogue import GAMES
from unit.games.game_parts import Draft, drafts, mixed_profiles

PRISONERS = GAMES.load("prisoners_dilemma").default()


@given(st.data())
def test_expected_payoffs_agree_with_a_tensor_product(data: st.DataObject) -> None:
    draft = data.draw(drafts())
    mixed = data.draw(mixed_profiles(draft.num_actions))
    game = draft.game()
    expected = game.tensor
    for shares in mixed:
        expected = np.tensordot([float(share) for share in shares], expected, (0, 0))
    got = [float(payoff) for payoff in game.expected_payoffs(mixed)]
    assert got == pytest.approx(expected.tolist(), abs=1e-9)


@given(drafts())
def test_the_tensor_holds_the_payoffs(draft: Draft) -> None:
    game = draft.game()
    for profile in game.profiles():
        assert game.tensor[profile].tolist() == [float(p) for p in game.payoff(profile)]
    with pytest.raises(ValueError, match="read-only"):
        game.tensor[...] = 0


@pytest.mark.parametrize(
    ("changes", "sentence"),
    [
        ({"actions": ()}, "every player needs at least one action"),
        ({"actions": (("a", "b"), ())}, "every player needs at least one action"),
        ({"actions": (("a", "a"), ("a", "b"))}, "player 0 needs a different"),
        ({"actions": (("a", "b"), ("", "b"))}, "player 1 needs a different"),
        ({"actions": (("a", "b", "c"), ("a", "b"))}, "(3, 2) actions make 6 profiles"),
        ({"cooperative_profile": (0, 2)}, "cooperative_profile (0, 2) does not exist"),
        ({"defective_profile": (1,)}, "defective_profile (1,) does not exist"),
        ({"equilibria": (((Fraction(1),),) * 2,)}, "does not fit (2, 2)"),
        ({"action_meanings": (("a",), ("b",))}, "action_meanings for (1, 1)"),
        ({"payoffs": {(0, 0): (Fraction(1),) * 2}}, "got payoffs for 1"),
        (
            {"payoffs": {**PRISONERS.payoffs, (1, 1): (Fraction(1),)}},
            "profile (1, 1) needs 2 payoffs",
        ),
    ],
)
def test_parts_that_do_not_fit(changes: dict[str, Any], sentence: str) -> None:
    with pytest.raises(SpecError) as caught:
        replace(PRISONERS, **changes)
    assert sentence in str(caught.value)


def test_profiles_that_do_not_exist() -> None:
    with pytest.raises(IllegalActionError, match="no profile"):
        PRISONERS.payoff((0, 2))


def test_cooperation_is_named_by_the_game() -> None:
    travellers = GAMES.load("travellers_dilemma").default()
    assert travellers.is_cooperative(0, 3) is True
    assert travellers.is_cooperative(0, 0) is False
    assert GAMES.load("matching_pennies").default().is_cooperative(0, 0) is None


@given(st.decimals(-1000, 1000, places=4))
def test_a_float_is_read_as_it_is_written(number: Any) -> None:
    assert exact(float(number)) == Fraction(str(number))
