"""Reads a judge's reply: codes with evidence, or the reason why there are none.

It fails closed. A code that is not in the book, evidence that is not in the text, a
second object or a reply that was cut off make the whole reply invalid; nothing is ever
turned into another code.
"""

import json
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from ostrom.prompts.reading.speech import speech
from ostrom.records.decision import Outcome

VERSION = 1
"""Raised when any reply may be read in another way."""

LEAST_EVIDENCE = 3
"""Characters that evidence must have."""

_QUOTES = str.maketrans({"\u2018": "'", "\u2019": "'", "\u201c": '"', "\u201d": '"'})
_MOST_OBJECTS = 50


@dataclass(frozen=True)
class Coding:
    """How a judge's reply was read.

    Attributes:
        outcome: As for any other reply.
        evidence: The span of the text by the id of each code that was seen in it; None
            if there is no verdict. Empty: none of the codes was seen.
        reason: Why there is no verdict; empty if there is.
    """

    outcome: Outcome
    evidence: dict[str, str] | None = None
    reason: str = ""


def read_codes(
    reply: str, stop_reason: str, *, text: str, codes: Sequence[str]
) -> Coding:
    """Returns what a judge saw in a text.

    Args:
        reply: What the judge said, verbatim.
        stop_reason: Why it stopped.
        text: The judged text; evidence must stand in it, blanks and the shape of
            quotation marks aside.
        codes: The ids that exist.
    """
    shown = speech(reply, stop_reason)
    if shown.fault is not None:
        return Coding(shown.fault, reason=shown.reason)
    if not shown.text.strip():
        return Coding(Outcome.EMPTY, reason="The reply was empty.")
    objects = _objects(shown.text)
    if len(objects) != 1:
        outcome = Outcome.AMBIGUOUS if objects else Outcome.UNPARSABLE
        return Coding(outcome, reason=f"It holds {len(objects)} JSON objects, not 1.")
    fault, evidence = _entries(objects[0], text, codes)
    if fault:
        return Coding(Outcome.ILLEGAL, reason=fault)
    is_bare = shown.text.strip().startswith("{")
    return Coding(Outcome.OK if is_bare else Outcome.REPAIRED, evidence)


def plain(text: str) -> str:
    """Returns a text with single blanks and straight quotation marks."""
    return " ".join(text.translate(_QUOTES).split())


class _TwiceError(Exception):
    """A key stands twice in an object."""


def _pairs(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    found = dict(pairs)
    if len(found) != len(pairs):
        raise _TwiceError
    return found


def _objects(text: str) -> list[Any]:
    """All outermost objects; one with a key twice stands for what can not be read."""
    decoder = json.JSONDecoder(object_pairs_hook=_pairs)
    found: list[Any] = []
    position = text.find("{")
    while position >= 0 and len(found) < _MOST_OBJECTS:
        try:
            value, end = decoder.raw_decode(text, position)
        except _TwiceError:
            return []
        except (json.JSONDecodeError, RecursionError):
            end = position + 1
        else:
            found.append(value)
        position = text.find("{", end)
    return found


def _entries(
    value: dict[str, Any], text: str, codes: Sequence[str]
) -> tuple[str, dict[str, str]]:
    """What is wrong with an object, and what it says."""
    if set(value) != {"codes"} or not isinstance(value["codes"], list):
        return 'It must have the one key "codes" with a list.', {}
    whole = plain(text)
    evidence: dict[str, str] = {}
    for entry in value["codes"]:
        fault = _fault(entry, whole, codes, evidence)
        if fault:
            return fault, {}
        evidence[entry["code"]] = plain(entry["evidence"])
    return "", evidence


def _fault(entry: Any, whole: str, codes: Sequence[str], known: dict[str, str]) -> str:
    if not isinstance(entry, dict) or set(entry) != {"code", "evidence"}:
        return 'Each entry needs the keys "code" and "evidence", and no others.'
    code, span = entry["code"], entry["evidence"]
    if not isinstance(code, str) or code not in codes:
        return f"{str(code)[:40]!r} is no code id."
    if code in known:
        return f"{code!r} stands there twice."
    if not isinstance(span, str) or len(plain(span)) < LEAST_EVIDENCE:
        return f"{code!r} has no evidence."
    if plain(span) not in whole:
        return f"The evidence for {code!r} does not stand in the text."
    return ""
