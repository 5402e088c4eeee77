"""Finite populations: the Moran process, its fixation and its long run.

In each step one member of a population of Z is copied, with a chance that grows with
its fitness as `exp(intensity * fitness)`, and the copy takes the place of a member
drawn at random. Fitness is the mean payoff with co-players drawn without return from
the other members.

Source: Traulsen, Shoresh and Nowak (2008), Analytical results for individual and group
selection of any intensity; Fudenberg and Imhof (2006), Imitation processes with small
mutations, for the long run.
"""

from math import comb

import numpy as np
from jaxtyping import Float, Int

from ostrom.core.errors import SpecError
from ostrom.metagame.programs.gains import require_symmetric
from ostrom.metagame.stationary import stationary_distribution


def group_payoffs(
    payoffs: Float[np.ndarray, "..."], first: int, second: int, population: int
) -> tuple[Float[np.ndarray, "counts"], Float[np.ndarray, "counts"]]:
    """Returns mean payoffs of both types by how many of the first there are.

    Entry `k - 1` is for k members of the first type and `population - k` of the second,
    k from 1 to `population - 1`.
    """
    seats = payoffs.ndim
    others = population - 1
    of_first, of_second = np.zeros(others), np.zeros(others)
    for same in range(seats):
        rest = seats - 1 - same
        company = (first,) * same + (second,) * rest
        mine, theirs = payoffs[(first, *company)], payoffs[(second, *company)]
        for count in range(1, population):
            ways = comb(others, seats - 1)
            for_first = comb(count - 1, same) * comb(population - count, rest)
            for_second = comb(count, same) * comb(population - count - 1, rest)
            of_first[count - 1] += mine * for_first / ways
            of_second[count - 1] += theirs * for_second / ways
    return of_first, of_second


def fixation_probability(
    payoffs: Float[np.ndarray, "..."],
    mutant: int,
    resident: int,
    *,
    population: int,
    intensity: float,
) -> float:
    """Returns the chance that one mutant's descendants take over.

    Exact; without selection it is one over the population.

    Args:
        payoffs: Shape `(S,) * N`, symmetric.
        mutant: The agent that arrives once.
        resident: The agent that all others are.
        population: Size Z, at least N and 2.
        intensity: From 0, in units of one over points.

    Raises:
        SpecError: The table is not symmetric, or an argument is out of range.
    """
    _check(payoffs, population, intensity)
    of_mutant, of_resident = group_payoffs(payoffs, mutant, resident, population)
    # Each entry is the log of (chance of one mutant less) over (chance of one more).
    ratios = np.cumsum(intensity * (of_resident - of_mutant))
    peak = max(0.0, float(ratios.max()))
    total = np.exp(-peak) + np.exp(ratios - peak).sum()
    return float(np.exp(-peak) / total)


def long_run_shares(
    payoffs: Float[np.ndarray, "..."], *, population: int, intensity: float
) -> Float[np.ndarray, "agents"]:
    """Returns how often each agent is the whole population, if mutants are rare.

    A mutant of any other kind arrives, and takes over or not before the next one does.

    Args:
        payoffs: Shape `(S,) * N`, symmetric.
        population: Size Z, at least N and 2.
        intensity: From 0, in units of one over points.

    Raises:
        SpecError: As `fixation_probability`.
        SolverError: The long run is not unique to working precision.
    """
    _check(payoffs, population, intensity)
    agents = len(payoffs)
    moves = np.zeros((agents, agents))
    for resident in range(agents):
        for mutant in range(agents):
            if mutant != resident:
                chance = fixation_probability(
                    payoffs,
                    mutant,
                    resident,
                    population=population,
                    intensity=intensity,
                )
                moves[resident, mutant] = chance / (agents - 1)
    moves += np.diag(1.0 - moves.sum(axis=1))
    return stationary_distribution(moves)


def moran_process(
    payoffs: Float[np.ndarray, "..."],
    start: Int[np.ndarray, "agents"],
    *,
    steps: int,
    intensity: float,
    mutation: float,
    generator: np.random.Generator,
) -> Int[np.ndarray, "times agents"]:
    """Returns the counts of each agent over time, drawn by `generator`.

    Order of a step: who is copied is drawn, then whether the copy mutates and into
    which other agent, then who is replaced.

    Args:
        payoffs: Shape `(S,) * N`, symmetric, N 2.
        start: Members of each agent; at least 2 in all.
        steps: From 0.
        intensity: From 0, in units of one over points.
        mutation: Chance that a copy is of another kind, from 0 to 1.
        generator: The caller's stream.

    Raises:
        SpecError: The table is not symmetric or not of two players, or an argument is
            out of range.
    """
    counts = np.array(start, dtype=np.int64)
    if payoffs.ndim != 2 or not 0 <= mutation <= 1 or (counts < 0).any() or steps < 0:
        raise SpecError(
            "A drawn Moran process needs a game of two players, counts and steps from "
            f"0 and a mutation from 0 to 1, got {payoffs.ndim} players, "
            f"{counts.tolist()}, {steps} and {mutation}."
        )
    _check(payoffs, int(counts.sum()), intensity)
    agents, others = len(counts), int(counts.sum()) - 1
    path = np.empty((steps + 1, agents), dtype=np.int64)
    path[0] = counts
    for step in range(steps):
        fitness = (payoffs @ counts - np.diag(payoffs)) / others
        living = counts > 0
        seen = np.where(living, fitness - fitness[living].max(), -np.inf)
        weights = counts * np.exp(intensity * seen) if intensity else counts
        copied = int(generator.choice(agents, p=weights / weights.sum()))
        if agents > 1 and generator.random() < mutation:
            copied = (copied + 1 + int(generator.integers(agents - 1))) % agents
        replaced = int(generator.choice(agents, p=counts / counts.sum()))
        counts[replaced] -= 1
        counts[copied] += 1
        path[step + 1] = counts
    return path


def _check(
    payoffs: Float[np.ndarray, "..."], population: int, intensity: float
) -> None:
    require_symmetric(payoffs)
    least = max(2, payoffs.ndim)
    if population < least or not 0 <= intensity < np.inf:
        raise SpecError(
            f"A population of at least {least} and a finite intensity from 0 are "
            f"needed, got {population} and {intensity}."
        )
