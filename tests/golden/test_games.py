"""The payoffs of each version of each game stay what they were."""

import json
from pathlib import Path

import pytest

from golden.write_games import GOLDEN, game_facts, write_games, write_missing
from ostrom.games.theory.catalogue import GAMES

FOLDER = GOLDEN / "games"


@pytest.mark.parametrize("name", GAMES.names())
def test_payoffs_are_the_golden_ones(name: str) -> None:
    game = GAMES.load(name).default()
    path = FOLDER / f"{name}-v{game.version}.json"
    assert path.exists(), f"{path.name} is missing; write it with `make golden`"
    assert json.loads(path.read_text(encoding="utf-8")) == game_facts(game)


def test_every_golden_file_belongs_to_a_game() -> None:
    for path in FOLDER.glob("*.json"):
        name, _, version = path.stem.rpartition("-v")
        assert name in GAMES.names()
        assert 1 <= int(version) <= GAMES.load(name).version


def test_a_golden_file_is_never_overwritten(tmp_path: Path) -> None:
    assert write_missing(tmp_path, "some_game-v1", {"payoffs": "old"}) is None
    before = (tmp_path / "some_game-v1.json").read_text()
    complaint = write_missing(tmp_path, "some_game-v1", {"payoffs": "new"})
    assert complaint is not None
    assert "raise the version" in complaint
    assert (tmp_path / "some_game-v1.json").read_text() == before


def test_writing_again_changes_nothing(tmp_path: Path) -> None:
    assert write_games(tmp_path) == []
    assert write_games(tmp_path) == []
    assert len(list(tmp_path.glob("*.json"))) == len(GAMES.names())
