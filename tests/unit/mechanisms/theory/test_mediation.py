"""The mediator strategy with another mediator: each flaw is found where it lies."""

from fractions import Fraction

import pytest

from ostrom.core.errors import SpecError
from ostrom.games.theory.build import bimatrix
from ostrom.games.theory.catalogue import GAMES
from ostrom.games.theory.game import Game
from ostrom.mechanisms.protocol.observations import Plan
from ostrom.mechanisms.theory.dilemma import Dilemma
from ostrom.mechanisms.theory.mediation import (
    all_mediators,
    cooperative_mediator,
    mediation_deviations,
)
from ostrom.mechanisms.theory.verdict import MediatorStrategy, verify

PD = Dilemma.of(GAMES.load("prisoners_dilemma").default())
PG = Dilemma.of(GAMES.load("public_goods").default())


def test_the_mediator_cooperates_only_for_all() -> None:
    assert cooperative_mediator(PD) == Plan(actions=(1, 0))
    assert cooperative_mediator(PG) == Plan(actions=(1, 1, 0))
    assert len(all_mediators(PG.game)) == 8


@pytest.mark.parametrize(
    ("dilemma", "mediator"),
    [(PD, Plan(actions=(0, 0))), (PG, Plan(actions=(1, 0, 0)))],
    ids=["pd", "pg"],
)
def test_cooperating_for_some_invites_playing_alone(
    dilemma: Dilemma, mediator: Plan
) -> None:
    verdict = verify(dilemma, MediatorStrategy(mediator))
    assert not verdict.holds
    assert (verdict.worst.stage, verdict.worst.state) == ("play", mediator)
    assert verdict.worst.choice == 1


def test_what_a_single_delegator_gets_does_not_matter_with_three_players() -> None:
    assert verify(PG, MediatorStrategy(Plan(actions=(0, 1, 0)))).holds


def test_a_mediator_that_never_cooperates_is_stable_but_reaches_nothing() -> None:
    verdict = verify(PD, MediatorStrategy(Plan(actions=(1, 1))))
    assert verdict.holds
    assert verdict.payoffs == (Fraction(1), Fraction(1))


def test_all_stages_and_all_mediators_are_visited() -> None:
    found = mediation_deviations(PD)
    assert [each.stage for each in found] == sorted(
        (each.stage for each in found), key=("vote", "propose", "play").index
    )
    plays = [each for each in found if each.stage == "play"]
    assert {each.state for each in plays} == set(all_mediators(PD.game))
    assert len(plays) == 4 * 2 * 2


def test_refuses_what_is_no_mediator_of_the_game() -> None:
    with pytest.raises(SpecError, match="is no mediator"):
        mediation_deviations(PD, Plan(actions=(1, 2)))


def test_refuses_cooperation_by_different_numbers() -> None:
    swapped = Game(
        name="swapped",
        version=1,
        actions=(("cooperate", "defect"), ("defect", "cooperate")),
        payoffs=bimatrix([[(0, 3), (2, 2)], [(1, 1), (3, 0)]]),
        source="made up",
        cooperative_profile=(0, 1),
        defective_profile=(1, 0),
    )
    with pytest.raises(SpecError, match="same action number"):
        cooperative_mediator(Dilemma.of(swapped))
