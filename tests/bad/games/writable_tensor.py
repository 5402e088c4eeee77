"""Hands out a tensor that any agent could change."""

from dataclasses import fields
from functools import cached_property

import numpy as np

from ostrom.core.parameters import Parameters
from ostrom.games.prisoners_dilemma import GAME as GOOD
from ostrom.games.theory.game import Game, GameKind

REJECTED_BY = "check_tensor_is_read_only"


class WritableGame(Game):
    """A game whose tensor is a copy that can be written to."""

    @cached_property
    def tensor(self) -> np.ndarray:
        return np.array(Game.tensor.func(self))  # type: ignore[attr-defined]


def build(_: Parameters) -> Game:
    good = GOOD.default()
    parts = {field.name: getattr(good, field.name) for field in fields(good)}
    return WritableGame(**{**parts, "name": "writable_tensor"})


GAME = GameKind(
    name="writable_tensor", version=1, summary="Deliberately bad.", build=build
)
