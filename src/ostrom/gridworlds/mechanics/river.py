"""A river that gets dirty, and an orchard that bears while it is clean enough."""

from collections.abc import Sequence

import jax.numpy as jnp
from jaxtyping import Array, Bool, Int, UInt32

from ostrom.gridworlds.mechanics.spawning import chosen_before
from ostrom.gridworlds.numerics.chance import choose, threshold
from ostrom.gridworlds.numerics.lookup import look_up


def growth_thresholds(
    num_river: int, num_water: int, depletion: float, restoration: float, most: float
) -> tuple[int, ...]:
    """Returns, by the number of dirty cells, what a word is below where an apple grows.

    The probability falls evenly from `most` at a dirty share of `restoration` to 0 at
    `depletion`; the share is of all `num_water` cells.

    Args:
        num_river: Cells that can be dirty.
        num_water: All cells of water.
        depletion: Dirty share from which nothing grows.
        restoration: Dirty share up to which growth is at its most.
        most: Highest probability that an apple grows on a free cell in a step.
    """
    shares = (dirty / num_water for dirty in range(num_river + 1))
    rises = ((depletion - share) / (depletion - restoration) for share in shares)
    return tuple(threshold(most * min(1.0, max(0.0, rise))) for rise in rises)


def apples_grow(
    is_free: Bool[Array, "orchard batch"],
    num_dirty: Int[Array, " batch"],
    thresholds: Sequence[int],
    words: UInt32[Array, "orchard batch"],
) -> Bool[Array, "orchard batch"]:
    """Returns on which free cells an apple grows.

    Args:
        is_free: Cells without an apple, and where no player stands.
        num_dirty: Dirty cells of the river.
        thresholds: By the number of dirty cells; see `growth_thresholds`.
        words: Fresh random words.
    """
    table = jnp.asarray(thresholds, dtype=jnp.uint32)[:, None]
    return is_free & (words < look_up(table, num_dirty))


def waste_arrives(
    is_free: Bool[Array, "river batch"],
    arrives: Bool[Array, " batch"],
    word: UInt32[Array, " batch"],
) -> Bool[Array, "river batch"]:
    """Returns the one free cell, uniformly chosen, on which waste arrives, if it does.

    Args:
        is_free: Clean cells that may get dirty.
        arrives: Whether waste arrives.
        word: A fresh random word.
    """
    count = jnp.sum(is_free, axis=0, dtype=jnp.int16)
    chosen = choose(word, count).astype(jnp.int16)
    return is_free & arrives & (chosen_before(is_free) == chosen)
