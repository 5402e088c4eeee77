"""Reads a chat completion: the reply, the reasoning beside it, the counts."""

from typing import Any

from ostrom.core.errors import ProviderError
from ostrom.llm.calls import StopReason, Usage
from ostrom.llm.openai_api.failures import http_failure
from ostrom.llm.text import writable

_STOP_REASONS = {
    "stop": StopReason.STOP,
    "eos": StopReason.STOP,
    "eos_token": StopReason.STOP,
    "end_turn": StopReason.STOP,
    "stop_sequence": StopReason.STOP,
    "length": StopReason.LENGTH,
    "max_tokens": StopReason.LENGTH,
    "max_output_tokens": StopReason.LENGTH,
    "model_length": StopReason.LENGTH,
    "content_filter": StopReason.REFUSAL,
    "refusal": StopReason.REFUSAL,
    "safety": StopReason.REFUSAL,
}


def stop_reason(word: str) -> StopReason:
    """Returns what a server's word for the end of a reply means.

    Example:
        >>> stop_reason("MAX_TOKENS"), stop_reason("tool_calls")
        (<StopReason.LENGTH: 'length'>, <StopReason.OTHER: 'other'>)
    """
    return _STOP_REASONS.get(word.lower(), StopReason.OTHER)


def read_choice(
    payload: Any, *, who: str, key: str | None, key_variable: str
) -> dict[str, Any]:
    """Returns the one choice of a completion that came with HTTP 200.

    Raises:
        ProviderError: There is none, or no message in it, or it is an error in
            disguise. An absent reply is transient: servers under load send such.
    """
    if not isinstance(payload, dict):
        raise ProviderError(f"{who} sent no JSON object.", is_transient=True)
    choices = payload.get("choices")
    choice = choices[0] if isinstance(choices, list) and choices else None
    error = payload.get("error")
    if isinstance(choice, dict) and not error:
        error = choice.get("error")
    if error:
        code = error.get("code") if isinstance(error, dict) else None
        raise http_failure(
            code if isinstance(code, int) else 500,
            {},
            {"error": error},
            who=who,
            key=key,
            key_variable=key_variable,
        )
    if not isinstance(choice, dict) or not isinstance(choice.get("message"), dict):
        raise ProviderError(
            f"{who} answered HTTP 200 without a reply in it.", is_transient=True
        )
    if choice.get("finish_reason") == "error":
        raise ProviderError(
            f"{who} broke off in the middle of its reply.", is_transient=True
        )
    return choice


def read_message(choice: dict[str, Any]) -> dict[str, Any]:
    """Returns the fields of a `Response` that one choice tells.

    A refusal in a field of its own becomes the text, with `refusal` as stop reason.
    """
    message = choice["message"]
    word = str(choice.get("finish_reason") or "")
    reason = stop_reason(word)
    text = _plain(message.get("content"))
    refusal = _plain(message.get("refusal"))
    if refusal and not text:
        text, reason = refusal, StopReason.REFUSAL
    reasoning = _plain(message.get("reasoning_content"))
    reasoning = reasoning or _plain(message.get("reasoning"))
    return {
        "text": writable(text),
        "reasoning": writable(reasoning),
        "stop_reason": reason,
        "raw_stop_reason": writable(word),
    }


def _plain(content: Any) -> str:
    """The text of a field that holds a string, a list of parts, or nothing."""
    if isinstance(content, str):
        return content
    if not isinstance(content, list):
        return ""
    parts = [part for part in content if isinstance(part, dict)]
    texts = [part.get("text") for part in parts if part.get("type", "text") == "text"]
    return "".join(text for text in texts if isinstance(text, str))


def read_usage(payload: dict[str, Any]) -> Usage:
    """Returns the token counts of a completion; None for each that is not told."""
    usage = payload.get("usage")
    if not isinstance(usage, dict):
        return Usage()
    read = _details(usage, "prompt_tokens_details")
    written = _details(usage, "completion_tokens_details")
    return Usage(
        input_tokens=_count(usage.get("prompt_tokens")),
        cached_tokens=_count(
            read.get("cached_tokens", usage.get("prompt_cache_hit_tokens"))
        ),
        output_tokens=_count(usage.get("completion_tokens")),
        reasoning_tokens=_count(written.get("reasoning_tokens")),
    )


def read_cost(payload: dict[str, Any], cost_field: str) -> float | None:
    """Returns the dollars that the server itself billed, None if it does not say."""
    usage = payload.get("usage")
    cost = usage.get(cost_field) if cost_field and isinstance(usage, dict) else None
    if isinstance(cost, bool) or not isinstance(cost, int | float):
        return None
    return float(cost) if cost >= 0 else None


def served_by(payload: dict[str, Any], endpoint: str) -> str:
    """Returns who served a reply: the endpoint, and its upstream host if it tells."""
    upstream = payload.get("provider")
    if isinstance(upstream, str) and upstream:
        return f"{endpoint}/{writable(upstream)}"
    return endpoint


def _details(usage: dict[str, Any], name: str) -> dict[str, Any]:
    details = usage.get(name)
    return details if isinstance(details, dict) else {}


def _count(number: Any) -> int | None:
    is_count = isinstance(number, int) and not isinstance(number, bool) and number >= 0
    return number if is_count else None
