"""Steps of grid worlds a second of one processor core, beside those of a peer.

Every world is stepped with uniform actions inside one compiled loop, all players
observed, episodes and event counts on; observations and rewards are used, so nothing is
left out. Rows: with observations as codes, without, and as planes of zeros and ones; by
batch size; with one hidden rule for all worlds and with one for each. The last columns
tell compile seconds and bytes of state a world, and what share of the memory traffic of
a core (measured by a copy) a step would need by its bytes alone.

Peers are no dependency: `--socialjax PATH` takes a checkout of SocialJax, whose own
libraries must be installed; without it that part is skipped, and says so. Only ratios
within one run count.
"""

import argparse
import os
import sys
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from importlib import import_module
from typing import Any

# One thread, so that processor seconds are those of a core.
os.environ["XLA_FLAGS"] = "--xla_cpu_multi_thread_eigen=false " + os.environ.get(
    "XLA_FLAGS", ""
)

import jax
import jax.numpy as jnp
import numpy as np

from ostrom.gridworlds.numerics.chance import Draws, choose
from ostrom.gridworlds.protocol.kind import WORLDS, make
from ostrom.gridworlds.wrappers.planes import planes

PEER_WORLDS = {"open_cleanup": "clean_up", "open_harvest": "harvest_common_open"}
GOALS = {"codes": 300_000, "planes": 100_000}


@dataclass(frozen=True)
class Row:
    """One measurement.

    Attributes:
        what: World and kind of observation.
        batch: Worlds at once.
        rate: Steps of worlds a processor second.
        compile_seconds: Of the loop.
        state_bytes: Of one world.
    """

    what: str
    batch: int
    rate: float
    compile_seconds: float
    state_bytes: float


def timed(
    run: Callable[..., Any], inputs: tuple[Any, ...], work: int
) -> tuple[float, float]:
    """Work a processor second, the best of three, and seconds to compile."""
    began = time.perf_counter()
    compiled = jax.jit(run).lower(*inputs).compile()
    compile_seconds = time.perf_counter() - began
    compiled(*inputs).block_until_ready()
    spent = []
    for _ in range(3):
        began = time.process_time()
        compiled(*inputs).block_until_ready()
        spent.append(time.process_time() - began)
    return work / min(spent), compile_seconds


def ours(name: str, batch: int, steps: int, kind: str, *, shared: bool) -> Row:
    """Measures one of our worlds."""
    world = make(name)
    latent = world.draw_latents(np.random.default_rng(0), batch)
    if shared:
        latent = jax.tree.map(
            lambda leaf: jnp.broadcast_to(leaf[..., :1], leaf.shape), latent
        )
    actions = Draws({"actions": world.num_players}, stream=9)

    def run(key: Any, latent: Any) -> Any:
        keys = jax.random.split(key, batch)
        _, state = world.reset_batch(keys, latent)

        def step(carry: Any, number: Any) -> Any:
            state, used = carry
            now = jax.vmap(jax.random.fold_in, in_axes=(0, None))(keys, number)
            chosen = choose(actions.draw(now)["actions"], len(world.actions))
            done = world.step_batch(now, state, chosen, latent)
            used += done.reward.sum()
            used += sum(done.info[event].sum() for event in world.event_names)
            if kind != "none":
                seen = done.obs.view
                if kind == "planes":
                    seen = planes(seen, len(world.legend))
                # A sample is enough: the view is made as a whole or not at all.
                used += seen.reshape(-1)[:: 8 * seen.shape[-1] + 1].sum(dtype=jnp.int32)
            return (done.state, used), None

        return jax.lax.scan(step, (state, 0.0), jnp.arange(steps))[0][1]

    rate, compile_seconds = timed(run, (jax.random.key(0), latent), batch * steps)
    _, state = world.reset_batch(jax.random.split(jax.random.key(0), batch), latent)
    size = sum(leaf.nbytes for leaf in jax.tree.leaves(state)) / batch
    rule = "one rule" if shared else "a rule each"
    return Row(f"{name}, {kind}, {rule}", batch, rate, compile_seconds, size)


