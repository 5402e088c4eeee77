"""What is sent to a language model, and what came back."""

from enum import StrEnum
from typing import Any, Literal

from pydantic import BaseModel, ConfigDict, Field


class StopReason(StrEnum):
    """Why a model stopped.

    `STOP`: it was done. `LENGTH`: the token limit cut it off. `REFUSAL`: a filter or
    the model itself declined. `OTHER`: anything else; the raw word is kept.
    """

    STOP = "stop"
    LENGTH = "length"
    REFUSAL = "refusal"
    OTHER = "other"


class _Frozen(BaseModel):
    model_config = ConfigDict(frozen=True, extra="forbid")


class Message(_Frozen):
    """One message of a conversation."""

    role: Literal["system", "user", "assistant"]
    content: str


class Settings(_Frozen):
    """How a reply is to be sampled; None leaves a choice to the provider.

    Attributes:
        temperature: From 0.
        top_p: From 0 to 1.
        max_tokens: Cap on the reply, reasoning included where the provider counts so.
        reasoning_effort: Of models that reason on their own.
        seed: Passed on where the provider takes one; no promise of the same reply.
    """

    temperature: float | None = Field(default=None, ge=0)
    top_p: float | None = Field(default=None, ge=0, le=1)
    max_tokens: int | None = Field(default=None, ge=1)
    reasoning_effort: Literal["none", "minimal", "low", "medium", "high"] | None = None
    seed: int | None = None


class Request(_Frozen):
    """One call.

    Attributes:
        model: `provider/name`.
        messages: In order.
        settings: How to sample.
        json_schema: Form of the whole reply, for providers that can force one.
        answer_schema: Form of the answer in the reply, which may stand after free text;
            never sent, but scripted models go by it.
        grammar: Form of the whole reply as a GBNF grammar, for servers that take one.
    """

    model: str
    messages: tuple[Message, ...]
    settings: Settings = Settings()
    json_schema: dict[str, Any] | None = None
    answer_schema: dict[str, Any] | None = None
    grammar: str | None = None


class Usage(_Frozen):
    """Tokens of one call; None where the provider did not say."""

    input_tokens: int | None = None
    cached_tokens: int | None = None
    output_tokens: int | None = None
    reasoning_tokens: int | None = None


class Response(_Frozen):
    """What came back, verbatim, and what was really asked for.

    Attributes:
        text: The reply without separate reasoning.
        reasoning: Reasoning that the provider returned beside the reply, or empty.
        stop_reason: Why the model stopped.
        raw_stop_reason: The provider's own word for it.
        model_returned: Model id as the provider returned it.
        provider: Who served it, upstream host included where known.
        request_id: The provider's id of the call, if any.
        usage: Token counts.
        cost_usd: Price of the call; None where the price is not known.
        latency_seconds: From sending to the whole reply.
        applied: Settings that were really sent.
        dropped: Settings that were asked for and not sent, with the reason.
        forced: How the form of the reply was forced: `grammar`, `json_schema`, `none`.
    """

    text: str
    reasoning: str = ""
    stop_reason: StopReason
    raw_stop_reason: str = ""
    model_returned: str
    provider: str
    request_id: str = ""
    usage: Usage = Usage()
    cost_usd: float | None = None
    latency_seconds: float = 0.0
    applied: dict[str, Any] = Field(default_factory=dict)
    dropped: dict[str, str] = Field(default_factory=dict)
    forced: Literal["grammar", "json_schema", "none"] = "none"
