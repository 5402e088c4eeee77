"""What holds for every grid world: shapes, trials, chance, batches, devices."""

import os
import subprocess
import sys
from functools import cache
from typing import Any, cast

import equinox as eqx
import jax
import jax.numpy as jnp
import numpy as np
import pytest

from ostrom.core.errors import SpecError, UnknownNameError
from ostrom.gridworlds.protocol.kind import WORLDS, make

NAMES = WORLDS.names()
SHORT: dict[str, Any] = {"num_layouts": 6, "num_trials": 3, "trial_steps": 7}
BATCH, STEPS = 5, 25


@cache
def world_of(name: str) -> Any:
    return make(name, **SHORT)


@cache
def latents(name: str) -> Any:
    return world_of(name).draw_latents(np.random.default_rng(3), BATCH)


@cache
def actions_of(name: str) -> np.ndarray:
    world = world_of(name)
    rng = np.random.default_rng(4)
    return rng.integers(len(world.actions), size=(STEPS, world.num_players, BATCH))


def keys_at(number: int) -> Any:
    keys = jax.random.split(jax.random.key(9), BATCH)
    return jax.vmap(jax.random.fold_in, in_axes=(0, None))(keys, number)


@cache
def course(name: str) -> Any:
    """All steps of a batch, in a row."""
    world, latent = world_of(name), latents(name)

    @jax.jit
    def played(actions: Any) -> Any:
        obs, state = world.reset_batch(keys_at(0), latent)

        def step(state: Any, given: Any) -> Any:
            done = world.step_batch(keys_at(given[0]), state, given[1], latent)
            return done.state, done

        given = (jnp.arange(1, STEPS + 1), actions)
        return obs, state, jax.lax.scan(step, state, given)[1]

    return played(actions_of(name))


@pytest.mark.parametrize("name", NAMES)
def test_shapes_and_types_are_the_same_in_every_step(name: str) -> None:
    world = world_of(name)
    obs, state, done = course(name)
    assert obs.view.shape == (BATCH, world.num_players, 11, 11)
    assert obs.facts.shape == (BATCH, world.num_players, len(world.fact_names))
    assert obs.view.dtype == jnp.int8
    for first, later in zip(
        jax.tree.leaves((obs, state)),
        jax.tree.leaves((done.obs, done.state)),
        strict=True,
    ):
        assert (first.shape, first.dtype) == (later.shape[1:], later.dtype)
        assert not first.weak_type
    assert set(world.event_names) == set(done.info) - {
        "final_observation",
        "trial",
        "step",
    }
    assert done.reward.dtype == jnp.float32


@pytest.mark.parametrize("name", NAMES)
def test_one_compilation_serves_all_steps(name: str) -> None:
    world = world_of(name)
    latent = jax.tree.map(lambda leaf: leaf[..., 0], latents(name))
    step = jax.jit(world.step)
    _, state = jax.jit(world.reset)(jax.random.key(0), latent)
    for number in range(3):
        actions = jnp.zeros(world.num_players, jnp.int32)
        state = step(jax.random.key(number), state, actions, latent).state
    assert cast("Any", step)._cache_size() == 1


@pytest.mark.parametrize("name", NAMES)
def test_trials_end_and_begin_as_they_should(name: str) -> None:
    _, _, done = course(name)
    ends = np.asarray(done.trial_done)[:, 0]
    assert np.flatnonzero(ends)[:3].tolist() == [6, 13, 20]
    assert (
        np.asarray(done.info["trial"])[:21, 0].tolist() == [0] * 7 + [1] * 7 + [2] * 7
    )
    assert np.asarray(done.info["step"])[:21, 0].tolist() == [1, 2, 3, 4, 5, 6, 7] * 3
    assert np.flatnonzero(np.asarray(done.truncated)[:, 0]).tolist() == [
        20,
        21,
        22,
        23,
        24,
    ]
    assert not np.asarray(done.terminated).any()
    # A new trial is seen at once; the end of the old one is kept beside it.
    final, now = done.info["final_observation"], done.obs
    same = np.asarray((final.view == now.view).all(axis=(2, 3, 4)))
    assert same[~ends].all()
    assert not same[[6, 13]].all()
    assert same[20:].all()


