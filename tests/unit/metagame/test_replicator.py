"""Replicator dynamics against closed forms and what they must not hang on."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from ostrom.core.errors import SpecError
from ostrom.core.seeds import stream
from ostrom.metagame.replicator import fitness_in, replicate
from ostrom.metagame.replicator_ode import replicator_flow

DILEMMA = np.array([[2.0, 0.0], [3.0, 1.0]])


def test_a_dilemma_step_by_step() -> None:
    # Defection earns one point more in every population: odds fall by exp(-0.1).
    evolution = replicate(DILEMMA, steps=50)
    odds = evolution.shares[:, 0] / evolution.shares[:, 1]
    np.testing.assert_allclose(odds, np.exp(-0.1 * np.arange(51)), rtol=1e-12)
    cooperators = evolution.shares[:, 0]
    np.testing.assert_allclose(evolution.fitness[:, 0], 2 * cooperators)
    np.testing.assert_allclose(evolution.fitness[:, 1], 1 + 2 * cooperators)
    np.testing.assert_allclose(evolution.mean_fitness, 1 + cooperators)


def test_three_players_by_hand() -> None:
    # An agent earns one more than the number of co-players that are agent 0.
    payoffs = np.array([[[3.0, 2.0], [2.0, 1.0]], [[2.0, 1.0], [1.0, 0.0]]])
    shares = np.array([0.25, 0.75])
    np.testing.assert_allclose(fitness_in(payoffs, shares), [1.5, 0.5])
    evolution = replicate(payoffs, steps=1, learning_rate=1.0, start=shares)
    odds = evolution.shares[1, 0] / evolution.shares[1, 1]
    assert odds == pytest.approx(np.e / 3)


def test_stag_hunt_goes_either_way_of_its_mixed_equilibrium() -> None:
    stag_hunt = np.array([[5.0, 0.0], [3.0, 3.0]])
    for share, end in ((0.59, 0.0), (0.6, 0.6), (0.61, 1.0)):
        start = np.array([share, 1 - share])
        final = replicate(stag_hunt, start=start).final_shares
        assert final[0] == pytest.approx(end, abs=1e-6)


def test_rock_paper_scissors_stays_in_the_middle() -> None:
    cycle = np.array([[0.0, -1.0, 1.0], [1.0, 0.0, -1.0], [-1.0, 1.0, 0.0]])
    shares = replicate(cycle).shares
    np.testing.assert_allclose(shares, 1 / 3, atol=1e-12)


def tensors(seed: int) -> np.ndarray:
    draws = stream(seed, "replicator").normal(size=(4, 4, 4))
    return np.asarray((draws + draws.swapaxes(1, 2)) / 2)


@given(st.integers(0, 10**6), st.sampled_from([1.0, 1e3, 1e8]))
def test_never_leaves_the_simplex_and_touches_nothing(seed: int, unit: float) -> None:
    payoffs = tensors(seed) * unit
    before = payoffs.copy()
    start = np.array([0.0, 0.2, 0.3, 0.5])
    shares = replicate(payoffs, steps=60, start=start).shares
    np.testing.assert_array_equal(payoffs, before)
    assert start.tolist() == [0.0, 0.2, 0.3, 0.5]
    assert (shares >= 0).all()
    np.testing.assert_allclose(shares.sum(axis=1), 1.0, rtol=1e-12)
    # Who is not there can not come back, however fit it would be.
    assert (shares[:, 0] == 0).all()


@given(st.integers(0, 10**6))
def test_shift_order_and_clones(seed: int) -> None:
    payoffs = tensors(seed)
    shares = replicate(payoffs, steps=100).shares
    shifted = replicate(payoffs + 1000.0, steps=100)
    np.testing.assert_allclose(shifted.shares, shares, atol=1e-9)
    order = [2, 0, 3, 1]
    moved = replicate(payoffs[np.ix_(order, order, order)], steps=100).shares
    np.testing.assert_allclose(moved, shares[:, order], atol=1e-12)
    # A clone that takes half of its twin's start changes no sum.
    places = [0, 1, 2, 3, 3]
    start = np.array([0.25, 0.25, 0.25, 0.125, 0.125])
    twins = replicate(payoffs[np.ix_(places, places, places)], steps=100, start=start)
    np.testing.assert_allclose(twins.shares[:, 3], twins.shares[:, 4])
    sums = np.column_stack([twins.shares[:, :3], twins.shares[:, 3:].sum(axis=1)])
    np.testing.assert_allclose(sums, shares, atol=1e-12)


def test_the_flow_of_a_dilemma() -> None:
    flow = replicator_flow(DILEMMA, duration=10.0, num_times=11)
    odds = flow.shares[:, 0] / flow.shares[:, 1]
    np.testing.assert_allclose(odds, np.exp(-flow.times), rtol=1e-7)
    np.testing.assert_allclose(flow.fitness[:, 1] - flow.fitness[:, 0], 1.0)


@pytest.mark.parametrize("seed", range(3))
def test_small_steps_follow_the_flow(seed: int) -> None:
    payoffs = tensors(seed)
    flow = replicator_flow(payoffs, duration=5.0, num_times=6)
    errors = []
    for steps in (500, 1000):
        path = replicate(payoffs, steps=5 * steps, learning_rate=1 / steps).shares
        errors.append(np.abs(path[::steps] - flow.shares).max())
    assert errors[1] < 1e-3
    # The error of a first-order method halves with the step.
    assert errors[0] / errors[1] == pytest.approx(2, rel=0.05)


def test_the_flow_keeps_who_is_absent_away() -> None:
    flow = replicator_flow(DILEMMA, start=np.array([1.0, 0.0]), duration=3.0)
    assert (flow.shares == [1.0, 0.0]).all()


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        ({"steps": -1}, "steps"),
        ({"learning_rate": 0.0}, "learning rate"),
        ({"start": np.array([0.5, 0.6])}, "sum to 1"),
        ({"start": np.array([1.5, -0.5])}, "negative"),
        ({"start": np.array([1.0])}, "2 shares"),
    ],
)
def test_refuses(arguments: dict[str, object], said: str) -> None:
    with pytest.raises(SpecError, match=said):
        replicate(DILEMMA, **arguments)  # type: ignore[arg-type]


def test_refuses_missing_payoffs() -> None:
    with pytest.raises(SpecError, match="missing"):
        replicate(np.array([[1.0, np.nan], [0.0, 1.0]]))
    with pytest.raises(SpecError, match="duration"):
        replicator_flow(DILEMMA, duration=0.0)
