"""Stag hunt: hunting stag together is best, hunting hare alone is safe."""

from fractions import Fraction

from ostrom.core.parameters import Parameters
from ostrom.games.theory.build import Points, coin, pure, require_decreasing, symmetric
from ostrom.games.theory.game import Game, GameKind


class StagHuntParameters(Parameters):
    """The three payoffs, in points; together > hare > alone.

    Attributes:
        together: To each when both hunt stag.
        hare: To whoever hunts hare, whatever the other does.
        alone: To the one who hunts stag while the other hunts hare.
    """

    together: Points = Fraction(5)
    hare: Points = Fraction(3)
    alone: Points = Fraction(0)


def build(parameters: StagHuntParameters) -> Game:
    """Returns the game; by default with payoffs 5 (together), 3 (hare) and 0 (alone).

    Raises:
        SpecError: The payoffs are not in the order of a stag hunt.
    """
    together, hare, alone = parameters.together, parameters.hare, parameters.alone
    require_decreasing("stag_hunt", together=together, hare=hare, alone=alone)
    # The share of stag that makes the other player indifferent.
    stag = coin((hare - alone) / (together - alone))
    return Game(
        name="stag_hunt",
        version=1,
        actions=(("stag", "hare"),) * 2,
        payoffs=symmetric([[together, alone], [hare, hare]]),
        source="Tewolde et al. (2026), CoopEval, arXiv:2604.15267, Figure 23 (its two "
        "equilibrium payoffs) and its published match-up data; after Rousseau (1755).",
        cooperative_profile=(0, 0),
        defective_profile=(1, 1),
        equilibria=(pure((0, 0), (2, 2)), pure((1, 1), (2, 2)), (stag, stag)),
        dominance="Neither action dominates the other.",
        notes="Cooperating is an equilibrium too; the trouble is risk, no temptation.",
    )


GAME = GameKind(
    name="stag_hunt",
    version=1,
    summary="Two players; hunting stag together is best, hunting hare is safe.",
    build=build,
    parameters=StagHuntParameters,
)
