"""Chance: every purpose has random words of its own, drawn at once for a step."""

from collections.abc import Mapping
from dataclasses import dataclass

import jax
import jax.numpy as jnp
from jaxtyping import Array, Bool, Int, Key, UInt32

from ostrom.gridworlds.numerics.threefry import threefry

Words = UInt32[Array, "words batch"]
"""Uniform words of 32 bits, for a batch of worlds."""

_HALF = 16
_LOW = (1 << _HALF) - 1


@dataclass(frozen=True)
class Draws:
    """How many words each purpose needs.

    Attributes:
        sizes: Words by purpose; the order fixes which word serves what, so it belongs
            to the version of a world.
        stream: Number of this group of purposes; draws of one key in different streams
            are independent.
    """

    sizes: Mapping[str, int]
    stream: int = 0

    def draw(self, keys: Key[Array, " batch"]) -> dict[str, Words]:
        """Returns fresh words by purpose; no two purposes share one.

        Args:
            keys: One key a world.
        """
        total = sum(self.sizes.values())
        pairs = -(-total // 2)
        key = jnp.moveaxis(jax.random.key_data(keys), -1, 0).astype(jnp.uint32)
        lane = jnp.arange(pairs, dtype=jnp.uint32)[:, None]
        words = jnp.concatenate(
            threefry((key[0], key[1]), (lane, jnp.uint32(self.stream)))
        )
        drawn, start = {}, 0
        for purpose, size in self.sizes.items():
            drawn[purpose] = words[start : start + size]
            start += size
        return drawn


def threshold(probability: float) -> int:
    """Returns the integer that a uniform word is below with this probability.

    Exact to 2**-32; probability 1 is 1 - 2**-32.

    Example:
        >>> threshold(0.5) == 2**31, threshold(0.0), threshold(1.0) == 2**32 - 1
        (True, 0, True)
    """
    return min(round(probability * 2**32), 2**32 - 1)


def happens(
    words: UInt32[Array, "*shape"], probability: float
) -> Bool[Array, "*shape"]:
    """Returns where an event of this probability takes place."""
    happens_here: Array = words < jnp.uint32(threshold(probability))
    return happens_here


def choose(
    words: UInt32[Array, "*shape"], count: Int[Array, "*#shape"] | int
) -> Int[Array, "*shape"]:
    """Returns uniform integers from 0 to `count` - 1.

    The upper half of the product of word and count, so the bias is below
    `count` / 2**32. A count of 0 gives 0.

    Args:
        words: Uniform words.
        count: Below 2**15.
    """
    wide = jnp.asarray(count).astype(jnp.uint32)
    high, low = words >> _HALF, words & _LOW
    return ((high * wide + ((low * wide) >> _HALF)) >> _HALF).astype(jnp.int32)
