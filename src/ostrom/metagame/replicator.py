"""Replicator dynamics: agents that earn more than average grow in the population.

Discrete, by exponential weights: every step multiplies an agent's share by
`exp(learning_rate * fitness)` and divides by the sum. An agent's fitness is its
expected payoff with co-players drawn from the population.

Source: Tewolde et al. (2026), CoopEval, arXiv:2604.15267, for the step, its rate of
0.1, the uniform start and the 1000 steps. The published program may stop early; none
of its published runs did, and this one never does.
"""

from dataclasses import dataclass
from functools import cached_property

import numpy as np
from jaxtyping import Float

from ostrom.core.errors import SpecError
from ostrom.metagame.programs.gains import require_symmetric

STEPS = 1000
LEARNING_RATE = 0.1
_SUMS_TO_ONE = 1e-9


@dataclass(frozen=True)
class Evolution:
    """A population over time.

    Attributes:
        shares: Of each agent, the start first.
        fitness: Of each agent, extinct ones too, in the population of the same step.
    """

    shares: Float[np.ndarray, "times agents"]
    fitness: Float[np.ndarray, "times agents"]

    @property
    def final_shares(self) -> Float[np.ndarray, "agents"]:
        """The last population."""
        return np.asarray(self.shares[-1])

    @property
    def final_fitness(self) -> Float[np.ndarray, "agents"]:
        """Fitness in the last population."""
        return np.asarray(self.fitness[-1])

    @cached_property
    def mean_fitness(self) -> Float[np.ndarray, "times"]:
        """Fitness of a member drawn from the population, at each step."""
        return np.asarray((self.shares * self.fitness).sum(axis=1))


def replicate(
    payoffs: Float[np.ndarray, "..."],
    *,
    steps: int = STEPS,
    learning_rate: float = LEARNING_RATE,
    start: Float[np.ndarray, "agents"] | None = None,
) -> Evolution:
    """Returns how a population evolves; payoffs are not changed.

    A constant added to all payoffs changes nothing, and no payoff is too large: only
    differences to the fittest agent enter the exponential.

    Args:
        payoffs: Shape `(S,) * N`: `payoffs[i, j, k]` is what agent i gets with
            co-players j and k, in whatever order.
        steps: How many, from 0.
        learning_rate: Above 0, in units of one over points.
        start: Shares that are not negative and sum to 1; uniform if left out.

    Raises:
        SpecError: The table is not symmetric, a payoff is missing, or another argument
            is out of range.

    Example:
        >>> evolution = replicate(np.array([[2.0, 0.0], [3.0, 1.0]]))
        >>> evolution.final_shares.round(3).tolist()
        [0.0, 1.0]
    """
    require_symmetric(payoffs)
    if steps < 0 or not 0 < learning_rate < np.inf:
        raise SpecError(
            "Replicator dynamics need steps from 0 and a learning rate above 0, got "
            f"{steps} and {learning_rate}."
        )
    population = checked_shares(start, len(payoffs))
    shares = np.empty((steps + 1, len(payoffs)))
    fitness = np.empty_like(shares)
    for step in range(steps + 1):
        shares[step] = population
        fitness[step] = fitness_in(payoffs, population)
        population = _grown(population, learning_rate * fitness[step])
    return Evolution(shares, fitness)


def _grown(
    population: Float[np.ndarray, "agents"], growth: Float[np.ndarray, "agents"]
) -> Float[np.ndarray, "agents"]:
    """Weights by `exp(growth)`, as seen from the fittest agent that is left."""
    living = population > 0
    seen = np.where(living, growth - growth[living].max(), -np.inf)
    weighted = population * np.exp(seen)
    return np.asarray(weighted / weighted.sum())


def fitness_in(
    payoffs: Float[np.ndarray, "..."], shares: Float[np.ndarray, "agents"]
) -> Float[np.ndarray, "agents"]:
    """Returns each agent's expected payoff with co-players drawn from a population."""
    expected = payoffs
    while expected.ndim > 1:
        expected = np.asarray(expected @ shares)
    return expected


def checked_shares(
    start: Float[np.ndarray, "agents"] | None, agents: int
) -> Float[np.ndarray, "agents"]:
    """Returns the starting population, uniform if there is none.

    Raises:
        SpecError: It has another length, a negative share, or another sum than 1.
    """
    if start is None:
        return np.full(agents, 1.0 / agents)
    shares = np.array(start, dtype=np.float64)
    is_one = abs(float(shares.sum()) - 1.0) <= _SUMS_TO_ONE
    if shares.shape != (agents,) or not (shares >= 0).all() or not is_one:
        raise SpecError(
            f"A population needs {agents} shares that are not negative and sum to 1, "
            f"got {shares.tolist()}."
        )
    return np.asarray(shares / shares.sum())
