"""The game of choosing agents, repeat by repeat, or why a repeat has none."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any, TypeVar, cast

import numpy as np
import polars as pl
from jaxtyping import Float

from ostrom.core.errors import SolverError, SpecError
from ostrom.metagame.payoff_table import PayoffTable, matches_of, payoff_table

NO_MATCHUP = "returns are over many rounds with changing co-players"
_NAMED = 3  # missing match-ups that a reason names

Payoffs = Float[np.ndarray, "..."]
"""Symmetric payoff tensor: an agent's payoff against each choice of co-players."""

Solved = TypeVar("Solved")


@dataclass(frozen=True)
class Metagame:
    """The game of choosing agents of one repeat of one condition.

    Attributes:
        game: Label of the game.
        mechanism: Label of the mechanism.
        repeat: Which repeat of the design.
        agents: Labels, in the order of the table's axes.
        table: Mean returns by who sits where; None without a settled match-up.
        units: Ids of the finished units behind the table, sorted.
    """

    game: str
    mechanism: str
    repeat: int
    agents: tuple[str, ...]
    table: PayoffTable | None
    units: tuple[str, ...]
    _solutions: dict[Callable[..., Any], Any] = field(
        default_factory=dict, init=False, repr=False, compare=False
    )

    @cached_property
    def reason(self) -> str:
        """Why there are no `payoffs`; empty where there are."""
        if self.table is None:
            return f"repeat {self.repeat}: no settled match"
        missing = self.table.missing
        if not missing:
            return ""
        named = ", ".join(" against ".join(each) for each in missing[:_NAMED])
        more = ", ..." if len(missing) > _NAMED else ""
        return (
            f"repeat {self.repeat}: no settled match of {named}{more} "
            f"({len(missing)} of {self.table.counts.size} seatings)"
        )

    @cached_property
    def payoffs(self) -> Payoffs:
        """Payoff of an agent against its co-players, averaged over seatings.

        Raises:
            SpecError: A seating has no settled match: see `reason`.
        """
        if self.table is None or self.reason:
            raise SpecError(f"{self.game}, {self.mechanism}, {self.reason}.")
        return self.table.symmetrised()

    def solution(self, solver: Callable[[Payoffs], Solved]) -> Solved:
        """Returns what a pure function of the payoffs finds; it is asked once only.

        Raises:
            SpecError: A seating has no settled match, or the solver refuses the game.
            SolverError: The solver reached no answer; it is asked again next time.
        """
        if solver not in self._solutions:
            self._solutions[solver] = solver(self.payoffs)
        return cast("Solved", self._solutions[solver])

    def attempt(self, solver: Callable[[Payoffs], Solved]) -> tuple[Solved | None, str]:
        """Returns what a solver finds, or nothing and why.

        A solver's failure, or a method that is not made for such a game, is a reason.
        """
        if self.reason:
            return None, self.reason
        try:
            return self.solution(solver), ""
        except (SolverError, SpecError) as error:
            return None, str(error).rstrip(".")


@dataclass(frozen=True)
class Metagames:
    """The games of choosing agents of a condition, one for each planned repeat.

    Attributes:
        game: Label of the game.
        mechanism: Label of the mechanism.
        repeats: In the order of their numbers; not all of them need payoffs.
        why_none: Why no repeat has a table; empty where one has.
    """

    game: str
    mechanism: str
    repeats: tuple[Metagame, ...]
    why_none: str

    @property
    def complete(self) -> tuple[Metagame, ...]:
        """The repeats in which every seating has a settled match."""
        return tuple(each for each in self.repeats if not each.reason)

    @property
    def units(self) -> list[str]:
        """Ids of all units behind the tables, sorted."""
        return sorted({unit for each in self.repeats for unit in each.units})

    @property
    def reason(self) -> str:
        """Why there is no estimate over all repeats; empty where there is.

        With a repeat that lacks a match-up there is none: a mean over the others
        would be about other matches than those that were planned.
        """
        if self.why_none:
            return self.why_none
        gaps = [each.reason for each in self.repeats if each.reason]
        if not gaps:
            return ""
        count = f"{len(self.complete)} of {len(self.repeats)} repeats complete"
        return "; ".join([count, *gaps])

    def solve(
        self, solver: Callable[[Payoffs], Solved]
    ) -> tuple[tuple[Solved, ...], str]:
        """Returns what a solver finds in each repeat, or nothing and why.

        A solver's failure, or a method that is not made for such a game, is a reason,
        so that one condition does not take the report of all others along.
        """
        if self.reason:
            return (), self.reason
        found = []
        for each in self.repeats:
            solution, reason = each.attempt(solver)
            if solution is None:
                return (), f"repeat {each.repeat}: {reason}"
            found.append(solution)
        return tuple(found), ""


def metagames(
    game: str,
    mechanism: str,
    agents: Sequence[str],
    repeats: Sequence[int],
    returns: pl.DataFrame,
    why_nothing: str,
) -> Metagames:
    """Returns the games of choosing agents of one condition.

    Args:
        game: Label of the game.
        mechanism: Label of the mechanism.
        agents: Labels of all agents.
        repeats: Numbers of the planned repeats.
        returns: Rows of the table `returns`, of this condition and finished units.
        why_nothing: What to say where there is no settled match at all.

    Raises:
        RecordError: A match lacks the row of one of its players.
        SpecError: An agent is unknown.
    """
    met = returns.filter(pl.col("co_players").is_not_null())
    why = ""
    if met.is_empty():
        why = NO_MATCHUP if len(returns) else why_nothing
    elif len(met) < len(returns):
        why = f"some {NO_MATCHUP}"
    names = tuple(agents)
    played = []
    for repeat in sorted(repeats):
        rows = met.filter(pl.col("repeat") == repeat)
        table = None if rows.is_empty() else payoff_table(names, matches_of(rows))
        units = tuple(rows["unit_id"].unique().sort())
        played.append(Metagame(game, mechanism, repeat, names, table, units))
    return Metagames(game, mechanism, tuple(played), why)
