"""Who meets whom: assignments of agents to seats."""

from itertools import product

from ostrom.core.seeds import stream
from ostrom.specs.experiment import Schedule

Seating = tuple[int, ...]
"""The agent in each seat, as a position in the population."""


def seatings(
    schedule: Schedule, num_agents: int, num_players: int, seed: int, label: str
) -> tuple[Seating, ...]:
    """Returns the matches of a tournament.

    Args:
        schedule: All ordered seatings, or a balanced sample.
        num_agents: Size of the population.
        num_players: Seats of the game.
        seed: Root of the experiment's streams.
        label: Names the stream `("schedule", label)` of a sample.
    """
    if schedule.kind == "all_ordered":
        return tuple(product(range(num_agents), repeat=num_players))
    matches = schedule.matches or 0
    generator = stream(seed, "schedule", label)
    columns: list[list[int]] = []
    for _ in range(num_players):
        column: list[int] = []
        while len(column) < matches:
            column += [int(agent) for agent in generator.permutation(num_agents)]
        columns.append(column[:matches])
    return tuple(zip(*columns, strict=True))
