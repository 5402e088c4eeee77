"""Chicken: going straight pays against one who swerves, and is ruin for two."""

from fractions import Fraction

from ostrom.core.parameters import Parameters
from ostrom.games.theory.build import Points, coin, pure, require_decreasing, symmetric
from ostrom.games.theory.game import Game, GameKind


class ChickenParameters(Parameters):
    """The four payoffs, in points; temptation > reward > sucker > crash.

    Attributes:
        reward: To each when both swerve.
        temptation: To the one who goes straight against one who swerves.
        sucker: To the one who swerves against one who goes straight.
        crash: To each when both go straight.
    """

    reward: Points = Fraction(6)
    temptation: Points = Fraction(7)
    sucker: Points = Fraction(2)
    crash: Points = Fraction(0)


def build(parameters: ChickenParameters) -> Game:
    """Returns the game; by default with payoffs 6 (reward), 7 (temptation), 2 and 0.

    Raises:
        SpecError: The payoffs are not in the order of chicken.
    """
    reward, temptation = parameters.reward, parameters.temptation
    sucker, crash = parameters.sucker, parameters.crash
    require_decreasing(
        "chicken", temptation=temptation, reward=reward, sucker=sucker, crash=crash
    )
    # The share of swerving that makes the other player indifferent.
    swerve = coin((sucker - crash) / (sucker - crash + temptation - reward))
    return Game(
        name="chicken",
        version=1,
        actions=(("swerve", "straight"),) * 2,
        payoffs=symmetric([[reward, sucker], [temptation, crash]]),
        source="Order of payoffs: Rapoport and Chammah (1966), The Game of Chicken; "
        "the numbers 6, 7, 2, 0: Aumann (1974), Subjectivity and Correlation in "
        "Randomized Strategies.",
        cooperative_profile=(0, 0),
        equilibria=(pure((0, 1), (2, 2)), pure((1, 0), (2, 2)), (swerve, swerve)),
        dominance="Neither action dominates the other.",
        notes="No defective profile: both pure equilibria favour one player, and both "
        "going straight is none. Also known as snowdrift or hawk and dove.",
    )


GAME = GameKind(
    name="chicken",
    version=1,
    summary="Two players; each would rather go straight, unless both do.",
    build=build,
    parameters=ChickenParameters,
)
