"""What a rating says, whichever method it comes from."""

from dataclasses import dataclass

import numpy as np
from jaxtyping import Float

from ostrom.core.errors import SpecError
from ostrom.metagame.programs.gains import require_symmetric


@dataclass(frozen=True)
class Rating:
    """One number for each agent; higher is better.

    Attributes:
        method: Which method.
        values: One for each agent.
        low: The least value over all solutions of the method; `values` where unique.
        high: The greatest one.
        is_unique: Whether all solutions agree.
        note: What else must be known to read it.
    """

    method: str
    values: Float[np.ndarray, "agents"]
    low: Float[np.ndarray, "agents"]
    high: Float[np.ndarray, "agents"]
    is_unique: bool
    note: str = ""


def certain(method: str, values: Float[np.ndarray, "agents"], note: str = "") -> Rating:
    """Returns a rating with a single solution."""
    return Rating(method, values, values, values, True, note)


def mean_payoff(payoffs: Float[np.ndarray, "..."]) -> Rating:
    """Returns each agent's mean payoff over all co-players, each counting the same.

    Args:
        payoffs: Shape `(S,) * N`, symmetric.

    Raises:
        SpecError: The table is not symmetric, or a payoff is missing.
    """
    require_symmetric(payoffs)
    values = payoffs.reshape(len(payoffs), -1).mean(axis=1)
    return certain("mean payoff", values, "the fitness in a uniform population")


def require_two_players(payoffs: Float[np.ndarray, "..."], method: str) -> None:
    """Refuses games that a method between two players has nothing to say about.

    Raises:
        SpecError: The table is not a symmetric one of two players.
    """
    require_symmetric(payoffs)
    if payoffs.ndim != 2:
        raise SpecError(
            f"{method} compares two agents at a time; this game has {payoffs.ndim} "
            "players."
        )


def who_earned_more(
    payoffs: Float[np.ndarray, "..."], method: str
) -> Float[np.ndarray, "agents agents"]:
    """Returns 1 where the row earned more than the column, -1 where less, 0 for a tie.

    Payoffs that differ by rounding only are a tie.

    Args:
        payoffs: Shape `(S, S)`.
        method: What asks, for the message.

    Raises:
        SpecError: The table is not a symmetric one of two players.
    """
    require_two_players(payoffs, method)
    gaps = payoffs - payoffs.T
    is_tie = np.abs(gaps) <= 1e-12 * max(1.0, float(np.abs(payoffs).max()))
    return np.where(is_tie, 0.0, np.sign(gaps))
