"""Payments of contracts: conserved, as defined, and only if all sign."""

from fractions import Fraction
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ostrom.core.answers import Answer
from ostrom.core.errors import SpecError
from ostrom.core.questions import Question
from ostrom.games.theory.catalogue import GAMES
from ostrom.mechanisms.contract import MECHANISM, contracted, transfers
from ostrom.mechanisms.protocol.observations import Transfers
from ostrom.mechanisms.protocol.play import Noted, RoundPlayed, Settled
from ostrom.mechanisms.protocol.situation import Situation
from playing import Playing, game_called, play_with

GROUP = game_called("public_goods")
offers = st.lists(st.integers(-(10**6), 10**6), min_size=2, max_size=5)


@st.composite
def contracts(draw: st.DrawFn) -> tuple[tuple[int, ...], tuple[int, ...]]:
    """Amounts of a contract and a profile of 2 to 6 players."""
    paid = draw(offers)
    actions = st.integers(0, len(paid) - 1)
    profile = draw(st.lists(actions, min_size=2, max_size=6))
    return tuple(paid), tuple(profile)


@given(contracts())
def test_payments_sum_to_nothing_and_are_as_defined(
    case: tuple[tuple[int, ...], tuple[int, ...]],
) -> None:
    amounts, profile = case
    paid = transfers(Transfers(amounts), profile)
    assert sum(paid) == 0
    for player, received in enumerate(paid):
        others = [
            amounts[action] for seat, action in enumerate(profile) if seat != player
        ]
        earned = Fraction(amounts[profile[player]])
        assert received == earned - Fraction(sum(others), len(others))


@given(
    st.sampled_from(["prisoners_dilemma", "public_goods", "trust_game"]),
    st.integers(-50, 50),
    st.integers(-50, 50),
)
def test_a_contract_moves_points_and_makes_none(
    name: str, first: int, second: int
) -> None:
    game = game_called(name)
    changed = contracted(game, Transfers((first, second)))
    for profile in game.profiles():
        assert sum(changed.payoff(profile)) == sum(game.payoff(profile))


def test_by_hand_for_three_players() -> None:
    # Two contribute under 2 for contributing: 2 - (2 + 0) / 2 and 0 - (2 + 2) / 2.
    paid = transfers(Transfers((2, 0)), (0, 0, 1))
    assert paid == (Fraction(1), Fraction(1), Fraction(-2))


def signing(*signatures: bool) -> Playing:
    """All propose 2 for contributing; two contribute, the last one does not."""

    def decide(question: Question) -> Answer | None:
        by_kind: dict[str, Any] = {
            "propose_contract": (2, 0),
            "vote": (True,) * 3,
            "sign_contract": signatures[question.player],
            "choose_action": (0, 100) if question.player == 2 else (100, 0),
        }
        answer: Answer = by_kind[question.kind]
        return answer

    situation = Situation.of_one_match(GROUP, 0)
    return play_with(MECHANISM, situation, MECHANISM.parameters(), decide)


def test_a_contract_is_in_force_if_all_sign() -> None:
    playing = signing(True, True, True)
    [played] = playing.of(RoundPlayed)
    # Base payoffs 1, 1 and 2.
    assert played.transfers == (1, 1, -2)
    assert played.payoffs == (2, 2, 0)
    [settled] = playing.of(Settled)
    assert settled.returns == settled.expected_returns == (2, 2, 0)


@pytest.mark.parametrize("refuser", range(3))
def test_one_refusal_leaves_the_base_game(refuser: int) -> None:
    playing = signing(*(player != refuser for player in range(3)))
    [played] = playing.of(RoundPlayed)
    assert played.transfers == (0, 0, 0)
    assert played.payoffs == (1, 1, 2)
    last = playing.questions[-1].observation
    assert getattr(last, "refusers", None) == (refuser,)


def test_nobody_sees_others_signatures_before_signing() -> None:
    for question in signing(True, False, True).questions:
        if question.kind == "sign_contract":
            assert not hasattr(question.observation, "refusers")


def test_a_missing_proposal_is_not_on_the_ballot() -> None:
    def decide(question: Question) -> Answer | None:
        if question.kind == "propose_contract":
            return None if question.player == 1 else (question.player, 0)
        neutral: Answer = question.schema.neutral()
        return neutral

    situation = Situation.of_one_match(GROUP, 0)
    playing = play_with(MECHANISM, situation, MECHANISM.parameters(), decide)
    [votes] = [each for each in playing.of(Noted) if each.topic == "votes"]
    assert votes.facts["proposers"] == [0, 2]
    missing = [each for each in playing.of(Noted) if each.topic == "proposal_missing"]
    assert [each.facts["slot"] for each in missing] == [1]


def test_without_any_proposal_the_base_game_is_played() -> None:
    def decide(question: Question) -> Answer | None:
        if question.kind == "propose_contract":
            return None
        neutral: Answer = question.schema.neutral()
        return neutral

    situation = Situation.of_one_match(GROUP, 0)
    playing = play_with(MECHANISM, situation, MECHANISM.parameters(), decide)
    kinds = [question.kind for question in playing.questions]
    assert kinds == ["propose_contract"] * 3 + ["choose_action"] * 3
    assert playing.of(RoundPlayed)[0].transfers == (0, 0, 0)


def test_a_contract_of_another_length_is_refused() -> None:
    with pytest.raises(SpecError, match="needs 4 amounts"):
        contracted(GAMES.load("travellers_dilemma").default(), Transfers((1, 0)))
