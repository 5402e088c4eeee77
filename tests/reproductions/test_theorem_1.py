"""Theorem 1 of Tewolde et al. (2026), claim by claim, with both of its gaps.

The expected numbers were worked out by hand or measured beforehand by other code.
"""

from dataclasses import dataclass
from fractions import Fraction

import pytest

from ostrom.games.theory.catalogue import GAMES
from ostrom.games.theory.equilibrium import strictly_dominant_profile
from ostrom.mechanisms.contract import contracted
from ostrom.mechanisms.theory.automaton import best_response_gain, one_shot_deviations
from ostrom.mechanisms.theory.contract import (
    contract_grid,
    contract_subgame_gap,
    enforcing_contract,
)
from ostrom.mechanisms.theory.deviations import worst_deviation
from ostrom.mechanisms.theory.dilemma import Dilemma
from ostrom.mechanisms.theory.mediation import all_mediators, mediation_deviations
from ostrom.mechanisms.theory.proposals import mediator_stability
from ostrom.mechanisms.theory.repetition import (
    COOPERATING,
    critical_delta,
    windowed_grim_trigger,
)
from ostrom.mechanisms.theory.reputation import LITERAL, Society, threshold_delta
from ostrom.mechanisms.theory.verdict import (
    ContractStrategy,
    GrimTrigger,
    MediatorStrategy,
    StandingNorm,
    WindowedGrimTrigger,
    verify,
)

LITTLE = Fraction(1, 1_000_000)
SOME = Fraction(1, 1000)


@dataclass(frozen=True)
class Facts:
    """What is known of one game."""

    target: Fraction
    critical: Fraction
    literal_cost: Fraction
    repaired: Fraction
    checks: int
    amount: int
    grid: tuple[int, ...]
    failing: int
    without_pure: int
    dominant_mediators: int
    windows: dict[int, int]


SMALL = tuple(range(-3, 4))
TWO_BY_TWO = {3: 85, 2: 21}
KNOWN = {
    "prisoners_dilemma": Facts(
        Fraction(2),
        Fraction(1, 2),
        Fraction(1),
        Fraction(6, 7),
        136,
        2,
        SMALL,
        14,
        0,
        1,
        TWO_BY_TWO,
    ),
    "public_goods": Facts(
        Fraction(3, 2),
        Fraction(1, 2),
        Fraction(1, 2),
        Fraction(36, 37),
        12312,
        2,
        SMALL,
        20,
        0,
        1,
        {3: 585, 2: 73},
    ),
    "travellers_dilemma": Facts(
        Fraction(5),
        Fraction(1, 4),
        Fraction(2),
        Fraction(2, 3),
        2080,
        4,
        (-3, 0, 3),
        45,
        0,
        0,
        {3: 4369, 2: 273},
    ),
    "trust_game": Facts(
        Fraction(10),
        Fraction(5, 8),
        Fraction(4),
        Fraction(10, 11),
        136,
        11,
        SMALL,
        10,
        4,
        0,
        TWO_BY_TWO,
    ),
    "stag_hunt": Facts(
        Fraction(5),
        Fraction(0),
        Fraction(3),
        Fraction(0),
        136,
        4,
        SMALL,
        6,
        0,
        0,
        TWO_BY_TWO,
    ),
}

each_game = pytest.mark.parametrize("name", KNOWN)


def dilemma_of(name: str) -> Dilemma:
    return Dilemma.of(GAMES.load(name).default())


def cooperation(name: str) -> tuple[Fraction, ...]:
    return (KNOWN[name].target,) * dilemma_of(name).num_players


@each_game
def test_grim_trigger_holds_exactly_from_the_critical_delta_on(name: str) -> None:
    dilemma, critical = dilemma_of(name), KNOWN[name].critical
    assert critical_delta(dilemma) == critical
    for delta in (critical, critical + LITTLE, Fraction(8, 10), Fraction(9, 10)):
        verdict = verify(dilemma, GrimTrigger(delta))
        assert verdict.holds
        assert verdict.payoffs == cooperation(name)


@pytest.mark.parametrize("name", sorted(set(KNOWN) - {"stag_hunt"}))
def test_below_the_critical_delta_leaving_cooperation_pays(name: str) -> None:
    dilemma = dilemma_of(name)
    verdict = verify(dilemma, GrimTrigger(KNOWN[name].critical - SOME))
    assert not verdict.holds
    assert verdict.worst.state == COOPERATING
    assert verdict.worst.choice != dilemma.cooperative[verdict.worst.player]


def test_the_deviation_in_the_trust_game_is_the_trustee_keeping() -> None:
    verdict = verify(dilemma_of("trust_game"), GrimTrigger(Fraction(6, 10)))
    assert (verdict.worst.player, verdict.worst.choice) == (1, 1)
    assert verdict.worst.gain == Fraction(4, 10)


@each_game
@pytest.mark.parametrize(
    ("window", "delta"),
    [
        (3, Fraction(8, 10)),
        (2, Fraction(8, 10)),
        (3, Fraction(7, 10)),
        (3, Fraction(1, 2)),
    ],
)
def test_grim_trigger_in_a_window(name: str, window: int, delta: Fraction) -> None:
    dilemma = dilemma_of(name)
    automaton = windowed_grim_trigger(dilemma, window)
    assert len(automaton.states) == KNOWN[name].windows[window]
    verdict = verify(dilemma, WindowedGrimTrigger(delta, window))
    gain = best_response_gain(dilemma.game, automaton, delta)
    if (name, delta) == ("trust_game", Fraction(1, 2)):
        assert verdict.worst.gain == gain == 2
        assert not verdict.holds
    else:
        assert verdict.holds
        assert gain == 0
        assert verdict.payoffs == cooperation(name)


