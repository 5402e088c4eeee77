"""Matching pennies: strictly opposed interests, a control without cooperation."""

from fractions import Fraction

from ostrom.core.parameters import Parameters
from ostrom.games.theory.build import Points, bimatrix, coin, require_decreasing
from ostrom.games.theory.game import Game, GameKind


class MatchingPenniesParameters(Parameters):
    """What is at stake.

    Attributes:
        stake: What the loser pays the winner, in points; above 0.
    """

    stake: Points = Fraction(1)


def build(parameters: MatchingPenniesParameters) -> Game:
    """Returns the game: player 0 wins if both show the same side, else player 1 wins.

    Raises:
        SpecError: The stake is not above 0.
    """
    stake = parameters.stake
    require_decreasing("matching_pennies", stake=stake, zero=Fraction(0))
    half = coin(Fraction(1, 2))
    return Game(
        name="matching_pennies",
        version=1,
        actions=(("heads", "tails"),) * 2,
        payoffs=bimatrix(
            [[(stake, -stake), (-stake, stake)], [(-stake, stake), (stake, -stake)]]
        ),
        source="von Neumann and Morgenstern (1944), Theory of Games and Economic "
        "Behavior.",
        equilibria=((half, half),),
        dominance="Neither action dominates the other.",
        notes="No cooperative profile: the sum is zero, what one gains the other "
        "loses. No defective profile: there is no pure equilibrium.",
    )


GAME = GameKind(
    name="matching_pennies",
    version=1,
    summary="Two players, zero sum: one wants to match, the other to differ.",
    build=build,
    parameters=MatchingPenniesParameters,
)
