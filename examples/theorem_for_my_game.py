"""Asks which mechanisms can sustain cooperation in a game of one's own.

The game: two shops choose a low, middle or high price. The checks are exact: every
one-shot deviation is computed, with fractions.

    python examples/theorem_for_my_game.py
"""

from fractions import Fraction

from ostrom.games.theory.inline import game_from_array
from ostrom.mechanisms.theory.contract import contract_grid
from ostrom.mechanisms.theory.dilemma import Dilemma
from ostrom.mechanisms.theory.repetition import critical_delta
from ostrom.mechanisms.theory.reputation import LITERAL, Society, threshold_delta
from ostrom.mechanisms.theory.verdict import (
    Claim,
    ContractStrategy,
    GrimTrigger,
    MediatorStrategy,
    StandingNorm,
    verify,
)

LOW, MIDDLE, HIGH = 0, 1, 2

PROFITS = [
    [[2, 2], [5, 1], [7, 0]],
    [[1, 5], [4, 4], [8, 2]],
    [[0, 7], [2, 8], [6, 6]],
]


def main() -> None:
    """Checks each mechanism and prints what it found."""
    prices = [["low", "middle", "high"]] * 2
    game = game_from_array("price_war", PROFITS, actions=prices)
    dilemma = Dilemma(game, cooperative=(HIGH, HIGH), punishment=(LOW, LOW))
    grim = critical_delta(dilemma)
    standing = threshold_delta(Society(dilemma, agents_per_role=6))
    literal = threshold_delta(Society(dilemma, LITERAL, agents_per_role=6))
    print(f"grim trigger holds from delta = {grim} on")
    print(f"the standing norm, repaired, holds from delta = {standing} on")
    print(f"the standing norm, as published: {literal or 'for no delta'}")
    contracts = contract_grid(game, range(-2, 3))
    claims: list[Claim] = [
        GrimTrigger(grim),
        GrimTrigger(grim - Fraction(1, 100)),
        StandingNorm(Fraction(9, 10)),
        MediatorStrategy(),
        ContractStrategy(contracts),
        ContractStrategy(contracts, literal=True),
    ]
    for claim in claims:
        verdict = verify(dilemma, claim)
        name = type(claim).__name__
        says = "holds" if verdict.holds else f"fails: {verdict.worst.stage}"
        print(f"{name}: {says}; {verdict.num_deviations} deviations checked")


if __name__ == "__main__":
    main()
