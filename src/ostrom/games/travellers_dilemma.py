"""Traveller's dilemma: the lower claim is rewarded, so claims race to the bottom."""

from fractions import Fraction
from typing import Annotated

from pydantic import Field

from ostrom.core.parameters import Parameters
from ostrom.games.theory.build import Points, pure, require_decreasing, tabulate
from ostrom.games.theory.game import Game, GameKind, Profile


class TravellersDilemmaParameters(Parameters):
    """The claims and what undercutting is worth.

    Attributes:
        lowest: The lowest claim, in points.
        spread: Highest claim minus lowest (k); claims go up in steps of 1, so there
            are `spread + 1` actions.
        bonus: What the lower claim earns on top and the higher one loses, in points;
            above 1, else undercutting by one step gains nothing.
    """

    lowest: Annotated[int, Field(ge=0)] = 2
    spread: Annotated[int, Field(ge=1, le=98)] = 3
    bonus: Points = Fraction(2)


def build(parameters: TravellersDilemmaParameters) -> Game:
    """Returns the game.

    Equal claims: both get the claim. Else both get the lower claim, plus `bonus` for
    who made it, minus `bonus` for the other.

    Raises:
        SpecError: `bonus` is not above 1.
    """
    bonus = parameters.bonus
    require_decreasing("travellers_dilemma", bonus=bonus, one_step=Fraction(1))
    highest = parameters.lowest + parameters.spread
    claims = range(parameters.lowest, highest + 1)
    num_actions = (len(claims),) * 2

    def payoffs_of(profile: Profile) -> list[Fraction]:
        first, second = (claims[action] for action in profile)
        to_first = bonus * ((first < second) - (first > second))
        lower = min(first, second)
        return [lower + to_first, lower - to_first]

    return Game(
        name="travellers_dilemma",
        version=1,
        actions=(tuple(f"claim_{claim}" for claim in claims),) * 2,
        payoffs=tabulate(num_actions, payoffs_of),
        source="Tewolde et al. (2026), CoopEval, arXiv:2604.15267, Table 1b and "
        "Listing 6; after Basu (1994).",
        cooperative_profile=(parameters.spread,) * 2,
        defective_profile=(0, 0),
        equilibria=(pure((0, 0), num_actions),),
        dominance=_dominance(parameters),
        action_meanings=(tuple(f"the number {claim}" for claim in claims),) * 2,
    )


def _dominance(parameters: TravellersDilemmaParameters) -> str:
    """What dominates what; with two claims the dominance is strict."""
    lowest, highest = parameters.lowest, parameters.lowest + parameters.spread
    if parameters.spread == 1:
        return f"claim_{lowest} strictly dominates claim_{highest} for both players."
    return (
        f"claim_{highest - 1} weakly dominates claim_{highest} for both players; "
        f"iterated elimination of weakly dominated claims leaves claim_{lowest}."
    )


GAME = GameKind(
    name="travellers_dilemma",
    version=1,
    summary="Two players name claims; undercutting by one pays, down to the lowest.",
    build=build,
    parameters=TravellersDilemmaParameters,
)
