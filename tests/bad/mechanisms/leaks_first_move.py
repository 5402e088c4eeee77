"""Players of one round are asked in turn, and see who answered what before."""

from dataclasses import dataclass, replace

from bad.mechanisms._altering import altered
from ostrom.core.answers import Answer
from ostrom.core.parameters import Parameters
from ostrom.core.questions import Observation
from ostrom.mechanisms.none import MECHANISM as GOOD
from ostrom.mechanisms.protocol.play import Ask, Play
from ostrom.mechanisms.protocol.situation import Situation

REJECTED_BY = "check_simultaneous_answers_do_not_leak"


@dataclass(frozen=True)
class Overheard(Observation):
    """What others have answered already."""

    answers: tuple[object, ...]


def play(situation: Situation, parameters: Parameters) -> Play:
    inner = altered("leaks_first_move").play(situation, parameters)
    answers: dict[str, Answer | None] | None = None
    while True:
        try:
            step = inner.send(answers)
        except StopIteration:
            return
        answers = None
        if isinstance(step, Ask):
            heard: dict[str, Answer | None] = {}
            for question in step.questions:
                seen = Overheard(tuple(heard.values()))
                told = yield Ask((replace(question, observation=seen),))
                heard.update(told or {})
            answers = heard
        else:
            yield step


MECHANISM = replace(GOOD, name="leaks_first_move", play=play)
