"""What scripted agents propose, approve of, sign and delegate to."""

from itertools import product
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ostrom.agents.protocol.agent import AGENTS
from ostrom.agents.protocol.conduct import (
    leads_to_cooperation,
    trigger_contract,
    trigger_mediator,
)
from ostrom.core.answers import ActionDistribution, AnswerSchema, YesNo
from ostrom.core.questions import Question
from ostrom.games.theory.catalogue import GAMES
from ostrom.games.theory.game import Game
from ostrom.mechanisms.protocol.observations import NothingMore, Plan, Transfers
from ostrom.mechanisms.protocol.play import Noted, RoundPlayed
from playing import Playing, decided, drive, seat_agents

GAME = {name: GAMES.load(name).default() for name in GAMES.names()}
DILEMMA = GAME["prisoners_dilemma"]


def noted(playing: Playing, topic: str) -> list[Any]:
    return [each.facts for each in playing.of(Noted) if each.topic == topic]


def choices(playing: Playing) -> tuple[str, ...]:
    [played] = playing.of(RoundPlayed)
    assert isinstance(played, RoundPlayed)
    return played.choices


@pytest.mark.parametrize(
    ("name", "plan", "amounts"),
    [
        ("prisoners_dilemma", (1, 0), (2, 0)),
        ("public_goods", (1, 1, 0), (2, 0)),
        ("travellers_dilemma", (0, 3), (0, 0, 0, 4)),
        ("trust_game", (1, 0), (11, 0)),
        ("stag_hunt", (1, 0), (4, 0)),
    ],
)
def test_the_trigger_proposals(
    name: str, plan: tuple[int, ...], amounts: tuple[int, ...]
) -> None:
    assert trigger_mediator(GAME[name]) == Plan(plan)
    assert trigger_contract(GAME[name]) == Transfers(amounts)
    assert leads_to_cooperation(GAME[name], Plan(plan))
    assert leads_to_cooperation(GAME[name], Transfers(amounts))


def test_games_without_cooperation_have_no_trigger_proposals() -> None:
    assert trigger_mediator(GAME["battle_of_the_sexes"]) is None
    assert trigger_contract(GAME["matching_pennies"]) is None
    assert not leads_to_cooperation(GAME["matching_pennies"], Plan((0, 0)))


def test_of_all_mediators_of_the_dilemma_only_one_leads_to_cooperation() -> None:
    # (0, 0) cooperates for all who delegate, but then leaving it pays 3 over 2.
    accepted = [
        plan
        for plan in product(range(2), repeat=2)
        if leads_to_cooperation(DILEMMA, Plan(plan))
    ]
    assert accepted == [(1, 0)]


@given(st.integers(-9, 9), st.integers(-9, 9))
def test_contracts_are_accepted_exactly_where_departing_does_not_pay(
    good: int, bad: int
) -> None:
    # With two players both get c - c = 0 at the cooperative profile; who departs to
    # gain g loses `good - bad`: g is 1 in the dilemma, -2 in the stag hunt.
    contract = Transfers((good, bad))
    assert leads_to_cooperation(DILEMMA, contract) == (good - bad >= 1)
    assert leads_to_cooperation(GAME["stag_hunt"], contract) == (good - bad >= -2)
    # Three players: departing gains 1/2.
    assert leads_to_cooperation(GAME["public_goods"], contract) == (good - bad >= 1)


def test_constructive_agents_get_together() -> None:
    mediated = drive("mediation", DILEMMA, ["tit_for_tat", "grim_trigger"])
    assert [each["content"] for each in noted(mediated, "proposal")] == [(1, 0), (1, 0)]
    assert choices(mediated) == ("delegate", "delegate")
    contracted = drive("contract", DILEMMA, ["tit_for_tat", "always_cooperate"])
    assert noted(contracted, "signatures") == [{"signed": [True, True]}]
    assert choices(contracted) == ("cooperate", "cooperate")


def test_aloof_agents_take_no_part() -> None:
    for seed in range(4):
        mediated = drive(
            "mediation", DILEMMA, ["always_defect", "tit_for_tat"], seed=seed
        )
        [votes] = noted(mediated, "votes")
        assert votes["approvals"] == [[False, False], [False, True]]
        assert choices(mediated) == ("defect", "delegate")
        contracted = drive(
            "contract", DILEMMA, ["always_defect", "always_cooperate"], seed=seed
        )
        assert noted(contracted, "proposal")[0]["content"] == (0, 0)
        assert noted(contracted, "signatures") == [{"signed": [False, True]}]
        assert choices(contracted) == ("defect", "cooperate")


