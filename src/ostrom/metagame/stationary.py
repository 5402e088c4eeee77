"""The long run of a Markov chain."""

import numpy as np
from jaxtyping import Float

from ostrom.core.errors import SolverError

_RESIDUAL = 1e-9


def stationary_distribution(
    moves: Float[np.ndarray, "states states"],
) -> Float[np.ndarray, "states"]:
    """Returns the distribution that a chain keeps, by state reduction.

    States are taken out one after the other (Grassmann, Taksar and Heyman 1985): there
    is no subtraction, so even shares of 1e-300 come out to working precision.

    Args:
        moves: `moves[i, j]` is the chance to go from i to j; rows sum to 1. Chances of
            staying are not used.

    Raises:
        SolverError: Some states can not be left for those before them, so there is no
            single long run, or what came out is not kept by the chain.
    """
    chain = np.array(moves, dtype=np.float64)
    states = len(chain)
    for state in range(states - 1, 0, -1):
        leaving = chain[state, :state].sum()
        if leaving <= 0.0:
            raise SolverError(
                f"The chain has no single long run: from state {state} no earlier one "
                "is reached."
            )
        chain[:state, state] /= leaving
        chain[:state, :state] += np.outer(chain[:state, state], chain[state, :state])
    shares = np.zeros(states)
    shares[0] = 1.0
    for state in range(1, states):
        shares[state] = shares[:state] @ chain[:state, state]
    shares /= shares.sum()
    off = float(np.abs(shares @ moves - shares).max())
    if not off <= _RESIDUAL:
        raise SolverError(f"The long run found is not kept by the chain: off by {off}.")
    return shares
