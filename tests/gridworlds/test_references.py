"""Each world against a slow reference, state by state, under the same chance."""

from collections.abc import Callable
from functools import cache
from typing import Any

import jax
import jax.numpy as jnp
import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from gridworlds.cleanup_reference import CleanupReference
from gridworlds.common import Person, window_of, words_of
from gridworlds.harvest_reference import HarvestReference
from ostrom.gridworlds.protocol.kind import make

FEW: dict[str, Any] = {"num_layouts": 8, "num_trials": 2}
HARVEST: dict[str, dict[str, Any]] = {
    "plain": {},
    "crowded": {"num_players": 10, "freeze": 3, "cooldown": 0},
    "quick": {
        "ripening": (1, 3),
        "rotting": (1, 4),
        "regrowth": (0.0, 0.1, 0.2, 0.45),
        "frozen_immune": True,
    },
    "alone": {"num_players": 1},
}
CLEANUP: dict[str, dict[str, Any]] = {
    "plain": {},
    "zapping": {"zap": True, "num_players": 7, "waste_after": 0},
    "lively": {
        "waste_after": 3,
        "waste_rate": 0.6,
        "growth": 0.9,
        "depletion": 1.0,
        "dominant_share": 0.3,
        "counts_stream": False,
    },
    "stopping": {"waste_stops": True, "waste_after": 0, "waste_rate": 1.0},
    "alone": {"num_players": 1},
}


@cache
def world_of(name: str, label: str) -> Any:
    changes = {"open_harvest": HARVEST, "open_cleanup": CLEANUP}[name][label]
    return make(name, **FEW, **changes)


@cache
def course(name: str, label: str, steps: int) -> Callable[..., Any]:
    """Plays all steps at once; what each was given and what it gave, in a row."""
    world = world_of(name, label)

    @jax.jit
    def played(key: Any, actions: Any, latent: Any) -> Any:
        obs, state = world.reset(key, latent)

        def step(state: Any, given: Any) -> Any:
            number, chosen = given
            step_key = jax.random.fold_in(key, number + 1)
            done = world.step(step_key, state, chosen, latent)
            words = world.step_draws.draw(step_key[None])
            over = world.is_over(jax.tree.map(lambda x: x[..., None], done.state.world))
            return done.state, (done, words, over[0])

        given = (jnp.arange(steps), actions)
        first = (obs, state, world.begin_draws.draw(key[None]))
        return first, jax.lax.scan(step, state, given)[1]

    return played


def drawn(world: Any, seed: int) -> Any:
    latent = world.draw_latents(np.random.default_rng(seed), 1)
    return jax.tree.map(lambda leaf: leaf[..., 0], latent)


def cells(world: Any, layout: int) -> dict[str, list[tuple[int, int]]]:
    return {
        role: [divmod(int(cell), world.maps.grid.num_columns) for cell in table[layout]]
        for role, table in world.maps.cells.items()
    }


def harvest_reference(world: Any, latent: Any) -> HarvestReference:
    known = cells(world, int(latent.layout))
    colours = np.asarray(latent.colour)[world.patch_of]
    return HarvestReference(
        world.settings,
        (world.maps.grid.num_rows, world.maps.grid.num_columns),
        [(place, int(c)) for place, c in zip(known["tree"], colours, strict=True)],
        known["spawn"],
        np.asarray(latent.pay).tolist(),
        np.asarray(latent.rate).tolist(),
    )


def cleanup_reference(world: Any, latent: Any) -> CleanupReference:
    return CleanupReference(
        world.settings,
        (world.maps.grid.num_rows, world.maps.grid.num_columns),
        cells(world, int(latent.layout)),
        int(latent.hue),
        np.asarray(latent.effects).tolist(),
    )


def assert_same_people(world: Any, players: Any, people: list[Person]) -> None:
    columns = world.maps.grid.num_columns
    assert [divmod(int(cell), columns) for cell in players.cell] == [
        person.place for person in people
    ]
    for name in ("heading", "frozen", "cooling"):
        ours = np.asarray(getattr(players, name)).tolist()
        assert ours == [getattr(person, name) for person in people], name


def assert_same_view(world: Any, obs: Any, reference: Any) -> None:
    codes = reference.codes()
    for viewer in range(len(reference.people)):
        seen = window_of(viewer, reference.people, codes, len(world.legend))
        assert np.asarray(obs.view[viewer]).tolist() == seen


def assert_same_harvest(world: Any, state: Any, reference: HarvestReference) -> None:
    assert_same_people(world, state.players, reference.people)
    for name in ("ripening", "age", "eaten_at", "rotting"):
        ours = np.asarray(getattr(state.trees, name)).tolist()
        assert ours == [getattr(tree, name) for tree in reference.trees], name


