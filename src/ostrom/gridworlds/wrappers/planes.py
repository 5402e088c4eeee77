"""Observations as planes of zeros and ones, for networks."""

from functools import cache
from typing import Any

import jax
import jax.numpy as jnp
import numpy as np
from jaxtyping import Array, Int8, UInt8

from ostrom.gridworlds.mechanics.viewing import FROZEN
from ostrom.gridworlds.numerics.stages import stage
from ostrom.gridworlds.protocol.transition import Observation

NUM_WHO = FROZEN
"""Planes of other players: seen looking ahead, right, back, left, and frozen."""


def num_planes(num_ground: int) -> int:
    """Returns the number of planes of a view: one a kind of ground, five of players."""
    return num_ground + NUM_WHO


def planes(
    view: Int8[Array, "*batch rows columns"], num_ground: int
) -> UInt8[Array, "*batch rows columns planes"]:
    """Returns a view as planes: which ground each cell has, and who stands on it.

    Args:
        view: Codes, as in an observation.
        num_ground: Number of different codes of the ground; the length of the legend.
    """
    rows = jnp.asarray(_rows(num_ground))

    def read(codes: Any) -> Any:
        # Whole rows of a small table are read, several times faster than comparing.
        return rows.at[codes.reshape(-1).astype(jnp.int32)].get(mode="clip")

    found: Array = stage(read, view)
    return found.reshape(*view.shape, num_planes(num_ground))


def planes_with_facts(
    obs: Observation, num_ground: int
) -> UInt8[Array, "*batch players rows columns planes"]:
    """Returns the planes of a view and one more for each fact, the same on all cells.

    A fact of -1, which stands for none, is 255.
    """
    shown = planes(obs.view, num_ground)
    facts = obs.facts.astype(jnp.uint8)[..., None, None, :]
    spread = jnp.broadcast_to(facts, (*shown.shape[:-1], facts.shape[-1]))
    return jnp.concatenate([shown, spread], axis=-1)


@cache
def _rows(num_ground: int) -> np.ndarray:
    """The planes of each code."""
    codes = np.arange(128)
    rows = np.zeros((128, num_planes(num_ground)), np.uint8)
    rows[codes, codes % num_ground] = 1
    who = codes // num_ground
    seen = (who > 0) & (who <= NUM_WHO)
    rows[codes[seen], num_ground + who[seen] - 1] = 1
    return rows


def as_float(shown: UInt8[Array, "*shape"]) -> Array:
    """Returns planes as numbers of 32 bits."""
    found: Array = jax.lax.convert_element_type(shown, jnp.float32)
    return found
