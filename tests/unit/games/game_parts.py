"""Parts that tests of games share: exact points, and random games with many ties."""

from dataclasses import dataclass
from fractions import Fraction
from itertools import product

from hypothesis import strategies as st

from ostrom.games.theory.game import Game, Mixed

PAYOFFS = st.one_of(
    st.integers(-3, 3).map(Fraction),
    st.fractions(min_value=-50, max_value=50, max_denominator=12),
)


def points(*numbers: float | Fraction) -> tuple[Fraction, ...]:
    """Exact numbers, for comparison with payoffs or shares."""
    return tuple(Fraction(number) for number in numbers)


@dataclass(frozen=True)
class Draft:
    """What a random game is made of.

    The game itself is made outside the strategy: the run-time type checks of its
    package draw random numbers, which strategies must not.
    """

    actions: tuple[tuple[str, ...], ...]
    payoffs: dict[tuple[int, ...], tuple[Fraction, ...]]

    @property
    def num_actions(self) -> tuple[int, ...]:
        """How many actions each player has."""
        return tuple(len(names) for names in self.actions)

    def game(self) -> Game:
        """The game."""
        return Game("random", 1, self.actions, self.payoffs, source="drawn")


@st.composite
def drafts(
    draw: st.DrawFn,
    *,
    min_players: int = 1,
    max_players: int = 3,
    max_actions: int = 3,
    names: st.SearchStrategy[str] | None = None,
) -> Draft:
    """A game of any shape within the bounds."""
    num_players = draw(st.integers(min_players, max_players))
    num_actions = [draw(st.integers(1, max_actions)) for _ in range(num_players)]
    if names is None:
        actions = tuple(tuple(f"a{i}" for i in range(count)) for count in num_actions)
    else:
        actions = tuple(
            tuple(draw(st.lists(names, min_size=count, max_size=count, unique=True)))
            for count in num_actions
        )
    payoffs = {
        profile: tuple(draw(PAYOFFS) for _ in range(num_players))
        for profile in product(*(range(count) for count in num_actions))
    }
    return Draft(actions, payoffs)


@st.composite
def mixed_profiles(draw: st.DrawFn, num_actions: tuple[int, ...]) -> tuple[Mixed, ...]:
    """A mixed action for each player, often with zeros."""
    mixed = []
    for count in num_actions:
        weights = draw(
            st.lists(st.integers(0, 4), min_size=count, max_size=count).filter(any)
        )
        mixed.append(tuple(Fraction(weight, sum(weights)) for weight in weights))
    return tuple(mixed)
