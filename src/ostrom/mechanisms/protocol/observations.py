"""Typed pieces of what a player may know; the prompts put each into words."""

from dataclasses import dataclass
from fractions import Fraction
from typing import Generic, TypeVar

from ostrom.core.questions import Observation


@dataclass(frozen=True)
class NothingMore(Observation):
    """Only the rules of the base game are known."""


@dataclass(frozen=True)
class PastRound:
    """A round of this match, as all its players saw it.

    Attributes:
        number: From 1.
        actions: The action of each player, in player order.
        payoffs: What each player received, in points; None where it is not shown.
    """

    number: int
    actions: tuple[int, ...]
    payoffs: tuple[Fraction, ...] | None = None


@dataclass(frozen=True)
class Plan:
    """A mediator: which action it plays for all who delegate, by their number.

    Attributes:
        actions: `actions[c - 1]` is played if c players delegate.
    """

    actions: tuple[int, ...]


@dataclass(frozen=True)
class Transfers:
    """A contract: what an action earns from the others (below 0: pays them).

    Attributes:
        amounts: Points by action, the same for all players.
    """

    amounts: tuple[int, ...]


C = TypeVar("C", Plan, Transfers)


@dataclass(frozen=True)
class Proposal(Generic[C]):
    """A proposal that stands for approval or was chosen.

    Attributes:
        player: Who proposed it.
        content: What it says.
    """

    player: int
    content: C


@dataclass(frozen=True)
class Meeting:
    """A past round of one agent, and what its co-players had done before it.

    Attributes:
        round: From 1.
        agent: Public number of the agent whose past this is.
        player: The seat it played.
        action: What it played.
        payoff: What it received, in points; None where it is not shown.
        others: The other participants, in player order.
    """

    round: int
    agent: int
    player: int
    action: int
    payoff: Fraction | None
    others: "tuple[Participant, ...]"


@dataclass(frozen=True)
class Participant:
    """Another agent in a meeting.

    Attributes:
        agent: Its public number.
        player: The seat it played.
        action: What it played.
        payoff: What it received, in points; None where it is not shown.
        past: Its meetings before this one, newest first; empty where cut off.
    """

    agent: int
    player: int
    action: int
    payoff: Fraction | None
    past: tuple[Meeting, ...]


@dataclass(frozen=True)
class Dossier:
    """All that is told about the past of one agent.

    Attributes:
        agent: Its public number.
        player: The seat it plays now.
        is_self: Whether it is the one who is asked.
        meetings: Newest first.
    """

    agent: int
    player: int
    is_self: bool
    meetings: tuple[Meeting, ...]
