"""The README is short, and every command in the pages is one that exists."""

import os
import re
import shlex
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
import typer

from architecture.source_tree import ROOT, markdown_files
from ostrom.cli.main import build_app

_BLOCK = re.compile(r"^```(?:sh|bash|console)\n(.*?)^```", re.MULTILINE | re.DOTALL)
_LINK = re.compile(r"\]\(([^)#\s]+)(?:#[^)]*)?\)")


def commands_in(text: str) -> list[list[str]]:
    """Words of each command in the shell blocks of a page."""
    lines = [line for block in _BLOCK.findall(text) for line in block.splitlines()]
    words = [shlex.split(line, comments=True) for line in lines]
    return [each for each in words if each]


def make_targets() -> set[str]:
    """Targets of the Makefile."""
    text = (ROOT / "Makefile").read_text("utf-8")
    return set(re.findall(r"^([a-z][a-z-]*):", text, flags=re.MULTILINE))


def wrong_commands(text: str) -> Iterator[str]:
    """Says which commands of a page do not exist or take no such option."""
    targets = make_targets()
    for words in commands_in(text):
        if words[0] == "make" and not set(words[1:]) <= targets:
            yield " ".join(words)
        if words[0] == "ostrom" and not _is_known(words[1:]):
            yield " ".join(words)


def _is_known(words: list[str]) -> bool:
    verbs = _verbs()
    if words[0] in ("--help", "--version"):
        return True
    if words[0] not in verbs:
        return False
    known = {opt for param in verbs[words[0]].params for opt in param.opts}
    given = {word.partition("=")[0] for word in words[1:] if word.startswith("--")}
    return given <= known | {"--help"}


def _verbs() -> dict[str, Any]:
    group: Any = typer.main.get_command(build_app())
    return dict(group.commands)


def dead_links(page: Path) -> Iterator[str]:
    """Says which relative links of a page lead nowhere."""
    for target in _LINK.findall(page.read_text("utf-8")):
        if "://" in target or target.startswith("mailto:"):
            continue
        if not (page.parent / target).exists():
            yield f"{page.name}: {target}"


def test_the_readme_is_short() -> None:
    text = (ROOT / "README.md").read_text("utf-8")
    assert 40 <= len(text.splitlines()) <= 150


def test_the_readme_shows_the_two_commands_and_how_to_install() -> None:
    words = commands_in((ROOT / "README.md").read_text("utf-8"))
    assert ["make", "demo"] in words
    assert ["make", "test"] in words
    assert any(each[:2] == ["pip", "install"] for each in words)


def test_every_command_in_the_pages_exists() -> None:
    pages = {page: list(_commands(page)) for page in markdown_files()}
    assert sum(map(len, pages.values())) > 20
    wrong = [
        f"{page.name}: {each}"
        for page in pages
        for each in wrong_commands(page.read_text("utf-8"))
    ]
    assert wrong == []


def _commands(page: Path) -> Iterator[list[str]]:
    yield from commands_in(page.read_text("utf-8"))


def test_every_link_leads_somewhere() -> None:
    assert [link for page in markdown_files() for link in dead_links(page)] == []


@pytest.mark.parametrize(
    "command",
    ["make supper", "ostrom conclude demo", "ostrom run spec.toml --fast"],
)
def test_a_wrong_command_is_found(command: str) -> None:
    assert list(wrong_commands(f"```sh\n{command}\n```\n")) == [command]


def test_a_dead_link_is_found(tmp_path: Path) -> None:
    page = tmp_path / "page.md"
    page.write_text("[a](page.md#part) ![b](gone.svg) [c](https://a.b)", "utf-8")
    assert list(dead_links(page)) == ["page.md: gone.svg"]


def test_the_example_of_the_readme_runs(tmp_path: Path) -> None:
    text = (ROOT / "README.md").read_text("utf-8")
    spec = re.search(r"^```toml\n(.*?)^```", text, re.S | re.M)
    script = re.search(r"^```python\n(.*?)^```", text, re.S | re.M)
    assert spec is not None
    assert script is not None
    (tmp_path / "first.toml").write_text(spec[1], "utf-8")
    told = subprocess.run(
        [sys.executable, "-c", script[1]],
        cwd=tmp_path,
        env={**os.environ, "PYTHONPATH": str(ROOT / "src")},
        capture_output=True,
        text=True,
        check=True,
    )
    assert "always_defect" in told.stdout
