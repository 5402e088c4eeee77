"""Episodes that follow one another without end."""

from typing import Any, Generic

import equinox as eqx
import jax
import jax.numpy as jnp
from jaxtyping import Array, Integer, Key

from ostrom.gridworlds.protocol.transition import L, Observation, State, Transition, W
from ostrom.gridworlds.protocol.world import GridWorld


class Endless(eqx.Module, Generic[W, L]):
    """The state of a world and the latent configuration of its episode."""

    state: State[W]
    params: L


class AutoReset(Generic[W, L]):
    """A world that begins a new episode as soon as one ends.

    The new episode has a latent configuration drawn uniformly from a given batch. The
    end of the old one is still told: its flags, its last reward, and what was seen in
    `info["final_observation"]`.

    Attributes:
        world: The world.
        configurations: A batch of latent configurations, as from `draw_latents`.
    """

    def __init__(self, world: GridWorld[W, L], configurations: L) -> None:
        self.world = world
        self.configurations = configurations

    def reset(self, key: Key[Array, ""]) -> tuple[Observation, Endless[W, L]]:
        """Returns the beginning of an episode; the key is used up."""
        drawn, begun = jax.random.split(key)
        count = self.configurations.layout.shape[-1]
        place = jax.random.randint(drawn, (), 0, count)
        params: L = jax.tree.map(lambda leaf: leaf[..., place], self.configurations)
        obs, state = self.world.reset(begun, params)
        return obs, Endless(state, params)

    def step(
        self,
        key: Key[Array, ""],
        state: Endless[W, L],
        actions: Integer[Array, " players"],
    ) -> tuple[Transition[W], Endless[W, L]]:
        """Returns what a step gave, with what is seen then, and the state after it."""
        stepped, begun = jax.random.split(key)
        done = self.world.step(stepped, state.state, actions, state.params)
        ends = done.terminated | done.truncated
        obs, after = self.reset(begun)
        kept = (done.obs, Endless(done.state, state.params))
        seen, following = jax.tree.map(
            lambda fresh, same: jnp.where(ends, fresh, same), (obs, after), kept
        )
        told: Any = eqx.tree_at(lambda each: each.obs, done, seen)
        return told, following
