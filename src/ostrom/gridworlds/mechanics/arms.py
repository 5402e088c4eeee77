"""Zapping: who is hit is sent to a spawn cell and has to wait."""

import jax.numpy as jnp
from jaxtyping import Array, Bool, Int8, Int16

from ostrom.gridworlds.mechanics.beams import beam_cells, hits
from ostrom.gridworlds.mechanics.players import Grid, Players
from ostrom.gridworlds.mechanics.spawning import spawn
from ostrom.gridworlds.numerics.chance import Words, choose


def zap(
    grid: Grid,
    players: Players,
    fires: Bool[Array, "players batch"],
    spawns: Int16[Array, "spawns #batch"],
    words: dict[str, Words],
    *,
    freeze: int,
    cooldown: int,
    frozen_immune: bool,
) -> tuple[Players, dict[str, Int8[Array, "players batch"]]]:
    """Returns players after some fired at the same time, and what happened to each.

    Args:
        grid: The map.
        players: The players, after they moved.
        fires: Who fires.
        spawns: Cells where players appear.
        words: Random words for `spawns` and `headings`.
        freeze: Steps that a hit player has to wait; being hit again starts them anew.
        cooldown: Steps until a player can fire again.
        frozen_immune: Whether a player that waits can not be hit.
    """
    hit = hits(
        grid, fires, beam_cells(grid, players.cell, players.heading), players.cell
    )
    if frozen_immune:
        hit &= (players.frozen == 0)[None]
    taken = jnp.sum(hit, axis=0, dtype=jnp.int8)
    is_hit = taken > 0
    turned = choose(words["headings"], 4).astype(jnp.int8)
    after = Players(
        cell=spawn(players.cell, is_hit, spawns, words["spawns"]),
        heading=jnp.where(is_hit, turned, players.heading),
        frozen=jnp.where(is_hit, jnp.int8(freeze), players.frozen),
        cooling=jnp.where(fires, jnp.int8(cooldown), players.cooling),
    )
    given = jnp.sum(hit, axis=1, dtype=jnp.int8)
    fired = fires.astype(jnp.int8)
    return after, {"zaps_fired": fired, "zaps_given": given, "zaps_taken": taken}
