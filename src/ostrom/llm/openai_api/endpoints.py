"""Known OpenAI-compatible servers: where they are, and what they take."""

import os
import tomllib
from importlib.resources import files
from typing import Any, Literal

from pydantic import BaseModel, ConfigDict, Field

from ostrom.core.errors import SpecError
from ostrom.llm.provider import Forcing


class Endpoint(BaseModel):
    """One server. It names the variable of the key and never holds the key itself.

    Attributes:
        base_url: Where `/chat/completions` hangs.
        key_variable: Environment variable of the key; empty where none is needed.
        forcing: How it can force the form of a reply.
        strict_schema: Whether a schema is sent as strict, stripped of the keywords
            that strict mode refuses.
        max_tokens_field: What it calls the cap on the reply.
        effort_field: Where it reads the reasoning effort; empty where it can not.
        cost_field: Entry of its usage that holds dollars; empty where there is none.
        concurrency: Calls at once.
        extra_body: Sent along with every request.
    """

    model_config = ConfigDict(frozen=True, extra="forbid")

    base_url: str = Field(pattern=r"^https?://[^\s@]+$")
    key_variable: str = ""
    forcing: Forcing = "none"
    strict_schema: bool = False
    max_tokens_field: Literal["max_tokens", "max_completion_tokens"] = "max_tokens"
    effort_field: Literal["reasoning_effort", "reasoning.effort", ""] = (
        "reasoning_effort"
    )
    cost_field: str = ""
    concurrency: int = Field(default=16, ge=1)
    extra_body: dict[str, Any] = Field(default_factory=dict)


def known_endpoints() -> dict[str, Endpoint]:
    """Returns the endpoints of `endpoints.toml` by the prefix of their models."""
    text = files("ostrom.llm.openai_api").joinpath("endpoints.toml").read_text("utf-8")
    tables = tomllib.loads(text)
    return {name: Endpoint.model_validate(table) for name, table in tables.items()}


def read_key(endpoint: Endpoint, who: str) -> str | None:
    """Returns the key of an endpoint from the environment, None if it needs none.

    Raises:
        SpecError: The variable is not set, or holds what no HTTP header can carry. The
            message names the variable and never shows its content.
    """
    variable = endpoint.key_variable
    if not variable:
        return None
    key = os.environ.get(variable, "").strip()
    if not key:
        raise SpecError(f"{who} needs a key: set the environment variable {variable}.")
    if not (key.isascii() and key.isprintable()) or " " in key:
        raise SpecError(
            f"The environment variable {variable} of {who} holds characters that no "
            f"key has (a space, a line break or one outside ASCII)."
        )
    return key
