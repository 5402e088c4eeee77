"""The reference pages are what the source says now."""

import importlib.util
from pathlib import Path
from types import ModuleType

import pytest

from architecture.source_tree import ROOT


def load_generator() -> ModuleType:
    """The script that writes the pages."""
    path = ROOT / "docs" / "generate_reference.py"
    found = importlib.util.spec_from_file_location("generate_reference", path)
    assert found is not None
    assert found.loader is not None
    module = importlib.util.module_from_spec(found)
    found.loader.exec_module(module)
    return module


GENERATOR = load_generator()


@pytest.mark.parametrize("name", sorted(GENERATOR.PAGES))
def test_a_page_is_up_to_date(name: str) -> None:
    path: Path = GENERATOR.REFERENCE / f"{name}.md"
    fresh = GENERATOR.PAGES[name]()
    told = "run `python docs/generate_reference.py`"
    assert path.read_text("utf-8") == fresh, told


def test_every_page_of_the_reference_is_generated() -> None:
    pages = {path.stem for path in GENERATOR.REFERENCE.glob("*.md")}
    assert pages == set(GENERATOR.PAGES)


def test_payoffs_stand_row_player_first() -> None:
    text = GENERATOR.PAGES["games"]()
    assert "| **cooperate** | 2, 2 | 0, 3 |" in text
    assert "| **defect** | 3, 0 | 1, 1 |" in text


def test_attributes_are_read_over_several_lines() -> None:
    class Told:
        """A class.

        Attributes:
            first: One
                two.
            second: Three.

        Note: no attribute: at all.
        """

    assert GENERATOR.described(Told) == {"first": "One two.", "second": "Three."}