@pytest.mark.parametrize("name", NAMES)
def test_one_by_one_mapped_and_batched_are_the_same(name: str) -> None:
    world, latent, actions = world_of(name), latents(name), actions_of(name)
    _, _, batched = course(name)
    mapped = jax.jit(
        jax.vmap(world.step, in_axes=(0, 0, -1, -1)),
    )
    _, state = jax.jit(jax.vmap(world.reset, in_axes=(0, -1)))(keys_at(0), latent)
    alone_step, alone_reset = jax.jit(world.step), jax.jit(world.reset)
    mine = jax.tree.map(lambda leaf: leaf[..., 2], latent)
    _, alone = alone_reset(keys_at(0)[2], mine)
    for number in range(STEPS):
        done = mapped(keys_at(number + 1), state, actions[number], latent)
        single = alone_step(keys_at(number + 1)[2], alone, actions[number][:, 2], mine)
        now = jax.tree.map(lambda leaf, at=number: leaf[at], batched)
        assert np.array_equal(done.reward, now.reward.T)
        assert np.array_equal(done.obs.view, now.obs.view)
        assert np.array_equal(single.reward, now.reward[:, 2])
        assert np.array_equal(single.obs.view, now.obs.view[2])
        for one, many, own in zip(
            jax.tree.leaves(done.state),
            jax.tree.leaves(now.state),
            jax.tree.leaves(single.state),
            strict=True,
        ):
            assert np.array_equal(jnp.moveaxis(one, 0, -1), many)
            assert np.array_equal(own, many[..., 2])
        state, alone = done.state, single.state


@pytest.mark.parametrize("name", NAMES)
def test_players_never_stand_on_one_cell(name: str) -> None:
    world = make(name, num_layouts=6, num_players=7)
    latent = world.draw_latents(np.random.default_rng(0), 16)
    keys = jax.random.split(jax.random.key(1), 16)

    def step(state: Any, number: Any) -> Any:
        now = jax.vmap(jax.random.fold_in, in_axes=(0, None))(keys, number)
        drawn = jax.vmap(lambda key: jax.random.bits(key, (7,)), out_axes=-1)(now)
        done = world.step_batch(now, state, drawn % len(world.actions), latent)
        return done.state, done.state.world.players.cell

    _, state = world.reset_batch(keys, latent)
    cells = np.asarray(
        jax.jit(lambda s: jax.lax.scan(step, s, jnp.arange(300))[1])(state)
    )
    ordered = np.sort(cells, axis=1)
    assert (np.diff(ordered, axis=1) > 0).all()
    assert (cells < world.maps.grid.nowhere).all()


@pytest.mark.parametrize("name", NAMES)
def test_runs_under_the_check_of_key_reuse(name: str) -> None:
    world = world_of(name)
    latent = jax.tree.map(lambda leaf: leaf[..., 0], latents(name))
    with jax.debug_key_reuse(True):
        first, second = jax.random.split(jax.random.key(0))
        _, state = world.reset(first, latent)
        done = world.step(
            second, state, jnp.zeros(world.num_players, jnp.int32), latent
        )
    assert int(done.state.clock.step) == 1


@pytest.mark.parametrize("name", NAMES)
def test_ids_tell_rules_apart(name: str) -> None:
    plain, other = make(name, num_layouts=6), make(name, num_layouts=6, num_trials=2)
    assert plain.id != other.id
    assert other.id.endswith("num_layouts=6,num_trials=2")
    assert make(name, num_layouts=6, num_trials=5).id == plain.id
    assert plain.id.startswith(f"{name}-v{WORLDS.load(name).version}/default")


def test_wrong_names_and_settings_are_explained() -> None:
    with pytest.raises(UnknownNameError, match="Did you mean"):
        make("open_cleenup")
    for name in NAMES:
        with pytest.raises(UnknownNameError, match=f"{name} has no preset 'papers'"):
            make(name, "papers")
        with pytest.raises(
            SpecError, match=r"no 'num_player'. Did you mean 'num_players'"
        ):
            make(name, num_player=3)
        with pytest.raises(SpecError, match="num_players"):
            make(name, num_players=0)


