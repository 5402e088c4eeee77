"""Prompt files say what they are, and their fields are filled exactly."""

import re
from importlib.resources import files

import pytest

from ostrom.core.errors import SpecError
from ostrom.core.hashing import text_sha256
from ostrom.prompts.files import load_prompt, parse_prompt, prompt_names

FOLDER = "normal_form"
GOOD = "---\nid: x/y\nversion: 1\nsource: own\nfields: a, b\n---\n${a} and ${b}\n"


@pytest.mark.parametrize("name", sorted(prompt_names(FOLDER)))
def test_every_prompt_file_is_in_order(name: str) -> None:
    file = load_prompt(FOLDER, name)
    path = files("ostrom.prompts").joinpath("templates", FOLDER, f"{name}.md")
    assert file.sha256 == text_sha256(path.read_text(encoding="utf-8"))
    assert file.id == f"{FOLDER}/{name}"
    assert file.version >= 1
    assert file.source
    assert file.text == file.text.strip()
    assert not re.search(r"\{%|\{\{|<%", file.text), "no logic in prompts"


def test_fields_are_filled() -> None:
    assert parse_prompt("x/y", GOOD).fill({"a": "1", "b": "$2"}) == "1 and $2"


@pytest.mark.parametrize(
    ("values", "said"),
    [
        ({"a": "1"}, "without a value: b"),
        ({"a": "1", "b": "2", "c": "3"}, "without a field: c"),
    ],
)
def test_missing_and_superfluous_fields_are_errors(
    values: dict[str, str], said: str
) -> None:
    with pytest.raises(SpecError, match=said):
        parse_prompt("x/y", GOOD).fill(values)


@pytest.mark.parametrize(
    ("old", "new", "said"),
    [
        ("---\nid", "id", "begin with a header"),
        ("source: own\n", "", "needs the lines"),
        ("fields: a, b", "fields: a", "header names the fields"),
        ("fields: a, b", "fields: a, b, c", "header names the fields"),
        ("id: x/y", "id: x/z", "id must be"),
        ("version: 1", "version: one", "version a whole number"),
        ("${a}", "${a} $", "header names the fields"),
    ],
)
def test_a_bad_file_is_refused(old: str, new: str, said: str) -> None:
    with pytest.raises(SpecError, match=said):
        parse_prompt("x/y", GOOD.replace(old, new, 1))


def test_an_unknown_prompt_is_an_error() -> None:
    with pytest.raises(SpecError, match="No prompt 'nonsense'"):
        load_prompt(FOLDER, "nonsense")
