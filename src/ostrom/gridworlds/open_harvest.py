"""Open Harvest: a common orchard whose apples pay and grow back by hidden rules.

Apples of five colours ripen in three stages, rot, and grow back next to others. Which
stage of a colour pays most, and after which it grows back fastest, is hidden and stays
the same for all trials of an episode.
"""

from collections.abc import Mapping, Sequence
from functools import partial
from pathlib import Path
from typing import Any, Literal

import equinox as eqx
import jax.numpy as jnp
import numpy as np
from jaxtyping import Array, Bool, Float32, Int8, Int16, Int32, UInt32
from pydantic import Field

from ostrom.gridworlds.layouts.ascii_map import read_ascii_file
from ostrom.gridworlds.layouts.grid_map import (
    NEARBY,
    GridMap,
    Place,
    components,
    neighbours,
)
from ostrom.gridworlds.layouts.orchard_maps import check_orchard_map, draw_orchard_map
from ostrom.gridworlds.layouts.pool import Generated, pool
from ostrom.gridworlds.mechanics.acting import MOVES, appear, move, unless
from ostrom.gridworlds.mechanics.arms import zap
from ostrom.gridworlds.mechanics.orchard import hanging_nearby
from ostrom.gridworlds.mechanics.players import Players
from ostrom.gridworlds.numerics.chance import Draws, Words, choose, threshold
from ostrom.gridworlds.numerics.lookup import look_up
from ostrom.gridworlds.numerics.stages import stage
from ostrom.gridworlds.protocol.kind import WorldKind
from ostrom.gridworlds.protocol.settings import Settings
from ostrom.gridworlds.protocol.transition import Happening, Latent, WorldState
from ostrom.gridworlds.protocol.world import GridWorld
from ostrom.gridworlds.rules.level_orders import NUM_RULES, level_ranks

COLOURS = ("red", "yellow", "green", "cyan", "magenta")
STAGES = ("unripe", "ripe", "overripe")
PAY = (1.0, 0.5, 0.25)
"""Points by the rank of a colour's stage."""
_KINDS = tuple(f"{colour}_{stage}" for colour in COLOURS for stage in STAGES)
_ACTIONS = (*MOVES, "zap", "stay")
_ZAP, _STAY = _ACTIONS.index("zap"), _ACTIONS.index("stay")
_LEGEND = ("outside", "grass", "bare_tree", *_KINDS)
_BARE = _LEGEND.index("bare_tree")


class OpenHarvestSettings(Settings):
    """The numbers of the rules.

    Attributes:
        regrowth: Probability that an eaten apple grows back in a step, by the number
            of apples hanging nearby: 0, 1, 2, 3 or more; at the middle rate. The fast
            rate is twice, the slow one half of it.
        ripening: Fewest and most steps that an apple spends in a stage.
        rotting: Fewest and most steps until a rotted apple is replaced.
        freeze: Steps that a hit player has to wait.
        cooldown: Steps until a player can fire again.
        frozen_immune: Whether a player that waits can not be hit.
        spawns: Where players appear: on `scattered` cells or in a straight `run`; of
            generated maps.
    """

    regrowth: tuple[float, float, float, float] = (0.0, 0.001, 0.005, 0.025)
    ripening: tuple[int, int] = (15, 20)
    rotting: tuple[int, int] = (2, 5)
    freeze: int = Field(default=12, ge=0, le=100)
    cooldown: int = Field(default=2, ge=0, le=100)
    frozen_immune: bool = False
    spawns: Literal["scattered", "run"] = "scattered"


class Trees(eqx.Module):
    """The trees, patch by patch.

    Attributes:
        ripening: Steps that the hanging apple spends in a stage; 0 without an apple.
        age: Steps for which it has hung.
        eaten_at: Stage at which the last apple was eaten.
        rotting: Steps until a rotted apple is replaced; 0 if none rotted.
    """

    ripening: Int8[Array, "trees *batch"]
    age: Int8[Array, "trees *batch"]
    eaten_at: Int8[Array, "trees *batch"]
    rotting: Int8[Array, "trees *batch"]

    @property
    def hanging(self) -> Bool[Array, "trees *batch"]:
        """Where apples hang."""
        return self.ripening > 0

    @property
    def stage(self) -> Int8[Array, "trees *batch"]:
        """Stage of each apple; 0 where none hangs."""
        ripe = self.hanging & (self.age >= self.ripening)
        overripe = self.hanging & (self.age >= 2 * self.ripening)
        return ripe.astype(jnp.int8) + overripe.astype(jnp.int8)


