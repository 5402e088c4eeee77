"""Gives each conversation the slot that still holds most of it."""

from collections.abc import Sequence
from itertools import takewhile


def shared_length(one: Sequence[str], other: Sequence[str]) -> int:
    """Returns how many leading characters two conversations share.

    Example:
        >>> shared_length(["rules", "round 1"], ["rules", "round 2", "more"])
        11
    """
    total = 0
    for left, right in zip(one, other, strict=False):
        if left == right:
            total += len(left)
            continue
        pairs = takewhile(
            lambda pair: pair[0] == pair[1], zip(left, right, strict=False)
        )
        return total + sum(1 for _ in pairs)
    return total


class Slots:
    """The slots of one engine: which are free, and what each last read.

    A slot keeps the state of the tokens it has read, so a prompt that begins as the
    last one did is read from where they part.

    Args:
        count: How many slots there are, from 1.
    """

    def __init__(self, count: int) -> None:
        self._free = set(range(count))
        self._last: list[tuple[str, ...]] = [()] * count

    def take(self, conversation: Sequence[str]) -> int:
        """Returns the free slot that gains most from `conversation`, now taken.

        The gain is the text it need not read again, less the text it would lose; so a
        slot that holds another player's rules is left alone while one is empty. Among
        equals it is the lowest number.

        Raises:
            LookupError: No slot is free.
        """
        if not self._free:
            raise LookupError("No slot is free; wait for one before taking it.")

        def merit(slot: int) -> tuple[int, int]:
            last = self._last[slot]
            shared = shared_length(last, conversation)
            return 2 * shared - sum(map(len, last)), -slot

        slot = max(self._free, key=merit)
        self._free.remove(slot)
        self._last[slot] = tuple(conversation)
        return slot

    def give_back(self, slot: int) -> None:
        """Frees a slot."""
        self._free.add(slot)
