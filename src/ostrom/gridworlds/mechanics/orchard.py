"""Apples that grow back next to other apples."""

import jax.numpy as jnp
import numpy as np
from jaxtyping import Array, Bool, Int8


def hanging_nearby(
    hanging: Bool[Array, "trees batch"], neighbours: np.ndarray
) -> Int8[Array, "trees batch"]:
    """Returns how many neighbours of each tree bear an apple.

    Args:
        hanging: Where apples hang.
        neighbours: Square matrix, true where two trees are neighbours.
    """
    bears = hanging.astype(jnp.int8)
    num_trees = len(neighbours)
    most = int(neighbours.sum(axis=1).max(initial=0))
    # Row `num_trees` is an empty one, for trees with fewer neighbours than most.
    padded = jnp.concatenate([bears, jnp.zeros_like(bears[:1])])
    table = np.full((most, num_trees), num_trees)
    for tree, row in enumerate(neighbours):
        near = np.flatnonzero(row)
        table[: len(near), tree] = near
    count = jnp.zeros_like(bears)
    for near in table:
        count += padded[near]
    return count
