"""Who plays what with whom in one run unit."""

from dataclasses import dataclass

from ostrom.games.theory.game import Game


@dataclass(frozen=True)
class Situation:
    """One run unit as a mechanism sees it; it never learns which agents play.

    Attributes:
        game: The base game.
        slots: The seat (player index) of each agent of the unit.
        seatings: For each match the slots that play it, in player order. A mechanism
            that makes its own matches, such as one with random rematching, does not
            look at them.
        seed: Root of all random streams of the unit.
    """

    game: Game
    slots: tuple[int, ...]
    seatings: tuple[tuple[int, ...], ...]
    seed: int

    @classmethod
    def of_one_match(cls, game: Game, seed: int) -> "Situation":
        """A single match with slot i in seat i."""
        seats = tuple(range(game.num_players))
        return cls(game=game, slots=seats, seatings=(seats,), seed=seed)
