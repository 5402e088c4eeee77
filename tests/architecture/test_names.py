"""Names say what a thing is: no rooms for odds and ends, the words of the glossary."""

import ast
import re
from collections.abc import Iterator

import pytest

from architecture.source_tree import Source, sources

_ROOMS = {"base", "common", "helper", "helpers", "manager", "misc", "util", "utils"}

_WORDS = {
    "data",
    "do",
    "handler",
    "helper",
    "helpers",
    "info",
    "legacy",
    "manager",
    "misc",
    "my",
    "new",
    "obj",
    "old",
    "opponent",
    "opponents",
    "process",
    "result",
    "results",
    "score",
    "scores",
    "tmp",
    "turn",
    "turns",
    "util",
    "utils",
}

# The same letters for another thing: (file, name).
_HOMONYMS = {
    ("agents/axelrod.py", "opponent"),  # that library's own word
    ("gridworlds/protocol/transition.py", "info"),  # the term of all such interfaces
    ("llm/limits.py", "turn"),  # of one who waits in line
    ("prompts/labels.py", "turn"),  # through the alphabet
}

_ENDINGS = re.compile(r"(Manager|Handler|Helper|Utils?|Info|Data)$|(^|_)(v2|run2)$")


def banned_names(source: Source) -> Iterator[str]:
    """Says which names of a file are none."""
    parts = source.name.removesuffix(".py").split("/")
    yield from (f"{source.name}: room {part}" for part in parts if part in _ROOMS)
    for node in ast.walk(source.tree):
        for name in _defined(node):
            if (source.name, name) in _HOMONYMS:
                continue
            if name.strip("_").lower() in _WORDS or _ENDINGS.search(name):
                yield f"{source.name}: {name}"


def _defined(node: ast.AST) -> Iterator[str]:
    """Names that a node gives to something."""
    if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef):
        yield node.name
    elif isinstance(node, ast.arg):
        yield node.arg
    elif isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store):
        yield node.id
    elif isinstance(node, ast.Attribute) and isinstance(node.ctx, ast.Store):
        yield node.attr
    elif isinstance(node, ast.alias) and node.asname:
        yield node.asname


def test_names_mean_something() -> None:
    assert [fault for source in sources() for fault in banned_names(source)] == []


@pytest.mark.parametrize(
    ("name", "text"),
    [
        ("games/utils.py", "x = 1"),
        ("common/game.py", "x = 1"),
        ("a.py", "result = 1"),
        ("a.py", "def play(obj): ..."),
        ("a.py", "class RunManager: ..."),
        ("a.py", "async def handler(): ..."),
        ("a.py", "for opponent in (): ..."),
        ("a.py", "import json as tmp"),
        ("a.py", "class Agent:\n    score: int"),
        ("a.py", "def play_v2(): ..."),
        ("a.py", "def play(self):\n    self._data = 1"),
    ],
)
def test_a_bad_name_is_found(name: str, text: str) -> None:
    assert len(list(banned_names(Source(name, text)))) == 1


def test_reading_another_library_is_allowed() -> None:
    text = "import json\n\nfound = json.loads(reply.data)['result']"
    assert not list(banned_names(Source("a.py", text)))


def test_every_homonym_occurs() -> None:
    found = {
        (source.name, name)
        for source in sources()
        for node in ast.walk(source.tree)
        for name in _defined(node)
    }
    assert found >= _HOMONYMS
