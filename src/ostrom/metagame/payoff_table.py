"""The game of choosing agents: payoffs by who sits where, from settled matches."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import permutations, product
from statistics import fmean
from typing import Any

import numpy as np
from jaxtyping import Float, Int

from ostrom.core.errors import RecordError, SpecError
from ostrom.games.formats.nfg import write_nfg
from ostrom.games.theory.inline import game_from_array


@dataclass(frozen=True)
class PayoffTable:
    """Mean returns for every assignment of agents to seats.

    Attributes:
        agents: Labels, in the order of all axes but the last.
        payoffs: Shape `(S,) * n + (n,)` for S agents and n seats; `payoffs[i, j, p]` is
            the mean return of seat p when agent i sits in seat 0 and j in seat 1. Not
            a number where there is no match: see `missing`.
        counts: How many matches each assignment has, shape `(S,) * n`.
    """

    agents: tuple[str, ...]
    payoffs: Float[np.ndarray, "..."]
    counts: Int[np.ndarray, "..."]

    @property
    def num_seats(self) -> int:
        """How many seats a match has."""
        return self.counts.ndim

    @property
    def missing(self) -> tuple[tuple[str, ...], ...]:
        """Assignments without a settled match, as labels in seat order."""
        empty = np.argwhere(self.counts == 0)
        return tuple(
            tuple(self.agents[index] for index in profile) for profile in empty.tolist()
        )

    def symmetrised(self) -> Float[np.ndarray, "..."]:
        """Returns the payoff of an agent against a multiset of co-players.

        `[i, j, k]` is the mean payoff of agent i over all seatings of i, j and k, each
        seating counting the same, and over all of i's seats in them; swapping j and k
        changes nothing. Not a number where one of the seatings is missing.
        """
        shape = (len(self.agents),) * self.num_seats
        table = np.full(shape, np.nan)
        for company in product(range(len(self.agents)), repeat=self.num_seats):
            table[company] = self._mean_over_seatings(company)
        return table

    def _mean_over_seatings(self, company: Sequence[int]) -> float:
        seatings = set(permutations(company))
        return fmean(
            float(self.payoffs[(*seating, seat)])
            for seating in sorted(seatings)
            for seat, agent in enumerate(seating)
            if agent == company[0]
        )


def payoff_table(
    agents: Sequence[str], matches: Iterable[tuple[Sequence[str], Sequence[float]]]
) -> PayoffTable:
    """Returns the payoff table of settled matches.

    Args:
        agents: Labels of all agents that the table is about.
        matches: For each match who sat where, in seat order, and what each seat got.
            Matches of one assignment are averaged; their order does not matter.

    Raises:
        SpecError: There is no match or agent, a label is unknown, or the matches
            differ in their number of seats.

    Example:
        >>> table = payoff_table(["a", "b"], [(["a", "b"], [0.0, 3.0])])
        >>> table.payoffs[0, 1].tolist(), len(table.missing)
        ([0.0, 3.0], 3)
    """
    places = {agent: place for place, agent in enumerate(agents)}
    found: dict[tuple[int, ...], list[Sequence[float]]] = {}
    for seated, returns in matches:
        unknown = [agent for agent in seated if agent not in places]
        if unknown or len(seated) != len(returns):
            raise SpecError(
                f"Match of {list(seated)} with returns {list(returns)}: each seat "
                f"needs a known agent and a return; known: {', '.join(agents)}."
            )
        found.setdefault(tuple(places[agent] for agent in seated), []).append(returns)
    sizes = {len(profile) for profile in found}
    if len(sizes) != 1:
        raise SpecError(
            f"A payoff table needs matches of one size, got {sorted(sizes) or 'none'}."
        )
    shape = (len(agents),) * sizes.pop()
    payoffs = np.full((*shape, len(shape)), np.nan)
    counts = np.zeros(shape, dtype=np.int64)
    for profile, played in found.items():
        payoffs[profile] = [fmean(seat) for seat in zip(*played, strict=True)]
        counts[profile] = len(played)
    return PayoffTable(tuple(agents), payoffs, counts)


def matches_of(returns: Any) -> list[tuple[list[str], list[float]]]:
    """Returns who sat where and what each got, from rows of the table `returns`.

    Args:
        returns: A data frame of one game and mechanism; rows without co-players
            (returns over many matches) are left out.

    Raises:
        RecordError: A match lacks the row of one of its players.
    """
    matches: dict[tuple[str, int], dict[int, tuple[list[str], float]]] = {}
    columns = ("unit_id", "match", "player", "co_players", "payoff")
    for unit, match, player, seated, payoff in returns.select(columns).iter_rows():
        if seated is not None:
            matches.setdefault((unit, match), {})[player] = (seated, payoff)
    listed = []
    for (unit, match), seats in sorted(matches.items()):
        seated = next(iter(seats.values()))[0]
        if sorted(seats) != list(range(len(seated))):
            raise RecordError(
                f"Unit {unit}, match {match}: returns of players {sorted(seats)}, but "
                f"{len(seated)} took part."
            )
        listed.append((list(seated), [seats[seat][1] for seat in range(len(seated))]))
    return listed


def payoff_table_nfg(table: PayoffTable, name: str, source: str) -> str:
    """Returns the game of choosing agents as the text of a Gambit `.nfg` file.

    Args:
        table: A table without missing assignments.
        name: Title of the game.
        source: What the payoffs were measured from.

    Raises:
        RecordError: An assignment has no settled match; the format can not say so.
    """
    if table.missing:
        shown = "; ".join(" against ".join(each) for each in table.missing[:3])
        raise RecordError(
            f"{name}: {len(table.missing)} of {table.counts.size} assignments have no "
            f"settled match ({shown}); an .nfg file needs all of them."
        )
    game = game_from_array(
        name,
        table.payoffs.tolist(),
        actions=(table.agents,) * table.num_seats,
        source=source,
    )
    return write_nfg(game)
