"""Equilibria of two-player games in exact numbers, degenerate games included.

A mixed action that can be part of an extreme equilibrium is a corner: it is fixed by
the actions it plays and as many of the other player's actions, to which it makes the
other indifferent and which are best responses. All such corners are found by solving
one small linear system for each pair of equally large sets, and every pair of corners
that are best responses to one another is an equilibrium. Each game has at least one;
in a non-degenerate game these are all there are.

Source: Mangasarian (1964), Equilibrium Points of Bimatrix Games.
"""

from collections.abc import Iterator, Sequence
from fractions import Fraction
from itertools import combinations
from math import comb

from ostrom.core.errors import SolverError, SpecError
from ostrom.games.theory.build import pure
from ostrom.games.theory.equilibrium import is_nash, pure_equilibria
from ostrom.games.theory.game import Game, Mixed

MAX_SYSTEMS = 20_000
"""Largest number of linear systems that is tried for one player."""

Table = Sequence[Sequence[Fraction]]


def one_equilibrium(game: Game) -> tuple[Mixed, Mixed]:
    """Returns one Nash equilibrium of a two-player game, exactly.

    A pure one where there is one, the first in the order of profiles; else the first
    extreme one.

    Raises:
        SpecError: There are not two players, or the game is too large.
        SolverError: None was found; this would be a defect.
    """
    _check_size(game)
    for profile in pure_equilibria(game):
        first, second = pure(profile, game.num_actions)
        return first, second
    return extreme_equilibria(game)[0]


def extreme_equilibria(game: Game) -> tuple[tuple[Mixed, Mixed], ...]:
    """Returns all extreme Nash equilibria of a two-player game, exactly.

    All equilibria are mixtures of some of these; in a non-degenerate game these are
    all equilibria.

    Raises:
        SpecError: There are not two players, or the game is too large.
        SolverError: None was found; this would be a defect.
    """
    _check_size(game)
    rows, columns = game.num_actions
    of_second = [
        [game.payoffs[row, column][1] for column in range(columns)]
        for row in range(rows)
    ]
    of_first = [
        [game.payoffs[row, column][0] for row in range(rows)]
        for column in range(columns)
    ]
    seconds = list(_corners(of_first))
    found = tuple(
        (first, second)
        for first in _corners(of_second)
        for second in seconds
        if is_nash(game, (first, second))
    )
    if not found:
        raise SolverError(f"{game.name}: no equilibrium was found, but one exists.")
    return found


def _corners(other_payoffs: Table) -> Iterator[Mixed]:
    """Mixed actions that some best responses of the other player pin down.

    Args:
        other_payoffs: What the other player gets, by own action and other's action.
    """
    own, others = range(len(other_payoffs)), range(len(other_payoffs[0]))
    seen: set[Mixed] = set()
    for size in range(1, min(len(own), len(others)) + 1):
        for support in combinations(own, size):
            for targets in combinations(others, size):
                mixed = _indifferent(other_payoffs, support, targets)
                if mixed is not None and mixed not in seen:
                    seen.add(mixed)
                    yield mixed


def _indifferent(
    other_payoffs: Table, support: Sequence[int], targets: Sequence[int]
) -> Mixed | None:
    """The mixture over exactly `support` to which all `targets` are best responses."""
    one, nil = Fraction(1), Fraction(0)
    system = [
        [*(other_payoffs[action][target] for action in support), -one, nil]
        for target in targets
    ]
    system.append([*(one for _ in support), nil, one])
    solution = _solve(system)
    if solution is None or min(solution[:-1]) <= 0:
        return None
    shares = dict(zip(support, solution, strict=False))
    value = solution[-1]
    for other in range(len(other_payoffs[0])):
        earned = sum(
            (share * other_payoffs[action][other] for action, share in shares.items()),
            start=nil,
        )
        if earned > value:
            return None
    return tuple(shares.get(action, nil) for action in range(len(other_payoffs)))


def _solve(system: list[list[Fraction]]) -> list[Fraction] | None:
    """The only solution of a square system with its right side last, or None."""
    size = len(system)
    for column in range(size):
        pivot = next((row for row in range(column, size) if system[row][column]), None)
        if pivot is None:
            return None
        system[column], system[pivot] = system[pivot], system[column]
        scale = system[column][column]
        system[column] = [entry / scale for entry in system[column]]
        for row in range(size):
            factor = system[row][column]
            if row != column and factor:
                system[row] = [
                    entry - factor * above
                    for entry, above in zip(system[row], system[column], strict=True)
                ]
    return [row[-1] for row in system]


def _check_size(game: Game) -> None:
    """Raises SpecError unless the game has two players and few enough actions."""
    if game.num_players != 2:
        raise SpecError(
            f"{game.name}: this solver takes two players, got {game.num_players}."
        )
    systems = comb(sum(game.num_actions), game.num_actions[0]) - 1
    if systems > MAX_SYSTEMS:
        raise SpecError(
            f"{game.name}: {game.num_actions} actions take {systems} linear systems, "
            f"this solver stops at {MAX_SYSTEMS}."
        )