def assert_same_cleanup(world: Any, state: Any, reference: CleanupReference) -> None:
    assert_same_people(world, state.players, reference.people)
    waste = [reference.waste[place] for place in reference.river]
    coded = [0 if each is None else 1 + 3 * each[0] + each[1] for each in waste]
    assert np.asarray(state.waste).tolist() == coded
    hung = [place in reference.apples for place in reference.cells["orchard"]]
    assert np.asarray(state.apples).tolist() == hung
    assert np.asarray(state.hand).tolist() == [p.hand for p in reference.people]


def assert_same_events(world: Any, info: Any, events: dict[str, Any]) -> None:
    assert set(events) <= set(info)
    for name, expected in events.items():
        assert np.asarray(info[name]).tolist() == expected, name


def play(name: str, label: str, seed: int, steps: int) -> dict[str, int]:
    """Plays both side by side and compares after each step; events that were seen."""
    world = world_of(name, label)
    actions = random_actions(world, seed, steps)
    latent = drawn(world, seed)
    played = course(name, label, steps)(jax.random.key(seed), actions, latent)
    # Numbers as NumPy has them, so that reading one costs nothing.
    (obs, state, words), (done, all_words, over) = jax.tree.map(np.asarray, played)
    is_harvest = name == "open_harvest"
    reference: Any
    reference = (harvest_reference if is_harvest else cleanup_reference)(world, latent)
    compare: Any = assert_same_harvest if is_harvest else assert_same_cleanup
    reference.begin(words_of(words))
    compare(world, state.world, reference)
    assert_same_view(world, obs, reference)
    seen: dict[str, int] = {}
    for number in range(steps):
        now = jax.tree.map(lambda leaf, at=number: leaf[at], done)
        words = words_of({each: row[number] for each, row in all_words.items()})
        chosen = actions[number].tolist()
        if is_harvest:
            rewards, events = reference.step(words, chosen)
            assert bool(over[number]) == reference.is_over()
        else:
            rewards, events = reference.step(number, words, chosen)
        compare(world, now.state.world, reference)
        assert now.reward.tolist() == rewards
        assert_same_events(world, now.info, events)
        if number % 5 == 0:
            assert_same_view(world, now.obs, reference)
        for kind, counts in events.items():
            seen[kind] = seen.get(kind, 0) + int(np.sum(counts))
    return seen


def random_actions(world: Any, seed: int, steps: int) -> np.ndarray:
    """Uniform actions, with stretches in which players keep what they do."""
    rng = np.random.default_rng(seed)
    shape = (steps, world.num_players)
    fresh = rng.integers(len(world.actions), size=shape)
    keeps = rng.random(shape) < 0.35
    for number in range(1, steps):
        fresh[number] = np.where(keeps[number], fresh[number - 1], fresh[number])
    return fresh


@pytest.mark.parametrize("label", HARVEST)
def test_open_harvest(label: str) -> None:
    seen: dict[str, int] = {}
    for seed in range(3):
        for kind, count in play("open_harvest", label, seed, 300).items():
            seen[kind] = seen.get(kind, 0) + count
    # The comparison is worth something only if things happened.
    assert seen["eaten"] > 20
    assert seen["rotted"] > 100
    if label in {"crowded", "quick"}:
        assert seen["zaps_taken"] > 5


@pytest.mark.parametrize("label", CLEANUP)
def test_open_cleanup(label: str) -> None:
    seen: dict[str, int] = {}
    for seed in range(3):
        for kind, count in play("open_cleanup", label, seed, 300).items():
            seen[kind] = seen.get(kind, 0) + count
    assert seen["pick_ups"] > 0
    assert seen["shots"] > 50
    if label in {"lively", "zapping"}:
        assert seen["new_waste"] > 10
    if label == "lively":
        assert seen["cleared"] + seen["lightened"] > 0
        assert seen["apples"] > 20
    if label == "zapping":
        assert seen["zaps_taken"] > 5


@given(seed=st.integers(0, 2**31 - 1), label=st.sampled_from(["crowded", "quick"]))
@settings(max_examples=25)
def test_open_harvest_anywhere(seed: int, label: str) -> None:
    play("open_harvest", label, seed, 60)


@given(seed=st.integers(0, 2**31 - 1), label=st.sampled_from(["zapping", "lively"]))
@settings(max_examples=25)
def test_open_cleanup_anywhere(seed: int, label: str) -> None:
    play("open_cleanup", label, seed, 60)
