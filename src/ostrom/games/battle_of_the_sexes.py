"""Battle of the sexes: both want to meet, each would rather meet elsewhere."""

from fractions import Fraction

from ostrom.core.parameters import Parameters
from ostrom.games.theory.build import Points, bimatrix, coin, pure, require_decreasing
from ostrom.games.theory.game import Game, GameKind


class BattleOfTheSexesParameters(Parameters):
    """The three payoffs, in points; favourite > other > apart.

    Attributes:
        favourite: To the one at whose favourite place they meet.
        other: To the other one then.
        apart: To each when they do not meet.
    """

    favourite: Points = Fraction(10)
    other: Points = Fraction(7)
    apart: Points = Fraction(0)


def build(parameters: BattleOfTheSexesParameters) -> Game:
    """Returns the game; player 0 prefers the opera, player 1 the football match.

    Raises:
        SpecError: The payoffs are not in order.
    """
    favourite, other = parameters.favourite, parameters.other
    apart = parameters.apart
    require_decreasing(
        "battle_of_the_sexes", favourite=favourite, other=other, apart=apart
    )
    # Each goes to its own favourite with the share that makes the other indifferent.
    share = (favourite - apart) / (favourite + other - 2 * apart)
    return Game(
        name="battle_of_the_sexes",
        version=1,
        actions=(("opera", "football"),) * 2,
        payoffs=bimatrix(
            [
                [(favourite, other), (apart, apart)],
                [(apart, apart), (other, favourite)],
            ]
        ),
        source="Luce and Raiffa (1957), Games and Decisions; the numbers 10 and 7 as "
        "in the configuration of FAIRGAME (2025), arXiv:2504.14325.",
        equilibria=(
            pure((0, 0), (2, 2)),
            pure((1, 1), (2, 2)),
            (coin(share), coin(1 - share)),
        ),
        dominance="Neither action dominates the other.",
        notes="No cooperative profile: meeting at either place is efficient and "
        "favours one player. No defective profile for the same reason.",
    )


GAME = GameKind(
    name="battle_of_the_sexes",
    version=1,
    summary="Two players want to meet, and disagree where.",
    build=build,
    parameters=BattleOfTheSexesParameters,
)
