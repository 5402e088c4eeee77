"""A harvester that knows the hidden rules, and leaves apples for others to grow.

Strength 0 takes the nearest apple at once, whatever it is. Above 0 it takes an apple
only at the stage that pays most for its colour, or overripe, and only if at least so
many of its twelve neighbours bear apples: 1 at a strength up to a third, 2 up to two
thirds, 3 above; and it walks around the others.
"""

from math import ceil
from typing import Any

import jax.numpy as jnp
from jaxtyping import Array, Int8

from ostrom.agents.policies.protocol.policy import Act, Policy
from ostrom.agents.policies.protocol.walking import walk_to_nearest
from ostrom.gridworlds.mechanics.orchard import hanging_nearby
from ostrom.gridworlds.numerics.chance import Words
from ostrom.gridworlds.numerics.lookup import look_up

_MOST = 3
_OVERRIPE = 2


def make(strength: float) -> Act:
    """Returns what such a harvester does."""
    kept = ceil(strength * _MOST)

    def act(
        world: Any, state: Any, latent: Any, words: Words
    ) -> Int8[Array, "players batch"]:
        trees = state.trees
        wanted = trees.hanging
        if kept:
            nearby = hanging_nearby(trees.hanging, world.neighbours)
            kind = latent.colour[world.patch_of] * jnp.int8(3) + trees.stage
            best = look_up(latent.pay, kind) == 0
            wanted &= (best | (trees.stage == _OVERRIPE)) & (nearby >= kept)
        goals = world.maps.role_cells("tree", latent.layout)
        stay = world.actions.index("stay")
        cell = state.players.cell
        spared = trees.hanging & ~wanted
        return walk_to_nearest(
            world.maps.grid, cell, goals, wanted, spared, stay, words
        )

    return act


POLICY = Policy(
    name="patient_harvester",
    version=1,
    summary="Leaves apples hanging, and takes the others when they pay most.",
    world="open_harvest",
    make=make,
    strengths={"greedy": 0.0, "keeps_1": 0.3, "keeps_2": 0.6, "oracle": 1.0},
)
