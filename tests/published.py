"""The published tournaments of CoopEval; the file is not part of this project."""

import json
from pathlib import Path
from typing import Any

import pytest

FILE = Path(__file__).parents[2] / "shared/data/coopeval/oracle_tournaments.json"


def published_tournaments() -> dict[str, Any]:
    """The whole file: agents and tournaments; skips the test where it is absent."""
    if not FILE.exists():
        pytest.skip("shared/data/coopeval/oracle_tournaments.json is not here")
    loaded = json.loads(FILE.read_text("utf-8"))
    assert isinstance(loaded, dict)
    return loaded
