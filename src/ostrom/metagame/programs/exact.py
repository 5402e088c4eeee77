"""The lexicographic rule in exact arithmetic: slow, plain, and never wrong by rounding.

It shares nothing with the floating-point solver but the definition, so the two can be
compared. Two-phase simplex on a dense table of fractions, Bland's rule against cycling.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import combinations_with_replacement

import numpy as np

from ostrom.core.errors import SolverError

Row = list[Fraction]
_ZERO, _ONE = Fraction(0), Fraction(1)


def exact_gains(payoffs: np.ndarray) -> list[Row]:
    """Returns what switching to each agent gains a random member of each company.

    Args:
        payoffs: An array of fractions, of dtype object and shape `(S,) * N`.
    """
    agents, seats = len(payoffs), payoffs.ndim
    companies = list(combinations_with_replacement(range(agents), seats))

    def gain(agent: int, company: tuple[int, ...]) -> Fraction:
        total = _ZERO
        for seat, member in enumerate(company):
            others = company[:seat] + company[seat + 1 :]
            total += payoffs[(agent, *others)] - payoffs[(member, *others)]
        return total / seats

    return [[gain(agent, each) for each in companies] for agent in range(agents)]


def exact_levels(gains: Sequence[Sequence[Fraction]]) -> tuple[Fraction, ...]:
    """Returns the level at which each deviation is settled.

    Args:
        gains: One row a deviation, one column a company.
    """
    values: dict[int, Fraction] = {}
    while len(values) < len(gains):
        level, multipliers = _lowest_level(gains, values)
        proved = [
            row
            for row, weight in enumerate(multipliers)
            if row not in values and weight > 0
        ]
        values |= dict.fromkeys(proved, level)
    return tuple(values[row] for row in range(len(gains)))


def _lowest_level(
    gains: Sequence[Sequence[Fraction]], settled: dict[int, Fraction]
) -> tuple[Fraction, list[Fraction]]:
    """The level of the current program and the multiplier of each deviation.

    Columns: the companies, the level as a difference of two, a slack each deviation.
    """
    rows, companies = len(gains), len(gains[0])
    table = []
    for row, entries in enumerate(gains):
        level = _ZERO if row in settled else _ONE
        slacks = [_ONE if row == other else _ZERO for other in range(rows)]
        table.append(
            [*entries, -level, level, *slacks, settled.get(row, _ZERO)],
        )
    table.append([_ONE] * companies + [_ZERO] * (2 + rows) + [_ONE])
    costs = [_ZERO] * companies + [_ONE, -_ONE] + [_ZERO] * rows
    optimum, reduced = minimum(costs, table)
    return optimum, reduced[companies + 2 :]


def minimum(costs: Row, equations: list[Row]) -> tuple[Fraction, Row]:
    """Minimises `costs . x` over `x >= 0` under equations.

    Args:
        costs: One for each variable.
        equations: Coefficients of the variables, then the right side.

    Returns:
        The minimum, and the reduced cost of each variable.

    Raises:
        SolverError: There is no solution, or no lowest one.
    """
    count = len(costs)
    signed = [row if row[-1] >= 0 else [-entry for entry in row] for row in equations]
    extra = len(signed)
    table = [
        [
            *row[:-1],
            *(_ONE if other == place else _ZERO for other in range(extra)),
            row[-1],
        ]
        for place, row in enumerate(signed)
    ]
    simplex = _Simplex(table, list(range(count, count + extra)))
    if simplex.run([_ZERO] * count + [_ONE] * extra, count + extra) != 0:
        raise SolverError("An exact program has no solution.")
    simplex.drop_artificial(count)
    value = simplex.run([*costs, *[_ZERO] * extra], count)
    return value, simplex.reduced[:count]


@dataclass
class _Simplex:
    """A table in canonical form: in each row one basic variable stands alone."""

    table: list[Row]
    basis: list[int]

    def __post_init__(self) -> None:
        self.reduced: Row = []

    def run(self, costs: Row, columns: int) -> Fraction:
        """Pivots among the first `columns` until no cost falls; returns the value."""
        self.reduced = [*costs, _ZERO]
        for row, basic in zip(self.table, self.basis, strict=True):
            self._take(self.reduced, row, self.reduced[basic])
        while True:
            entering = next(
                (place for place in range(columns) if self.reduced[place] < 0), None
            )
            if entering is None:
                return -self.reduced[-1]
            self._pivot(self._leaving(entering), entering)

    def drop_artificial(self, count: int) -> None:
        """Takes variables from `count` on out of the basis; empty rows go."""
        for place in reversed(range(len(self.table))):
            if self.basis[place] < count:
                continue
            row = self.table[place]
            entering = next((each for each in range(count) if row[each] != 0), None)
            if entering is None:
                del self.table[place], self.basis[place]
            else:
                self._pivot(place, entering)

    def _leaving(self, entering: int) -> int:
        ratios = [
            (row[-1] / row[entering], basic, place)
            for place, (row, basic) in enumerate(
                zip(self.table, self.basis, strict=True)
            )
            if row[entering] > 0
        ]
        if not ratios:
            raise SolverError("An exact program has no lowest solution.")
        return min(ratios)[-1]

    def _pivot(self, place: int, entering: int) -> None:
        row = self.table[place]
        scale = row[entering]
        row = [entry / scale if entry else entry for entry in row]
        self.table[place] = row
        for other, entries in enumerate(self.table):
            if other != place:
                self._take(entries, row, entries[entering])
        if self.reduced:
            self._take(self.reduced, row, self.reduced[entering])
        self.basis[place] = entering

    @staticmethod
    def _take(entries: Row, row: Row, times: Fraction) -> None:
        """Subtracts a multiple of `row` from `entries`, in place."""
        if times:
            for place, entry in enumerate(row):
                if entry:
                    entries[place] -= times * entry
