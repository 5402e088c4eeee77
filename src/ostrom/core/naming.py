"""Proposes the nearest known name for one that is not known."""

import difflib
from collections.abc import Iterable


def nearest(name: str, known: Iterable[str]) -> str | None:
    """Returns the known name most like `name`, or None if none is near.

    Example:
        >>> nearest("gambeta", ["agents", "gambit"])
        'gambit'
    """
    matches = difflib.get_close_matches(name, sorted(known), n=1)
    return matches[0] if matches else None


def did_you_mean(name: str, known: Iterable[str]) -> str:
    """Returns `" Did you mean 'x'?"`, or the empty string if nothing is near."""
    near = nearest(name, known)
    return f" Did you mean {near!r}?" if near else ""
