"""What a grid world is, and how it is stepped."""

from abc import ABC, abstractmethod
from collections.abc import Sequence
from typing import Any, Generic

import jax
import jax.numpy as jnp
import numpy as np
from jaxtyping import Array, Bool, Int8, Int16, Int32, Integer, Key

from ostrom.core.errors import SpecError
from ostrom.gridworlds.layouts.grid_map import GridMap
from ostrom.gridworlds.mechanics.players import Grid
from ostrom.gridworlds.mechanics.viewing import Window, view
from ostrom.gridworlds.numerics.chance import Draws, Words
from ostrom.gridworlds.numerics.stages import stage
from ostrom.gridworlds.protocol.maps import map_set
from ostrom.gridworlds.protocol.settings import Settings
from ostrom.gridworlds.protocol.transition import (
    Clock,
    Happening,
    L,
    Observation,
    State,
    Transition,
    W,
)
from ostrom.gridworlds.rules.held_out import draw_rules


class GridWorld(ABC, Generic[W, L]):
    """The rules of a grid world under fixed settings.

    All functions are pure. What a world writes (`begin`, `advance`, `codes`, `facts`)
    works on a batch of worlds, whose axis is the LAST one of every array: entries of
    different worlds lie side by side in memory, so one instruction serves many. Arrays
    of the latent configuration may have a last axis of length 1, for all worlds alike.
    `reset` and `step` are the same for a single world, without that axis, and can be
    mapped over keys, states, actions and latent configurations.

    Attributes:
        id: Name, version, preset and overrides.
        settings: The settings.
        maps: The layouts.
        num_rules: Number of hidden rules.
        num_colours: Number of colours that a latent configuration draws from.
        num_coloured: How many it draws.
        actions: Names of the actions; an action is a place in this list.
        fact_names: Names of what a player knows of itself.
        event_names: Keys of the events of a step.
        window: The map and what is seen of it.
        legend: Meaning of each code of the ground.
        begin_draws: Random words that the beginning of a trial needs.
        step_draws: Random words that a step needs.
    """

    settings: Settings
    actions: tuple[str, ...]
    fact_names: tuple[str, ...]
    legend: tuple[str, ...]
    begin_draws: Draws
    step_draws: Draws

    event_names: tuple[str, ...]
    num_rules: int
    num_colours: int
    num_coloured: int

    def __init__(
        self,
        id: str,
        settings: Settings,
        maps: Sequence[GridMap],
        shared: Sequence[str],
        changing: Sequence[str],
    ) -> None:
        """Prepares maps.

        Args:
            id: Name, version, preset and overrides.
            settings: The settings.
            maps: All of one size, with the same number of cells in each role.
            shared: Roles of cells that never change.
            changing: Roles of cells that can change.

        Raises:
            SpecError: The maps differ, or have fewer spawn cells than players.
        """
        self.id = id
        self.settings = settings
        self.window = Window(Grid(maps[0].num_rows, maps[0].num_columns))
        self.maps = map_set(maps, self.window, shared, changing)
        spawns = self.maps.cells["spawn"].shape[1]
        if spawns < settings.num_players:
            raise SpecError(
                f"{id}: {settings.num_players} players need as many spawn cells, the "
                f"map has {spawns}."
            )

    @abstractmethod
    def latent(
        self,
        layout: Int32[Array, ""],
        rule: Int32[Array, ""],
        colour: Int32[Array, " coloured"],
    ) -> L:
        """Returns a latent configuration from its numbers; it can be mapped over them.

        Args:
            layout: Number of the map.
            rule: Number of the hidden rule.
            colour: Colours that are drawn beside it, each below `num_colours`.
        """

    @abstractmethod
    def begin(self, chance: dict[str, Words], latent: L) -> W:
        """Returns the world at the beginning of a trial."""

    @abstractmethod
    def advance(
        self,
        chance: dict[str, Words],
        step: Int32[Array, " batch"],
        world: W,
        actions: Int8[Array, "players batch"],
        latent: L,
    ) -> Happening[W]:
        """Returns what one step does; `step` counts the steps before it, from 0."""

    @abstractmethod
    def codes(self, world: W, latent: L) -> Int8[Array, "batch slots"]:
        """Returns what each slot of the map shows."""

    @abstractmethod
    def facts(self, world: W) -> Int16[Array, "batch players facts"]:
        """Returns what players know of themselves."""

    def is_over(self, world: W) -> Bool[Array, " batch"]:
        """Returns whether nothing can happen any more that pays."""
        del world
        return jnp.zeros(1, dtype=bool)

    def draw_latents(
        self, rng: np.random.Generator, count: int, *, held_out: bool = False
    ) -> L:
        """Returns random latent configurations, as a batch; no two have the same rule.

        Args:
            rng: Chance.
            count: How many.
            held_out: Whether from the maps and rules that are kept for testing.
        """
        layouts = rng.choice(self.maps.held_out[held_out], size=count)
        rules = draw_rules(rng, self.num_rules, count, held_out=held_out)
        colours = rng.integers(self.num_colours, size=(count, self.num_coloured))
        numbers = (jnp.asarray(each, jnp.int32) for each in (layouts, rules, colours))
        found: L = jax.vmap(self.latent, out_axes=-1)(*numbers)
        return found

    @property
    def num_players(self) -> int:
        """Number of players."""
        return self.settings.num_players

    def reset(self, key: Key[Array, ""], params: L) -> tuple[Observation, State[W]]:
        """Returns the beginning of an episode of one world.

        Args:
            key: It is used up.
            params: The latent configuration.
        """
        obs, state = self.reset_batch(key[None], _widened(params))
        return _narrowed(obs), _narrowed(state)

    def step(
        self,
        key: Key[Array, ""],
        state: State[W],
        actions: Integer[Array, " players"],
        params: L,
    ) -> Transition[W]:
        """Returns what one step of one world gives.

        At the end of a trial that is not the last, the next one begins at once, under
        the same latent configuration. After the last one the world stays as it ended;
        further steps go on in it, with the end still flagged.

        Args:
            key: It is used up.
            state: The state before.
            actions: One for each player.
            params: The latent configuration.
        """
        wide = (key[None], _widened(state), actions[..., None], _widened(params))
        narrow: Transition[W] = _narrowed(self.step_batch(*wide))
        return narrow

    def reset_batch(
        self, keys: Key[Array, " batch"], params: L
    ) -> tuple[Observation, State[W]]:
        """Does what `reset` does for a batch of worlds; the batch axis is the last."""
        world = self.begin(self.begin_draws.draw(keys), params)
        zero = jnp.zeros(keys.shape, dtype=jnp.int32)
        return self._see(world, params), State(Clock(zero, zero), world)

    def step_batch(
        self,
        keys: Key[Array, " batch"],
        state: State[W],
        actions: Integer[Array, "players batch"],
        params: L,
    ) -> Transition[W]:
        """Does what `step` does for a batch of worlds; the batch axis is the last."""
        done = self.advance(
            stage(self.step_draws.draw, keys),
            state.clock.step,
            state.world,
            actions.astype(jnp.int8),
            params,
        )
        step, trial = state.clock.step + 1, state.clock.trial
        is_last = trial >= self.settings.num_trials - 1
        is_over = self.is_over(done.world) & self.settings.stops_when_over
        time_is_up = step >= self.settings.trial_steps
        trial_done = is_over | time_is_up
        final = self._see(done.world, params)
        goes_on = trial_done & ~is_last

        def next_trial() -> tuple[Observation, W]:
            world = self.begin(self.begin_draws.draw(keys), params)
            world = _chosen(goes_on, world, done.world)
            return self._see(world, params), world

        # Trials of a batch end together as a rule, so most steps skip this.
        obs, world = jax.lax.cond(
            jnp.any(goes_on), next_trial, lambda: (final, done.world)
        )
        clock = Clock(jnp.where(goes_on, 0, step), jnp.where(goes_on, trial + 1, trial))
        return Transition(
            obs=obs,
            state=State(clock, world),
            reward=done.reward,
            terminated=is_over & is_last,
            truncated=time_is_up & ~is_over & is_last,
            trial_done=trial_done,
            info={
                "final_observation": final,
                "trial": trial,
                "step": step,
                **done.events,
            },
        )

    def _see(self, world: W, params: L) -> Observation:
        seen = view(
            self.window,
            self.maps.turned,
            params.layout,
            stage(self.codes, world, params),
            world.players,
            len(self.legend),
        )
        return Observation(seen, self.facts(world))


def _chosen(where: Bool[Array, " batch"], left: Any, right: Any) -> Any:
    """The leaves of `left` for the worlds of `where`, those of `right` for others."""
    return jax.tree.map(lambda one, other: jnp.where(where, one, other), left, right)


def _widened(tree: Any) -> Any:
    """Adds a batch axis of one world."""
    return jax.tree.map(lambda leaf: leaf[..., None], tree)


def _narrowed(tree: Any) -> Any:
    """Takes the batch axis of one world away; of observations it is the first."""

    def narrow(node: Any) -> Any:
        if isinstance(node, Observation):
            return jax.tree.map(lambda leaf: leaf[0], node)
        return node[..., 0]

    return jax.tree.map(
        narrow, tree, is_leaf=lambda node: isinstance(node, Observation)
    )
