"""The replicator equation in continuous time.

`d share / dt = share * (fitness - mean fitness)`, solved in the logarithms of the
shares: they can not become negative and keep their sum by construction.

Source: Taylor and Jonker (1978), Evolutionarily stable strategies and game dynamics.
"""

from dataclasses import dataclass

import numpy as np
from jaxtyping import Float

from ostrom.core.errors import SolverError, SpecError
from ostrom.metagame.programs.gains import require_symmetric
from ostrom.metagame.replicator import checked_shares, fitness_in


@dataclass(frozen=True)
class Flow:
    """A population at points of time.

    Attributes:
        times: In units of one over points, from 0.
        shares: Of each agent, at each time.
        fitness: Of each agent, in the population of that time.
    """

    times: Float[np.ndarray, "times"]
    shares: Float[np.ndarray, "times agents"]
    fitness: Float[np.ndarray, "times agents"]


def replicator_flow(
    payoffs: Float[np.ndarray, "..."],
    *,
    duration: float = 100.0,
    num_times: int = 201,
    start: Float[np.ndarray, "agents"] | None = None,
    tolerance: float = 1e-10,
) -> Flow:
    """Returns the solution at evenly spaced times.

    Discrete exponential weights at learning rate r follow it with `r` time units a
    step, the more closely the smaller r.

    Args:
        payoffs: Shape `(S,) * N`, symmetric; see `replicate`.
        duration: Until when, above 0.
        num_times: How many times, the first and the last included, from 2.
        start: Shares; uniform if left out. An agent with none stays away.
        tolerance: Relative and absolute, of the solver.

    Raises:
        SpecError: The table is not symmetric, or an argument is out of range.
        SolverError: The solver gave up.
    """
    from scipy.integrate import solve_ivp

    require_symmetric(payoffs)
    if not 0 < duration < np.inf or num_times < 2:
        raise SpecError(
            "A flow needs a duration above 0 and two times, got "
            f"{duration} and {num_times}."
        )
    shares = checked_shares(start, len(payoffs))
    living = shares > 0

    def of_logs(logs: Float[np.ndarray, "living"]) -> Float[np.ndarray, "agents"]:
        weights = np.exp(logs - logs.max())
        spread = np.zeros(len(payoffs))
        spread[living] = weights / weights.sum()
        return spread

    def slope(
        _: float, logs: Float[np.ndarray, "living"]
    ) -> Float[np.ndarray, "living"]:
        population = of_logs(logs)
        fitness = fitness_in(payoffs, population)
        return np.asarray((fitness - population @ fitness)[living])

    times = np.linspace(0.0, duration, num_times)
    solved = solve_ivp(
        slope,
        (0.0, duration),
        np.log(shares[living]),
        method="LSODA",
        t_eval=times,
        rtol=tolerance,
        atol=tolerance,
    )
    if not solved.success:
        raise SolverError(f"The replicator equation was not solved: {solved.message}")
    path = np.array([of_logs(logs) for logs in solved.y.T])
    fitness = np.array([fitness_in(payoffs, population) for population in path])
    return Flow(times, path, fitness)
