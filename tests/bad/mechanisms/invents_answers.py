"""A missing answer is replaced by a neutral one, and nobody is told."""

from dataclasses import replace

from bad.mechanisms._altering import altered
from ostrom.core.parameters import Parameters
from ostrom.mechanisms.none import MECHANISM as GOOD
from ostrom.mechanisms.protocol.play import Ask, Play
from ostrom.mechanisms.protocol.situation import Situation

REJECTED_BY = "check_a_missing_answer_invents_nothing"


def play(situation: Situation, parameters: Parameters) -> Play:
    inner = altered("invents_answers").play(situation, parameters)
    answers = None
    while True:
        try:
            step = inner.send(answers)
        except StopIteration:
            return
        answers = None
        if isinstance(step, Ask):
            given = (yield step) or {}
            answers = {
                question.key: question.schema.neutral()
                if given[question.key] is None
                else given[question.key]
                for question in step.questions
            }
        else:
            yield step


MECHANISM = replace(GOOD, name="invents_answers", play=play)