class Orchard(WorldState):
    """State of a world.

    Attributes:
        trees: The trees.
    """

    trees: Trees


class HiddenOrchard(Latent):
    """Latent configuration of a world.

    Attributes:
        colour: Colour of each patch.
        pay: Rank in pay of each stage of each colour, 0 for the most.
        rate: Rank in growing back of each stage of each colour, 0 for the fastest.
    """

    colour: Int8[Array, "patches *batch"]
    pay: Int8[Array, "kinds *batch"]
    rate: Int8[Array, "kinds *batch"]


class OpenHarvest(GridWorld[Orchard, HiddenOrchard]):
    """The rules.

    A step: players that wait stay; apples age, rot and grow back by what was there
    before the step; players move; they eat; they zap.
    """

    actions = _ACTIONS
    fact_names = ("frozen", "cooling")
    event_names = ("eaten", "zaps_fired", "zaps_given", "zaps_taken", "rotted")
    legend = _LEGEND
    num_rules = NUM_RULES
    settings: OpenHarvestSettings

    def __init__(
        self, id: str, settings: OpenHarvestSettings, maps: tuple[GridMap, ...]
    ) -> None:
        """Prepares the rules for these maps; trees have the same neighbours in all."""
        super().__init__(id, settings, maps, (), ("tree",))
        places = maps[0].places("tree")
        self.neighbours = neighbours(places)
        self.patch_of = _patches(places)
        self.num_colours = len(COLOURS)
        self.num_coloured = int(self.patch_of.max()) + 1
        trees, players = len(places), settings.num_players
        spawns = self.maps.cells["spawn"].shape[1]
        appearing = {"spawns": spawns, "headings": players}
        self.begin_draws = Draws({"ripening": trees, **appearing}, stream=1)
        self.step_draws = Draws(
            {"growth": trees, "times": trees, "priority": players, **appearing}
        )

    def latent(
        self,
        layout: Int32[Array, ""],
        rule: Int32[Array, ""],
        colour: Int32[Array, " patches"],
    ) -> HiddenOrchard:
        """Returns a latent configuration from its numbers; it can be mapped over them.

        Args:
            layout: Number of the map.
            rule: Number of the orders of pay and growth, from 0 to 60,466,175.
            colour: Colour of each patch, from 0 to 4.
        """
        pay, rate = level_ranks(rule)
        return HiddenOrchard(layout, colour.astype(jnp.int8), pay, rate)

    def begin(self, chance: dict[str, Words], latent: HiddenOrchard) -> Orchard:
        """Returns unripe apples on all trees and players on random spawn cells."""
        spawns = self.maps.role_cells("spawn", latent.layout)
        ripening = _between(chance["ripening"], self.settings.ripening)
        none = jnp.zeros_like(ripening)
        players = appear(self.maps.grid, spawns, chance)
        return Orchard(players, Trees(ripening, none, none, none))

    def advance(
        self,
        chance: dict[str, Words],
        step: Int32[Array, " batch"],
        world: Orchard,
        actions: Int8[Array, "players batch"],
        latent: HiddenOrchard,
    ) -> Happening[Orchard]:
        """Returns what one step does."""
        del step
        players, trees = world.players, world.trees
        actions = unless(players.frozen > 0, actions, _STAY)
        fires = (actions == _ZAP) & (players.cooling == 0)
        trees, rotted = stage(self._grow, trees, players, latent, chance)
        players = stage(self._move, players, actions, chance["priority"])
        trees, reward, eaten = stage(self._eat, trees, players, latent)
        players, zaps = stage(self._zap, players, fires, latent, chance)
        events = {"eaten": eaten, **zaps, "rotted": rotted}
        return Happening(Orchard(players, trees), reward, events)

    def codes(
        self, world: Orchard, latent: HiddenOrchard
    ) -> Int8[Array, "batch slots"]:
        """Returns what each slot shows: apples by colour and stage, or bare trees."""
        apple = _kind(latent.colour[self.patch_of], world.trees.stage)
        shown = apple + jnp.int8(_BARE + 1)
        code = jnp.where(world.trees.hanging, shown, jnp.int8(_BARE))
        shared = [jnp.full_like(code[0], slot) for slot in self.maps.shared.values()]
        return jnp.concatenate([jnp.stack(shared), code]).T

    def facts(self, world: Orchard) -> Int16[Array, "batch players facts"]:
        """Returns how long each player has to wait, and until it can fire again."""
        players = world.players
        facts = jnp.stack([players.frozen.T, players.cooling.T], axis=-1)
        return facts.astype(jnp.int16)

    def is_over(self, world: Orchard) -> Bool[Array, " batch"]:
        """Returns whether no apple hangs and none will replace a rotted one."""
        return ~jnp.any(world.trees.hanging | (world.trees.rotting > 0), axis=0)

    def _grow(
        self,
        trees: Trees,
        players: Players,
        latent: HiddenOrchard,
        chance: dict[str, Words],
    ) -> tuple[Trees, Int16[Array, " batch"]]:
        """Apples age, rot and grow back; and how many rotted."""
        free = stage(self._free, players, latent)
        rots = trees.hanging & (trees.age + 1 >= len(STAGES) * trees.ripening)
        returns = (trees.rotting == 1) & free
        is_bare = ~trees.hanging & (trees.rotting == 0)
        grows = (
            is_bare & free & stage(self._grows_back, trees, latent, chance["growth"])
        )
        appears = returns | grows
        ripening = _between(chance["times"], self.settings.ripening)
        # A tree needs its word for one of the two at most: it bears an apple or not.
        rotting = _between(chance["times"], self.settings.rotting)
        waits = trees.rotting - (trees.rotting > 1).astype(jnp.int8)
        kept = jnp.where(rots, jnp.int8(0), trees.ripening)
        grown = Trees(
            ripening=jnp.where(appears, ripening, kept),
            age=jnp.where(trees.hanging & ~rots, trees.age + jnp.int8(1), jnp.int8(0)),
            eaten_at=trees.eaten_at,
            rotting=jnp.where(rots, rotting, jnp.where(returns, jnp.int8(0), waits)),
        )
        return grown, jnp.sum(rots, axis=0, dtype=jnp.int16)

    def _free(
        self, players: Players, latent: HiddenOrchard
    ) -> Bool[Array, "trees batch"]:
        """Where no player stands."""
        slot = self.maps.slot(latent.layout, players.cell)
        return ~jnp.any(self.maps.on(self.maps.places["tree"], slot), axis=0)

    def _grows_back(
        self, trees: Trees, latent: HiddenOrchard, words: Words
    ) -> Bool[Array, "trees batch"]:
        """Where chance lets an eaten apple grow back, by rate and neighbours."""
        nearby = hanging_nearby(trees.hanging, self.neighbours)
        rank = jnp.zeros_like(trees.eaten_at)
        for eaten_at in range(len(STAGES)):
            ranks = look_up(latent.rate[eaten_at :: len(STAGES)], latent.colour)
            rank = jnp.where(trees.eaten_at == eaten_at, ranks[self.patch_of], rank)
        bound = jnp.zeros(nearby.shape, jnp.uint32)
        for count, probability in enumerate(self.settings.regrowth):
            enough = nearby >= count
            bound = jnp.where(enough, jnp.uint32(threshold(probability)), bound)
        fast, slow = bound << 1, bound >> 1
        return words < jnp.where(rank == 0, fast, jnp.where(rank == 1, bound, slow))

    def _move(
        self, players: Players, actions: Int8[Array, "players batch"], priority: Words
    ) -> Players:
        return move(self.maps.grid, players, actions, priority)

    def _eat(
        self, trees: Trees, players: Players, latent: HiddenOrchard
    ) -> tuple[
        Trees, Float32[Array, "players batch"], Int8[Array, "players kinds batch"]
    ]:
        """Whoever stands on an apple eats it; the rewards, and apples by kind."""
        slot = self.maps.slot(latent.layout, players.cell)
        eats = self.maps.on(self.maps.places["tree"], slot) & trees.hanging[None]
        stages = trees.stage
        kind = jnp.where(
            trees.hanging, _kind(latent.colour[self.patch_of], stages), jnp.int8(-1)
        )
        no_tree = jnp.full_like(kind[:1], -1)
        tree = slot.astype(jnp.int16) - self.maps.places["tree"].start
        tree = jnp.where(tree >= 0, tree, len(kind))
        own = look_up(jnp.concatenate([kind, no_tree]), tree)
        rank = look_up(latent.pay, own)
        reward = jnp.zeros(own.shape, jnp.float32)
        for place, points in enumerate(PAY):
            reward = jnp.where((own >= 0) & (rank == place), points, reward)
        gone = jnp.any(eats, axis=0)
        left = Trees(
            ripening=jnp.where(gone, jnp.int8(0), trees.ripening),
            age=jnp.where(gone, jnp.int8(0), trees.age),
            eaten_at=jnp.where(gone, stages, trees.eaten_at),
            rotting=trees.rotting,
        )
        kinds = jnp.arange(len(_KINDS), dtype=jnp.int8)[None, :, None]
        return left, reward, (own[:, None] == kinds).astype(jnp.int8)

    def _zap(
        self,
        players: Players,
        fires: Bool[Array, "players batch"],
        latent: HiddenOrchard,
        chance: dict[str, Words],
    ) -> tuple[Players, dict[str, Int8[Array, "players batch"]]]:
        return zap(
            self.maps.grid,
            players,
            fires,
            self.maps.role_cells("spawn", latent.layout),
            chance,
            freeze=self.settings.freeze,
            cooldown=self.settings.cooldown,
            frozen_immune=self.settings.frozen_immune,
        )


