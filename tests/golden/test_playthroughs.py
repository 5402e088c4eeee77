"""Every mechanism plays as its golden playthrough of the same version says."""

import json
from pathlib import Path

import pytest

from golden.write_playthroughs import FOLDER, PLAYED, playthrough, write_playthroughs
from ostrom.mechanisms.protocol.mechanism import MECHANISMS


@pytest.mark.parametrize("game", PLAYED)
@pytest.mark.parametrize("name", MECHANISMS.names())
def test_plays_as_frozen(name: str, game: str) -> None:
    mechanism = MECHANISMS.load(name)
    path = FOLDER / f"{name}-v{mechanism.version}.{game}.json"
    assert path.exists(), "run `make golden` and read the new file"
    frozen = json.loads(path.read_text("utf-8"))
    now = json.loads(json.dumps(playthrough(mechanism, game)))
    assert now == frozen
    assert any("settled" in step for step in frozen["play"])


def test_a_changed_file_is_complained_about_and_kept(tmp_path: Path) -> None:
    assert write_playthroughs(tmp_path) == []
    path = tmp_path / "none-v1.prisoners_dilemma.json"
    path.write_text("{}", encoding="utf-8")
    assert len(write_playthroughs(tmp_path)) == 1
    assert path.read_text("utf-8") == "{}"
