"""The contract strategy: its amount, its gap, its repair, and what breaks it."""

from fractions import Fraction

import pytest

from ostrom.core.errors import SolverError
from ostrom.games.theory.build import pure, tabulate
from ostrom.games.theory.catalogue import GAMES
from ostrom.games.theory.equilibrium import is_nash
from ostrom.games.theory.game import Game, Mixed, Profile
from ostrom.mechanisms.contract import contracted
from ostrom.mechanisms.protocol.observations import Transfers
from ostrom.mechanisms.theory.contract import (
    an_equilibrium,
    contract_deviations,
    contract_grid,
    contract_subgame_gap,
)
from ostrom.mechanisms.theory.deviations import worst_deviation
from ostrom.mechanisms.theory.dilemma import Dilemma
from ostrom.mechanisms.theory.verdict import ContractStrategy, verify

PD = Dilemma.of(GAMES.load("prisoners_dilemma").default())
TRUST = Dilemma.of(GAMES.load("trust_game").default())
GRID = contract_grid(PD.game, range(-3, 4))


def test_other_contracts_break_the_punishment_exactly_where_arithmetic_says() -> None:
    # Payments by others do not hang on one's own action, so defecting stays a best
    # response to defection exactly if 1 + c(defect) is at least 0 + c(cooperate).
    expected = {
        contract
        for contract in GRID
        if contract.amounts[0] - contract.amounts[1] > 1 and contract.amounts != (2, 0)
    }
    assert set(contract_subgame_gap(PD, GRID).punishment_fails) == expected


@pytest.mark.parametrize(("amount", "holds"), [(0, False), (1, True), (2, True)])
def test_the_amount_must_cover_the_temptation(amount: int, holds: bool) -> None:
    contract = Transfers(amounts=(amount, 0))
    verdict = verify(PD, ContractStrategy(GRID, contract))
    assert verdict.holds is holds
    if not holds:
        assert (verdict.worst.stage, verdict.worst.state) == ("play", contract)


def test_a_contract_that_costs_its_signers_is_not_signed() -> None:
    harmful = Transfers(amounts=(0, 3))
    found = worst_deviation(
        contract_deviations(PD, GRID, harmful, reply=an_equilibrium)
    )
    assert found.gain > 0
    assert found.stage == "play"


def test_defecting_for_ever_is_no_reply_to_every_contract() -> None:
    verdict = verify(PD, ContractStrategy(GRID, literal=True))
    assert not verdict.holds
    assert verdict.worst.state == Transfers(amounts=(3, -3))
    assert verdict.worst.gain == 5


def test_cooperating_whatever_was_signed_is_no_reply_either() -> None:
    def cooperate(game: Game) -> tuple[Mixed, ...]:
        return pure(PD.cooperative, game.num_actions)

    found = worst_deviation(contract_deviations(PD, GRID, reply=cooperate))
    assert (found.stage, found.state) == ("play", Transfers(amounts=(-3, 3)))
    assert found.gain == 7


def test_some_contracts_on_the_trust_game_have_mixed_equilibria_only() -> None:
    found = contract_subgame_gap(TRUST, contract_grid(TRUST.game, range(-3, 4)))
    for contract in found.no_pure_equilibrium:
        game = contracted(TRUST.game, contract)
        mixed = an_equilibrium(game)
        assert is_nash(game, mixed)
        assert any(0 < share < 1 for shares in mixed for share in shares)


def test_all_four_stages_are_visited() -> None:
    found = contract_deviations(PD, GRID)
    stages = [each.stage for each in found]
    assert {stage: stages.count(stage) for stage in stages} == {
        "vote": 4 * 2 * 3,
        "propose": 2,
        "sign": 49 * 2,
        "play": (1 + 49) * 2,
    }


def test_mixed_equilibria_of_three_players_are_left_unsolved_aloud() -> None:
    def payoffs_of(profile: Profile) -> list[Fraction]:
        odd = sum(profile[:2]) % 2
        return [Fraction(odd), Fraction(1 - odd), Fraction(0)]

    pennies = Game(
        name="pennies and a witness",
        version=1,
        actions=(("heads", "tails"),) * 2 + (("watch",),),
        payoffs=tabulate((2, 2, 1), payoffs_of),
        source="made up",
    )
    with pytest.raises(SolverError, match="3 players"):
        an_equilibrium(pennies)