@pytest.mark.parametrize("name", NAMES)
def test_more_players_than_spawn_cells_are_refused(name: str) -> None:
    with pytest.raises(SpecError, match="16 players need as many spawn cells"):
        make(name, num_layouts=6, num_players=16)


@pytest.mark.parametrize("name", NAMES)
def test_held_out_maps_and_rules_are_others(name: str) -> None:
    world = make(name, num_layouts=40)
    rng = np.random.default_rng(0)
    sides = [world.draw_latents(rng, 200, held_out=side) for side in (False, True)]
    layouts = [set(np.asarray(side.layout).tolist()) for side in sides]
    assert all(layouts)
    assert layouts[0].isdisjoint(layouts[1])


@pytest.mark.parametrize("name", NAMES)
def test_the_state_of_a_world_is_small(name: str) -> None:
    _, state, _ = course(name)
    size = sum(leaf.nbytes for leaf in jax.tree.leaves(state)) / BATCH
    assert size <= 600


SHARDED = """
import jax, jax.numpy as jnp, numpy as np
from jax.sharding import Mesh, NamedSharding, PartitionSpec as P
from ostrom.gridworlds.protocol.kind import make
assert len(jax.devices()) == 2
for name in NAMES:
    world = make(name, num_layouts=6, num_trials=2, trial_steps=6)
    latent = world.draw_latents(np.random.default_rng(3), 8)
    keys = jax.random.split(jax.random.key(0), 8)

    def run(keys, latent):
        _, state = world.reset_batch(keys, latent)
        def step(state, number):
            now = jax.vmap(jax.random.fold_in, in_axes=(0, None))(keys, number)
            bits = jax.vmap(lambda key: jax.random.bits(key, (5,)), out_axes=-1)(now)
            done = world.step_batch(now, state, bits % len(world.actions), latent)
            return done.state, (done.reward, done.obs.view)
        return jax.lax.scan(step, state, jnp.arange(15))

    alone = jax.jit(run)(keys, latent)
    mesh = Mesh(np.array(jax.devices()), ("worlds",))
    split = lambda leaf: jax.device_put(
        leaf, NamedSharding(mesh, P(*(None,) * (leaf.ndim - 1), "worlds"))
    )
    both = jax.jit(run)(split(keys), jax.tree.map(split, latent))
    pairs = zip(jax.tree.leaves(alone), jax.tree.leaves(both), strict=True)
    assert all(np.array_equal(one, other) for one, other in pairs), name
    print(name, "same")
"""


def test_two_devices_give_what_one_gives() -> None:
    flags = "--xla_force_host_platform_device_count=2"
    code = SHARDED.replace("NAMES", repr(NAMES))
    ran = subprocess.run(
        [sys.executable, "-c", code],
        env={**os.environ, "XLA_FLAGS": flags, "JAX_PLATFORMS": "cpu"},
        capture_output=True,
        text=True,
        timeout=300,
        check=False,
    )
    assert ran.returncode == 0, ran.stderr
    assert ran.stdout.split("\n")[:-1] == [f"{name} same" for name in NAMES]


def test_a_dead_orchard_ends_a_trial_early_only_if_asked() -> None:
    """Without apples and without rot that will be replaced nothing can ever pay."""
    for stops in (False, True):
        world = make("open_harvest", **SHORT, stops_when_over=stops)
        latent = jax.tree.map(lambda leaf: leaf[..., 0], latents("open_harvest"))
        _, state = jax.jit(world.reset)(jax.random.key(0), latent)
        trees = state.world.trees
        none = jnp.zeros_like(trees.ripening)
        bare = eqx.tree_at(lambda s: s.world.trees.ripening, state, none)
        stay = jnp.full(world.num_players, world.actions.index("stay"))
        step = jax.jit(world.step)
        done = step(jax.random.key(1), bare, stay, latent)
        assert bool(done.trial_done) == stops
        assert int(done.state.clock.trial) == int(stops)
        rotting = eqx.tree_at(lambda s: s.world.trees.rotting, bare, none.at[3].set(5))
        done = step(jax.random.key(1), rotting, stay, latent)
        assert not bool(done.trial_done)


