"""Equilibria of symmetric zero-sum games: all of them, and the most even one."""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from jaxtyping import Float

from ostrom.core.errors import SolverError, SpecError

_TOLERANCE = 1e-9
_ALIKE = 1e-7


@dataclass(frozen=True)
class ZeroSum:
    """The equilibria of a game in which what one gets the other loses.

    Attributes:
        margins: What the row's strategy wins from the column's, scaled to at most 1.
        most_even: The equilibrium of greatest entropy; there is exactly one.
    """

    margins: Float[np.ndarray, "strategies strategies"]
    most_even: Float[np.ndarray, "strategies"]

    def spread(
        self, weights: Float[np.ndarray, "numbers strategies"]
    ) -> tuple[Float[np.ndarray, "numbers"], Float[np.ndarray, "numbers"]]:
        """Returns the least and the greatest of linear numbers over all equilibria."""
        low = [_best(self.margins, row) for row in weights]
        high = [-_best(self.margins, -row) for row in weights]
        return np.array(low) + 0.0, np.array(high) + 0.0


def solve_zero_sum(margins: Float[np.ndarray, "strategies strategies"]) -> ZeroSum:
    """Solves a symmetric zero-sum game.

    Args:
        margins: Antisymmetric: what the row wins from the column.

    Raises:
        SpecError: It is not antisymmetric.
        SolverError: A program was not solved.
    """
    scale = float(np.abs(margins).max()) if margins.size else 0.0
    if margins.ndim != 2 or np.abs(margins + margins.T).max() > _TOLERANCE * max(
        scale, 1.0
    ):
        raise SpecError("Margins must be antisymmetric: what one wins the other loses.")
    scaled = margins / scale if scale else margins
    return ZeroSum(scaled, _most_even(scaled))


def alike(low: Sequence[float], high: Sequence[float]) -> bool:
    """Whether ranges are points, to working precision."""
    return all(top - bottom <= _ALIKE for bottom, top in zip(low, high, strict=True))


def _vertex(
    margins: Float[np.ndarray, "strategies strategies"],
    costs: Float[np.ndarray, "strategies"],
) -> Float[np.ndarray, "strategies"]:
    """An equilibrium that costs least: nobody wins from it."""
    from scipy.optimize import linprog

    count = len(costs)
    solved = linprog(
        costs,
        A_ub=margins,
        b_ub=np.full(count, _TOLERANCE),
        A_eq=np.ones((1, count)),
        b_eq=[1.0],
        bounds=(0, None),
    )
    if solved.x is None or not solved.success:
        raise SolverError(f"A zero-sum game was not solved: {solved.message}")
    return np.asarray(solved.x)


def _best(
    margins: Float[np.ndarray, "strategies strategies"],
    costs: Float[np.ndarray, "strategies"],
) -> float:
    return float(costs @ _vertex(margins, costs))


def _negative_entropy(
    shares: Float[np.ndarray, "used"],
) -> tuple[float, Float[np.ndarray, "used"]]:
    """What is minimised, and its slope."""
    logs = np.log(shares)
    return float(shares @ logs), np.asarray(logs + 1.0)


def _most_even(
    margins: Float[np.ndarray, "strategies strategies"],
) -> Float[np.ndarray, "strategies"]:
    """Greatest entropy, searched from the middle of the extreme equilibria."""
    from scipy.optimize import LinearConstraint, minimize

    count = len(margins)
    corners = np.array([_vertex(margins, -row) for row in np.eye(count)])
    used = corners.max(axis=0) > _ALIKE
    start = corners.mean(axis=0)[used]
    if alike(corners.min(axis=0).tolist(), corners.max(axis=0).tolist()):
        return np.asarray(corners.mean(axis=0))
    inner = margins[:, used]
    solved = minimize(
        _negative_entropy,
        start,
        jac=True,
        method="SLSQP",
        bounds=[(1e-12, 1.0)] * len(start),
        constraints=[
            LinearConstraint(inner, -np.inf, _TOLERANCE),
            LinearConstraint(np.ones((1, len(start))), 1.0, 1.0),
        ],
        options={"maxiter": 1000, "ftol": 1e-14},
    )
    shares = np.zeros(count)
    shares[used] = solved.x
    off = max(float((margins @ shares).max()), abs(float(shares.sum()) - 1.0))
    if not solved.success or off > _ALIKE:
        raise SolverError(f"The most even equilibrium was not found: {solved.message}")
    return np.asarray(shares / shares.sum())
