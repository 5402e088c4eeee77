"""Linear public goods: free riding is strictly dominant, all contributing is best."""

from fractions import Fraction
from typing import Annotated

from pydantic import Field

from ostrom.core.parameters import Parameters
from ostrom.games.theory.build import Points, pure, require_decreasing, tabulate
from ostrom.games.theory.game import Game, GameKind, Profile


class PublicGoodsParameters(Parameters):
    """Size of the group and worth of the pot.

    Attributes:
        num_players: Group size, from 2.
        multiplier: Factor on the pot before it is shared (alpha); a dilemma needs
            1 < multiplier < num_players.
    """

    num_players: Annotated[int, Field(ge=2, le=12)] = 3
    multiplier: Points = Fraction(3, 2)


def build(parameters: PublicGoodsParameters) -> Game:
    """Returns the game: each contributor adds 1 to a pot shared equally.

    A player gets `multiplier * contributors / num_players`, plus 1 if it keeps its own.

    Raises:
        SpecError: `multiplier` is not between 1 and the number of players.
    """
    players = parameters.num_players
    multiplier = parameters.multiplier
    require_decreasing(
        "public_goods",
        num_players=Fraction(players),
        multiplier=multiplier,
        one=Fraction(1),
    )

    def payoffs_of(profile: Profile) -> list[Fraction]:
        share = multiplier * profile.count(0) / players
        return [share + action for action in profile]

    num_actions = (2,) * players
    return Game(
        name="public_goods",
        version=1,
        actions=(("contribute", "free_ride"),) * players,
        payoffs=tabulate(num_actions, payoffs_of),
        source="Tewolde et al. (2026), CoopEval, arXiv:2604.15267, Table 1d.",
        cooperative_profile=(0,) * players,
        defective_profile=(1,) * players,
        equilibria=(pure((1,) * players, num_actions),),
        dominance="free_ride strictly dominates contribute for every player.",
    )


GAME = GameKind(
    name="public_goods",
    version=1,
    summary="n players share a pot; free riding is strictly dominant.",
    build=build,
    parameters=PublicGoodsParameters,
)
