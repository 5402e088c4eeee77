"""Dynamics and alpha-rank against independent libraries."""

import nashpy
import numpy as np
import pytest
from open_spiel.python.egt import alpharank, dynamics

from ostrom.core.seeds import stream
from ostrom.metagame.alpha_rank import alpha_rank
from ostrom.metagame.replicator import fitness_in, replicate
from ostrom.metagame.replicator_ode import replicator_flow


def payoffs_of(seed: int) -> np.ndarray:
    return stream(seed, "differential").normal(size=(3, 3))


@pytest.mark.parametrize("seed", range(4))
def test_the_flow_is_that_of_nashpy(seed: int) -> None:
    payoffs = payoffs_of(seed)
    times = np.linspace(0, 8, 9)
    theirs = nashpy.Game(payoffs).replicator_dynamics(
        y0=np.full(3, 1 / 3), timepoints=times
    )
    ours = replicator_flow(payoffs, duration=8.0, num_times=9).shares
    np.testing.assert_allclose(ours, theirs, atol=1e-5)


@pytest.mark.parametrize("seed", range(4))
def test_one_small_step_is_that_of_open_spiel(seed: int) -> None:
    payoffs = payoffs_of(seed)
    shares = stream(seed, "shares").dirichlet(np.ones(3))
    slope = dynamics.replicator(shares, fitness_in(payoffs, shares))
    small = 1e-6
    step = replicate(payoffs, steps=1, learning_rate=small, start=shares).shares
    np.testing.assert_allclose((step[1] - step[0]) / small, slope, atol=1e-5)


@pytest.mark.parametrize("seed", range(4))
def test_alpha_rank_is_that_of_open_spiel(seed: int) -> None:
    payoffs = payoffs_of(seed)
    for intensity in (0.3, 1.0):
        alpha = intensity / np.ptp(payoffs)
        shares = alpharank.compute([payoffs, payoffs.T], alpha=alpha, m=50)[2]
        theirs = np.asarray(shares).reshape(3, 3).sum(axis=1)
        ours = alpha_rank(payoffs, intensity=intensity, population=50).values
        np.testing.assert_allclose(ours, theirs, atol=1e-9)
