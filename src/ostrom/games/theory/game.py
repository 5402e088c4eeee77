"""A finite game in normal form with exact payoffs, and the kind it belongs to."""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from functools import cached_property
from itertools import product
from math import prod
from typing import Any

import numpy as np
from jaxtyping import Float

from ostrom.core.errors import IllegalActionError, SpecError
from ostrom.core.parameters import Parameters

Profile = tuple[int, ...]
"""One action index for each player."""

Payoffs = tuple[Fraction, ...]
"""One exact payoff for each player, in points."""

Mixed = tuple[Fraction, ...]
"""A probability for each action of one player."""


@dataclass(frozen=True)
class Game:
    """The rules of a one-shot game with simultaneous choices.

    Attributes:
        name: Catalogue name, or the name given inline.
        version: Raised when the payoffs or actions change.
        actions: Names of the actions of each player, e.g. `(("cooperate", "defect"),
            ("cooperate", "defect"))`. Any number of players and actions.
        payoffs: Exact payoffs for every action profile, in points.
        source: Where the payoffs come from.
        cooperative_profile: The profile that counts as cooperation; None where the
            game has none (`notes` says why).
        defective_profile: The pure equilibrium that cooperation is measured against;
            None where there is none.
        equilibria: Nash equilibria, one mixed action for each player. All of them
            unless `notes` says otherwise.
        dominance: What dominates what, in one sentence.
        action_meanings: For each player and action, what the players are told that
            the action stands for (`"the number 2"`); empty where labels say nothing.
        notes: What a reader should know besides.
    """

    name: str
    version: int
    actions: tuple[tuple[str, ...], ...]
    payoffs: dict[Profile, Payoffs] = field(hash=False, repr=False)
    source: str
    cooperative_profile: Profile | None = None
    defective_profile: Profile | None = None
    equilibria: tuple[tuple[Mixed, ...], ...] = ()
    dominance: str = ""
    action_meanings: tuple[tuple[str, ...], ...] = ()
    notes: str = ""

    def __post_init__(self) -> None:
        """Checks that all parts speak of the same players and actions.

        Raises:
            SpecError: A player has no action or two of one name; payoffs and profiles
                do not match; a named profile, an equilibrium or the meanings do not
                fit the players and actions.
        """
        _check_actions(self)
        _check_payoffs(self)
        _check_named_profiles(self)

    @property
    def num_players(self) -> int:
        """How many players take part."""
        return len(self.actions)

    @property
    def num_actions(self) -> tuple[int, ...]:
        """How many actions each player has."""
        return tuple(len(actions) for actions in self.actions)

    def profiles(self) -> Iterator[Profile]:
        """All action profiles, the last player's action changing fastest."""
        return product(*(range(count) for count in self.num_actions))

    def payoff(self, profile: Sequence[int]) -> Payoffs:
        """Returns what each player gets under `profile`, in points.

        Raises:
            IllegalActionError: The profile does not exist.
        """
        found = self.payoffs.get(tuple(profile))
        if found is None:
            raise IllegalActionError(
                f"{self.name}: no profile {tuple(profile)}; players have "
                f"{self.num_actions} actions."
            )
        return found

    def expected_payoffs(self, mixed: Sequence[Sequence[Fraction]]) -> Payoffs:
        """Returns the exact expectation when players mix independently.

        Args:
            mixed: For each player a probability for each action; each sums to 1.
        """
        totals = [Fraction(0)] * self.num_players
        for profile in product(*(_support(shares) for shares in mixed)):
            weight = Fraction(1)
            for player, action in enumerate(profile):
                weight *= Fraction(mixed[player][action])
            for player, payoff in enumerate(self.payoffs[profile]):
                totals[player] += weight * payoff
        return tuple(totals)

    @cached_property
    def tensor(self) -> Float[np.ndarray, "..."]:
        """Read-only payoffs in floating point, shape `(*num_actions, players)`."""
        values = np.empty((*self.num_actions, self.num_players))
        for profile, payoffs in self.payoffs.items():
            values[profile] = [float(payoff) for payoff in payoffs]
        values.setflags(write=False)
        return values

    def is_cooperative(self, player: int, action: int) -> bool | None:
        """Whether `action` is the player's part of cooperation; None if undefined."""
        if self.cooperative_profile is None:
            return None
        return self.cooperative_profile[player] == action


def _support(shares: Sequence[Fraction]) -> list[int]:
    """Actions that are played with positive probability."""
    return [action for action, share in enumerate(shares) if share > 0]


def _check_actions(game: Game) -> None:
    """Raises SpecError unless each player has actions, each with its own name."""
    if not game.actions or not all(game.actions):
        raise SpecError(f"{game.name}: every player needs at least one action.")
    for player, names in enumerate(game.actions):
        twice = {name for name in names if names.count(name) > 1}
        if twice or "" in names:
            raise SpecError(
                f"{game.name}: player {player} needs a different, non-empty name for "
                f"each action, got {names}."
            )
    meant = tuple(len(meanings) for meanings in game.action_meanings)
    if meant and meant != game.num_actions:
        raise SpecError(
            f"{game.name}: action_meanings for {meant} actions, but players have "
            f"{game.num_actions}."
        )


def _check_payoffs(game: Game) -> None:
    """Raises SpecError unless payoffs cover exactly the profiles."""
    expected = prod(game.num_actions)
    if len(game.payoffs) != expected:
        raise SpecError(
            f"{game.name}: {game.num_actions} actions make {expected} profiles, got "
            f"payoffs for {len(game.payoffs)}."
        )
    for profile in game.profiles():
        if len(game.payoffs.get(profile, ())) != game.num_players:
            raise SpecError(
                f"{game.name}: profile {profile} needs {game.num_players} payoffs, "
                f"got {game.payoffs.get(profile, ())}."
            )


def _check_named_profiles(game: Game) -> None:
    """Raises SpecError unless the named profiles and equilibria fit the actions."""
    for what in ("cooperative_profile", "defective_profile"):
        profile = getattr(game, what)
        if profile is not None and profile not in game.payoffs:
            raise SpecError(
                f"{game.name}: {what} {profile} does not exist; players have "
                f"{game.num_actions} actions."
            )
    for mixed in game.equilibria:
        if tuple(len(shares) for shares in mixed) != game.num_actions:
            raise SpecError(
                f"{game.name}: equilibrium {mixed} does not fit {game.num_actions} "
                "actions."
            )


@dataclass(frozen=True)
class GameKind:
    """A game as the catalogue offers it: parameters in, rules out.

    Attributes:
        name: Catalogue name; the file's name.
        version: Raised when the behaviour changes; golden files are kept by version.
        summary: One sentence for lists.
        parameters: Its parameters; all have defaults.
        build: Makes the game for one set of parameters.
    """

    name: str
    version: int
    summary: str
    build: Callable[[Any], Game]
    parameters: type[Parameters] = Parameters

    def default(self) -> Game:
        """The game with all parameters at their defaults."""
        return self.build(self.parameters())
