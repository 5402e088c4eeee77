"""Where players appear."""

import jax.numpy as jnp
from jaxtyping import Array, Bool, Int16, UInt32


def spawn(
    cell: Int16[Array, "players batch"],
    appears: Bool[Array, "players batch"],
    spawns: Int16[Array, "spawns #batch"],
    words: UInt32[Array, "spawns batch"],
) -> Int16[Array, "players batch"]:
    """Returns cells after some players were sent to spawn cells.

    The r-th player that appears gets the r-th of a random order of the spawn cells
    that no other player holds. With fewer free cells than players, the last ones
    stay where they are.

    Args:
        cell: Where players stand.
        appears: Who is sent.
        spawns: The spawn cells.
        words: Fresh random words; they order the cells.
    """
    num_spawns = words.shape[0]
    held = jnp.any((cell[:, None] == spawns[None]) & ~appears[:, None], axis=0)
    number = jnp.arange(num_spawns)
    before = (number[None] < number[:, None])[..., None]
    ahead = (words[None] < words[:, None]) | ((words[None] == words[:, None]) & before)
    rank = jnp.sum(ahead & ~held[None], axis=1, dtype=jnp.int16)
    rank = jnp.where(held, jnp.int16(-1), rank)
    place = chosen_before(appears)
    chosen = appears[:, None] & (rank[None] == place[:, None])
    found = jnp.max(jnp.where(chosen, spawns[None], jnp.int16(-1)), axis=1)
    return jnp.where(found >= 0, found, cell)


def chosen_before(chosen: Bool[Array, "places batch"]) -> Int16[Array, "places batch"]:
    """Returns for each place how many before it are chosen."""
    rows, count = [], jnp.zeros(chosen.shape[1:], jnp.int16)
    for row in chosen:
        rows.append(count)
        count = count + row
    return jnp.stack(rows)
