"""Trust game, simultaneous: an investor may entrust more, a trustee may share."""

from fractions import Fraction

from ostrom.core.parameters import Parameters
from ostrom.games.theory.build import Points, bimatrix, pure, require_decreasing
from ostrom.games.theory.game import Game, GameKind


class TrustGameParameters(Parameters):
    """Stakes of the investor (player 0) and the growth in the trustee's hands.

    A dilemma needs multiplier > 2 and further > entrusted > 0: else sharing all would
    not be better for both, or the investor would not want to give to a sharer.

    Attributes:
        entrusted: What the trustee (player 1) holds already, in points.
        further: What the investor may give besides, in points.
        multiplier: Factor on everything entrusted.
    """

    entrusted: Points = Fraction(1)
    further: Points = Fraction(4)
    multiplier: Points = Fraction(4)


def build(parameters: TrustGameParameters) -> Game:
    """Returns the game.

    Player 0 gives or keeps the further stake; player 1, not knowing which, gives half
    of the grown investment back or keeps all of it.

    Raises:
        SpecError: The parameters make no dilemma.
    """
    entrusted, further = parameters.entrusted, parameters.further
    require_decreasing(
        "trust_game", further=further, entrusted=entrusted, zero=Fraction(0)
    )
    require_decreasing("trust_game", multiplier=parameters.multiplier, two=Fraction(2))
    small = parameters.multiplier * entrusted
    large = parameters.multiplier * (entrusted + further)
    return Game(
        name="trust_game",
        version=1,
        actions=(("give", "keep"),) * 2,
        payoffs=bimatrix(
            [
                [(large / 2, large / 2), (0, large)],
                [(further + small / 2, small / 2), (further, small)],
            ]
        ),
        source="Tewolde et al. (2026), CoopEval, arXiv:2604.15267, Table 1c and "
        "Listing 7; after Berg et al. (1995).",
        cooperative_profile=(0, 0),
        defective_profile=(1, 1),
        equilibria=(pure((1, 1), (2, 2)),),
        dominance="keep strictly dominates give for player 1; once that give is "
        "eliminated, keep strictly dominates give for player 0.",
        notes="The players have different roles: 0 is the investor, 1 the trustee.",
    )


GAME = GameKind(
    name="trust_game",
    version=1,
    summary="An investor entrusts a further stake or not; a trustee shares or not.",
    build=build,
    parameters=TrustGameParameters,
)