@each_game
def test_published_standing_norm_fails_at_every_delta(name: str) -> None:
    dilemma, cost = dilemma_of(name), KNOWN[name].literal_cost
    assert threshold_delta(Society(dilemma, LITERAL)) is None
    for delta in (Fraction(8, 10), Fraction(9, 10), Fraction(98, 100)):
        verdict = verify(dilemma, StandingNorm(delta, LITERAL))
        assert not verdict.holds
        assert verdict.worst.gain == (1 - delta) * cost


@each_game
def test_repaired_standing_norm_needs_a_higher_delta(name: str) -> None:
    dilemma, threshold = dilemma_of(name), KNOWN[name].repaired
    society = Society(dilemma)
    assert threshold_delta(society) == threshold
    assert threshold_delta(society, on_path=True) == KNOWN[name].critical
    verdict = verify(dilemma, StandingNorm(threshold + LITTLE))
    assert verdict.holds
    assert verdict.payoffs == cooperation(name)
    if threshold:
        assert not verify(dilemma, StandingNorm(threshold - SOME)).holds


@pytest.mark.parametrize(
    ("name", "agents", "delta", "gain"),
    [
        ("prisoners_dilemma", 6, Fraction(8, 10), Fraction(1, 15)),
        ("trust_game", 6, Fraction(8, 10), Fraction(12, 10)),
        ("trust_game", 6, Fraction(9, 10), Fraction(1, 10)),
        ("public_goods", 3, Fraction(8, 10), Fraction(1, 18)),
    ],
)
def test_gains_under_the_repaired_norm(
    name: str, agents: int, delta: Fraction, gain: Fraction
) -> None:
    claim = StandingNorm(delta, agents_per_role=agents)
    assert verify(dilemma_of(name), claim).worst.gain == gain


@pytest.mark.parametrize(
    ("name", "agents", "delta"),
    [
        ("prisoners_dilemma", 6, Fraction(9, 10)),
        ("trust_game", 6, Fraction(98, 100)),
        ("public_goods", 3, Fraction(9, 10)),
        ("travellers_dilemma", 6, Fraction(8, 10)),
        ("stag_hunt", 6, Fraction(8, 10)),
    ],
)
def test_where_the_repaired_norm_holds(name: str, agents: int, delta: Fraction) -> None:
    assert verify(dilemma_of(name), StandingNorm(delta, agents_per_role=agents)).holds


@each_game
def test_mediator_strategy_holds(name: str) -> None:
    dilemma = dilemma_of(name)
    verdict = verify(dilemma, MediatorStrategy())
    assert verdict.holds
    assert verdict.worst.gain == 0
    assert verdict.payoffs == cooperation(name)


@each_game
def test_every_vote_and_proposal_is_checked(name: str) -> None:
    found = [
        each
        for each in mediation_deviations(dilemma_of(name))
        if each.stage in ("vote", "propose")
    ]
    decisions = {(each.player, each.stage, each.state) for each in found}
    assert len(found) + len(decisions) == KNOWN[name].checks


@each_game
def test_number_of_mediators_that_make_delegating_weakly_dominant(name: str) -> None:
    game = dilemma_of(name).game
    found = [mediator_stability(game, plan) for plan in all_mediators(game)]
    dominant = sum(stability.is_weakly_dominant for stability in found)
    assert dominant == KNOWN[name].dominant_mediators


@each_game
def test_enforcing_contract_makes_cooperation_dominant_and_free(name: str) -> None:
    dilemma = dilemma_of(name)
    contract = enforcing_contract(dilemma)
    cooperate = dilemma.cooperative[0]
    assert contract.amounts[cooperate] == KNOWN[name].amount
    assert sum(contract.amounts) == KNOWN[name].amount
    game = contracted(dilemma.game, contract)
    assert strictly_dominant_profile(game, dilemma.cooperative)
    assert game.payoff(dilemma.cooperative) == cooperation(name)


@each_game
def test_contracts_after_which_the_published_strategy_is_no_equilibrium(
    name: str,
) -> None:
    dilemma, known = dilemma_of(name), KNOWN[name]
    grid = contract_grid(dilemma.game, known.grid)
    gap = contract_subgame_gap(dilemma, grid)
    assert gap.num_contracts == len(known.grid) ** dilemma.game.num_actions[0]
    assert len(gap.punishment_fails) == known.failing
    assert len(gap.no_pure_equilibrium) == known.without_pure
    verdict = verify(dilemma, ContractStrategy(grid, literal=True))
    assert not verdict.holds
    assert verdict.worst.stage == "play"
    assert verdict.worst.state in gap.punishment_fails


@each_game
def test_contract_strategy_holds_once_repaired(name: str) -> None:
    dilemma = dilemma_of(name)
    grid = contract_grid(dilemma.game, KNOWN[name].grid)
    verdict = verify(dilemma, ContractStrategy(grid))
    assert verdict.holds
    assert verdict.payoffs == cooperation(name)


@each_game
def test_window_deviations_cover_every_state_player_and_action(name: str) -> None:
    dilemma = dilemma_of(name)
    automaton = windowed_grim_trigger(dilemma, 2)
    found = one_shot_deviations(dilemma.game, automaton, Fraction(9, 10))
    alternatives = sum(count - 1 for count in dilemma.game.num_actions)
    assert len(set(found)) == KNOWN[name].windows[2] * alternatives
    assert worst_deviation(found).gain <= 0
