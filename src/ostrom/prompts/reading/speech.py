"""What a reply says aloud: without tagged reasoning, and only if it came to its end."""

from dataclasses import dataclass

from ostrom.prompts.reading.thinking import without_thinking
from ostrom.records.decision import Outcome


@dataclass(frozen=True)
class Speech:
    """A reply, ready to be read.

    Attributes:
        text: What is left without tagged reasoning.
        had_tags: Whether there were tags.
        fault: Why it is not to be read, whatever it holds; None if it is.
        reason: The same in a sentence; empty if it is to be read.
    """

    text: str
    had_tags: bool = False
    fault: Outcome | None = None
    reason: str = ""


def speech(text: str, stop_reason: str) -> Speech:
    """Returns what a reply says, or why nothing in it counts.

    Args:
        text: The reply without separate reasoning, verbatim.
        stop_reason: `length` and `refusal` have a meaning here; others do not.
    """
    if stop_reason == "length":
        return Speech("", fault=Outcome.TRUNCATED, reason=_CUT)
    if stop_reason == "refusal":
        return Speech("", fault=Outcome.REFUSAL, reason=_DECLINED)
    shown = without_thinking(text)
    if shown.is_open:
        return Speech("", fault=Outcome.TRUNCATED, reason=_ENDLESS)
    return Speech(shown.text, shown.had_tags)


_CUT = "The reply was cut off by its limit."
_DECLINED = "The reply was declined."
_ENDLESS = "The reasoning never came to an end."
