"""A world in the form of PettingZoo's parallel environments; needs that library."""

from collections.abc import Mapping
from typing import Any, SupportsIndex

import jax
import numpy as np
from gymnasium.spaces import Box, Discrete
from pettingzoo.utils.env import ParallelEnv

from ostrom.gridworlds.protocol.world import GridWorld
from ostrom.gridworlds.wrappers.planes import num_planes, planes_with_facts


class PettingZooWorld(ParallelEnv[str, np.ndarray, int]):  # type: ignore[misc]
    """A world on this machine's NumPy arrays, one step at a time.

    The same seed gives the same maps, rules and course. A reset without a seed goes on
    from the chance of the one before.

    Attributes:
        possible_agents: Names `player_0`, `player_1`, … .
        agents: The same while an episode runs, else empty.
    """

    metadata = {"name": "ostrom_grid_world", "render_modes": []}  # noqa: RUF012

    def __init__(
        self,
        world: GridWorld[Any, Any],
        *,
        held_out: bool = False,
        seed: int | None = None,
    ) -> None:
        """Prepares a world.

        Args:
            world: The world.
            held_out: Whether maps and rules are those kept for testing.
            seed: Of the first reset that is given none.
        """
        self.world = world
        self.render_mode = None
        self.metadata = {**self.metadata, "name": world.id}
        self.possible_agents = [f"player_{n}" for n in range(world.num_players)]
        self.agents: list[str] = []
        ground = num_planes(len(world.legend))
        shape = (*world.window.size, ground + len(world.fact_names))
        self._spaces = (Box(0, 255, shape, np.uint8), Discrete(len(world.actions)))
        self._held_out = held_out
        self._rng = np.random.default_rng(seed)
        self._reset = jax.jit(world.reset)
        self._step = jax.jit(world.step)
        self._planes = jax.jit(lambda obs: planes_with_facts(obs, len(world.legend)))

    def observation_space(self, agent: str) -> Box:
        """Returns the space of observations, the same for all."""
        del agent
        return self._spaces[0]

    def action_space(self, agent: str) -> Discrete:
        """Returns the space of actions, the same for all."""
        del agent
        return self._spaces[1]

    def reset(
        self, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[dict[str, np.ndarray], dict[str, dict[str, Any]]]:
        """Begins an episode under a new latent configuration."""
        del options
        if seed is not None:
            self._rng = np.random.default_rng(seed)
        drawn = self.world.draw_latents(self._rng, 1, held_out=self._held_out)
        self._params = jax.tree.map(lambda leaf: leaf[..., 0], drawn)
        self._key = jax.random.key(int(self._rng.integers(2**32)))
        self._count = 0
        obs, self._state = self._reset(self._next_key(), self._params)
        self.agents = list(self.possible_agents)
        return self._by_agent(self._planes(obs)), {name: {} for name in self.agents}

    def step(
        self, actions: Mapping[str, SupportsIndex]
    ) -> tuple[
        dict[str, np.ndarray],
        dict[str, float],
        dict[str, bool],
        dict[str, bool],
        dict[str, dict[str, Any]],
    ]:
        """Returns observations, rewards, terminations, truncations and infos."""
        chosen = np.array([actions[name] for name in self.agents])
        done = self._step(self._next_key(), self._state, chosen, self._params)
        self._state = done.state
        names = self.agents
        rewards = {
            name: float(each) for name, each in zip(names, done.reward, strict=True)
        }
        told = {"trial": int(done.info["trial"]), "trial_done": bool(done.trial_done)}
        ended, cut = bool(done.terminated), bool(done.truncated)
        seen = self._by_agent(self._planes(done.obs))
        if ended or cut:
            self.agents = []
        return (
            seen,
            rewards,
            dict.fromkeys(names, ended),
            dict.fromkeys(names, cut),
            {name: dict(told) for name in names},
        )

    def _next_key(self) -> Any:
        self._count += 1
        return jax.random.fold_in(self._key, self._count)

    def _by_agent(self, values: Any) -> dict[str, np.ndarray]:
        found = np.asarray(values)
        return dict(zip(self.possible_agents, found, strict=True))
