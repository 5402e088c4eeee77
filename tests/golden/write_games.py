"""Writes the golden files that are missing; one that exists is never changed.

What a golden file holds is frozen with its version. When behaviour is meant to change,
raise the version and run this again: a new file appears beside the old one.
"""

import json
import sys
from pathlib import Path
from typing import Any

from ostrom.games.theory.catalogue import GAMES
from ostrom.games.theory.game import Game

GOLDEN = Path(__file__).parent


def game_facts(game: Game) -> dict[str, Any]:
    """What is frozen about a game: its actions, named profiles and payoffs."""
    return {
        "name": game.name,
        "version": game.version,
        "actions": [list(names) for names in game.actions],
        "cooperative_profile": _listed(game.cooperative_profile),
        "defective_profile": _listed(game.defective_profile),
        "payoffs": {
            " ".join(map(str, profile)): " ".join(map(str, game.payoffs[profile]))
            for profile in game.profiles()
        },
    }


def _listed(profile: tuple[int, ...] | None) -> list[int] | None:
    return None if profile is None else list(profile)


def write_missing(folder: Path, name: str, facts: dict[str, Any]) -> str | None:
    """Writes `<folder>/<name>.json` if it is missing.

    Returns:
        A complaint if a file with other contents is there, else None.
    """
    path = folder / f"{name}.json"
    text = json.dumps(facts, indent=1, ensure_ascii=False) + "\n"
    if not path.exists():
        folder.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")
        return None
    if path.read_text(encoding="utf-8") == text:
        return None
    return f"{path.name} says otherwise and is not changed: raise the version."


def write_games(folder: Path = GOLDEN / "games") -> list[str]:
    """Writes the missing payoff tables; returns complaints about differing ones."""
    complaints = []
    for name in GAMES.names():
        game = GAMES.load(name).default()
        complaints.append(
            write_missing(folder, f"{name}-v{game.version}", game_facts(game))
        )
    return [complaint for complaint in complaints if complaint]


if __name__ == "__main__":
    sys.exit("\n".join(write_games()) or 0)
