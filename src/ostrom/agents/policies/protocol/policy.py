"""What a scripted player of a grid world is."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

from jaxtyping import Array, Int8

from ostrom.core.catalogue import Catalogue
from ostrom.gridworlds.numerics.chance import Words
from ostrom.gridworlds.protocol.transition import Latent, WorldState
from ostrom.gridworlds.protocol.world import GridWorld

Act = Callable[
    [GridWorld[Any, Any], WorldState, Latent, Words], Int8[Array, "players batch"]
]
"""Actions of all players of a batch of worlds, from all that there is to know, and one
random word for each player."""


@dataclass(frozen=True)
class Policy:
    """A scripted player.

    Attributes:
        name: Its name, which is that of its file.
        version: Rises when it does something else in the same place.
        summary: One sentence.
        world: Name of the world that it plays.
        make: Returns what it does, for a strength that lies from 0 to 1 and is
            documented in its file.
        strengths: Named strengths.
    """

    name: str
    version: int
    summary: str
    world: str
    make: Callable[[float], Act]
    strengths: Mapping[str, float]


POLICIES: Catalogue[Policy] = Catalogue("ostrom.agents.policies", "POLICY", Policy)
