"""A decision: the answer together with how it came about."""

from dataclasses import dataclass
from enum import StrEnum
from typing import Any

from ostrom.core.answers import Answer


class Outcome(StrEnum):
    """How a reply was read.

    `OK`: as it was said. `REPAIRED`: readable after a repair that changes no meaning.
    `AMBIGUOUS`: two answers that contradict. `TRUNCATED`: cut off by the token limit.
    `EMPTY`: nothing was said. `REFUSAL`: the model declined. `UNPARSABLE`: no answer in
    it. `ILLEGAL`: an answer that the question does not offer. `PROVIDER_ERROR`: there
    is no reply.
    """

    OK = "ok"
    REPAIRED = "repaired"
    AMBIGUOUS = "ambiguous"
    TRUNCATED = "truncated"
    EMPTY = "empty"
    REFUSAL = "refusal"
    UNPARSABLE = "unparsable"
    ILLEGAL = "illegal"
    PROVIDER_ERROR = "provider_error"

    @property
    def is_valid(self) -> bool:
        """Whether an answer was read."""
        return self in {Outcome.OK, Outcome.REPAIRED}


class Source(StrEnum):
    """Where the answer came from.

    `AGENT`: the agent gave it. `FALLBACK`: the agent failed and the spec declares a
    fallback. `MISSING`: the agent failed and there is no answer.
    """

    AGENT = "agent"
    FALLBACK = "fallback"
    MISSING = "missing"


@dataclass(frozen=True)
class Attempt:
    """One reply and how it was read.

    Attributes:
        key: Key of the recorded call, question key and attempt number.
        outcome: How the reply was read.
        reason: Why it was not read as it was said; empty for `ok`.
        repairs: Names of the repairs that were made.
    """

    key: str
    outcome: Outcome
    reason: str = ""
    repairs: tuple[str, ...] = ()


@dataclass(frozen=True)
class Decision:
    """What an agent decided.

    Attributes:
        answer: A legal answer, or None if it is missing.
        outcome: How the last reply was read; `ok` for agents that do not use words.
        source: Where the answer came from.
        attempts: Replies in order; empty for agents that do not use words.
        facts: What the agent wants on record besides, plain JSON data.
    """

    answer: Answer | None
    outcome: Outcome = Outcome.OK
    source: Source = Source.AGENT
    attempts: tuple[Attempt, ...] = ()
    facts: dict[str, Any] | None = None
