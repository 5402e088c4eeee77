"""A world in the form of gymnax 1.0: six values a step, state and params apart."""

from typing import Any, Generic

from jaxtyping import Array, Bool, Float32, Integer, Key

from ostrom.gridworlds.protocol.transition import L, Observation, State, W
from ostrom.gridworlds.protocol.world import GridWorld


class GymnaxWorld(Generic[W, L]):
    """`reset` gives `(obs, state)`, `step` six values; rewards have one entry a player.

    Attributes:
        world: The world.
    """

    def __init__(self, world: GridWorld[W, L]) -> None:
        self.world = world

    @property
    def name(self) -> str:
        """The id of the world."""
        return self.world.id

    @property
    def num_actions(self) -> int:
        """Number of actions of each player."""
        return len(self.world.actions)

    def reset(self, key: Key[Array, ""], params: L) -> tuple[Observation, State[W]]:
        """Returns the beginning of an episode."""
        return self.world.reset(key, params)

    def step(
        self,
        key: Key[Array, ""],
        state: State[W],
        action: Integer[Array, " players"],
        params: L,
    ) -> tuple[
        Observation,
        State[W],
        Float32[Array, " players"],
        Bool[Array, ""],
        Bool[Array, ""],
        dict[str, Any],
    ]:
        """Returns observation, state, rewards, terminated, truncated and info.

        `info` holds `trial_done` beside what the world tells. Episodes are not begun
        anew; see `AutoReset` for that.
        """
        done = self.world.step(key, state, action, params)
        told = {**done.info, "trial_done": done.trial_done}
        return done.obs, done.state, done.reward, done.terminated, done.truncated, told
