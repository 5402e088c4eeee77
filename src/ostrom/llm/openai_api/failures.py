"""Reads what a server says when it does not answer."""

import math
import re
from collections.abc import Iterable, Mapping
from datetime import UTC, datetime
from email.utils import parsedate_to_datetime
from typing import Any

from ostrom.core.errors import ProviderError
from ostrom.llm.text import writable

_LATER = frozenset({408, 409, 425, 429})
_LONGEST_QUOTE = 300
_UNSUPPORTED = re.compile(
    r"unsupported|not support|deprecat|not (?:allowed|permitted|available)|unknown"
    r"|unrecogni[sz]ed|unexpected|extra inputs|extra_forbidden|no longer|removed",
    re.IGNORECASE,
)


def retry_after_seconds(
    headers: Mapping[str, str], now: datetime | None = None
) -> float | None:
    """Returns how long a server asks us to wait, None if it does not say.

    Reads `retry-after-ms`, and `Retry-After` in seconds or as an HTTP date; a date in
    the past is 0, and what can not be read counts as not said.

    Args:
        headers: Of the reply; names in lower case or of any case if the mapping is so.
        now: The time to count a date from; the time now if it is not given.
    """
    milliseconds = _seconds(headers.get("retry-after-ms", ""))
    if milliseconds is not None:
        return milliseconds / 1000
    text = headers.get("retry-after", "").strip()
    seconds = _seconds(text)
    if seconds is not None or not text:
        return seconds
    try:
        moment = parsedate_to_datetime(text)
    except ValueError:
        return None
    if moment.tzinfo is None:
        moment = moment.replace(tzinfo=UTC)
    return max(0.0, (moment - (now or datetime.now(UTC))).total_seconds())


def _seconds(text: str) -> float | None:
    try:
        number = float(text)
    except ValueError:
        return None
    return max(0.0, number) if math.isfinite(number) else None


def said_by(payload: Any, key: str | None = None) -> str:
    """Returns a server's own words on an error, cut to a line and without the key.

    Args:
        payload: The decoded body, or its text where it is no JSON.
        key: The key that was sent; a server may echo it.
    """
    words = payload
    if isinstance(payload, dict):
        error = payload.get("error", payload)
        words = error.get("message", error) if isinstance(error, dict) else error
        details = error.get("metadata") if isinstance(error, dict) else None
        if isinstance(details, dict) and "raw" in details:
            words = f"{words} ({details['raw']})"
    line = " ".join(writable(str(words)).split())
    if key:
        line = line.replace(key, "[key]")
    return line if len(line) <= _LONGEST_QUOTE else line[: _LONGEST_QUOTE - 1] + "…"


def refused_setting(payload: Any, fields: Mapping[str, str]) -> str | None:
    """Returns the setting that an HTTP 400 refuses, None if it is about something else.

    Args:
        payload: The decoded body.
        fields: Top-level field of each setting that was sent.
    """
    words = said_by(payload)
    if not _UNSUPPORTED.search(words):
        return None
    error = payload.get("error") if isinstance(payload, dict) else None
    named = str(error.get("param") or "") if isinstance(error, dict) else ""
    for setting, wire_name in fields.items():
        if named.partition(".")[0] == wire_name:
            return setting
    return _first_named(words, fields.items()) if not named else None


def _first_named(words: str, fields: Iterable[tuple[str, str]]) -> str | None:
    """The setting whose field is named first in `words`, as a word of its own."""
    places: list[tuple[int, str]] = []
    for setting, wire_name in fields:
        found = re.search(rf"(?<![\w-]){re.escape(wire_name)}(?![\w-])", words)
        if found:
            places.append((found.start(), setting))
    return min(places)[1] if places else None


def http_failure(
    status: int,
    headers: Mapping[str, str],
    payload: Any,
    *,
    who: str,
    key: str | None,
    key_variable: str,
) -> ProviderError:
    """Returns the error for a reply that is not HTTP 200.

    Args:
        status: The HTTP status, or a code of the same meaning inside a 200.
        headers: Of the reply.
        payload: The decoded body, or its text.
        who: Endpoint and model, for the message.
        key: The key that was sent, to be kept out of the message.
        key_variable: Name of the environment variable that held it.
    """
    words = said_by(payload, key)
    is_transient = status in _LATER or status >= 500
    if status == 429 and "insufficient_quota" in str(payload):
        is_transient = False
    advice = _advice(status, key_variable, is_transient=is_transient)
    return ProviderError(
        f"{who} answered HTTP {status}: {words or 'nothing more'}.{advice}",
        retry_after_seconds=retry_after_seconds(headers) if is_transient else None,
        is_transient=is_transient,
    )


def _advice(status: int, key_variable: str, *, is_transient: bool) -> str:
    """What the reader can do about a permanent failure."""
    if is_transient:
        return ""
    if status in {401, 403} and key_variable:
        return f" Check the key in the environment variable {key_variable}."
    if status in {401, 403}:
        return " It wants a key: name its environment variable as key_variable."
    if status in {402, 429}:
        return " The account has no credit left."
    if status == 404:
        return " Check the model's name and the base URL."
    if 300 <= status < 400:
        return " It redirects, which is not followed: check the base URL."
    return ""
