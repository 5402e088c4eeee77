"""Open Cleanup: a common river that only tools made by hidden recipes can clean.

Waste has five hues and three shades. The two most recent pick-ups make a tool; which
ordered pairs work, and on which waste, is hidden and stays the same for all trials of
an episode. Apples grow while the river is clean enough, and pay whoever eats them.
"""

from collections.abc import Mapping
from functools import partial
from pathlib import Path
from typing import Any

import jax.numpy as jnp
from jaxtyping import Array, Bool, Float32, Int8, Int16, Int32
from pydantic import Field

from ostrom.gridworlds.layouts.ascii_map import read_ascii_file
from ostrom.gridworlds.layouts.grid_map import GridMap
from ostrom.gridworlds.layouts.pool import Generated, pool
from ostrom.gridworlds.layouts.river_maps import (
    COUNTS,
    LEGEND,
    NUM_TOOLS,
    STATIONS,
    check_river_map,
    draw_river_map,
)
from ostrom.gridworlds.mechanics.acting import MOVES, appear, move, unless
from ostrom.gridworlds.mechanics.arms import zap
from ostrom.gridworlds.mechanics.beams import beam_cells
from ostrom.gridworlds.mechanics.players import Players
from ostrom.gridworlds.mechanics.river import (
    apples_grow,
    growth_thresholds,
    waste_arrives,
)
from ostrom.gridworlds.numerics.chance import Draws, Words, choose, happens
from ostrom.gridworlds.numerics.lookup import look_up
from ostrom.gridworlds.numerics.stages import stage
from ostrom.gridworlds.protocol.kind import WorldKind
from ostrom.gridworlds.protocol.settings import Settings
from ostrom.gridworlds.protocol.transition import Happening, Latent, WorldState
from ostrom.gridworlds.protocol.world import GridWorld
from ostrom.gridworlds.rules.tool_pairs import (
    DARK_TO_MID,
    MID_TO_LIGHT,
    NO_EFFECT,
    NUM_HUES,
    NUM_RULES,
    pair_effects,
)

HUES = ("red", "yellow", "green", "cyan", "purple")
SHADES = ("light", "mid", "dark")
_WASTE = tuple(f"{hue}_{shade}" for hue in HUES for shade in SHADES)
_LEGEND = ("outside", "sand", "stream", *STATIONS, "soil", "apple", "water", *_WASTE)
_SOIL, _WATER = _LEGEND.index("soil"), _LEGEND.index("water")
_ACTIONS = (*MOVES, "fire", "stay", "pick_up")
_FIRE, _STAY, _PICK_UP = range(len(MOVES), len(_ACTIONS))
_ZAP = len(_ACTIONS)
_NONE = -1  # a hand that has picked up nothing


class OpenCleanupSettings(Settings):
    """The numbers of the rules.

    Attributes:
        dominant_share: Probability that new waste has the dominant hue; otherwise hue
            and shade are uniform. The shade is uniform in both cases.
        waste_rate: Probability that waste arrives in a step.
        waste_after: Steps of a trial without new waste.
        waste_stops: Whether no waste arrives while nothing can grow.
        growth: Highest probability that an apple grows on a free cell in a step.
        depletion: Dirty share of the water from which nothing grows.
        counts_stream: Whether the stream counts as water.
        zap: Whether players can send each other to a spawn cell, with one more action.
    """

    dominant_share: float = Field(default=0.8, ge=0, le=1)
    waste_rate: float = Field(default=0.1, ge=0, le=1)
    waste_after: int = Field(default=50, ge=0)
    waste_stops: bool = False
    growth: float = Field(default=0.05, ge=0, le=1)
    depletion: float = Field(default=0.4, gt=0, le=1)
    counts_stream: bool = True
    zap: bool = False


class Riverside(WorldState):
    """State of a world.

    Attributes:
        hand: The last two pick-ups of each player, the earlier one first; -1 for none.
        waste: Of each cell of the river: 0 if clean, else 1 + 3 x hue + shade.
        apples: Where apples hang.
    """

    hand: Int8[Array, "players 2 *batch"]
    waste: Int8[Array, "river *batch"]
    apples: Bool[Array, "orchard *batch"]


