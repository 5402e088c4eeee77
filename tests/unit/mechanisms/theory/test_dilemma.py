"""The premises of the theorem are checked before anything is claimed."""

import pytest

from ostrom.core.errors import IllegalActionError, SpecError
from ostrom.games.theory.build import bimatrix
from ostrom.games.theory.catalogue import GAMES
from ostrom.games.theory.game import Game
from ostrom.mechanisms.theory.dilemma import Dilemma

PD = GAMES.load("prisoners_dilemma").default()


def test_takes_the_profiles_that_the_game_names() -> None:
    dilemma = Dilemma.of(PD)
    assert (dilemma.cooperative, dilemma.punishment) == ((0, 0), (1, 1))
    assert dilemma.shared_action(dilemma.punishment) == 1


def test_refuses_a_punishment_that_is_no_equilibrium() -> None:
    game = Game(
        name="odd",
        version=1,
        actions=(("a", "b"),) * 2,
        payoffs=bimatrix([[(3, 3), (0, 0)], [(0, 0), (1, -1)]]),
        source="made up",
    )
    with pytest.raises(SpecError, match="no equilibrium"):
        Dilemma(game, (0, 0), (1, 1))


@pytest.mark.parametrize("target", [(1, 1), (0, 1), (1, 0)])
def test_refuses_a_target_that_somebody_does_not_prefer(
    target: tuple[int, ...],
) -> None:
    with pytest.raises(SpecError, match="must pay player"):
        Dilemma(PD, target, (1, 1))


def test_refuses_a_profile_that_does_not_exist() -> None:
    with pytest.raises(IllegalActionError, match="no profile"):
        Dilemma(PD, (0, 2), (1, 1))


def test_refuses_a_game_without_cooperation() -> None:
    with pytest.raises(SpecError, match="names no cooperative profile"):
        Dilemma.of(GAMES.load("matching_pennies").default())


def test_parts_with_different_numbers_have_no_shared_action() -> None:
    with pytest.raises(SpecError, match="same action number"):
        Dilemma.of(PD).shared_action((0, 1))
