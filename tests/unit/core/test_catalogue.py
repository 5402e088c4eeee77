"""A catalogue lists without importing, loads on demand, and explains its refusals."""

import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from ostrom.core.catalogue import Catalogue
from ostrom.core.errors import SpecError, UnknownNameError


@pytest.fixture
def words(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Catalogue[str]]:
    package = tmp_path / "some_words"
    (package / "deeper").mkdir(parents=True)
    files = {
        "__init__.py": "",
        "deeper/__init__.py": "",
        "hello.py": "WORD = 'hello'",
        "number.py": "WORD = 3",
        "nothing.py": "",
        "needs_more.py": "import a_package_nobody_has",
        "_private.py": "WORD = 'private'",
        "explodes.py": "raise RuntimeError('imported')",
    }
    for name, text in files.items():
        (package / name).write_text(text, encoding="utf-8")
    monkeypatch.syspath_prepend(str(tmp_path))
    yield Catalogue("some_words", "WORD", str)
    for name in [name for name in sys.modules if name.startswith("some_words")]:
        del sys.modules[name]


def test_lists_files_without_importing_them(words: Catalogue[str]) -> None:
    expected = ("explodes", "hello", "needs_more", "nothing", "number")
    assert words.names() == expected
    assert "some_words.explodes" not in sys.modules


def test_loads_by_name_and_by_address(words: Catalogue[str]) -> None:
    assert words.load("hello") == "hello"
    assert words.load("some_words.hello:WORD") == "hello"


def test_a_typo_gets_the_nearest_name(words: Catalogue[str]) -> None:
    with pytest.raises(UnknownNameError, match="Did you mean 'hello'"):
        words.load("helo")


@pytest.mark.parametrize(
    ("name", "says"),
    [
        ("number", "must be a str, got int"),
        ("nothing", "must be a str, got NoneType"),
        ("needs_more", "a_package_nobody_has"),
        ("no_such_package.module:WORD", "no_such_package"),
    ],
)
def test_what_is_no_extension_is_refused(
    words: Catalogue[str], name: str, says: str
) -> None:
    with pytest.raises(SpecError, match=says):
        words.load(name)
