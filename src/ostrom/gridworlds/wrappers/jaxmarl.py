"""A world in the form of JaxMARL 0.2: dictionaries with an entry for each agent."""

from collections.abc import Mapping
from typing import Any, Generic

import jax.numpy as jnp
from jaxtyping import Array, Integer, Key

from ostrom.gridworlds.protocol.transition import L, Observation, W
from ostrom.gridworlds.protocol.world import GridWorld
from ostrom.gridworlds.wrappers.auto_reset import AutoReset, Endless
from ostrom.gridworlds.wrappers.planes import num_planes, planes_with_facts


class JaxMARLWorld(Generic[W, L]):
    """The interface of JaxMARL's environments.

    An observation is planes of the agent's view and its facts. `dones` are about whole
    episodes of all trials; the end of a trial is `info["inner_episode_done"]`. A new
    episode begins by itself, as that library's `step` does.

    Attributes:
        agents: Names `agent_0`, `agent_1`, … .
    """

    def __init__(self, world: GridWorld[W, L], configurations: L) -> None:
        """Prepares a world.

        Args:
            world: The world.
            configurations: A batch of latent configurations; each episode draws one.
        """
        self.world = world
        self.agents = [f"agent_{number}" for number in range(world.num_players)]
        self._endless = AutoReset(world, configurations)

    @property
    def name(self) -> str:
        """The id of the world."""
        return self.world.id

    @property
    def num_agents(self) -> int:
        """Number of agents."""
        return len(self.agents)

    @property
    def observation_shape(self) -> tuple[int, int, int]:
        """Rows, columns and planes of an observation."""
        ground = num_planes(len(self.world.legend))
        return (*self.world.window.size, ground + len(self.world.fact_names))

    def reset(self, key: Key[Array, ""]) -> tuple[dict[str, Array], Endless[W, L]]:
        """Returns the beginning of an episode."""
        obs, state = self._endless.reset(key)
        return self._by_agent(self._planes(obs)), state

    def step(
        self,
        key: Key[Array, ""],
        state: Endless[W, L],
        actions: Mapping[str, Integer[Array, ""]],
    ) -> tuple[
        dict[str, Array],
        Endless[W, L],
        dict[str, Array],
        dict[str, Array],
        dict[str, Any],
    ]:
        """Returns observations, state, rewards, dones and info by agent."""
        chosen = jnp.stack([jnp.asarray(actions[name]) for name in self.agents])
        done, following = self._endless.step(key, state, chosen)
        ends = done.terminated | done.truncated
        told = {
            **done.info,
            "final_observation": self._by_agent(
                self._planes(done.info["final_observation"])
            ),
            "inner_episode_done": done.trial_done,
            "terminated": done.terminated,
            "truncated": done.truncated,
        }
        dones = dict.fromkeys((*self.agents, "__all__"), ends)
        seen = self._by_agent(self._planes(done.obs))
        return seen, following, self._by_agent(done.reward), dones, told

    def get_avail_actions(self, state: Endless[W, L]) -> dict[str, Array]:
        """Returns which actions an agent may take; all may be tried at any time."""
        del state
        every = jnp.ones(len(self.world.actions), jnp.uint8)
        return dict.fromkeys(self.agents, every)

    def _planes(self, obs: Observation) -> Array:
        return planes_with_facts(obs, len(self.world.legend))

    def _by_agent(self, values: Array) -> dict[str, Array]:
        return dict(zip(self.agents, values, strict=True))