class HiddenTools(Latent):
    """Latent configuration of a world.

    Attributes:
        hue: The dominant hue of waste.
        effects: What each ordered pair of pick-ups does: nothing, clear light waste of
            one hue (1 to 5), mid to light (6), dark to mid (7).
    """

    hue: Int8[Array, "*batch"]
    effects: Int8[Array, "pairs *batch"]


class OpenCleanup(GridWorld[Riverside, HiddenTools]):
    """The rules.

    A step: waste arrives and apples grow by what was there before the step; players
    move; they eat; they pick up; all beams act at once, on the waste after the moves.
    """

    fact_names = ("first_pick_up", "last_pick_up")
    event_names = (
        *("apples", "pick_ups", "shots", "cleared", "lightened"),
        *("cells_cleared", "cells_lightened", "new_waste"),
    )
    legend = _LEGEND
    num_rules, num_colours, num_coloured = NUM_RULES, NUM_HUES, 1
    settings: OpenCleanupSettings

    def __init__(
        self, id: str, settings: OpenCleanupSettings, maps: tuple[GridMap, ...]
    ) -> None:
        """Prepares the rules for these maps."""
        super().__init__(id, settings, maps, ("stream", *STATIONS), _CHANGING)
        self.actions = (*_ACTIONS, "zap") if settings.zap else _ACTIONS
        places = self.maps.places
        self._river = range(places["river_dirty"].start, places["river_clean"].stop)
        self._num_dirty = len(places["river_dirty"])
        orchard, players = len(places["orchard"]), settings.num_players
        river = len(self._river)
        stream = self.maps.cells["stream"].shape[1] if settings.counts_stream else 0
        self._thresholds = growth_thresholds(
            river, river + stream, settings.depletion, 0.0, settings.growth
        )
        appearing = {"spawns": self.maps.cells["spawn"].shape[1], "headings": players}
        waste = {"hue": river, "shade": river, "other": river}
        self.begin_draws = Draws({**waste, **appearing}, stream=1)
        self.step_draws = Draws(
            {
                "growth": orchard,
                "priority": players,
                **dict.fromkeys(("arrival", "cell", "hue", "shade", "other"), 1),
                **(appearing if settings.zap else {}),
            }
        )

    def latent(
        self,
        layout: Int32[Array, ""],
        rule: Int32[Array, ""],
        colour: Int32[Array, "1"],
    ) -> HiddenTools:
        """Returns a latent configuration from its numbers; it can be mapped over them.

        Args:
            layout: Number of the map.
            rule: Number of the recipes, from 0 to 57,657,599.
            colour: The dominant hue, from 0 to 4.
        """
        return HiddenTools(layout, colour[0].astype(jnp.int8), pair_effects(rule))

    def begin(self, chance: dict[str, Words], latent: HiddenTools) -> Riverside:
        """Returns a river with its first waste, no apples, empty hands."""
        spawns = self.maps.role_cells("spawn", latent.layout)
        players = appear(self.maps.grid, spawns, chance)
        waste = self._colour(chance, latent)
        is_dirty = (jnp.arange(len(self._river)) < self._num_dirty)[:, None]
        batch = waste.shape[-1]
        return Riverside(
            players=players,
            hand=jnp.full((len(players.cell), 2, batch), _NONE, jnp.int8),
            waste=jnp.where(is_dirty, waste, jnp.int8(0)),
            apples=jnp.zeros((len(self.maps.places["orchard"]), batch), bool),
        )

    def advance(
        self,
        chance: dict[str, Words],
        step: Int32[Array, " batch"],
        world: Riverside,
        actions: Int8[Array, "players batch"],
        latent: HiddenTools,
    ) -> Happening[Riverside]:
        """Returns what one step does."""
        actions = unless(world.players.frozen > 0, actions, _STAY)
        waste, apples = stage(self._grow, chance, step, world, latent)
        new_waste = jnp.sum(waste > world.waste, axis=0, dtype=jnp.int8)
        players = stage(
            partial(move, self.maps.grid), world.players, actions, chance["priority"]
        )
        apples, reward, hand, picked = stage(
            self._gather, apples, world.hand, players, actions, latent
        )
        waste, shots = stage(self._fire, waste, hand, players, actions, latent)
        zaps: dict[str, Any] = {}
        if self.settings.zap:
            players, zaps = stage(self._zap, players, actions, latent, chance)
        events = {"apples": reward.astype(jnp.int8), "pick_ups": picked, **shots}
        return Happening(
            Riverside(players, hand, waste, apples),
            reward,
            {**events, "new_waste": new_waste, **zaps},
        )

    def codes(
        self, world: Riverside, latent: HiddenTools
    ) -> Int8[Array, "batch slots"]:
        """Returns what each slot shows: water or waste, soil or apples, stations."""
        del latent
        batch = world.waste.shape[-1]
        shared = jnp.arange(len(self.maps.shared), dtype=jnp.int8)[:, None]
        orchard = world.apples.astype(jnp.int8) + jnp.int8(_SOIL)
        river = world.waste + jnp.int8(_WATER)
        plain = jnp.broadcast_to(shared, (len(shared), batch))
        return jnp.concatenate([plain, river, orchard]).T

    def facts(self, world: Riverside) -> Int16[Array, "batch players facts"]:
        """Returns the last two pick-ups of each player."""
        return jnp.moveaxis(world.hand, -1, 0).astype(jnp.int16)

    def _grow(
        self,
        chance: dict[str, Words],
        step: Int32[Array, " batch"],
        world: Riverside,
        latent: HiddenTools,
    ) -> tuple[Int8[Array, "river batch"], Bool[Array, "orchard batch"]]:
        """Waste arrives and apples grow, both by what was there before."""
        settings = self.settings
        slot = self.maps.slot(latent.layout, world.players.cell)
        num_dirty = jnp.sum(world.waste > 0, axis=0, dtype=jnp.int16)
        table = jnp.asarray(self._thresholds, jnp.uint32)[:, None]
        arrives = happens(chance["arrival"][0], settings.waste_rate)
        arrives &= step >= settings.waste_after
        if settings.waste_stops:
            arrives &= look_up(table, num_dirty) > 0
        stands = jnp.any(self.maps.on(self._river, slot), axis=0)
        is_clean = (world.waste == 0) & ~stands
        fouled = waste_arrives(is_clean, arrives, chance["cell"][0])
        colour = self._colour(chance, latent)
        stands = jnp.any(self.maps.on(self.maps.places["orchard"], slot), axis=0)
        is_free = ~world.apples & ~stands
        grown = apples_grow(is_free, num_dirty, self._thresholds, chance["growth"])
        return jnp.where(fouled, colour, world.waste), world.apples | grown

    def _colour(
        self, chance: dict[str, Words], latent: HiddenTools
    ) -> Int8[Array, "cells batch"]:
        """Random waste: of the dominant hue as a rule, else of any colour."""
        is_dominant = happens(chance["hue"], self.settings.dominant_share)
        shade = choose(chance["shade"], len(SHADES))
        own = latent.hue * len(SHADES) + shade
        other = choose(chance["other"], len(_WASTE))
        return (jnp.where(is_dominant, own, other) + 1).astype(jnp.int8)

    def _gather(
        self,
        apples: Bool[Array, "orchard batch"],
        hand: Int8[Array, "players 2 batch"],
        players: Players,
        actions: Int8[Array, "players batch"],
        latent: HiddenTools,
    ) -> tuple[
        Bool[Array, "orchard batch"],
        Float32[Array, "players batch"],
        Int8[Array, "players 2 batch"],
        Int8[Array, "players batch"],
    ]:
        """Players eat where they stand and pick up tools; apples left and rewards."""
        slot = self.maps.slot(latent.layout, players.cell)
        stands = self.maps.on(self.maps.places["orchard"], slot)
        eats = jnp.any(stands & apples[None], axis=1)
        left = apples & ~jnp.any(stands, axis=0)
        tool = slot - jnp.int8(self.maps.shared[STATIONS[0]])
        picks = (actions == _PICK_UP) & (tool >= 0) & (tool < NUM_TOOLS)
        slid = jnp.stack([hand[:, 1], tool], axis=1)
        held = jnp.where(picks[:, None], slid, hand)
        return left, eats.astype(jnp.float32), held, picks.astype(jnp.int8)

    def _fire(
        self,
        waste: Int8[Array, "river batch"],
        hand: Int8[Array, "players 2 batch"],
        players: Players,
        actions: Int8[Array, "players batch"],
        latent: HiddenTools,
    ) -> tuple[Int8[Array, "river batch"], dict[str, Int8[Array, "... batch"]]]:
        """All beams act at once; a cell gets one shade weaker, however many hit it."""
        fires = actions == _FIRE
        is_tool = jnp.all(hand != _NONE, axis=1)
        pair = jnp.where(is_tool, hand[:, 0] * NUM_TOOLS + hand[:, 1], jnp.int8(0))
        effect = jnp.where(
            fires & is_tool, look_up(latent.effects, pair), jnp.int8(NO_EFFECT)
        )
        reached = beam_cells(self.maps.grid, players.cell, players.heading)
        slot = self.maps.slot(latent.layout, reached)
        place = slot.astype(jnp.int16) - self._river.start
        is_river = (place >= 0) & (place < len(self._river))
        dry = jnp.zeros_like(waste[:1])
        place = jnp.where(is_river, place, len(self._river))
        struck = look_up(jnp.concatenate([waste, dry]), place)
        acts = _acts(effect[:, None], struck)
        weakened = jnp.zeros_like(waste, dtype=bool)
        river = jnp.arange(len(self._river), dtype=jnp.int16)[:, None]
        for player in range(place.shape[0]):
            for cell in range(place.shape[1]):
                weakened |= acts[player, cell] & (place[player, cell] == river)
        clears = acts & ((struck - 1) % len(SHADES) == 0)
        left = jnp.where(_is_light(waste), jnp.int8(0), waste - jnp.int8(1))
        events = {
            "shots": fires.astype(jnp.int8),
            "cleared": jnp.sum(clears, axis=1, dtype=jnp.int8),
            "lightened": jnp.sum(acts & ~clears, axis=1, dtype=jnp.int8),
            "cells_cleared": jnp.sum(
                weakened & _is_light(waste), axis=0, dtype=jnp.int8
            ),
            "cells_lightened": jnp.sum(
                weakened & ~_is_light(waste), axis=0, dtype=jnp.int8
            ),
        }
        return jnp.where(weakened, left, waste), events

    def _zap(
        self,
        players: Players,
        actions: Int8[Array, "players batch"],
        latent: HiddenTools,
        chance: dict[str, Words],
    ) -> tuple[Players, dict[str, Int8[Array, "players batch"]]]:
        spawns = self.maps.role_cells("spawn", latent.layout)
        return zap(
            self.maps.grid,
            players,
            actions == _ZAP,
            spawns,
            chance,
            freeze=0,
            cooldown=0,
            frozen_immune=False,
        )


