"""The names under which actions are shown, so that no word tells what they mean."""

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import count, islice
from typing import Literal

import numpy as np

from ostrom.core.errors import SpecError
from ostrom.games.theory.game import Game

ActionLabels = Literal["indexed", "letters", "symbols"]
"""`indexed`: A0, A1, ... · `letters`: J, F, ... · `symbols`: ● ■ ▲ ..."""

ActionOrder = Literal["canonical", "reversed", "shuffled"]
"""Which action gets the first label: the game's first, its last, or a drawn one."""

# Letters and signs that suggest no word, rank, grade or direction.
_ALPHABETS = {"letters": "JFQKXVZHWYGN", "symbols": "●■▲◆★○□△◇☆"}
_MOST_EXTRAS = 8


@dataclass(frozen=True)
class Labels:
    """How the actions of a game are shown to one player, and read back.

    All players share one numbering of actions, as mediators and contracts do; so an
    action has the same label whoever plays it. Actions that a mechanism adds come
    after those of the base game, with labels that no base action has.

    Attributes:
        names: Label of each action of the base game, by index.
        shown: Actions in the order in which they are listed.
        extras: Labels of actions that a mechanism adds, in order.
        num_actions: How many actions each player has in the base game.
    """

    names: tuple[str, ...]
    shown: tuple[int, ...]
    extras: tuple[str, ...]
    num_actions: tuple[int, ...]

    def of(self, player: int, action: int) -> str:
        """Returns the label of an action of `player`.

        Raises:
            SpecError: There are no labels for so many added actions.
        """
        added = action - self.num_actions[player]
        if added < 0:
            return self.names[action]
        if added >= len(self.extras):
            raise SpecError(
                f"A mechanism adds action {action} to {self.num_actions[player]} "
                f"actions; there are labels for {len(self.extras)} added ones."
            )
        return self.extras[added]

    def listed(self, player: int, total: int) -> tuple[int, ...]:
        """Returns the first `total` actions of `player` in the order they are listed.

        Args:
            player: Whose actions.
            total: How many there are; those beyond the base game's come last.
        """
        base = min(total, self.num_actions[player])
        own = [action for action in self.shown if action < base]
        return (*own, *range(base, total))


def make_labels(
    game: Game,
    labels: ActionLabels = "indexed",
    order: ActionOrder = "canonical",
    generator: np.random.Generator | None = None,
) -> Labels:
    """Returns the labels of a game's actions.

    Args:
        game: The base game.
        labels: Which set of labels.
        order: Which action gets the first label.
        generator: Draws the order if it is to be shuffled: one permutation.

    Raises:
        SpecError: The order is to be shuffled and there is no generator.
    """
    most = max(game.num_actions)
    shown = list(range(most))
    if order == "reversed":
        shown.reverse()
    elif order == "shuffled":
        if generator is None:
            raise SpecError("action_order 'shuffled' needs a random generator.")
        shown = [int(action) for action in generator.permutation(most)]
    drawn = list(islice(_label_texts(labels), most + _MOST_EXTRAS))
    by_action = {action: drawn[place] for place, action in enumerate(shown)}
    return Labels(
        names=tuple(by_action[action] for action in range(most)),
        shown=tuple(shown),
        extras=tuple(drawn[most:]),
        num_actions=game.num_actions,
    )


def _label_texts(labels: ActionLabels) -> Iterator[str]:
    """Labels without end; a second round through an alphabet is numbered."""
    if labels == "indexed":
        yield from (f"A{place}" for place in count())
        return
    yield from _ALPHABETS[labels]
    for turn in count(2):
        yield from (f"{letter}{turn}" for letter in _ALPHABETS[labels])
