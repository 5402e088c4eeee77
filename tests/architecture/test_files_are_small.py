"""Files have at most 400 lines, functions at most 60 without their docstring."""

import ast
from collections.abc import Iterator

from architecture.source_tree import Source, sources

_FILE_LIMIT = 400
_FUNCTION_LIMIT = 60


def too_long(source: Source) -> Iterator[str]:
    """Says which parts of a file are too long."""
    lines = len(source.text.splitlines())
    if lines > _FILE_LIMIT:
        yield f"{source.name}: {lines} lines"
    for node in ast.walk(source.tree):
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
            length = _length(node)
            if length > _FUNCTION_LIMIT:
                yield f"{source.name}: {node.name} has {length} lines"


def _length(node: ast.FunctionDef | ast.AsyncFunctionDef) -> int:
    """Lines of a function, its docstring left out."""
    length = (node.end_lineno or node.lineno) - node.lineno + 1
    first = node.body[0]
    if ast.get_docstring(node) is not None and first.end_lineno is not None:
        length -= first.end_lineno - first.lineno + 1
    return length


def test_every_file_and_function_is_short() -> None:
    assert [fault for source in sources() for fault in too_long(source)] == []


def test_long_ones_are_found() -> None:
    function = "def endless():\n" + "    pass\n" * 60
    assert list(too_long(Source("a.py", function))) == ["a.py: endless has 61 lines"]
    told = 'def told():\n    """One.\n\n    Two.\n    """\n' + "    pass\n" * 59
    assert list(too_long(Source("a.py", told))) == []
    assert list(too_long(Source("a.py", "x = 1\n" * 401))) == ["a.py: 401 lines"]
    assert not list(too_long(Source("a.py", "x = 1\n" * 400)))
