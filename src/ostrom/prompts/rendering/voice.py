"""Whom a prompt speaks to, and how it names players and actions."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal

from ostrom.games.theory.game import Game
from ostrom.prompts.labels import Labels

HistoryOrder = Literal["oldest_first", "newest_first"]
"""Which past round is told first."""


@dataclass(frozen=True)
class Voice:
    """The one who is spoken to.

    Attributes:
        game: The base game.
        player: The seat of the one who is spoken to.
        labels: How actions are shown.
        history_order: Which past round is told first.
        agent: Its public number among all agents; None where there are none.
    """

    game: Game
    player: int
    labels: Labels
    history_order: HistoryOrder = "oldest_first"
    agent: int | None = None

    def who(self, player: int) -> str:
        """Returns `you`, `the other player`, or `Player 2`."""
        if player == self.player:
            return "you"
        if self.game.num_players == 2:
            return "the other player"
        return f"Player {player + 1}"

    def co_players(self) -> str:
        """Returns the co-players as one noun: `the other player`, `the others`."""
        return "the other player" if self.game.num_players == 2 else "the others"

    def who_of(self, agent: int) -> str:
        """Returns `you` or the public number of an agent."""
        return "you" if agent == self.agent else f"Agent {agent}"

    def action(self, player: int, action: int) -> str:
        """Returns the label of an action."""
        return self.labels.of(player, action)

    def plays(self, player: int, action: int) -> str:
        """Returns e.g. `you play A0`, `Player 2 plays A1`."""
        verb = "play" if player == self.player else "plays"
        return f"{self.who(player)} {verb} {self.action(player, action)}"

    def gets(self, player: int, points: str) -> str:
        """Returns e.g. `you get 3`."""
        verb = "get" if player == self.player else "gets"
        return f"{self.who(player)} {verb} {points}"

    def seats(self) -> list[int]:
        """All players, the one who is spoken to first."""
        others = [p for p in range(self.game.num_players) if p != self.player]
        return [self.player, *others]


def enumerated(parts: Sequence[str]) -> str:
    """Returns parts as a list in a sentence.

    Example:
        >>> enumerated(["a", "b", "c"])
        'a, b and c'
    """
    if len(parts) < 2:
        return "".join(parts)
    return ", ".join(parts[:-1]) + " and " + parts[-1]


def sentence(text: str) -> str:
    """Returns `text` with its first letter in upper case."""
    return text[:1].upper() + text[1:]


def counted(number: int, noun: str) -> str:
    """Returns e.g. `1 player`, `2 players`."""
    return f"{number} {noun}" + "s" * (number != 1)
