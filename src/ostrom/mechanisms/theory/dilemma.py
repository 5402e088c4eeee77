"""What the equilibrium claims ask of a game: an equilibrium that all like less."""

from dataclasses import dataclass

from ostrom.core.errors import SpecError
from ostrom.games.theory.equilibrium import is_pure_nash, pure_equilibria
from ostrom.games.theory.game import Game, Profile


@dataclass(frozen=True)
class Dilemma:
    """A game with a profile to sustain and a worse equilibrium to threaten with.

    Attributes:
        game: The base game; any number of players and actions.
        cooperative: The profile to sustain; it need not be an equilibrium.
        punishment: A pure equilibrium that every player likes strictly less.
    """

    game: Game
    cooperative: Profile
    punishment: Profile

    def __post_init__(self) -> None:
        """Checks the premises of the theorem.

        Raises:
            SpecError: `punishment` is no equilibrium, or some player likes it no less.
            IllegalActionError: A profile does not exist.
        """
        game, threat = self.game, self.game.payoff(self.punishment)
        for player, target in enumerate(game.payoff(self.cooperative)):
            if threat[player] >= target:
                raise SpecError(
                    f"{game.name}: {self.cooperative} must pay player {player} more "
                    f"than {self.punishment}; got {target} and {threat[player]}."
                )
        if not is_pure_nash(game, self.punishment):
            raise SpecError(
                f"{game.name}: {self.punishment} is no equilibrium, so the threat "
                f"is empty; pure equilibria are {pure_equilibria(game)}."
            )

    @classmethod
    def of(cls, game: Game) -> "Dilemma":
        """Returns the dilemma between the two profiles that the game itself names.

        Raises:
            SpecError: The game names none, or they do not meet the premises.
        """
        if game.cooperative_profile is None or game.defective_profile is None:
            raise SpecError(
                f"{game.name} names no cooperative profile or no defective one; make "
                "the dilemma from two profiles of your choice."
            )
        return cls(game, game.cooperative_profile, game.defective_profile)

    @property
    def num_players(self) -> int:
        """How many players take part."""
        return self.game.num_players

    def shared_action(self, profile: Profile) -> int:
        """Returns the action that `profile` gives to every player.

        Mediators and contracts name actions by number, the same for all roles.

        Raises:
            SpecError: The players' parts differ in number.
        """
        if len(set(profile)) > 1:
            raise SpecError(
                f"{self.game.name}: {profile} must give every player the same action "
                "number, as this mechanism can not tell roles apart."
            )
        return profile[0]
