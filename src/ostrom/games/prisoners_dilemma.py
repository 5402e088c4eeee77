"""Prisoner's dilemma: defecting is strictly dominant, both cooperating is better."""

from fractions import Fraction

from ostrom.core.parameters import Parameters
from ostrom.games.theory.build import Points, pure, require_decreasing, symmetric
from ostrom.games.theory.game import Game, GameKind


class PrisonersDilemmaParameters(Parameters):
    """The four payoffs, in points; temptation > reward > punishment > sucker.

    Attributes:
        reward: To each when both cooperate.
        temptation: To the one who defects against a cooperator.
        punishment: To each when both defect.
        sucker: To the one who cooperates against a defector.
    """

    reward: Points = Fraction(2)
    temptation: Points = Fraction(3)
    punishment: Points = Fraction(1)
    sucker: Points = Fraction(0)


def build(parameters: PrisonersDilemmaParameters) -> Game:
    """Returns the game; by default with payoffs 2 (reward), 3 (temptation), 1 and 0.

    Raises:
        SpecError: The payoffs are not in the order of a prisoner's dilemma.
    """
    require_decreasing(
        "prisoners_dilemma",
        temptation=parameters.temptation,
        reward=parameters.reward,
        punishment=parameters.punishment,
        sucker=parameters.sucker,
    )
    return Game(
        name="prisoners_dilemma",
        version=1,
        actions=(("cooperate", "defect"),) * 2,
        payoffs=symmetric(
            [
                [parameters.reward, parameters.sucker],
                [parameters.temptation, parameters.punishment],
            ]
        ),
        source="Tewolde et al. (2026), CoopEval, arXiv:2604.15267, Table 1a.",
        cooperative_profile=(0, 0),
        defective_profile=(1, 1),
        equilibria=(pure((1, 1), (2, 2)),),
        dominance="defect strictly dominates cooperate for both players.",
    )


GAME = GameKind(
    name="prisoners_dilemma",
    version=1,
    summary="Two players; defecting is strictly dominant, cooperating is better.",
    build=build,
    parameters=PrisonersDilemmaParameters,
)
