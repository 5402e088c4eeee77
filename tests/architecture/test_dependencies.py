"""What is imported is declared, what is declared is used and has its reason."""

import ast
import re
import sys
import tomllib
from collections.abc import Iterable, Iterator

from architecture.source_tree import ROOT, Source, sources

_SETTINGS = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))
_REASONS = (ROOT / "docs" / "devdocs" / "0003-dependencies.md").read_text("utf-8")


def names(requirements: Iterable[str]) -> set[str]:
    """Distributions that requirements name, spelled as modules are."""
    found = (re.match(r"[A-Za-z0-9_.-]+", each) for each in requirements)
    return {match[0].lower().replace("-", "_") for match in found if match}


BASE = names(_SETTINGS["project"]["dependencies"])
EXTRAS = names(
    requirement
    for group in _SETTINGS["project"]["optional-dependencies"].values()
    for requirement in group
)
DEV = names(_SETTINGS["dependency-groups"]["dev"])


def libraries_of(source: Source) -> Iterator[str]:
    """Top-level modules of others that a file imports."""
    for node in ast.walk(source.tree):
        modules: list[str] = []
        if isinstance(node, ast.Import):
            modules = [alias.name for alias in node.names]
        elif isinstance(node, ast.ImportFrom) and node.module:
            modules = [node.module]
        for module in modules:
            root = module.partition(".")[0]
            if root != "ostrom" and root not in sys.stdlib_module_names:
                yield root


def undeclared(source: Source) -> list[str]:
    """Says which imports of a file no dependency provides."""
    allowed = BASE | EXTRAS
    return [
        f"{source.name}: {library}"
        for library in libraries_of(source)
        if library.lower() not in allowed
    ]


def test_every_import_is_declared() -> None:
    assert [fault for source in sources() for fault in undeclared(source)] == []


def test_every_dependency_of_the_base_is_used() -> None:
    used = {library for source in sources() for library in libraries_of(source)}
    assert {library.lower() for library in used} >= BASE


def test_every_dependency_has_its_reason() -> None:
    told = set(re.findall(r"^\| `([A-Za-z0-9_.-]+)` \|", _REASONS, re.M))
    assert {name.lower().replace("-", "_") for name in told} == BASE | EXTRAS | DEV


def test_an_undeclared_import_is_found() -> None:
    text = (
        "import json\n\nimport numpy as np\nimport requests\nfrom attrs import frozen\n"
    )
    assert undeclared(Source("a.py", text)) == ["a.py: requests", "a.py: attrs"]
