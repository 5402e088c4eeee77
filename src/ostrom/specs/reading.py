"""Reads specs: from a file, with overrides, with errors that say what is legal."""

import copy
import tomllib
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from pydantic import ValidationError

from ostrom.core.errors import SpecError
from ostrom.core.parameters import explain
from ostrom.specs.experiment import Experiment

_PATHS = ("file", "prices", "run", "tape")
"""Keys whose values are paths."""


def read_spec(path: Path, overrides: Sequence[str] = ()) -> Experiment:
    """Returns the experiment that a TOML file describes.

    Args:
        path: The file.
        overrides: `key.key=value` texts that replace or add single values, the value
            written as in TOML; a bare word is a string.

    Raises:
        SpecError: The file is missing or no TOML, or a key or value is illegal.
    """
    try:
        text = path.read_text("utf-8")
    except (OSError, UnicodeDecodeError) as error:
        raise SpecError(f"{path} can not be read: {error}.") from None
    try:
        content = tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        raise SpecError(f"{path}: {error}.") from None
    resolved = _with_paths(with_overrides(content, overrides), path.parent)
    return check_spec(resolved, str(path))


def with_overrides(content: dict[str, Any], overrides: Sequence[str]) -> dict[str, Any]:
    """Returns nested tables with `key.key=value` overrides put in.

    Raises:
        SpecError: An override is not of that form, or goes through a value.
    """
    changed = copy.deepcopy(content)
    for override in overrides:
        _apply(changed, override)
    return changed


def check_spec(content: dict[str, Any], where: str) -> Experiment:
    """Returns the experiment that nested tables describe.

    Raises:
        SpecError: A key or value is illegal.
    """
    try:
        return Experiment.model_validate(content)
    except ValidationError as error:
        raise SpecError(explain(error, Experiment, where)) from None


def _with_paths(content: dict[str, Any], folder: Path) -> dict[str, Any]:
    """Makes paths in the spec absolute, so that it can be read from anywhere."""
    tables: list[Any] = [content, content.get("judging")]
    for group in ("games", "providers"):
        entries = content.get(group)
        tables += entries.values() if isinstance(entries, dict) else []
    for table in tables:
        for key in _PATHS:
            if isinstance(table, dict) and isinstance(table.get(key), str):
                table[key] = str((folder / table[key]).resolve())
    return content


def _apply(content: dict[str, Any], override: str) -> None:
    """Puts `key.key=value` into nested tables."""
    path, equals, text = override.partition("=")
    if not equals or not path:
        raise SpecError(f"--set takes key.key=value, got {override!r}.")
    try:
        value = tomllib.loads(f"value = {text}")["value"]
    except tomllib.TOMLDecodeError:
        value = text
    *tables, key = path.split(".")
    table = content
    for name in tables:
        table = table.setdefault(name, {})
        if not isinstance(table, dict):
            raise SpecError(f"--set {override}: {name!r} is a value, not a table.")
    table[key] = value
