"""Rewards shaped outside a world, by what others get."""

import jax.numpy as jnp
from jaxtyping import Array, Float32


def common_reward(
    rewards: Float32[Array, "players *batch"],
) -> Float32[Array, "players *batch"]:
    """Returns the sum of all rewards, for every player."""
    return jnp.broadcast_to(jnp.sum(rewards, axis=0), rewards.shape)


def social_value(
    rewards: Float32[Array, "players *batch"], *, angle: float
) -> Float32[Array, "players *batch"]:
    """Returns rewards of players with a social value orientation.

    The own reward counts with the cosine of the angle, the mean reward of the others
    with its sine. A player without others has the own part alone.

    Source: Griesinger and Livingston (1973); McKee et al. (2020), arXiv:2002.02325.

    Args:
        rewards: Of each player.
        angle: In degrees; 0 is selfish, 45 prosocial, 90 altruistic.
    """
    others = jnp.sum(rewards, axis=0) - rewards
    mean = others / max(len(rewards) - 1, 1)
    turned = jnp.deg2rad(jnp.float32(angle))
    return jnp.cos(turned) * rewards + jnp.sin(turned) * mean


def inequity_averse(
    rewards: Float32[Array, "players *batch"], *, alpha: float, beta: float
) -> Float32[Array, "players *batch"]:
    """Returns rewards of players who mind inequity.

    Each loses `alpha` times the mean lead of those ahead of it, and `beta` times its
    mean lead over those behind; means are over all other players. Where all get the
    same, nothing is lost. For rewards smoothed over time, smooth them before.

    Source: Fehr and Schmidt (1999); Hughes et al. (2018), arXiv:1803.08884.

    Args:
        rewards: Of each player.
        alpha: Dislike of being behind.
        beta: Dislike of being ahead.
    """
    lead = rewards[None] - rewards[:, None]
    others = max(len(rewards) - 1, 1)
    behind = jnp.sum(jnp.maximum(lead, 0.0), axis=1) / others
    ahead = jnp.sum(jnp.maximum(-lead, 0.0), axis=1) / others
    return rewards - alpha * behind - beta * ahead


def smoothed(
    before: Float32[Array, "players *batch"],
    rewards: Float32[Array, "players *batch"],
    *,
    decay: float,
) -> Float32[Array, "players *batch"]:
    """Returns rewards added to what is left of those before.

    Args:
        before: What this gave in the step before; zeros at first.
        rewards: Of this step.
        decay: Share that is left after a step, from 0 to 1.
    """
    return decay * before + rewards
