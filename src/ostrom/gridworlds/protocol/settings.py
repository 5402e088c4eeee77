"""Settings that all grid worlds have."""

from pydantic import Field

from ostrom.core.parameters import Parameters


class Settings(Parameters):
    """What may be changed about any world; a world adds its own.

    Attributes:
        num_players: Number of players.
        num_trials: Trials of an episode, all under one latent configuration.
        trial_steps: Steps of a trial, at most.
        stops_when_over: Whether a trial ends as soon as nothing can pay any more.
        num_layouts: Number of generated maps.
        layout_seed: Seed of the generated maps.
        map_file: A text file with a map, in place of generated ones.
    """

    num_players: int = Field(default=5, ge=1, le=16)
    num_trials: int = Field(default=5, ge=1)
    trial_steps: int = Field(default=400, ge=1)
    stops_when_over: bool = False
    num_layouts: int = Field(default=256, ge=1, le=100_000)
    layout_seed: int = Field(default=0, ge=0)
    map_file: str | None = None
