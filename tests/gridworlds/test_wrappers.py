"""The same world in the shapes of other interfaces, and rewards shaped outside it."""

import math
from functools import cache
from typing import Any

import jax
import jax.numpy as jnp
import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from pettingzoo.test import parallel_api_test

from ostrom.gridworlds.mechanics.viewing import FROZEN
from ostrom.gridworlds.protocol.kind import WORLDS, make
from ostrom.gridworlds.wrappers.auto_reset import AutoReset
from ostrom.gridworlds.wrappers.gymnax import GymnaxWorld
from ostrom.gridworlds.wrappers.jaxmarl import JaxMARLWorld
from ostrom.gridworlds.wrappers.pettingzoo import PettingZooWorld
from ostrom.gridworlds.wrappers.planes import num_planes, planes, planes_with_facts
from ostrom.gridworlds.wrappers.rewards import (
    common_reward,
    inequity_averse,
    smoothed,
    social_value,
)

NAMES = WORLDS.names()
POINTS = st.lists(st.floats(-5, 5, width=32), min_size=1, max_size=6)


@cache
def world_of(name: str) -> Any:
    return make(name, num_layouts=6, num_trials=2, trial_steps=4)


@cache
def latents(name: str, count: int = 5) -> Any:
    return world_of(name).draw_latents(np.random.default_rng(3), count)


def one(name: str) -> Any:
    return jax.tree.map(lambda leaf: leaf[..., 0], latents(name))


