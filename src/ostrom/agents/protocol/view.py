"""What a scripted action rule looks at."""

from dataclasses import dataclass
from fractions import Fraction

from ostrom.agents.protocol.history import Past, past_of
from ostrom.core.errors import SpecError
from ostrom.core.questions import Observation
from ostrom.games.theory.game import Game, Profile
from ostrom.mechanisms.contract import InForce, contracted
from ostrom.mechanisms.mediation import WithMediator, mediated

Shares = dict[int, int]
"""Per cent by action, 100 in all; actions that are left out get none."""


@dataclass(frozen=True)
class View:
    """One choice of an action, as its player sees it.

    Attributes:
        game: The base game.
        player: The seat.
        observation: All that the player may know now.
        num_choices: How many actions are on offer, those of a mechanism included.
    """

    game: Game
    player: int
    observation: Observation
    num_choices: int

    @property
    def past(self) -> Past | None:
        """Earlier rounds; None where the game is played once."""
        return past_of(self.observation, self.player)

    @property
    def rules(self) -> Game:
        """The game that is really played: the base game, or as it has been changed."""
        if isinstance(self.observation, WithMediator):
            return mediated(self.game, self.observation.mediator.content)
        if isinstance(self.observation, InForce):
            return contracted(self.game, self.observation.contract.content)
        return self.game

    @property
    def cooperative(self) -> Profile:
        """What counts as cooperation.

        Raises:
            SpecError: The game names no cooperative profile.
        """
        return cooperation(self.game)

    @property
    def cooperate(self) -> Shares:
        """The player's part of the cooperative profile, for certain."""
        return {self.cooperative[self.player]: 100}

    @property
    def defect(self) -> Shares:
        """The player's defective action, for certain; see `defection_in`.

        Raises:
            SpecError: The game has none.
        """
        return {defection(self.game)[self.player]: 100}

    def failed(self, seat: int, action: int) -> bool:
        """Whether `action` is not the cooperative one of that seat."""
        return action != self.cooperative[seat]

    def someone_failed_last(self) -> bool:
        """Whether some co-player's last known action was not its cooperative one.

        A co-player of whom nothing is known counts as cooperative.
        """
        if self.past is None:
            return False
        return any(
            self.failed(seat, played[-1])
            for seat, played in self.past.co_players()
            if played
        )


def cooperation(game: Game) -> Profile:
    """Returns what counts as cooperation.

    Raises:
        SpecError: The game names no cooperative profile.
    """
    if game.cooperative_profile is None:
        raise SpecError(f"{game.name} does not name a cooperative profile.")
    return game.cooperative_profile


def defection_in(game: Game) -> Profile | None:
    """Returns the action of each player that counts as defecting.

    It is the game's defective profile. Where the game names none, but what cooperating
    is, and every player has two actions, it is the other one.

    Returns:
        None where there is none.
    """
    if game.defective_profile is not None:
        return game.defective_profile
    if game.cooperative_profile is None or set(game.num_actions) != {2}:
        return None
    return tuple(1 - action for action in game.cooperative_profile)


def defection(game: Game) -> Profile:
    """Returns the same as `defection_in`, which must exist.

    Raises:
        SpecError: The game has none.
    """
    found = defection_in(game)
    if found is None:
        raise SpecError(
            f"{game.name} does not name a defective profile, and not every player has "
            "just one action besides the cooperative one."
        )
    return found


def payoff_of(game: Game, profile: Profile, player: int, action: int) -> Fraction:
    """Returns what `player` gets by `action` where others keep to `profile`."""
    changed = (*profile[:player], action, *profile[player + 1 :])
    return game.payoff(changed)[player]
