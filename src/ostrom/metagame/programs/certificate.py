"""Proof that a program was solved, from the original numbers and not from the solver.

The program: find a distribution over companies and the lowest level such that no open
deviation gains more than the level and no settled one more than its own bound.
"""

from dataclasses import dataclass

import numpy as np
from jaxtyping import Bool, Float


@dataclass(frozen=True)
class Solution:
    """What a solver claims.

    Attributes:
        level: The lowest level.
        distribution: Over companies.
        multipliers: One for each deviation: how much the level would fall if its
            bound were a little higher.
    """

    level: float
    distribution: Float[np.ndarray, "companies"]
    multipliers: Float[np.ndarray, "deviations"]


@dataclass(frozen=True)
class Certificate:
    """How far a claim is from being proved; everything is on the scale of the gains.

    Attributes:
        violation: By how much the distribution breaks a constraint.
        gap: The claimed level less the lower bound that the multipliers prove.
        slack: For each deviation, how much below its bound its gain can be in any
            optimal distribution: the gap over its multiplier. Infinite without one.
        leverage: How far the level moves if the settled bounds move by 1.
        least_weight: The smallest positive multiplier of an open deviation.
    """

    violation: float
    gap: float
    slack: Float[np.ndarray, "deviations"]
    leverage: float
    least_weight: float

    def holds(self, tolerance: float) -> bool:
        """Whether nothing is off by more than `tolerance`."""
        return self.violation <= tolerance and abs(self.gap) <= tolerance


def certify(
    gains: Float[np.ndarray, "deviations companies"],
    bounds: Float[np.ndarray, "deviations"],
    is_open: Bool[np.ndarray, "deviations"],
    solution: Solution,
) -> Certificate:
    """Measures a claim against the program it is about.

    By weak duality, any multipliers that are not negative and sum to 1 over the open
    deviations prove that no level can lie below the least weighted gain of a company
    less the weighted bounds of the settled ones. So the multipliers are first made so.

    Args:
        gains: What each deviation gains in each company.
        bounds: Bounds of the settled deviations; ignored for open ones.
        is_open: Which deviations share the level.
        solution: The claim.
    """
    weights = np.maximum(solution.multipliers, 0.0)
    total = float(weights[is_open].sum())
    limits = np.where(is_open, solution.level, bounds)
    if total <= 0.0:
        nothing = np.full(len(bounds), np.inf)
        return Certificate(np.inf, np.inf, nothing, np.inf, 0.0)
    weights = weights / total
    settled = float(weights[~is_open] @ bounds[~is_open])
    gap = solution.level - (float((weights @ gains).min()) - settled)
    distribution = solution.distribution
    violation = max(
        float((gains @ distribution - limits).max()),
        float(-distribution.min()),
        abs(float(distribution.sum()) - 1.0),
    )
    tiny = np.finfo(np.float64).eps
    with np.errstate(divide="ignore"):
        slack = max(gap, tiny) / weights
    leverage = float(weights[~is_open].sum())
    used = weights[is_open & (weights > 0.0)]
    return Certificate(violation, gap, slack, leverage, float(used.min()))
