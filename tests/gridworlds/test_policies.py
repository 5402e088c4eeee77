"""Scripted players against published numbers of the same scripts.

Team points of a 300-step trial with five agents, 15 trials of three seeds each: greedy
29.8 to 53.0, mean 37.7, eating 64 to 70 apples; an oracle that keeps three neighbours
98.0 to 147.5, mean 118.7, eating 108 to 168 while 76 to 116 rot. From the records of
scripted bounds in the public repository of the OpenSocialJax paper.
"""

from functools import cache
from typing import Any

import jax
import jax.numpy as jnp
import numpy as np
import pytest

from ostrom.agents.policies.protocol.policy import POLICIES
from ostrom.gridworlds.numerics.chance import Draws
from ostrom.gridworlds.protocol.kind import make

WORLDS, STEPS = 48, 300


@cache
def trials(name: str, strength: str) -> dict[str, np.ndarray]:
    """What 48 orchards gave, each under its own held-out rule and map."""
    policy = POLICIES.load(name)
    world = make(policy.world, num_layouts=48, num_trials=1, trial_steps=STEPS)
    latent = world.draw_latents(np.random.default_rng(0), WORLDS, held_out=True)
    act = policy.make(policy.strengths[strength])
    words = Draws({"players": world.num_players}, stream=7)
    keys = jax.random.split(jax.random.key(1), WORLDS)

    @jax.jit
    def played() -> Any:
        _, state = world.reset_batch(keys, latent)

        def step(state: Any, number: Any) -> Any:
            now = jax.vmap(jax.random.fold_in, in_axes=(0, None))(keys, number)
            chosen = act(world, state.world, latent, words.draw(now)["players"])
            done = world.step_batch(now, state, chosen, latent)
            eaten = done.info["eaten"].sum((0, 1))
            told = (done.reward.sum(0), eaten, done.info["rotted"], chosen)
            return done.state, (*told, world.is_over(done.state.world))

        return jax.lax.scan(step, state, jnp.arange(STEPS))[1]

    points, eaten, rotted, chosen, over = (np.asarray(each) for each in played())
    assert (chosen >= 0).all()
    assert (chosen < len(world.actions)).all()
    return {
        "points": points.sum(0),
        "eaten": eaten.sum(0),
        "rotted": rotted.sum(0),
        "last": STEPS - 1 - np.argmax(eaten[::-1] > 0, axis=0),
        "over": over[-1],
    }


def near(values: np.ndarray, published: float) -> bool:
    """Whether a mean is within four standard errors, and a tenth, of a published."""
    error = values.std(ddof=1) / np.sqrt(len(values))
    return bool(abs(values.mean() - published) < 4 * error + 0.1 * published)


def test_greed_earns_what_was_published_and_kills_the_orchard() -> None:
    found = trials("patient_harvester", "greedy")
    assert near(found["points"], 37.7)
    assert 64 <= found["eaten"].mean() <= 70
    assert found["over"].mean() > 0.9
    # The last apple was published to be eaten around step 42.
    assert 35 < found["last"].mean() < 50


def test_patience_earns_what_was_published() -> None:
    found = trials("patient_harvester", "oracle")
    assert near(found["points"], 118.7)
    assert 108 <= found["eaten"].mean() <= 168
    assert 76 <= found["rotted"].mean() <= 116
    assert not found["over"].any()


@pytest.mark.parametrize("stronger", ["oracle"])
def test_patience_beats_greed_in_every_orchard(stronger: str) -> None:
    greedy = trials("patient_harvester", "greedy")["points"]
    patient = trials("patient_harvester", stronger)["points"]
    assert (patient > greedy).all()
