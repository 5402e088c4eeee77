"""ARCHITECTURE.md speaks of every room there is, and of no other."""

import re
import tomllib

from architecture.source_tree import PACKAGE, ROOT

_PAGE = (ROOT / "ARCHITECTURE.md").read_text("utf-8")


def section(title: str) -> str:
    """The part of the page under a heading."""
    return _PAGE.partition(f"\n## {title}\n")[2].partition("\n## ")[0]


def rooms() -> set[str]:
    """Every package that holds modules or is empty on purpose."""
    folders = {path.parent for path in PACKAGE.rglob("__init__.py")} - {PACKAGE}
    return {folder.relative_to(PACKAGE).as_posix() for folder in folders}


def test_every_room_has_its_line() -> None:
    told = set(re.findall(r"^\| `([a-z_/]+)` \|", section("What owns what"), re.M))
    assert told == rooms()


def test_empty_rooms_are_said_to_be_empty() -> None:
    for room, words in re.findall(
        r"^\| `([a-z_/]+)` \| (.+) \|$", section("What owns what"), re.M
    ):
        modules = {path.name for path in (PACKAGE / room).rglob("*.py")}
        assert words.startswith("empty") == (modules == {"__init__.py"}), room


def test_the_layers_are_those_that_are_checked() -> None:
    settings = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))
    checked = settings["tool"]["importlinter"]["contracts"][0]["layers"]
    told = re.findall(r"^\| \d \| (.+) \|$", section("The layers"), re.M)
    assert [set(re.findall(r"`(\w+)`", line)) for line in told] == [
        set(line.split(" | ")) for line in checked
    ]
