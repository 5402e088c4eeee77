"""Good plays with one thing changed on the way."""

from collections.abc import Callable
from dataclasses import replace
from typing import Any

from ostrom.mechanisms.none import MECHANISM as GOOD
from ostrom.mechanisms.protocol.mechanism import Mechanism
from ostrom.mechanisms.protocol.play import Ask, Event, Play
from ostrom.mechanisms.protocol.situation import Situation


def altered(
    name: str,
    *,
    event: Callable[[Event], Event | None] = lambda each: each,
    ask: Callable[[Ask], Ask] = lambda each: each,
    good: Mechanism = GOOD,
) -> Mechanism:
    """A good mechanism under another name, with its asks and events changed.

    An event that is changed to None is not told.
    """

    def play(situation: Situation, parameters: Any) -> Play:
        inner = good.play(situation, parameters)
        answers = None
        while True:
            try:
                step = inner.send(answers)
            except StopIteration:
                return
            answers = None
            if isinstance(step, Ask):
                answers = yield ask(_signed(step, name))
            else:
                told = event(step)
                if told is not None:
                    yield told

    return replace(good, name=name, play=play)


def _signed(ask: Ask, name: str) -> Ask:
    return Ask(tuple(replace(each, mechanism=name) for each in ask.questions))