def _kind(
    colour: Int8[Array, "trees batch"], stage_: Int8[Array, "trees batch"]
) -> Int8[Array, "trees batch"]:
    """Number of a colour and stage."""
    kind: Array = colour * jnp.int8(len(STAGES)) + stage_
    return kind


def _between(
    words: UInt32[Array, "*shape"], ends: tuple[int, int]
) -> Int8[Array, "*shape"]:
    """Uniform integers from the first end to the last, both included."""
    low, high = ends
    return (choose(words, high - low + 1) + low).astype(jnp.int8)


def _patches(places: Sequence[Place]) -> np.ndarray:
    """The patch of each tree; trees of a patch are connected as neighbours."""
    groups = components(places, NEARBY)
    patch = {place: number for number, group in enumerate(groups) for place in group}
    return np.array([patch[place] for place in places])


LEGEND = {" ": None, "A": "tree", "P": "spawn"}
"""Signs of map files."""
_POOLS = {
    spawns: Generated(
        f"orchard-{spawns}",
        1,
        partial(draw_orchard_map, spawns=spawns),
        check_orchard_map,
    )
    for spawns in ("scattered", "run")
}


def build(id: str, settings: OpenHarvestSettings) -> OpenHarvest:
    """Returns the world with generated maps, or with the map of a file."""
    if settings.map_file is not None:
        needed = {"tree": 1, "spawn": settings.num_players}
        maps: tuple[GridMap, ...] = (
            read_ascii_file(Path(settings.map_file), LEGEND, needed),
        )
    else:
        kind = _POOLS[settings.spawns]
        maps = pool(kind, settings.num_layouts, settings.layout_seed)
    return OpenHarvest(id, settings, maps)


_PRESETS: Mapping[str, Mapping[str, Any]] = {
    "default": {},
    "paper": {"spawns": "run"},
}
WORLD = WorldKind(
    name="open_harvest",
    version=1,
    summary="A common orchard whose apples pay and grow back by hidden rules.",
    source="OpenSocialJax paper, section 3.2; numbers of its public repository.",
    settings=OpenHarvestSettings,
    presets=_PRESETS,
    build=build,
)
