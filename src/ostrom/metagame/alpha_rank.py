"""Alpha-rank: how often evolution under strong selection is at each agent.

Every seat has a population of its own, all of one kind. A mutant arrives in one of them
and takes over with the fixation chance of a finite population; the share of time that
this chain spends at an agent, averaged over seats, is the agent's value.

Source: Omidshafiei et al. (2019), Alpha-rank: multi-agent evaluation by evolution,
Scientific Reports 9, 9937.
"""

import numpy as np
from jaxtyping import Float

from ostrom.core.errors import SpecError
from ostrom.metagame.programs.gains import require_symmetric
from ostrom.metagame.rating import Rating, certain
from ostrom.metagame.stationary import stationary_distribution

LARGEST = 1500
"""Most profiles of agents that the dense chain is made for."""


def alpha_rank(
    payoffs: Float[np.ndarray, "..."],
    *,
    intensity: float = 10.0,
    population: int = 50,
) -> Rating:
    """Returns the share of time that evolution spends at each agent.

    Args:
        payoffs: Shape `(S,) * N`, symmetric.
        intensity: Of selection, above 0, in units of one over the largest difference
            of payoffs, so that points of any size give the same values.
        population: Size of the population of each seat, from 2.

    Raises:
        SpecError: The table is not symmetric, has more than `LARGEST` profiles, or an
            argument is out of range.
        SolverError: The chances are too small for a single long run to be found; take
            a lower intensity.
    """
    require_symmetric(payoffs)
    if payoffs.size > LARGEST or population < 2 or not 0 < intensity < np.inf:
        raise SpecError(
            f"Alpha-rank takes up to {LARGEST} profiles, an intensity above 0 and a "
            f"population from 2, got {payoffs.size}, {intensity} and {population}."
        )
    difference = float(np.ptp(payoffs))
    alpha = intensity / difference if difference else intensity
    time = stationary_distribution(_chain(payoffs, alpha, population))
    shares = time.reshape(payoffs.shape)
    # Seats are alike in a symmetric game, but for rounding.
    marginals = [
        shares.sum(axis=tuple(each for each in range(payoffs.ndim) if each != seat))
        for seat in range(payoffs.ndim)
    ]
    note = f"selection intensity {intensity:g} over the payoff range, {population} each"
    return certain("alpha-rank", np.asarray(np.mean(marginals, axis=0)), note)


def fixation(
    advantage: Float[np.ndarray, "..."], population: int
) -> Float[np.ndarray, "..."]:
    """Returns the chance that a mutant with this advantage takes a population over.

    `(1 - exp(-u)) / (1 - exp(-population * u))`, and one over the population at 0;
    written so that no exponential can overflow.

    Args:
        advantage: Intensity times the mutant's payoff less the resident's.
        population: From 2.
    """
    size = np.maximum(np.abs(advantage), 1e-300)
    favoured = np.expm1(-size) / np.expm1(-population * size)
    against = favoured * np.exp(-(population - 1) * size)
    chances = np.where(advantage >= 0, favoured, against)
    return np.asarray(np.where(np.abs(advantage) < 1e-12, 1.0 / population, chances))


def _chain(
    payoffs: Float[np.ndarray, "..."], alpha: float, population: int
) -> Float[np.ndarray, "profiles profiles"]:
    """The chance to go from one profile to another, one seat at a time."""
    agents, seats = len(payoffs), payoffs.ndim
    profiles = np.indices(payoffs.shape).reshape(seats, -1)
    places = np.arange(payoffs.size).reshape(payoffs.shape)
    moves = np.zeros((payoffs.size, payoffs.size))
    others = max(1, seats * (agents - 1))
    for seat in range(seats):
        company = np.delete(profiles, seat, axis=0)
        now = payoffs[(profiles[seat], *company)]
        for agent in range(agents):
            moved = profiles.copy()
            moved[seat] = agent
            then = payoffs[(moved[seat], *company)]
            chance = fixation(alpha * (then - now), population) / others
            is_other = profiles[seat] != agent
            from_, to = (
                np.arange(payoffs.size)[is_other],
                places[tuple(moved)][is_other],
            )
            moves[from_, to] += chance[is_other]
    return np.asarray(moves + np.diag(1.0 - moves.sum(axis=1)))
