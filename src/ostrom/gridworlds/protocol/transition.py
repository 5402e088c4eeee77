"""What a reset and a step give back."""

from typing import Any, Generic, TypeVar

import equinox as eqx
from jaxtyping import Array, Bool, Float32, Int, Int8, Int16, Int32

from ostrom.gridworlds.mechanics.players import Players


class WorldState(eqx.Module):
    """What the state of every kind of world has.

    Attributes:
        players: The players.
    """

    players: Players


class Latent(eqx.Module):
    """What every latent configuration has.

    Attributes:
        layout: Number of the map.
    """

    layout: Int32[Array, "*batch"]


W = TypeVar("W", bound=WorldState)
L = TypeVar("L", bound=Latent)


class Clock(eqx.Module):
    """Where an episode stands.

    Attributes:
        step: Steps done in this trial.
        trial: Trials done.
    """

    step: Int32[Array, "*batch"]
    trial: Int32[Array, "*batch"]


class State(eqx.Module, Generic[W]):
    """All that the future hangs on, apart from the latent configuration.

    Attributes:
        clock: Where the episode stands.
        world: The state of the world's own kind.
    """

    clock: Clock
    world: W


class Observation(eqx.Module):
    """What the players see; of a batch of worlds, the batch axis comes first.

    Attributes:
        view: A code for each cell of each player's window; the first row is farthest
            ahead. What codes mean is in the world's legend.
        facts: Small integers that each player knows of itself; their names are in the
            world's `facts`.
    """

    view: Int8[Array, "*batch players rows columns"]
    facts: Int16[Array, "*batch players facts"]


class Happening(eqx.Module, Generic[W]):
    """What one step of a world's own rules did.

    Attributes:
        world: The state after it.
        reward: Points of each player.
        events: How often each kind of event happened to each player; the keys are
            fixed for a world.
    """

    world: W
    reward: Float32[Array, "players *batch"]
    events: dict[str, Int[Array, "players *shape"]]


class Transition(eqx.Module, Generic[W]):
    """What a step gives back.

    Attributes:
        obs: What players see now; in the first step of a new trial, its beginning.
        state: The state to go on from.
        reward: Points of each player in this step, the last of a trial included.
        terminated: Whether the episode ended by its own rules.
        truncated: Whether the episode ended because its time was up.
        trial_done: Whether a trial ended with this step.
        info: `final_observation`, what players saw at the end of this step before any
            new trial began; `trial` and `step`, where that was; and the events.
    """

    obs: Observation
    state: State[W]
    reward: Float32[Array, "players *batch"]
    terminated: Bool[Array, "*batch"]
    truncated: Bool[Array, "*batch"]
    trial_done: Bool[Array, "*batch"]
    info: dict[str, Any]