def test_a_suspicious_agent_keeps_a_contract_only_if_it_is_constructive() -> None:
    trusting = ("suspicious_tit_for_tat", {"conduct": "constructive"})
    together = drive("contract", DILEMMA, [trusting, trusting])
    assert choices(together) == ("cooperate", "cooperate")
    alone = drive("contract", DILEMMA, [trusting, "suspicious_tit_for_tat"])
    assert choices(alone) == ("defect", "defect")


def test_best_response_sees_the_payments_of_a_contract_in_force() -> None:
    signing = ("best_response", {"conduct": "constructive"})
    hers = drive("contract", DILEMMA, [signing, "always_cooperate"])
    assert choices(hers) == ("cooperate", "cooperate")
    careless = ("best_response", {"conduct": "haphazard"})
    seen = set()
    for seed in range(40):
        playing = drive("contract", DILEMMA, [careless, careless], seed=seed)
        [elected] = noted(playing, "votes")
        amounts = noted(playing, "proposal")[elected["winner"]]["content"]
        [signatures] = noted(playing, "signatures")
        in_force = all(signatures["signed"])
        # Against a defector: 1 for defecting, 0 + what the contract moves for not.
        pays = in_force and amounts[0] - amounts[1] >= 1
        assert set(choices(playing)) == {"cooperate" if pays else "defect"}
        seen.add((in_force, pays))
    assert seen == {(False, False), (True, False), (True, True)}


@pytest.mark.parametrize(("bound", "offer"), [(1, (1, 0)), (7, (2, 0)), (None, (2, 0))])
def test_constructive_offers_stay_within_the_bound(
    bound: int | None, offer: tuple[int, ...]
) -> None:
    playing = drive("contract", DILEMMA, ["tit_for_tat"] * 2, {"bound": bound})
    assert {each["content"] for each in noted(playing, "proposal")} == {offer}


def test_the_contract_trigger_defects_where_its_contract_is_out_of_bounds() -> None:
    playing = drive("contract", DILEMMA, ["contract_trigger"] * 2, {"bound": 1})
    assert {each["content"] for each in noted(playing, "proposal")} == {(0, 0)}
    assert choices(playing) == ("defect", "defect")


def test_triggers_accept_nothing_but_their_own() -> None:
    larger = ("contract_trigger", {"amount": 3})
    playing = drive("contract", DILEMMA, [larger, "contract_trigger"])
    [votes] = noted(playing, "votes")
    assert votes["approvals"] == [[True, False], [False, True]]
    assert choices(playing) == ("defect", "defect")
    elsewhere = drive("repetition", DILEMMA, ["mediated_trigger"] * 2, {"rounds": 2})
    assert {each.actions for each in elsewhere.of(RoundPlayed)} == {(1, 1)}


def test_haphazard_answers_are_legal_and_cover_what_is_legal() -> None:
    plans: set[Any] = set()
    ballots: set[Any] = set()
    signatures: set[Any] = set()
    for seed in range(60):
        mediated = drive("mediation", DILEMMA, ["uniform"] * 2, seed=seed)
        plans.update(each["content"] for each in noted(mediated, "proposal"))
        ballots.update(tuple(v) for v in noted(mediated, "votes")[0]["approvals"])
        contracted = drive(
            "contract", DILEMMA, ["uniform"] * 2, {"bound": 2}, seed=seed
        )
        for each in noted(contracted, "proposal"):
            assert all(-2 <= amount <= 2 for amount in each["content"])
        signatures.update(noted(contracted, "signatures")[0]["signed"])
    assert plans == set(product(range(2), repeat=2))
    assert ballots == set(product([False, True], repeat=2))
    assert signatures == {False, True}


def asked(agent: str, schema: AnswerSchema[Any], kind: str, game: Game) -> Any:
    """The answer to a question of a mechanism that nobody knows."""
    kind_of_agent = AGENTS.load(agent)
    [seated] = seat_agents([(kind_of_agent, kind_of_agent.settings())], game, [0], 0)
    question = Question(kind, 0, 0, 0, 1, schema, NothingMore(), "of_somebody_else")
    return decided(seated, question).answer


def test_questions_of_unknown_mechanisms_get_neutral_answers() -> None:
    assert asked("tit_for_tat", YesNo(), "leave_partner", DILEMMA) is False
    assert asked("tit_for_tat", ActionDistribution(2), "gift", DILEMMA) == (100, 0)
    assert asked("always_defect", ActionDistribution(4), "gift", DILEMMA) == (
        0,
        100,
        0,
        0,
    )
    # The rule's action is not on offer.
    assert asked("always_defect", ActionDistribution(1), "gift", DILEMMA) == (100,)
