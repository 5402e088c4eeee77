"""Maximal lotteries: the lottery over agents that no other beats by a majority.

Source: Fishburn (1984), Probabilistic social choice based on simple voting comparisons;
Lanctot et al. (2025), Soft Condorcet optimization and voting as evaluation, for agents.
"""

import numpy as np
from jaxtyping import Float

from ostrom.metagame.rating import Rating, who_earned_more
from ostrom.metagame.zero_sum import alike, solve_zero_sum


def maximal_lottery(payoffs: Float[np.ndarray, "..."]) -> Rating:
    """Returns each agent's chance in the most even maximal lottery.

    An agent beats another if it earns more when the two meet, however little. With a
    Condorcet winner all chance is on it. `low` and `high` are over all maximal
    lotteries: with ties there are many.

    Args:
        payoffs: Shape `(S, S)`.

    Raises:
        SpecError: The game has not two players, or a payoff is missing.
        SolverError: A program was not solved.
    """
    game = solve_zero_sum(who_earned_more(payoffs, "A maximal lottery"))
    low, high = game.spread(np.eye(len(payoffs)))
    values = game.most_even
    return Rating(
        "maximal lottery",
        values,
        np.minimum(low, values),
        np.maximum(high, values),
        alike(low.tolist(), high.tolist()),
        "of who earns more, however little",
    )
