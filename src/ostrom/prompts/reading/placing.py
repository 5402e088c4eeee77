"""Whether an object is given as the answer, or only mentioned on the way to it."""

import re
from enum import StrEnum

from ostrom.prompts.reading.pieces import Entries


class Place(StrEnum):
    """How an object stands in a reply.

    `GIVEN`: on lines of its own, behind a lead such as "Answer:", at the end of a
    sentence, or before an explanation. `MENTIONED`: in the middle of a sentence, or
    behind words that deny, weigh or exemplify it.
    """

    GIVEN = "given"
    MENTIONED = "mentioned"


_FENCE_BEFORE = re.compile(r"```[ \t]*\w*\s*\Z")
_FENCE_AFTER = re.compile(r"\s*```")
_ANSWER_TAG = r"</?(?:final_?)?(?:answer|output|response)>"
_WRAPPED_BEFORE = re.compile(
    rf"(?:{_ANSWER_TAG}|\\boxed\s*\{{|\\\[|\\\(|[\s*_`#>$(\[-])*\Z", re.IGNORECASE
)
_WRAPPED_AFTER = re.compile(
    rf"(?:{_ANSWER_TAG}|\\\]|\\\)|[\s*_`$)\]}}.!,;:])*", re.IGNORECASE
)
_SENTENCE_END = re.compile(r"[.!?]\s+(?=[A-Z\"'“(])|\n")
# Words that weigh or deny count in the last clause; those that exemplify, anywhere.
_DENIED = re.compile(
    r"\b(?:not|never|cannot|neither|avoid|unless|instead of|rather than"
    r"|could|might|consider(?:ed)?|(?<=\w )considering|wrong|incorrect|invalid)\b"
    r"|n['\u2019]t\b"
    r"|\b(?:they|opponents?|co-?players?|other players?)\s(?:\w+\s){0,2}"
    r"(?:answer|choose|go with|pick|play|reply|say)s?\Z",
    re.IGNORECASE,
)
_EXEMPLIFIED = re.compile(
    r"\b(?:examples?|for instance|such as|placeholder|suppose|e\.g"
    r"|formats?\s+(?:is|are|should|must|requires?|looks?)"
    r"|(?:option|scenario|alternative|candidate|strategy)\s+(?:\d+|[a-z]))\b",
    re.IGNORECASE,
)
# Words right behind an object that take it back.
_TAKEN_BACK = re.compile(
    r"\W*(?:(?:no\W+)?wait\s*[,.!:]|scratch that\b|on second thought"
    r"|(?:(?:this|that|it)\s)?(?:is|was|would be)\s(?:clearly\s|simply\s|just\s)?"
    r"(?:wrong|incorrect|invalid|not (?:my|the|a valid|an) (?:\w+\s)?answer))",
    re.IGNORECASE,
)
_LEAD_CHARACTERS = 300


def is_fenced(text: str, entries: Entries) -> bool:
    """Whether an object is all that stands in a code fence."""
    before = text[max(0, entries.start - 40) : entries.start]
    return bool(_FENCE_BEFORE.search(before) and _FENCE_AFTER.match(text, entries.end))


def is_taken_back(text: str, entries: Entries) -> bool:
    """Whether the words right behind an object take it back."""
    after = text[entries.end : entries.end + _LEAD_CHARACTERS]
    return bool(_TAKEN_BACK.match(after[_end_of_wrapping(after) :]))


def place_of(text: str, entries: Entries) -> Place:
    """Returns how an object stands in a reply.

    The words that lead up to it are those of its own line; if there are none, those of
    the line above, unless that ends a sentence.
    """
    before = text[max(0, entries.start - _LEAD_CHARACTERS) : entries.start]
    before = _FENCE_BEFORE.sub("", before)
    own_line = _unwrapped(before.rpartition("\n")[2])
    after = text[entries.end : entries.end + _LEAD_CHARACTERS]
    behind = after[_end_of_wrapping(after) :].partition("\n")[0]
    goes_on = behind.strip() and "\n" not in after[: _end_of_wrapping(after)]
    if own_line and goes_on and not own_line.rstrip("*_ ").endswith(":"):
        return Place.MENTIONED
    lead = own_line or _line_above(before)
    sentence = _SENTENCE_END.split(lead)[-1].rstrip(" ,;:")
    clause = re.split("[,;:]", sentence)[-1]
    if _EXEMPLIFIED.search(sentence) or _DENIED.search(clause):
        return Place.MENTIONED
    return Place.GIVEN


def _end_of_wrapping(after: str) -> int:
    found = _WRAPPED_AFTER.match(after)
    return 0 if found is None else found.end()


def _unwrapped(line: str) -> str:
    return _WRAPPED_BEFORE.sub("", line).strip()


def _line_above(before: str) -> str:
    """The nearest line with words above, if it leads up to what follows."""
    lines = [line.strip(" *_`") for line in before.rpartition("\n")[0].split("\n")]
    above = next((line for line in reversed(lines) if line), "")
    return "" if above.endswith((".", "!", "?", ")", "}")) else above
