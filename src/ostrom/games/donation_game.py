"""Donation game: each may pay a cost so that the other has a larger benefit."""

from fractions import Fraction

from ostrom.core.parameters import Parameters
from ostrom.games.theory.build import Points, pure, require_decreasing, symmetric
from ostrom.games.theory.game import Game, GameKind


class DonationGameParameters(Parameters):
    """What a donation is worth and costs, in points; benefit > cost > 0.

    Attributes:
        benefit: What the other receives.
        cost: What the donor pays.
    """

    benefit: Points = Fraction(2)
    cost: Points = Fraction(1)


def build(parameters: DonationGameParameters) -> Game:
    """Returns the game.

    Raises:
        SpecError: Not benefit > cost > 0.
    """
    benefit, cost = parameters.benefit, parameters.cost
    require_decreasing("donation_game", benefit=benefit, cost=cost, zero=Fraction(0))
    return Game(
        name="donation_game",
        version=1,
        actions=(("donate", "keep"),) * 2,
        payoffs=symmetric([[benefit - cost, -cost], [benefit, 0]]),
        source="Sigmund (2010), The Calculus of Selfishness.",
        cooperative_profile=(0, 0),
        defective_profile=(1, 1),
        equilibria=(pure((1, 1), (2, 2)),),
        dominance="keep strictly dominates donate for both players.",
        notes="The prisoner's dilemma with additive payoffs; repeated, donating can be "
        "sustained from a continuation probability of cost / benefit.",
    )


GAME = GameKind(
    name="donation_game",
    version=1,
    summary="Two players; each may pay a cost for the other's larger benefit.",
    build=build,
    parameters=DonationGameParameters,
)
