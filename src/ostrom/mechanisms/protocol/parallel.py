"""Plays side by side: their questions are put together."""

from collections.abc import Sequence
from typing import Any

from ostrom.mechanisms.protocol.play import Ask, Event
from ostrom.mechanisms.protocol.table import Stage


def together(stages: Sequence[Stage]) -> Stage:
    """Runs independent stages in step and merges what they ask into one `Ask`.

    Order: every stage goes on to its next ask, in order, and its events are told on
    the way; then the asks of all stages are put at once.

    Returns:
        What each stage came to, in order.
    """
    outcomes: list[Any] = [None] * len(stages)
    waiting: dict[int, Ask] = {}
    for position, stage in enumerate(stages):
        yield from _advance(position, stage, None, waiting, outcomes)
    while waiting:
        questions = tuple(q for ask in waiting.values() for q in ask.questions)
        answers = yield Ask(questions)
        asked, waiting = waiting, {}
        for position in asked:
            yield from _advance(position, stages[position], answers, waiting, outcomes)
    return tuple(outcomes)


def _advance(
    position: int,
    stage: Stage,
    answers: Any,
    waiting: dict[int, Ask],
    outcomes: list[Any],
) -> Stage:
    """Drives one stage to its next ask or its end; tells its events."""
    try:
        step = stage.send(answers)
        while isinstance(step, Event):
            yield step
            step = stage.send(None)
        waiting[position] = step
    except StopIteration as end:
        outcomes[position] = end.value
