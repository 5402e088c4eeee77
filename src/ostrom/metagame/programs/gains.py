"""Deviation gains as a matrix: one row a deviation, one column a company of agents."""

from itertools import combinations_with_replacement
from numbers import Rational

import numpy as np
from jaxtyping import Float

from ostrom.core.errors import SpecError

_SAME = 1e-9


def symmetric_gains(
    payoffs: Float[np.ndarray, "..."],
) -> Float[np.ndarray, "agents companies"]:
    """Returns what switching to an agent gains a random member of a company.

    In a symmetric game the order of seats carries nothing, so one column stands for
    each multiset of agents and one row for each agent to switch to: `C(S + N - 1, N)`
    columns and `S` rows in place of `S**N` and `N * S`. An entry is the mean over the
    members of a company of `T[s, others] - T[member, others]`.

    Args:
        payoffs: Shape `(S,) * N`; `payoffs[i, j, k]` is what agent i gets with j and k.
    """
    require_symmetric(payoffs)
    agents, seats = len(payoffs), payoffs.ndim
    companies = np.array(
        list(combinations_with_replacement(range(agents), seats)), dtype=np.intp
    )
    gains = np.zeros((agents, len(companies)))
    # Differences beyond the largest float are refused by who rates.
    with np.errstate(over="ignore", invalid="ignore"):
        for seat in range(seats):
            others = tuple(np.delete(companies, seat, axis=1).T)
            gains += (
                payoffs[(slice(None), *others)] - payoffs[(companies[:, seat], *others)]
            )
    return gains / seats


def profile_gains(
    payoffs: Float[np.ndarray, "..."],
) -> tuple[Float[np.ndarray, "deviations profiles"], tuple[int, ...]]:
    """Returns what each deviation of each player gains in each profile.

    Args:
        payoffs: Shape `(S_0, ..., S_{N-1}, N)`: strategies of the players, then whose
            payoff it is.

    Returns:
        The rows of player 0, then of player 1 and so on, one for each strategy; and
        how many rows each player has.

    Raises:
        SpecError: The last axis does not have one entry for each player, or a payoff
            is missing or not finite.
    """
    sizes = payoffs.shape[:-1]
    if payoffs.ndim < 2 or payoffs.shape[-1] != len(sizes) or 0 in sizes:
        raise SpecError(
            f"Payoffs of shape {payoffs.shape}: with N players the shape is one number "
            "of strategies for each player, then N."
        )
    require_finite(payoffs)
    rows = [
        (np.take(payoffs[..., player], [strategy], axis=player) - payoffs[..., player])
        .ravel()
        .copy()
        for player, size in enumerate(sizes)
        for strategy in range(size)
    ]
    return np.array(rows), sizes


def require_finite(payoffs: Float[np.ndarray, "..."]) -> None:
    """Refuses payoffs that are missing or infinite.

    Raises:
        SpecError: It says how many, and where the first of them stand.
    """
    odd = np.argwhere(~np.isfinite(payoffs)).tolist()
    if odd:
        shown = ", ".join(str(tuple(place)) for place in odd[:3])
        raise SpecError(
            f"{len(odd)} of {payoffs.size} payoffs are missing or not finite, at "
            f"{shown}: a rating needs all of them."
        )


def require_symmetric(payoffs: Float[np.ndarray, "..."]) -> None:
    """Refuses payoffs that are no complete symmetric game.

    Raises:
        SpecError: The shape is not `(S,) * N`, a payoff is missing or not finite, or
            swapping two co-players changes it.
    """
    sizes = set(payoffs.shape)
    if payoffs.ndim < 2 or len(sizes) != 1 or 0 in sizes:
        raise SpecError(
            f"Payoffs of shape {payoffs.shape}: a symmetric game of N players and S "
            "agents has the shape (S,) * N, with N at least 2 and S at least 1."
        )
    require_finite(payoffs)
    bound = _SAME * max(1.0, float(np.abs(payoffs).max()))
    for axis in range(2, payoffs.ndim):
        gap = float(np.abs(payoffs - np.swapaxes(payoffs, 1, axis)).max())
        if gap > bound:
            raise SpecError(
                f"Payoffs change by {gap:g} when two co-players swap: this table is "
                "not symmetric. Average over seats, or rate the players apart."
            )


def require_exact(payoffs: np.ndarray) -> None:
    """Refuses what is no complete symmetric game in fractions.

    Raises:
        SpecError: An entry is neither a fraction nor a whole number, the shape is not
            `(S,) * N`, or swapping two co-players changes a payoff.
    """
    for place, entry in np.ndenumerate(payoffs):
        if not isinstance(entry, Rational):
            raise SpecError(
                f"The payoff at {place} is {entry!r}: exact ratings take fractions and "
                "whole numbers only."
            )
    require_symmetric(payoffs.astype(np.float64))
    for axis in range(2, payoffs.ndim):
        if (payoffs != np.swapaxes(payoffs, 1, axis)).any():
            raise SpecError("Payoffs change when two co-players swap.")
