"""Reads what the Inspect backend raises when a model does not answer."""

import re

from ostrom.core.errors import MissingExtraError, ProviderError, SpecError
from ostrom.llm.openai_api.failures import retry_after_seconds, said_by

_MARKUP = re.compile(r"\[/?[a-z ]+\]")
_LATER = frozenset({408, 409, 425, 429})


def generate_failure(error: Exception, *, who: str, key: str | None) -> ProviderError:
    """Returns the error for whatever a call through Inspect raised.

    Args:
        error: What was raised; tenacity's `RetryError` where the backend itself
            thinks that a later attempt may succeed.
        who: The model, for the message.
        key: The key that was sent, to be kept out of the message.
    """
    last_attempt = getattr(error, "last_attempt", None)
    cause = last_attempt.exception() if last_attempt is not None else error
    status = getattr(cause, "status_code", None)
    is_transient = last_attempt is not None
    if isinstance(status, int):
        is_transient = is_transient or status in _LATER or status >= 500
    # Its own message repeats the whole request; this is the server's part.
    words = getattr(cause, "provider_message", None) or str(cause)
    origin = getattr(cause, "response", None) or getattr(
        getattr(cause, "__cause__", None), "response", None
    )
    headers = getattr(origin, "headers", None) or {}
    label = f"HTTP {status}: " if status else f"{type(cause).__name__}: "
    return ProviderError(
        f"{who} did not answer: {label}{said_by(words, key)}",
        retry_after_seconds=retry_after_seconds(headers) if is_transient else None,
        is_transient=is_transient,
    )


def opening_failure(error: Exception, model: str) -> SpecError:
    """Returns the error for a model that Inspect can not open.

    Most often the package of the service is missing, or its key is not set.
    """
    words = said_by(_MARKUP.sub("", str(error)))
    if "pip install" in words or isinstance(error, ImportError):
        return MissingExtraError(f"{model} can not be opened: {words}")
    return SpecError(f"{model} can not be opened: {words}")
