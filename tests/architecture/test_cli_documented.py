"""Every verb says what it does, shows an example, and stands in the reference."""

import re
from typing import Any

import pytest
import typer

from architecture.source_tree import ROOT
from ostrom.cli.main import build_app

_PAGE = ROOT / "docs" / "reference" / "cli.md"


def verbs() -> dict[str, Any]:
    """The verbs of the command line, by name."""
    group: Any = typer.main.get_command(build_app())
    return dict(group.commands)


def faults(name: str, command: Any) -> list[str]:
    """Says what is missing in the help of a verb."""
    told = command.help or ""
    found = []
    if not re.match(r"[A-Z].+\.", told):
        found.append("no sentence that says what it does")
    if f"Example: ostrom {name}" not in told:
        found.append("no example")
    silent = [
        param.name
        for param in command.params
        if not getattr(param, "help", None) and param.name != "help"
    ]
    found += [f"{param}: no help" for param in silent]
    return found


@pytest.mark.parametrize("name", sorted(verbs()))
def test_every_verb_is_documented(name: str) -> None:
    assert faults(name, verbs()[name]) == []
    assert f"## ostrom {name}\n" in _PAGE.read_text("utf-8")


def test_a_verb_without_words_is_found() -> None:
    app = typer.Typer()
    app.callback()(lambda: None)

    @app.command("mumble")
    def mumble(loudness: int = 1) -> None:
        pass

    group: Any = typer.main.get_command(app)
    assert faults("mumble", group.commands["mumble"]) == [
        "no sentence that says what it does",
        "no example",
        "loudness: no help",
    ]
