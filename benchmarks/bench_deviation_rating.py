"""Deviation ratings of three players and twenty agents, against a plain loop.

Both find the same lexicographic ratings of the same random symmetric game in one run.
Ours reduces the game by symmetry and starts each program from the last. The plain loop
hands every program of the full game to `scipy.optimize.linprog`. Ours is to take at
most 0.1 s warm, and the loop at least ten times as long. Then ours alone over players
and agents: seconds, programs, and the size of the matrix.
"""

import resource
import time

import numpy as np
from scipy.optimize import linprog

from ostrom.core.seeds import stream
from ostrom.metagame.deviation_rating import deviation_rating
from ostrom.metagame.programs.gains import profile_gains, symmetric_gains

LIMIT_SECONDS = 0.1
LEAST_RATIO = 10.0
SIZES = ((2, 6), (2, 20), (2, 50), (2, 100), (3, 6), (3, 12), (3, 20), (4, 12))


def symmetrised(seats: int, agents: int) -> np.ndarray:
    """A random game in which the order of co-players carries nothing."""
    draws = stream(seats, "benchmark", agents).normal(size=(agents,) * seats)
    places = np.indices(draws.shape)
    return np.asarray(draws[(places[0], *np.sort(places[1:], axis=0))])


def plain_loop(payoffs: np.ndarray) -> np.ndarray:
    """The same rule on the full game, every program from nothing."""
    seats = payoffs.ndim
    by_seat = np.stack(
        [np.moveaxis(payoffs, 0, seat) for seat in range(seats)], axis=-1
    )
    gains, _ = profile_gains(by_seat)
    rows, columns = gains.shape
    values = np.full(rows, np.nan)
    sums = np.append(np.ones(columns), 0.0)[None, :]
    while np.isnan(values).any():
        is_open = np.isnan(values)
        matrix = np.hstack([gains, -is_open.astype(float)[:, None]])
        bounds = np.where(is_open, 0.0, values + 1e-9)
        solved = linprog(
            np.append(np.zeros(columns), 1.0),
            A_ub=matrix,
            b_ub=bounds,
            A_eq=sums,
            b_eq=[1.0],
            bounds=[(0, None)] * columns + [(None, None)],
            method="highs-ds",
        )
        proved = is_open & (-solved.ineqlin.marginals > 1e-9)
        values[proved] = solved.fun
    return values


def timed(payoffs: np.ndarray) -> tuple[float, int]:
    """Best of three, and the number of programs."""
    seconds = []
    for _ in range(3):
        began = time.perf_counter()
        programs = deviation_rating(payoffs).num_programs
        seconds.append(time.perf_counter() - began)
        if seconds[-1] > 2:
            break
    return min(seconds), programs


def main() -> None:
    payoffs = symmetrised(3, 20)
    deviation_rating(payoffs)  # imports the solver
    ours, programs = timed(payoffs)
    began = time.perf_counter()
    theirs = plain_loop(payoffs)
    plain = time.perf_counter() - began
    off = np.abs(theirs[:20] - deviation_rating(payoffs).values).max()
    print(f"3 players x 20 agents: ours {ours:.4f} s, {programs} programs")
    print(
        f"plain loop, full game: {plain:.2f} s; ratio {plain / ours:.0f}; off {off:.1e}"
    )
    print("players  agents  seconds  programs  matrix")
    for seats, agents in SIZES:
        game = symmetrised(seats, agents)
        seconds, programs = timed(game)
        rows, columns = symmetric_gains(game).shape
        print(
            f"{seats:7}  {agents:6}  {seconds:7.3f}  {programs:8}  {rows} x {columns}, "
            f"{8 * rows * columns / 1e6:.1f} MB"
        )
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
    print(f"peak memory of all of it: {peak:.0f} MB")
    if ours > LIMIT_SECONDS or plain < LEAST_RATIO * ours:
        raise SystemExit("A limit was missed.")


if __name__ == "__main__":
    main()
