"""Reads a reply strictly: an answer, or the reason why there is none.

A reply is a measurement. Nothing is guessed: what is repaired is flagged by name, and
what is denied, doubled, cut off or only mentioned is no answer.
"""

import re
from dataclasses import dataclass, replace

from ostrom.core.answers import Answer
from ostrom.prompts.forms import AnswerForm, ValueKind
from ostrom.prompts.reading.objects import find_objects, read_entries
from ostrom.prompts.reading.pieces import (
    Bare,
    Entries,
    Found,
    Quoted,
    excerpt,
)
from ostrom.prompts.reading.placing import Place, is_fenced, is_taken_back, place_of
from ostrom.prompts.reading.speech import speech
from ostrom.prompts.reading.values import Settled, known_key, settle
from ostrom.records.decision import Outcome

VERSION = 1
"""Raised when any reply may be read in another way; it is kept with each decision."""

_CAN_NOT = r"(?:can(?:not|['\u2019]?t| not)|won['\u2019]t|will not|(?:am )?unable to)"
_REFUSAL = re.compile(
    rf"\bI\s*(?:['\u2019]m|am)\s+(?:\w+\s+)?(?:sorry|afraid)\b.{{0,60}}\b{_CAN_NOT}\b"
    rf"|\bI\s+(?:{_CAN_NOT}|(?:respectfully |must )?(?:decline|refuse) to)\s+"
    r"(?:\w+\s+)?(?:help|assist|comply|participate|provide|answer|engage|respond)"
    r"|\bI\s+(?:must|have to|respectfully)\s+(?:decline|refuse)\b",
    re.IGNORECASE | re.DOTALL,
)
_FENCE = re.compile(r"\A\s*```[ \t]*\w*\s*\n?(?P<inside>.*?)\s*```\s*\Z", re.DOTALL)


@dataclass(frozen=True)
class Reading:
    """How a reply was read.

    Attributes:
        outcome: See `Outcome`; `provider_error` never comes from reading.
        answer: The legal answer, or None if there is none.
        reason: Why there is none, in a sentence for the model and the reader; empty
            where there is one.
        repairs: Names of the repairs, in the order in which they were made.
    """

    outcome: Outcome
    answer: Answer | None = None
    reason: str = ""
    repairs: tuple[str, ...] = ()


def read(text: str, reasoning: str, stop_reason: str, form: AnswerForm) -> Reading:
    """Returns the answer that a reply gives, or why it gives none.

    Order: a reply that was cut off or declined is no answer, whatever it holds. Think
    tags are taken out. Of the objects that have an entry of the form, the last that is
    given as an answer counts; another one that is given, legal and different makes the
    reply ambiguous, while equal ones do not, nor those that are only mentioned (see
    `Place`). An answer that is nowhere but at the end of `reasoning` is taken from
    there.

    Args:
        text: The reply without separate reasoning, verbatim.
        reasoning: Reasoning that came beside it, or the empty string.
        stop_reason: `length` and `refusal` have a meaning here; others do not.
        form: What was asked for.
    """
    shown = speech(text, stop_reason)
    if shown.fault is not None:
        return Reading(shown.fault, reason=shown.reason)
    if not shown.text.strip():
        return _salvaged(reasoning, form)
    reading = _read_shown(shown.text, form)
    return _repaired(reading, "think_tags") if shown.had_tags else reading


def _repaired(reading: Reading, repair: str) -> Reading:
    """The same reading with one repair more, made before the others."""
    outcome = Outcome.REPAIRED if reading.outcome is Outcome.OK else reading.outcome
    return replace(reading, outcome=outcome, repairs=(repair, *reading.repairs))


def _salvaged(reasoning: str, form: AnswerForm) -> Reading:
    """The answer with which separate reasoning ends, if the reply itself is empty."""
    nothing = Reading(Outcome.EMPTY, reason="The reply was empty.")
    answers = _about(form, reasoning)
    if not answers or answers[-1].entries is None:
        return nothing
    last = answers[-1].entries
    if reasoning[last.end :].strip(" \n\r\t`*.}]$)"):
        return nothing
    if place_of(reasoning, last) is Place.MENTIONED:
        return nothing
    settled = settle(last, form)
    if not settled.outcome.is_valid:
        return nothing
    return _repaired(_reading(settled), "from_reasoning")