def peer(path: str, name: str, batch: int, steps: int) -> Row:
    """Measures a world of SocialJax, unchanged, with its own observations."""
    sys.path.insert(0, path)
    world = import_module("socialjax").make(name)

    def run(key: Any) -> Any:
        keys = jax.random.split(key, batch)
        _, state = jax.vmap(world.reset)(keys)

        def step(carry: Any, number: Any) -> Any:
            state, used = carry
            now = jax.vmap(jax.random.fold_in, in_axes=(0, None))(keys, number)
            drawn = jax.random.randint(
                jax.random.fold_in(key, number),
                (world.num_agents, batch),
                0,
                world.action_space(0).n,
            )
            obs, state, reward, _, _ = jax.vmap(world.step)(now, state, list(drawn))
            return (state, used + obs.sum() + jnp.asarray(reward).sum()), None

        return jax.lax.scan(step, (state, 0.0), jnp.arange(steps))[0][1]

    rate, compile_seconds = timed(run, (jax.random.key(0),), batch * steps)
    return Row(f"SocialJax {name}", batch, rate, compile_seconds, float("nan"))


def copied_bytes_a_second() -> float:
    """Bytes that one core reads and writes a second in a plain copy."""
    source = np.ones(64 * 2**20, np.uint8)
    target = np.empty_like(source)
    spent = []
    for _ in range(5):
        began = time.process_time()
        np.copyto(target, source)
        spent.append(time.process_time() - began)
    return 2 * source.nbytes / min(spent)


def rows(given: argparse.Namespace) -> Iterator[Row]:
    names = WORLDS.names()
    for name in names:
        for batch in given.batches:
            for kind in ("codes", "none", "planes"):
                yield ours(name, batch, given.steps, kind, shared=False)
        yield ours(name, max(given.batches), given.steps, "codes", shared=True)
    if given.socialjax is None:
        print("SocialJax: skipped, no --socialjax PATH was given.")
        return
    for world in PEER_WORLDS.values():
        yield peer(given.socialjax, world, max(given.batches), 20)


def main() -> None:
    reader = argparse.ArgumentParser(description=__doc__)
    reader.add_argument("--socialjax", help="a checkout of SocialJax")
    reader.add_argument("--batches", type=int, nargs="+", default=[1, 64, 1024])
    reader.add_argument("--steps", type=int, default=200)
    given = reader.parse_args()
    traffic = copied_bytes_a_second()
    print(
        f"{'world':<40}{'batch':>6}{'steps / CPU-s':>15}{'compile s':>11}{'bytes':>7}"
    )
    found = {}
    for row in rows(given):
        found[row.what, row.batch] = row
        print(
            f"{row.what:<40}{row.batch:>6}{row.rate:>15,.0f}"
            f"{row.compile_seconds:>11.1f}{row.state_bytes:>7.0f}",
            flush=True,
        )
    most = max(given.batches)
    for name, theirs in PEER_WORLDS.items():
        codes = found[f"{name}, codes, a rule each", most]
        alike = found[f"{name}, codes, one rule", most]
        # A view of 605 cells is written and its slots and codes are read.
        limit = traffic / (2 * codes.state_bytes + 3 * 605)
        print(
            f"{name}: {codes.rate / GOALS['codes']:.2f} of the goal with codes, "
            f"{found[f'{name}, planes, a rule each', most].rate / GOALS['planes']:.2f} "
            f"with planes; a rule each at {codes.rate / alike.rate:.2f} of one rule; "
            f"{codes.rate / limit:.1%} of what memory traffic allows."
        )
        known = found.get((f"SocialJax {theirs}", most))
        if known is not None:
            print(f"{name}: {codes.rate / known.rate:.0f} x SocialJax {theirs}.")


if __name__ == "__main__":
    main()
