"""The lexicographic rule: lower the highest gain, then the next, and so on.

At every level only those deviations are settled whose gain is at the level in *every*
optimal distribution. A positive multiplier proves that (complementary slackness). That
a deviation's gain is at the level in the one distribution that a solver returned proves
nothing: another solver returns another one.
"""

from collections.abc import Iterator
from dataclasses import dataclass, field

import numpy as np
from jaxtyping import Float

from ostrom.core.errors import SolverError
from ostrom.metagame.programs.certificate import Certificate, Solution, certify
from ostrom.metagame.programs.warm import DUAL, PRIMAL, WarmProgram

CERTIFIED = 1e-9
"""How far a claim may be from its proof, on the scale of the largest gain."""

_LEVERAGE, _WEIGHT, _VIOLATION = 1e3, 1e-4, 1e-10
"""Beyond these, the tolerances of the solver can decide what is settled where."""

_SLACKS = (1e-12, 1e-10, 1e-8, 1e-7)


@dataclass(frozen=True)
class Levels:
    """The solved sequence of programs, on the scale of the gains it was given.

    Attributes:
        values: The level at which each deviation was settled.
        num_programs: How many programs were solved.
        worst_residual: The largest distance of a claim from its proof.
        notes: What had to be tried besides the warm start.
        is_delicate: Whether payoffs are so nearly tied that, in some program, a change
            as small as the tolerances could settle another deviation.
    """

    values: Float[np.ndarray, "deviations"]
    num_programs: int
    worst_residual: float
    notes: tuple[str, ...] = ()
    is_delicate: bool = False


def lexicographic_levels(gains: Float[np.ndarray, "deviations companies"]) -> Levels:
    """Solves the sequence of programs.

    Order of events: solve, prove, settle every deviation that is provably at the level
    in all optimal distributions, go on until none is open.

    Args:
        gains: On a scale of about 1.

    Raises:
        SolverError: A program could not be solved with proof.
    """
    sequence = _Sequence(gains)
    while sequence.is_open.any():
        sequence.step()
    return Levels(
        sequence.values,
        sequence.num_programs,
        sequence.worst_residual,
        tuple(sequence.notes),
        sequence.is_delicate,
    )


@dataclass
class _Sequence:
    """Where the sequence stands."""

    gains: Float[np.ndarray, "deviations companies"]
    num_programs: int = 0
    worst_residual: float = 0.0
    notes: list[str] = field(default_factory=list)
    is_delicate: bool = False

    def __post_init__(self) -> None:
        count = len(self.gains)
        self.values = np.full(count, np.nan)
        self.is_open = np.ones(count, dtype=bool)
        self._program = WarmProgram(self.gains)
        self._slack = _SLACKS[0]

    def step(self) -> None:
        """Solves the current program and settles what it proves."""
        solution, certificate = self._proved()
        self.num_programs += 1
        residual = max(certificate.violation, abs(certificate.gap))
        self.worst_residual = max(self.worst_residual, residual)
        self.is_delicate |= (
            certificate.leverage > _LEVERAGE
            or certificate.least_weight < _WEIGHT
            or certificate.violation > _VIOLATION
        )
        # The deviation with the largest multiplier is proved best; it always goes.
        least = float(certificate.slack[self.is_open].min())
        proved = self.is_open & (certificate.slack <= max(least, CERTIFIED))
        self.values[proved] = solution.level
        self.is_open &= ~proved
        for row in np.flatnonzero(proved).tolist():
            self._program.settle(row, solution.level + self._slack)

    def _proved(self) -> tuple[Solution, Certificate]:
        for attempt in self._attempts():
            solution = self._program.solve()
            if solution is None:
                continue
            bounds = self.values + self._slack
            certificate = certify(self.gains, bounds, self.is_open, solution)
            if certificate.holds(CERTIFIED):
                if attempt:
                    self.notes.append(f"program {self.num_programs + 1}: {attempt}")
                return solution, certificate
        raise SolverError(
            f"Program {self.num_programs + 1} of a deviation rating, "
            f"{len(self.gains)} deviations: no claim of the solver could be proved."
        )

    def _attempts(self) -> Iterator[str]:
        """Prepares one attempt after the other and says what is special about it."""
        yield ""
        self._program.restart(PRIMAL)
        yield "cold start"
        self._program.restart(DUAL)
        yield "cold start, dual simplex"
        for slack in (each for each in _SLACKS if each > self._slack):
            self._slack = slack
            for row in np.flatnonzero(~self.is_open).tolist():
                self._program.bound(row, float(self.values[row]) + slack)
            self._program.restart(PRIMAL)
            yield f"bounds of settled deviations wider by {slack:g}"
