"""Takes reasoning in tags out of a reply."""

import re
from dataclasses import dataclass

# Angle brackets as most families write them; square ones and ◁▷ as a few do. Bounded
# gaps keep the time linear in a hostile reply.
_TAG = re.compile(
    r"<\s{0,4}(?P<angle>/?)\s{0,4}"
    r"(?:think|thinking|thoughts?|reasoning|analysis|scratchpad)\b[^<>]{0,200}>"
    r"|\[(?P<square>/?)think(?:ing)?\]"
    r"|◁(?P<sign>/?)think(?:ing)?▷",
    re.IGNORECASE,
)


@dataclass(frozen=True)
class WithoutThinking:
    """A reply without its tagged reasoning.

    Attributes:
        text: What is left.
        had_tags: Whether there were tags.
        is_open: Whether reasoning began that never ended.
    """

    text: str
    had_tags: bool
    is_open: bool


def without_thinking(text: str) -> WithoutThinking:
    """Removes everything inside think tags, in any case, nested ones included.

    A closing tag without an opening one ends reasoning that began before the reply:
    some servers keep the opening tag for themselves.

    Example:
        >>> without_thinking("<THINK>hm</THINK>yes").text
        'yes'
    """
    kept: list[str] = []
    depth = position = 0
    had_tags = False
    for tag in _TAG.finditer(text):
        had_tags = True
        if depth == 0:
            kept.append(text[position : tag.start()])
        if any(tag.groupdict().values()):
            kept = [] if depth == 0 else kept
            depth = max(0, depth - 1)
        else:
            depth += 1
        position = tag.end()
    if depth == 0:
        kept.append(text[position:])
    return WithoutThinking("".join(kept), had_tags, depth > 0)
