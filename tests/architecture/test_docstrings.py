"""Every public field of a record or parameter set says what it means.

That every public module, class and function has a docstring is checked by ruff.
"""

import ast
import re
from collections.abc import Iterator

import pytest

from architecture.source_tree import Source, sources

_BASES = {"Parameters", "_Closed", "Entry", "ConductSettings"}


def undocumented(source: Source) -> Iterator[str]:
    """Names public fields that their class does not describe under Attributes."""
    for node in ast.walk(source.tree):
        if not isinstance(node, ast.ClassDef) or node.name.startswith("_"):
            continue
        if _is_dataclass(node) or _is_parameter_set(node):
            documented = _described(ast.get_docstring(node) or "")
            for name in _fields(node):
                if name not in documented:
                    yield f"{source.name}: {node.name}.{name}"


def _is_dataclass(node: ast.ClassDef) -> bool:
    for decorator in node.decorator_list:
        called = decorator.func if isinstance(decorator, ast.Call) else decorator
        if isinstance(called, ast.Name) and called.id == "dataclass":
            return True
    return False


def _is_parameter_set(node: ast.ClassDef) -> bool:
    return any(isinstance(base, ast.Name) and base.id in _BASES for base in node.bases)


def _fields(node: ast.ClassDef) -> Iterator[str]:
    for statement in node.body:
        if not isinstance(statement, ast.AnnAssign):
            continue
        if "ClassVar" in ast.unparse(statement.annotation):
            continue
        if isinstance(statement.target, ast.Name) and statement.target.id[0] != "_":
            yield statement.target.id


def _described(docstring: str) -> set[str]:
    """Names that stand at the start of a line of the section Attributes."""
    _, _, section = docstring.partition("Attributes:\n")
    return set(re.findall(r"^    (\w+): \S", section, flags=re.MULTILINE))


def test_every_field_is_described() -> None:
    assert [fault for source in sources() for fault in undocumented(source)] == []


@pytest.mark.parametrize(
    ("docstring", "faults"),
    [
        ("A pair.\n\n    Attributes:\n        left: One.\n        right: Other.\n", []),
        ("A pair.\n\n    Attributes:\n        left: One.\n", ["a.py: Pair.right"]),
        ("A pair.", ["a.py: Pair.left", "a.py: Pair.right"]),
    ],
)
def test_a_field_without_a_word_is_found(docstring: str, faults: list[str]) -> None:
    text = (
        "from dataclasses import dataclass\n\n\n"
        f'@dataclass(frozen=True)\nclass Pair:\n    """{docstring}    """\n\n'
        "    left: int\n    right: int\n    _hidden: int = 0\n"
    )
    assert list(undocumented(Source("a.py", text))) == faults
