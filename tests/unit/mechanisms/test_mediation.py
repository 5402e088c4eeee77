"""What a mediator plays, by how many delegate."""

from itertools import product

import pytest

from ostrom.core.answers import Answer
from ostrom.core.errors import SpecError
from ostrom.core.questions import Question
from ostrom.mechanisms.mediation import MECHANISM, mediated, resolve
from ostrom.mechanisms.protocol.observations import Plan
from ostrom.mechanisms.protocol.play import RoundPlayed
from ostrom.mechanisms.protocol.situation import Situation
from playing import game_called, play_with

GROUP = game_called("public_goods")
CLAIMS = game_called("travellers_dilemma")


def test_the_plan_goes_by_the_count() -> None:
    # Index 2 is to delegate; the mediator plays 1, 0, 1 for one, two, three.
    plan = Plan((1, 0, 1))
    assert resolve(GROUP, plan, (0, 1, 0)) == (0, 1, 0)
    assert resolve(GROUP, plan, (2, 0, 0)) == (1, 0, 0)
    assert resolve(GROUP, plan, (2, 1, 2)) == (0, 1, 0)
    assert resolve(GROUP, plan, (2, 2, 2)) == (1, 1, 1)


@pytest.mark.parametrize("plan", [(0, 3), (3, 0), (2, 1)])
def test_payoffs_are_those_of_what_is_played(plan: tuple[int, int]) -> None:
    game = mediated(CLAIMS, Plan(plan))
    assert game.num_actions == (5, 5)
    for first, second in product(range(5), repeat=2):
        count = (first == 4) + (second == 4)
        stand_in = plan[count - 1]
        played = (
            stand_in if first == 4 else first,
            stand_in if second == 4 else second,
        )
        assert game.payoff((first, second)) == CLAIMS.payoff(played)


def test_delegation_is_played_and_told() -> None:
    def decide(question: Question) -> Answer | None:
        if question.kind == "propose_mediator":
            return (1, 0, 1)
        if question.kind == "choose_action":
            return (0, 100, 0) if question.player == 1 else (0, 0, 100)
        return (True, True, True)

    situation = Situation.of_one_match(GROUP, 0)
    playing = play_with(MECHANISM, situation, MECHANISM.parameters(), decide)
    [played] = playing.of(RoundPlayed)
    assert played.choices == ("delegate", "free_ride", "delegate")
    assert played.actions == (0, 1, 0)
    assert played.payoffs == GROUP.payoff((0, 1, 0))
    assert played.transfers == (0, 0, 0)


@pytest.mark.parametrize("plan", [(0,), (0, 4), (0, -1)])
def test_a_plan_that_does_not_fit_is_refused(plan: tuple[int, ...]) -> None:
    with pytest.raises(SpecError, match="mediator"):
        mediated(CLAIMS, Plan(plan))
