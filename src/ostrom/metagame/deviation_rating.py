"""Deviation ratings: what an agent's best correlated rivals leave it to gain.

A distribution over companies of agents has, for every agent, a deviation gain: what a
member would gain on average by switching to that agent whatever it was told to be. The
rating is the lexicographically smallest sorted vector of these gains, the highest made
as low as possible first. It is never above 0; an agent near 0 is one that it is hard to
make unattractive. Ratings are unique; the distribution behind them is not.

Ratings do not change with clones, with the order of agents, with a payoff added for
what the co-players are, and they scale with the payoffs. They *are* discontinuous where
payoffs are tied, and adding a mixture of agents can change them.

Source: Marris et al. (2025), Deviation ratings, arXiv:2502.11645.
"""

from dataclasses import dataclass, replace
from fractions import Fraction

import numpy as np
from jaxtyping import Float

from ostrom.core.errors import SolverError, SpecError
from ostrom.metagame.programs.exact import exact_gains, exact_levels
from ostrom.metagame.programs.gains import profile_gains, require_exact, symmetric_gains
from ostrom.metagame.programs.lexicographic import Levels, lexicographic_levels

TIE_TOLERANCE = 1e-7
"""Ratings this close, in units of `DeviationRating.scale`, count as tied."""

_DELICATE = "payoffs so nearly tied that tolerances could decide"
_EXACT_AGENTS = 8
_EXACT_ENTRIES = 4000
_DENOMINATOR = 10**7
_ROUNDING = 16 * float(np.finfo(np.float64).eps)


@dataclass(frozen=True)
class DeviationRating:
    """The ratings of all agents, with how they were found.

    Attributes:
        values: One for each agent, in points, never above 0.
        scale: The largest deviation gain in any company, in points; 0 if all are 0.
            Tolerances are relative to it.
        num_programs: How many linear programs were solved.
        method: `highs`, `highs, with fall-backs` or `exact`.
        notes: Which fall-backs happened.
        worst_residual: The largest distance of a claim of the solver from its proof, in
            units of `scale`.
    """

    values: Float[np.ndarray, "agents"]
    scale: float
    num_programs: int
    method: str
    notes: tuple[str, ...]
    worst_residual: float


def deviation_rating(payoffs: Float[np.ndarray, "..."]) -> DeviationRating:
    """Returns the ratings of agents that meet in a symmetric game.

    Args:
        payoffs: Shape `(S,) * N` for S agents and N seats: `payoffs[i, j, k]` is what
            agent i gets with co-players j and k, in whatever order.

    Raises:
        SpecError: The shape is another, a payoff is missing or not finite, or swapping
            co-players changes it.
        SolverError: Neither solver gave an answer with proof.

    Example:
        >>> deviation_rating(np.array([[2.0, 0.0], [3.0, 1.0]])).values.tolist()
        [-1.0, 0.0]
    """
    return _rated(symmetric_gains(payoffs), payoffs)


def deviation_ratings_by_player(
    payoffs: Float[np.ndarray, "..."],
) -> tuple[DeviationRating, ...]:
    """Returns the ratings of the strategies of each player of any game.

    The levels are shared by all players: a program lowers the highest gain of all.

    Args:
        payoffs: Shape `(S_0, ..., S_{N-1}, N)`.

    Raises:
        SpecError: As `deviation_rating`.
        SolverError: As `deviation_rating`.
    """
    gains, sizes = profile_gains(payoffs)
    rated = _rated(gains, payoffs)
    ends = np.cumsum(sizes)
    return tuple(
        replace(rated, values=rated.values[end - size : end])
        for size, end in zip(sizes, ends, strict=True)
    )


def exact_deviation_rating(
    payoffs: np.ndarray,  # of fractions
) -> tuple[Fraction, ...]:
    """Returns the ratings of a symmetric game in exact arithmetic.

    Slow: meant for up to about eight agents, and as an independent second way.

    Args:
        payoffs: An array of dtype object that holds fractions, shape `(S,) * N`.

    Raises:
        SpecError: An entry is neither a fraction nor a whole number, the shape is
            another, or swapping co-players changes a payoff.

    Example:
        >>> table = np.array([[Fraction(2), Fraction(0)], [Fraction(3), Fraction(1)]])
        >>> [str(value) for value in exact_deviation_rating(table)]
        ['-1', '0']
    """
    require_exact(payoffs)
    return exact_levels(exact_gains(payoffs))


def _rated(
    gains: Float[np.ndarray, "deviations companies"],
    payoffs: Float[np.ndarray, "..."],
) -> DeviationRating:
    scale = float(np.abs(gains).max())
    rounding = _ROUNDING * float(np.abs(payoffs).max())
    if not np.isfinite(scale):
        raise SpecError("The differences between payoffs are too large for a float.")
    # Payoffs that differ by their last digits only are the same payoffs.
    if scale <= rounding:
        return DeviationRating(np.zeros(len(gains)), 0.0, 0, "highs", (), 0.0)
    try:
        levels = lexicographic_levels(gains / scale)
    except SolverError as error:
        if not _is_small(gains):
            raise
        return _exactly(gains, scale, rounding, str(error))
    notes = levels.notes
    if levels.is_delicate or notes:
        if _is_small(gains):
            return _exactly(gains, scale, rounding, "; ".join((_DELICATE, *notes)))
        notes = (*notes, _DELICATE)
    # A level can stand above 0 by rounding only.
    values = np.minimum(levels.values, 0.0) * scale
    method = "highs, with fall-backs" if levels.notes else "highs"
    return _told(values, scale, replace(levels, notes=notes), method)


def _told(
    values: Float[np.ndarray, "deviations"], scale: float, levels: Levels, method: str
) -> DeviationRating:
    return DeviationRating(
        values + 0.0,  # no minus before a zero
        scale,
        levels.num_programs,
        method,
        levels.notes,
        levels.worst_residual,
    )


def _is_small(gains: Float[np.ndarray, "deviations companies"]) -> bool:
    return len(gains) <= _EXACT_AGENTS and gains.size <= _EXACT_ENTRIES


def _exactly(
    gains: Float[np.ndarray, "deviations companies"],
    scale: float,
    rounding: float,
    why: str,
) -> DeviationRating:
    """The last resort, for small games: gains as fractions."""
    exact = [[_fraction(entry, rounding) for entry in row] for row in gains.tolist()]
    values = np.array([float(value) for value in exact_levels(exact)])
    return DeviationRating(
        values, scale, len(gains), "exact", (f"exact arithmetic: {why}",), 0.0
    )


def _fraction(number: float, rounding: float) -> Fraction:
    """The simple fraction that was meant; the binary number itself if there is none."""
    simple = Fraction(number).limit_denominator(_DENOMINATOR)
    return simple if abs(float(simple) - number) <= rounding else Fraction(number)
