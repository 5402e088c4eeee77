"""The words of each version of each prompt stay what they were."""

from pathlib import Path

import pytest

from golden.write_prompts import FOLDER, filled_parts, write_prompts
from ostrom.prompts.files import load_prompt, prompt_names

NAMES = sorted(prompt_names("normal_form"))


@pytest.mark.parametrize("name", NAMES)
def test_a_prompt_says_what_it_said(name: str) -> None:
    version = load_prompt("normal_form", name).version
    golden = f"normal_form.{name}-v{version}"
    path = FOLDER / f"{golden}.txt"
    assert filled_parts()[golden].text + "\n" == path.read_text(encoding="utf-8")


def test_writing_changes_nothing_that_exists(tmp_path: Path) -> None:
    assert write_prompts(tmp_path) == []
    changed = tmp_path / "normal_form.game-v1.txt"
    changed.write_text("Other rules.\n", encoding="utf-8")
    (complaint,) = write_prompts(tmp_path)
    assert "normal_form.game-v1.txt" in complaint
    assert changed.read_text(encoding="utf-8") == "Other rules.\n"
