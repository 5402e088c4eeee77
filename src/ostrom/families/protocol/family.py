"""What the engine needs of a family: a design, and how to play a unit of it."""

from collections.abc import Callable, Coroutine
from dataclasses import dataclass
from typing import Any

from ostrom.agents.protocol.agent import Line
from ostrom.records.unit_journal import UnitJournal
from ostrom.specs.experiment import Experiment


@dataclass(frozen=True)
class UnitPlan:
    """One run unit: the smallest thing that is run, stored and resumed.

    Attributes:
        unit_id: Hash of all that its results hang on.
        condition_id: Hash of its condition.
        game: Label of the game.
        mechanism: Label of the mechanism.
        repeat: Replicate, from 0.
        seed: Root of the unit's streams.
        content: What the family needs to play it.
    """

    unit_id: str
    condition_id: str
    game: str
    mechanism: str
    repeat: int
    seed: int
    content: Any


@dataclass(frozen=True)
class Design:
    """A spec, checked and expanded.

    Attributes:
        units: In a fixed order.
        models: All language models that may be called, `provider/name`.
        facts: What the manifest says of agents, games, mechanisms and conditions.
    """

    units: tuple[UnitPlan, ...]
    models: tuple[str, ...]
    facts: dict[str, Any]


@dataclass(frozen=True)
class Desk:
    """What a unit is given to be played with.

    Attributes:
        line: How its agents call language models; calls are recorded by it.
        journal: Where decisions and events are written.
    """

    line: Line
    journal: UnitJournal


@dataclass(frozen=True)
class Family:
    """A kind of experiment.

    Attributes:
        name: Name of its package in `families`.
        design: Checks and expands a spec; raises `SpecError` before anything runs.
        play: Plays one unit to its end.
    """

    name: str
    design: Callable[[Experiment], Design]
    play: Callable[[UnitPlan, Desk], Coroutine[Any, Any, None]]
