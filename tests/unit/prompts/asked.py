"""Questions to render: made by hand, or met while a mechanism is really played."""

import itertools
from collections.abc import Callable
from dataclasses import dataclass
from fractions import Fraction
from functools import cache
from typing import Any

from ostrom.core.answers import (
    ActionByCount,
    ActionDistribution,
    Answer,
    AnswerSchema,
    Approvals,
    IntegerByAction,
    YesNo,
)
from ostrom.core.questions import Observation, Question
from ostrom.core.seeds import stream
from ostrom.games.theory.game import Game
from ostrom.prompts.labels import ActionLabels, ActionOrder, make_labels
from ostrom.prompts.render import Wording
from playing import few_rounds, mechanism_called, play_with, population

LABELS: tuple[ActionLabels, ...] = ("indexed", "letters", "symbols")
ORDERS: tuple[ActionOrder, ...] = ("canonical", "reversed", "shuffled")


@dataclass(frozen=True)
class Unheard(Observation):
    """An observation of a mechanism that has no prompt file."""

    warning: str
    chance: Fraction
    losers: tuple[int, ...]


def question(
    mechanism: str,
    kind: str,
    schema: AnswerSchema[Any],
    observation: Observation,
    player: int = 0,
) -> Question:
    return Question(kind, player, player, 0, 1, schema, observation, mechanism)


def wording(
    game: Game,
    labels: ActionLabels = "indexed",
    order: ActionOrder = "canonical",
    **settings: Any,
) -> Wording:
    made = make_labels(game, labels, order, stream(7, labels, order))
    return Wording(made, **settings)


def at_random(seed: int) -> Callable[[Question], Answer]:
    """Answers each question from a stream of its own, anything that is legal."""
    return lambda asked: any_answer(asked.schema, seed, asked.key)


def any_answer(schema: AnswerSchema[Any], seed: int, *path: str) -> Answer:
    """A legal answer drawn from a named stream."""
    draw = stream(seed, "answer", *path)
    if isinstance(schema, ActionDistribution):
        cuts = sorted(int(c) for c in draw.integers(0, 101, schema.num_actions - 1))
        ends = [0, *cuts, 100]
        return tuple(b - a for a, b in itertools.pairwise(ends))
    if isinstance(schema, ActionByCount):
        actions = draw.integers(schema.num_actions, size=schema.max_count)
        return tuple(int(action) for action in actions)
    if isinstance(schema, IntegerByAction):
        low = -9999 if schema.minimum is None else schema.minimum
        high = 9999 if schema.maximum is None else schema.maximum
        drawn = draw.integers(low, high + 1, size=schema.num_actions)
        return tuple(int(number) for number in drawn)
    if isinstance(schema, Approvals):
        return tuple(bool(b) for b in draw.integers(2, size=schema.num_options))
    assert isinstance(schema, YesNo)
    return bool(draw.integers(2))


@cache
def met(mechanism: str, game: Game, seed: int = 0) -> tuple[Question, ...]:
    """All questions of a play in which everyone answers at random."""
    rules = mechanism_called(mechanism)
    situation = population(game, seed, per_role=2)
    return play_with(rules, situation, few_rounds(rules), at_random(seed)).questions
