"""Questions of a whole tournament of six agents, as counted in the paper's data."""

from collections import Counter
from typing import Any

import pytest

from ostrom.core.answers import Answer
from ostrom.core.questions import Question
from ostrom.mechanisms.protocol.mechanism import Scope
from playing import game_called, mechanism_called, play_with, population

ONCE = {"proposals": "per_tournament"}
FIRST = {"order": "first"}


def neutral(question: Question) -> Answer | None:
    answer: Answer = question.schema.neutral()
    return answer


@pytest.mark.parametrize(
    ("mechanism", "parameters", "two", "three"),
    [
        ("none", {}, 72, 648),
        ("repetition", {}, 1080, 9720),
        ("reputation", {}, 180, 270),
        ("reputation", FIRST, 180, 270),
        ("mediation", ONCE, 156, 1314),
        ("contract", ONCE, 228, 1962),
    ],
)
def test_calls_of_a_tournament_of_six(
    mechanism: str, parameters: dict[str, Any], two: int, three: int
) -> None:
    rules = mechanism_called(mechanism)
    given = rules.parameters.model_validate(parameters)
    counts = []
    for name in ("prisoners_dilemma", "public_goods"):
        situation = population(game_called(name), 0, per_role=6)
        playing = play_with(rules, situation, given, neutral)
        counts.append(len(playing.questions))
    assert counts == [two, three]


def test_calls_by_kind_with_contracts() -> None:
    rules = mechanism_called("contract")
    situation = population(game_called("prisoners_dilemma"), 0, per_role=6)
    for occasion, proposals in (("per_tournament", 12), ("per_match", 72)):
        given = rules.parameters.model_validate({"proposals": occasion})
        playing = play_with(rules, situation, given, neutral)
        assert Counter(question.kind for question in playing.questions) == {
            "propose_contract": proposals,
            "vote": 72,
            "sign_contract": 72,
            "choose_action": 72,
        }


@pytest.mark.parametrize("mechanism", ["mediation", "contract"])
def test_shared_proposals_make_the_tournament_the_unit(mechanism: str) -> None:
    rules = mechanism_called(mechanism)
    assert rules.scope(rules.parameters()) is Scope.MATCH
    once = rules.parameters.model_validate(ONCE)
    assert rules.scope(once) is Scope.TOURNAMENT
