"""What an agent is: it takes a seat, is put questions, and decides."""

from abc import ABC, abstractmethod
from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from typing import Any

import numpy as np

from ostrom.core.catalogue import Catalogue
from ostrom.core.parameters import Parameters
from ostrom.core.questions import Question
from ostrom.games.theory.game import Game
from ostrom.llm.calls import Request, Response
from ostrom.records.decision import Decision

Line = Callable[[Request, str], Awaitable[Response]]
"""`await line(request, key)`: a call to a language model, recorded under `key`."""


@dataclass(frozen=True)
class ReplyPolicy:
    """What happens when a reply can not be read.

    Attributes:
        attempts: How often a question is put in all, from 1.
        use_fallback: Whether the schema's neutral answer is then taken and flagged;
            else the answer is missing.
    """

    attempts: int = 3
    use_fallback: bool = False


@dataclass(frozen=True)
class Seat:
    """The place an agent takes in one run unit.

    Attributes:
        game: The base game.
        player: The agent's seat in it.
        slot: Its position in the unit.
        generator: Its own random stream; no other consumer draws from it.
        line: How it calls language models.
        replies: What happens when a reply can not be read.
        rules: The mechanism's rules in a sentence, as a participant is told them.
    """

    game: Game
    player: int
    slot: int
    generator: np.random.Generator
    line: Line
    replies: ReplyPolicy = ReplyPolicy()
    rules: str = ""


class Agent(ABC):
    """Decides for one seat during one run unit."""

    @abstractmethod
    async def decide(self, question: Question) -> Decision:
        """Returns the decision on `question`."""


@dataclass(frozen=True)
class AgentKind:
    """An agent as the catalogue offers it.

    Attributes:
        name: Catalogue name; the file's name.
        version: Raised when behaviour changes.
        summary: One sentence for lists.
        source: Who defined the strategy.
        settings: Its settings; they are hashed into the agent's identity.
        sit: `sit(settings, seat)` makes the agent for one unit.
        objection: `objection(settings, game, mechanism_name)` says why the agent can
            not play there, or None if it can.
        models: `models(settings)` names the language models it will call.
        fingerprint: `fingerprint(settings)` gives versions and hashes, of prompts for
            example, that its behaviour hangs on besides; part of its identity.
    """

    name: str
    version: int
    summary: str
    source: str
    sit: Callable[[Any, Seat], Agent]
    settings: type[Parameters] = Parameters
    objection: Callable[[Any, Game, str], str | None] = lambda *_: None
    models: Callable[[Any], tuple[str, ...]] = lambda _: ()
    fingerprint: Callable[[Any], dict[str, str]] = lambda _: {}


AGENTS: Catalogue[AgentKind] = Catalogue("ostrom.agents", "AGENT", AgentKind)