def _is_light(waste: Int8[Array, "*shape"]) -> Bool[Array, "*shape"]:
    """Where waste is of the lightest shade."""
    return (waste > 0) & ((waste - 1) % len(SHADES) == SHADES.index("light"))


def _acts(
    effect: Int8[Array, "players 1 batch"], waste: Int8[Array, "players cells batch"]
) -> Bool[Array, "players cells batch"]:
    """Whether a tool acts on waste."""
    hue, shade = (waste - 1) // len(SHADES), (waste - 1) % len(SHADES)
    clears = (shade == SHADES.index("light")) & (effect == hue + 1)
    lightens = (shade == SHADES.index("mid")) & (effect == MID_TO_LIGHT)
    darkest = (shade == SHADES.index("dark")) & (effect == DARK_TO_MID)
    return (waste > 0) & (clears | lightens | darkest)


_CHANGING = ("river_dirty", "river_clean", "orchard")
_POOL = Generated("river", 1, draw_river_map, check_river_map)


def build(id: str, settings: OpenCleanupSettings) -> OpenCleanup:
    """Returns the world with generated maps, or with the map of a file."""
    if settings.map_file is not None:
        needed = {**dict.fromkeys(COUNTS, 1), "spawn": settings.num_players}
        maps: tuple[GridMap, ...] = (
            read_ascii_file(Path(settings.map_file), LEGEND, needed),
        )
    else:
        maps = pool(_POOL, settings.num_layouts, settings.layout_seed)
    return OpenCleanup(id, settings, maps)


_PRESETS: Mapping[str, Mapping[str, Any]] = {
    "default": {},
    "paper": {"dominant_share": 1.0},
}
WORLD = WorldKind(
    name="open_cleanup",
    version=1,
    summary="A common river that only tools made by hidden recipes can clean.",
    source="OpenSocialJax paper, section 3.2; numbers of its public repository.",
    settings=OpenCleanupSettings,
    presets=_PRESETS,
    build=build,
)
