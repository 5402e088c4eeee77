"""Threefry-2x32 with 20 rounds, on whole arrays at once.

Source: Salmon, Moraes, Dror and Shaw (2011), Parallel random numbers: as easy as 1, 2,
3. It is the generator behind JAX's default keys; here its rounds are written out, so
that a compiler for CPUs makes one loop of them.
"""

import jax.numpy as jnp
from jaxtyping import Array, UInt32

_SHIFTS = ((13, 15, 26, 6), (17, 29, 16, 24))
_PARITY = 0x1BD11BDA


def threefry(
    keys: tuple[UInt32[Array, "..."], UInt32[Array, "..."]],
    counts: tuple[UInt32[Array, "..."], UInt32[Array, "..."]],
) -> tuple[UInt32[Array, "..."], UInt32[Array, "..."]]:
    """Returns two random words for each pair of key words and pair of counts.

    Args:
        keys: The two words of each key.
        counts: What is encrypted; different counts give independent words. Shapes are
            broadcast.
    """
    schedule = (*keys, keys[0] ^ keys[1] ^ jnp.uint32(_PARITY))
    left, right = counts[0] + schedule[0], counts[1] + schedule[1]
    for block in range(5):
        for shift in _SHIFTS[block % 2]:
            left = left + right
            right = (right << shift) | (right >> (32 - shift))
            right = right ^ left
        left = left + schedule[(block + 1) % 3]
        right = right + schedule[(block + 2) % 3] + jnp.uint32(block + 1)
    return left, right
