"""The programs on HiGHS: one model, changed in place, each solved from the last."""

from typing import Any

import numpy as np
from jaxtyping import Float

from ostrom.metagame.programs.certificate import Solution

PRIMAL, DUAL = 4, 1
_TOLERANCE = 1e-10


class WarmProgram:
    """The current program; `settle` turns it into the next one.

    The distribution that solved one program satisfies the next, so the primal simplex
    starts from there; what presolving does would only hide that.
    """

    def __init__(self, gains: Float[np.ndarray, "deviations companies"]) -> None:
        self._rows, self._columns = gains.shape
        self._solver = _solver()
        self._pass(gains)

    def solve(self) -> Solution | None:
        """Returns what the solver claims; None if it does not claim to be done."""
        import highspy

        self._solver.run()
        if self._solver.getModelStatus() != highspy.HighsModelStatus.kOptimal:
            return None
        found = self._solver.getSolution()
        values = np.array(found.col_value)
        # HiGHS gives the change of the optimum by a bound: never positive here.
        duals = -np.array(found.row_dual)[: self._rows]
        return Solution(float(values[-1]), values[:-1], duals)

    def restart(self, strategy: int) -> None:
        """Forgets where the last program ended, and takes `PRIMAL` or `DUAL`."""
        self._solver.clearSolver()
        self._solver.setOptionValue("simplex_strategy", strategy)

    def settle(self, row: int, bound: float) -> None:
        """Takes a deviation out of the level: it is bounded by `bound` from now on."""
        self._solver.changeCoeff(row, self._columns, 0.0)
        self.bound(row, bound)

    def bound(self, row: int, bound: float) -> None:
        """Moves the bound of a settled deviation."""
        import highspy

        self._solver.changeRowBounds(row, -highspy.kHighsInf, bound)

    def _pass(self, gains: Float[np.ndarray, "deviations companies"]) -> None:
        """Columns: companies, then the level; rows: deviations, then the sum."""
        import highspy

        infinity = highspy.kHighsInf
        matrix = np.zeros((self._rows + 1, self._columns + 1))
        matrix[:-1, :-1] = gains
        matrix[:-1, -1] = -1.0
        matrix[-1, :-1] = 1.0
        program = highspy.HighsLp()
        program.num_col_, program.num_row_ = self._columns + 1, self._rows + 1
        program.col_cost_ = np.append(np.zeros(self._columns), 1.0)
        program.col_lower_ = np.append(np.zeros(self._columns), -infinity)
        program.col_upper_ = np.full(self._columns + 1, infinity)
        program.row_lower_ = np.append(np.full(self._rows, -infinity), 1.0)
        program.row_upper_ = np.append(np.zeros(self._rows), 1.0)
        kept = matrix.T != 0.0
        starts = np.append(0, np.cumsum(kept.sum(axis=1)))
        program.a_matrix_.format_ = highspy.MatrixFormat.kColwise
        program.a_matrix_.start_ = starts.astype(np.int32)
        program.a_matrix_.index_ = np.nonzero(kept)[1].astype(np.int32)
        program.a_matrix_.value_ = matrix.T[kept]
        self._solver.passModel(program)


def _solver() -> Any:
    import highspy

    # The public class greets on standard output before it can be told to be quiet.
    solver = highspy._Highs()  # type: ignore[attr-defined]  # not in the stubs
    for option, value in (
        ("output_flag", False),
        ("solver", "simplex"),
        ("simplex_strategy", PRIMAL),
        ("presolve", "off"),
        ("threads", 1),
        ("primal_feasibility_tolerance", _TOLERANCE),
        ("dual_feasibility_tolerance", _TOLERANCE),
    ):
        solver.setOptionValue(option, value)
    return solver
