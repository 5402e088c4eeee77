"""Volunteer's dilemma: one volunteer is enough for all, and nobody wants to be it."""

from fractions import Fraction
from itertools import combinations
from math import comb
from typing import Annotated

from pydantic import Field

from ostrom.core.parameters import Parameters
from ostrom.games.theory.build import Points, coin, pure, require_decreasing, tabulate
from ostrom.games.theory.game import Game, GameKind, Mixed, Profile

VOLUNTEER, ABSTAIN = 0, 1


class VolunteersDilemmaParameters(Parameters):
    """Size of the group, what a volunteer is worth and pays; benefit > cost > 0.

    Attributes:
        num_players: Group size, from 2.
        benefit: To every player if at least one volunteers, in points.
        cost: What each volunteer pays, in points.
    """

    num_players: Annotated[int, Field(ge=2, le=10)] = 3
    benefit: Points = Fraction(4)
    cost: Points = Fraction(1)


def build(parameters: VolunteersDilemmaParameters) -> Game:
    """Returns the game.

    Raises:
        SpecError: Not benefit > cost > 0.
    """
    players = parameters.num_players
    benefit, cost = parameters.benefit, parameters.cost
    require_decreasing(
        "volunteers_dilemma", benefit=benefit, cost=cost, zero=Fraction(0)
    )
    num_actions = (2,) * players

    def payoffs_of(profile: Profile) -> list[Fraction]:
        provided = benefit if VOLUNTEER in profile else Fraction(0)
        return [provided - cost * (action == VOLUNTEER) for action in profile]

    equilibria, num_irrational = _equilibria(players, cost / benefit)
    return Game(
        name="volunteers_dilemma",
        version=1,
        actions=(("volunteer", "abstain"),) * players,
        payoffs=tabulate(num_actions, payoffs_of),
        source="Diekmann (1985), Volunteer's Dilemma.",
        cooperative_profile=(VOLUNTEER,) * players,
        equilibria=equilibria,
        dominance="Neither action dominates the other.",
        notes=_notes(num_irrational),
    )


def _equilibria(
    players: int, ratio: Fraction
) -> tuple[tuple[tuple[Mixed, ...], ...], int]:
    """All equilibria in rational numbers, and how many there are besides.

    Either one player volunteers, or a group of m >= 2 mixes and the rest abstains.
    Whoever mixes is indifferent, so the others of the group all abstain with
    probability cost / benefit; hence each does with its (m - 1)-th root.
    """
    num_actions = (2,) * players
    nobody = pure((ABSTAIN,) * players, num_actions)
    found = []
    for volunteer in range(players):
        profile = [ABSTAIN] * players
        profile[volunteer] = VOLUNTEER
        found.append(pure(profile, num_actions))
    num_irrational = 0
    for size in range(2, players + 1):
        abstaining = _rational_root(ratio, size - 1)
        if abstaining is None:
            num_irrational += comb(players, size)
            continue
        for group in combinations(range(players), size):
            mixed = list(nobody)
            for member in group:
                mixed[member] = coin(1 - abstaining)
            found.append(tuple(mixed))
    return tuple(found), num_irrational


def _rational_root(number: Fraction, degree: int) -> Fraction | None:
    """The root of a positive number if it is rational, else None."""
    above = _integer_root(number.numerator, degree)
    below = _integer_root(number.denominator, degree)
    return None if above is None or below is None else Fraction(above, below)


def _integer_root(number: int, degree: int) -> int | None:
    """The root of a positive integer if it is an integer, else None."""
    low, high = 1, 1 << (number.bit_length() // degree + 1)
    while low < high:
        middle = (low + high) // 2
        if middle**degree < number:
            low = middle + 1
        else:
            high = middle
    return low if low**degree == number else None


def _notes(num_irrational: int) -> str:
    """What a reader should know besides."""
    notes = (
        "No defective profile: nobody volunteering is no equilibrium, and each pure "
        "equilibrium burdens one player. All volunteering is cooperative but wasteful: "
        "one is enough."
    )
    if num_irrational:
        notes += (
            f" Besides the equilibria listed there are {num_irrational} in irrational "
            "numbers: m >= 3 players each abstain with probability "
            "(cost / benefit)^(1 / (m - 1)), the others always."
        )
    return notes


GAME = GameKind(
    name="volunteers_dilemma",
    version=1,
    summary="n players; one volunteer pays a cost, and all have the benefit.",
    build=build,
    parameters=VolunteersDilemmaParameters,
)