@pytest.mark.parametrize("ground", [3, 18, 25])
def test_planes_tell_ground_and_player_of_every_code(ground: int) -> None:
    codes = [c + ground * who for who in range(FROZEN + 1) for c in range(ground)]
    codes = [code for code in codes if code <= 127]
    shown = np.asarray(planes(jnp.asarray(codes, jnp.int8)[None, None], ground))[0, 0]
    assert shown.shape == (len(codes), num_planes(ground))
    for code, row in zip(codes, shown, strict=True):
        expected = np.zeros(num_planes(ground))
        expected[code % ground] = 1
        if code >= ground:
            expected[ground + code // ground - 1] = 1
        assert row.tolist() == expected.tolist()


@given(POINTS)
def test_common_reward_is_the_sum(points: list[float]) -> None:
    shaped = common_reward(jnp.asarray(points, jnp.float32))
    assert np.allclose(shaped, sum(points), atol=1e-4)


@given(POINTS, st.sampled_from([0.0, 30.0, 45.0, 90.0]))
def test_social_value_is_as_its_definition(points: list[float], angle: float) -> None:
    shaped = social_value(jnp.asarray(points, jnp.float32), angle=angle)
    for number, own in enumerate(points):
        rest = points[:number] + points[number + 1 :]
        mean = sum(rest) / len(rest) if rest else 0.0
        turned = math.radians(angle)
        expected = math.cos(turned) * own + math.sin(turned) * mean
        assert float(shaped[number]) == pytest.approx(expected, abs=1e-4)


@given(POINTS, st.floats(0, 5), st.floats(0, 1))
def test_inequity_aversion_is_as_its_definition(
    points: list[float], alpha: float, beta: float
) -> None:
    shaped = inequity_averse(jnp.asarray(points, jnp.float32), alpha=alpha, beta=beta)
    for number, own in enumerate(points):
        others = max(len(points) - 1, 1)
        behind = sum(max(each - own, 0) for each in points) / others
        ahead = sum(max(own - each, 0) for each in points) / others
        expected = own - alpha * behind - beta * ahead
        assert float(shaped[number]) == pytest.approx(expected, abs=1e-3)


def test_nobody_loses_where_all_get_the_same() -> None:
    """In an ancestor everybody lost 30 points when nobody ate."""
    for points in (0.0, 1.0):
        same = jnp.full(7, points)
        assert inequity_averse(same, alpha=5.0, beta=0.05).tolist() == [points] * 7


def test_smoothed_rewards_fade() -> None:
    total = jnp.zeros(1)
    for reward in (1.0, 0.0, 0.0):
        total = smoothed(total, jnp.asarray([reward]), decay=0.5)
    assert total.tolist() == [0.25]


@pytest.mark.parametrize("name", NAMES)
def test_six_values_are_those_of_the_world(name: str) -> None:
    world, wrapped = world_of(name), GymnaxWorld(world_of(name))
    _, state = jax.jit(wrapped.reset)(jax.random.key(0), one(name))
    actions = jnp.zeros(world.num_players, jnp.int32)
    seen, after, reward, ended, cut, told = jax.jit(wrapped.step)(
        jax.random.key(1), state, actions, one(name)
    )
    done = jax.jit(world.step)(jax.random.key(1), state, actions, one(name))
    pairs = [(seen, done.obs), (after, done.state), (reward, done.reward)]
    pairs += [((ended, cut), (done.terminated, done.truncated))]
    for ours, theirs in pairs:
        for left, right in zip(
            jax.tree.leaves(ours), jax.tree.leaves(theirs), strict=True
        ):
            assert np.array_equal(left, right)
    assert not bool(told["trial_done"])
    assert wrapped.num_actions == len(world.actions)


@pytest.mark.parametrize("name", NAMES)
def test_agents_are_told_of_trials_and_episodes_apart(name: str) -> None:
    wrapped = JaxMARLWorld(world_of(name), latents(name))
    reset, step = jax.jit(wrapped.reset), jax.jit(wrapped.step)
    obs, state = reset(jax.random.key(0))
    assert set(obs) == set(wrapped.agents)
    assert obs["agent_0"].shape == wrapped.observation_shape
    inner, outer, layouts = [], [], []
    for number in range(16):
        actions = {name: jnp.int32(3) for name in wrapped.agents}
        obs, state, rewards, dones, told = step(
            jax.random.key(number + 1), state, actions
        )
        assert set(dones) == {*wrapped.agents, "__all__"}
        assert set(rewards) == set(wrapped.agents)
        inner.append(bool(told["inner_episode_done"]))
        outer.append(bool(dones["__all__"]))
        layouts.append(int(state.params.layout))
        assert int(state.state.clock.step) == (number + 1) % 4
    assert np.flatnonzero(inner).tolist() == [3, 7, 11, 15]
    assert np.flatnonzero(outer).tolist() == [7, 15]
    # A latent configuration stays for all trials of an episode.
    assert len(set(layouts[:7])) == len(set(layouts[7:15])) == 1
    available = wrapped.get_avail_actions(state)
    assert all(each.tolist() == [1] * each.size for each in available.values())


def test_new_episodes_draw_every_configuration() -> None:
    wrapped = AutoReset(world_of("open_harvest"), latents("open_harvest", 5))
    keys = jax.random.split(jax.random.key(2), 200)
    _, states = jax.jit(jax.vmap(wrapped.reset))(keys)
    drawn = np.unique(np.asarray(states.params.pay), axis=0)
    known = np.unique(np.asarray(latents("open_harvest", 5).pay).T, axis=0)
    assert np.array_equal(drawn, known)


@pytest.mark.parametrize("name", NAMES)
def test_the_parallel_interface_passes_its_own_test(name: str) -> None:
    parallel_api_test(PettingZooWorld(world_of(name), seed=0), num_cycles=30)


@pytest.mark.parametrize("name", NAMES)
def test_the_same_seed_gives_the_same_episodes(name: str) -> None:
    worlds = [PettingZooWorld(world_of(name), seed=1) for _ in range(2)]

    def episode(world: PettingZooWorld, seed: int | None) -> list[Any]:
        obs, _ = world.reset(seed=seed)
        course: list[Any] = [obs]
        rng = np.random.default_rng(0)
        while world.agents:
            actions = {
                agent: int(rng.integers(world.action_space(agent).n))
                for agent in world.agents
            }
            course.append(world.step(actions))
        return course

    def same(left: Any, right: Any) -> bool:
        pairs = zip(jax.tree.leaves(left), jax.tree.leaves(right), strict=True)
        return all(np.array_equal(one, other) for one, other in pairs)

    first = [episode(world, 7) for world in worlds]
    assert len(first[0]) == 1 + 2 * 4
    assert same(*first)
    # Without a seed chance goes on: other episodes, the same for both.
    second = [episode(world, None) for world in worlds]
    assert same(*second)
    assert not same(first[0], second[0])
    assert same(episode(worlds[0], 7), first[0])


def test_facts_are_planes_of_their_own() -> None:
    world = world_of("open_cleanup")
    obs, _ = jax.jit(world.reset)(jax.random.key(0), one("open_cleanup"))
    shown = np.asarray(planes_with_facts(obs, len(world.legend)))
    assert (shown[..., -2:] == 255).all()
    assert (shown[..., : len(world.legend)].sum(axis=-1) == 1).all()
