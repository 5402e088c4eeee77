"""One text for one value, and short ids made from it."""

import hashlib
import json
from typing import Any


def canonical_json(value: Any) -> str:
    r"""Returns the one JSON text of `value`: sorted keys, no spaces, no NaN.

    Characters outside ASCII, lone surrogates included, are escaped, so the text can
    always be encoded.

    Raises:
        ValueError: `value` holds a NaN or an infinity.
        TypeError: `value` holds something that JSON does not have.

    Example:
        >>> canonical_json({"b": 1, "a": ["\udc00"]})
        '{"a":["\\udc00"],"b":1}'
    """
    return json.dumps(value, sort_keys=True, separators=(",", ":"), allow_nan=False)


def content_id(value: Any, *, length: int = 16) -> str:
    """Returns the first `length` hex digits of SHA-256 over the canonical JSON.

    Example:
        >>> content_id({"a": 1, "b": 2}) == content_id({"b": 2, "a": 1})
        True
    """
    return hashlib.sha256(canonical_json(value).encode()).hexdigest()[:length]


def text_sha256(text: str) -> str:
    """Returns the SHA-256 of a text in UTF-8, lone surrogates passed through."""
    return hashlib.sha256(text.encode("utf-8", "surrogatepass")).hexdigest()