def _reading(settled: Settled) -> Reading:
    return Reading(settled.outcome, settled.answer, settled.reason, settled.repairs)


def _about(form: AnswerForm, text: str) -> list[Found]:
    """The objects of a text, broken ones too, that have an entry of the form."""
    return [
        found
        for found in find_objects(text)
        if any(known_key(key, form) is not None for key in found.keys)
        or (found.is_cut and not found.keys)
    ]


def _read_shown(text: str, form: AnswerForm) -> Reading:
    objects = _about(form, text)
    if objects and objects[-1].is_cut:
        return Reading(Outcome.TRUNCATED, reason="The reply ends inside an object.")
    answers = [each for each in objects if not _is_pattern(each)]
    if not answers:
        return _read_without_object(text, form, has_pattern=bool(objects))
    given = [each for each in answers if _is_given(text, each)]
    if not given:
        reason = "An object is mentioned, but none is given as the answer."
        return Reading(Outcome.UNPARSABLE, reason=reason)
    return _decide(text, given, form)


def _is_pattern(found: Found) -> bool:
    return found.entries is not None and found.entries.is_pattern


def _is_given(text: str, found: Found) -> bool:
    return found.entries is None or place_of(text, found.entries) is Place.GIVEN


def _decide(text: str, given: list[Found], form: AnswerForm) -> Reading:
    """Reads the last object that is given, unless another one contradicts it."""
    last = given[-1]
    if last.entries is None:
        reason = f"The object can not be read: {excerpt(last.fault)}."
        return Reading(Outcome.UNPARSABLE, reason=reason)
    if is_taken_back(text, last.entries):
        return Reading(Outcome.UNPARSABLE, reason="The answer is taken back.")
    settled = settle(last.entries, form)
    if not settled.outcome.is_valid:
        return _reading(settled)
    others = (settle(each.entries, form) for each in given[:-1] if each.entries)
    for other in others:
        if other.outcome.is_valid and other.answer != settled.answer:
            reason = "Two different answers are given."
            return Reading(Outcome.AMBIGUOUS, reason=reason)
    reading = _reading(settled)
    return (
        _repaired(reading, "code_fence") if is_fenced(text, last.entries) else reading
    )


def _read_without_object(text: str, form: AnswerForm, *, has_pattern: bool) -> Reading:
    """Reads a reply that is nothing but a list or a single value, or refuses it."""
    fenced = _FENCE.match(text)
    whole = (fenced["inside"] if fenced else text).strip()
    settled = _bare(whole, form)
    if settled is not None:
        reading = _reading(settled)
        return _repaired(reading, "code_fence") if fenced else reading
    if has_pattern:
        reason = "The format is quoted, but no values are filled in."
        return Reading(Outcome.UNPARSABLE, reason=reason)
    if _REFUSAL.search(text):
        return Reading(Outcome.REFUSAL, reason="The reply declines to answer.")
    reason = f"There is no object with the entries {', '.join(form.keys)}."
    return Reading(Outcome.UNPARSABLE, reason=reason)


def _bare(whole: str, form: AnswerForm) -> Settled | None:
    """A list of all values, or the only value of a form that has one entry."""
    if whole.startswith("["):
        found = read_entries(whole, 0).entries
        if found is not None and found.end == len(whole) and not _holds_objects(found):
            return settle(found, form)
        return None
    if len(form.keys) != 1 or form.kind not in {ValueKind.INTEGER, ValueKind.BOOLEAN}:
        return None
    piece = Bare(whole) if form.kind is ValueKind.BOOLEAN else Quoted(whole)
    alone = Entries(
        whole, ((form.keys[0], piece),), False, 0, len(whole), ("bare_value",)
    )
    settled = settle(alone, form)
    return settled if settled.outcome.is_valid or whole[:1].isdigit() else None


def _holds_objects(entries: Entries) -> bool:
    return any(isinstance(value, Entries) for _, value in entries.items)
