"""Nash averaging: what agents win from the most even equilibrium of winning margins.

Source: Balduzzi et al. (2018), Re-evaluating evaluation, arXiv:1806.02643.
"""

import numpy as np
from jaxtyping import Float

from ostrom.metagame.rating import Rating, require_two_players
from ostrom.metagame.zero_sum import alike, solve_zero_sum


def nash_average(payoffs: Float[np.ndarray, "..."]) -> Rating:
    """Returns each agent's margin against the equilibrium of greatest entropy.

    The game between agents is made zero-sum first: an agent's margin over another is
    half of what it earns more than the other when the two meet. So cooperation counts
    nothing by itself. Values are never above 0, and 0 for all agents in the
    equilibrium; `low` and `high` are over all equilibria.

    Args:
        payoffs: Shape `(S, S)`.

    Raises:
        SpecError: The game has not two players, or a payoff is missing.
        SolverError: A program was not solved.
    """
    require_two_players(payoffs, "Nash averaging")
    margins = (payoffs - payoffs.T) / 2
    scale = float(np.abs(margins).max())
    game = solve_zero_sum(margins)
    low, high = game.spread(game.margins)
    values = np.minimum(game.margins @ game.most_even, 0.0) + 0.0
    return Rating(
        "Nash averaging",
        values * scale,
        np.minimum(np.minimum(low, 0.0), values) * scale,
        np.maximum(np.minimum(high, 0.0), values) * scale,
        alike(low.tolist(), high.tolist()),
        "of winning margins, so mutual cooperation counts nothing",
    )