def test_an_orchard_that_dies_in_the_last_trial_ends_the_episode() -> None:
    world = make("open_harvest", num_layouts=6, num_trials=1, stops_when_over=True)
    latent = jax.tree.map(lambda leaf: leaf[..., 0], latents("open_harvest"))
    _, state = jax.jit(world.reset)(jax.random.key(0), latent)
    none = jnp.zeros_like(state.world.trees.ripening)
    bare = eqx.tree_at(lambda s: s.world.trees.ripening, state, none)
    stay = jnp.full(world.num_players, world.actions.index("stay"))
    done = jax.jit(world.step)(jax.random.key(1), bare, stay, latent)
    assert (bool(done.terminated), bool(done.truncated)) == (True, False)


def test_the_reward_of_the_last_step_of_a_trial_is_paid() -> None:
    """Ancestors overwrote it with 0, and multiplied rewards by the players."""
    world = make("open_harvest", num_layouts=6, num_trials=2, trial_steps=1)
    latent = jax.tree.map(lambda leaf: leaf[..., 0], latents("open_harvest"))
    _, state = jax.jit(world.reset)(jax.random.key(0), latent)
    tree = world.maps.cells["tree"][int(latent.layout), 0]
    at = state.world.players.cell.at[0].set(tree)
    moved = eqx.tree_at(lambda s: s.world.players.cell, state, at)
    stay = jnp.full(world.num_players, world.actions.index("stay"))
    done = jax.jit(world.step)(jax.random.key(1), moved, stay, latent)
    colour = int(latent.colour[0])
    expected = (1.0, 0.5, 0.25)[int(latent.pay[3 * colour])]
    assert done.reward.tolist() == [expected, 0.0, 0.0, 0.0, 0.0]
    assert bool(done.trial_done)


def test_beams_on_one_waste_cell_move_it_one_shade() -> None:
    """Who fires first does not matter, and a bystander's beam undoes nothing."""
    world = make("open_cleanup", num_layouts=6, num_players=3, waste_rate=0.0)
    latent = jax.tree.map(lambda leaf: leaf[..., 0], latents("open_cleanup"))
    effects = np.asarray(latent.effects)
    tools = {
        int(effect): divmod(pair, 4) for pair, effect in enumerate(effects) if effect
    }
    _, state = jax.jit(world.reset)(jax.random.key(0), latent)
    layout = int(latent.layout)
    river = np.concatenate(
        [world.maps.cells[role][layout] for role in ("river_dirty", "river_clean")]
    )
    columns = world.maps.grid.num_columns
    place, target = next(
        (number, cell)
        for number, cell in enumerate(river.tolist())
        if 1 <= cell // columns < world.maps.grid.num_rows - 1
        and cell % columns < columns - 2
    )
    # South of it looking north, north of it looking south, both with the mid tool; the
    # third stands by with a tool for another shade.
    cells = jnp.asarray([target + columns, target - columns, target + 2], jnp.int16)
    hands = jnp.asarray([tools[6], tools[6], tools[7]], jnp.int8)
    headings = jnp.asarray([0, 2, 3], jnp.int8)
    waste = state.world.waste.at[:].set(0).at[place].set(1 + 3 * 2 + 1)
    ready = eqx.tree_at(
        lambda s: (
            s.world.players.cell,
            s.world.players.heading,
            s.world.hand,
            s.world.waste,
        ),
        state,
        (cells, headings, hands, waste),
    )
    fire = jnp.full(3, world.actions.index("fire"))
    done = jax.jit(world.step)(jax.random.key(1), ready, fire, latent)
    assert int(done.state.world.waste[place]) == 1 + 3 * 2
    assert done.info["lightened"].tolist() == [1, 1, 0]
    assert done.info["shots"].tolist() == [1, 1, 1]
    assert int(done.info["cells_lightened"]) == 1
