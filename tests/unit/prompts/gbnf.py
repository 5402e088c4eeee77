"""A small reading of GBNF, made for the tests: draws texts, and counts them."""

import json
import re
from functools import cache

import numpy as np

_TOKEN = re.compile(
    r'\s*("(?:[^"\\]|\\.)*"|\[(?:[^\]\\]|\\.)*\]|\{\d+,\d+\}|[()|]|[a-z][a-z0-9-]*)'
)


class Grammar:
    """Rules by name; each is a list of alternatives, each a list of items."""

    def __init__(self, text: str) -> None:
        self.rules: dict[str, list[list[object]]] = {}
        for line in text.strip().splitlines():
            name, _, body = line.partition(" ::= ")
            tokens = _TOKEN.findall(body)
            assert _TOKEN.sub("", body).strip() == "", line
            self.rules[name], rest = _alternatives(tokens)
            assert not rest

    def draw(self, generator: np.random.Generator) -> str:
        """A text of the grammar, every alternative being equally likely."""
        return self._one_of(self.rules["root"], generator)

    def _one_of(
        self, alternatives: list[list[object]], generator: np.random.Generator
    ) -> str:
        chosen = alternatives[int(generator.integers(len(alternatives)))]
        return "".join(self._item(item, generator) for item in chosen)

    def _item(self, item: object, generator: np.random.Generator) -> str:
        if isinstance(item, tuple):
            inner, low, high = item
            times = int(generator.integers(low, high + 1))
            return "".join(self._item(inner, generator) for _ in range(times))
        if isinstance(item, list):
            return self._one_of(item, generator)
        assert isinstance(item, str)
        if item.startswith('"'):
            return str(json.loads(item))
        if item.startswith("["):
            letters = _members(item)
            return letters[int(generator.integers(len(letters)))]
        return self._one_of(self.rules[item], generator)

    def count(self) -> int:
        """How many texts there are, if none has free text; ambiguity counts twice."""
        return self._count_of("root")

    def _count_of(self, name: str) -> int:
        @cache
        def of(rule: str) -> int:
            total = 0
            for alternative in self.rules[rule]:
                ways = 1
                for item in alternative:
                    assert isinstance(item, str)
                    if item.startswith("["):
                        ways *= len(_members(item))
                    elif not item.startswith('"'):
                        ways *= of(item)
                total += ways
            return total

        return of(name)


def _members(item: str) -> str:
    """Characters of a class; of a class of what is forbidden, some that are not."""
    inside = item[1:-1]
    if inside.startswith("^"):
        plain = inside.replace("\\n", "\n").replace("\\r", "\r").replace("\\", "")
        assert set("{}<[]`\n\r") <= set(plain)
        return "ab cd,.:;'\"()*!?0123-\u00e9\u25cf"
    return re.sub(
        r"(.)-(.)", lambda m: "".join(map(chr, range(ord(m[1]), ord(m[2]) + 1))), inside
    )


def _alternatives(tokens: list[str]) -> tuple[list[list[object]], list[str]]:
    found: list[list[object]] = [[]]
    while tokens:
        token, *tokens = tokens
        if token == ")":
            return found, tokens
        if token == "|":
            found.append([])
        elif token == "(":
            inner, tokens = _alternatives(tokens)
            found[-1].append(inner)
        elif token.startswith("{") and token.endswith("}"):
            low, high = map(int, token[1:-1].split(","))
            found[-1][-1] = (found[-1][-1], low, high)
        else:
            found[-1].append(token)
    return found, tokens
