"""Makes a rationale blind: who wrote it and what it decided are taken out.

By code and not by another model, so that the same text always comes out the same.
Taken out, in this order: think tags with what is in them; every JSON object and code
fence, since the final answer is one; labels of agents, names of models and of makers
of models, each as a whole word in any case, which become `[name]`. What the text itself
says about actions and points stays: it is the reasoning. Which action was taken and
what it earned are never part of a text.
"""

import re
from collections.abc import Iterable

from ostrom.prompts.reading.objects import find_objects
from ostrom.prompts.reading.thinking import without_thinking

NAME = "[name]"
LEAST_CHARACTERS = 20
"""A shorter rest says nothing that could be judged."""

_FENCE = re.compile(r"```[^\n`]{0,20}\n?.{0,20000}?(?:```|\Z)", re.DOTALL)
_MAKERS = (
    *("claude", "gpt", "chatgpt", "gemini", "gemma", "qwen", "llama", "mistral"),
    *("mixtral", "deepseek", "grok", "smollm", "phi", "anthropic", "openai", "google"),
    *("alibaba", "meta ai", "mistralai", "xai", "moonshot", "kimi", "glm"),
)
_BLANKS = re.compile(r"[ \t]+\n|\n{3,}")


def masked(text: str, names: Iterable[str]) -> str:
    """Returns what a judge may see of a reply; empty if nothing is left to judge.

    Args:
        text: The reply, verbatim.
        names: Labels of agents and ids of models; of `provider/maker/model` each part
            counts too.
    """
    shown = without_thinking(text).text
    shown = _FENCE.sub("\n", _without_objects(shown))
    shown = _names(names).sub(NAME, shown)
    shown = _BLANKS.sub("\n\n", shown).strip()
    return shown if len(shown) >= LEAST_CHARACTERS else ""


def _without_objects(text: str) -> str:
    kept, position = [], 0
    for found in find_objects(text):
        if found.entries is None or found.start < position:
            continue
        kept.append(text[position : found.start])
        position = found.entries.end
    return "".join([*kept, text[position:]])


def _names(names: Iterable[str]) -> re.Pattern[str]:
    parts = {part for name in names for part in (name, *name.split("/"))}
    # An agent may be called `a` or `none`: so short a word is no name in a text.
    whole = {part for part in parts if len(part) > 3 and not part.isdigit()}
    spaced = {part.replace("_", " ") for part in whole}
    longest = sorted({*whole, *spaced, *_MAKERS}, key=lambda each: (-len(each), each))
    pattern = "|".join(re.escape(each) for each in longest)
    # Versions belong to the name: GPT-4o, Claude 3.5 Sonnet, Qwen3-30B.
    return re.compile(rf"(?<!\w)(?:{pattern})(?:[-\w.]*\w)?(?!\w)", re.IGNORECASE)
