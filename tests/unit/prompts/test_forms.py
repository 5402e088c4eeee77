"""Whatever is legal can be said, and what was said is what is read."""

import json
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ostrom.core.answers import (
    ActionByCount,
    ActionDistribution,
    AnswerSchema,
    Approvals,
    IntegerByAction,
    YesNo,
)
from ostrom.core.errors import SpecError
from ostrom.core.seeds import stream
from ostrom.games.theory.game import Game
from ostrom.prompts.forms import AnswerForm, answer_form, json_schema
from ostrom.prompts.labels import ActionLabels, ActionOrder, make_labels
from ostrom.prompts.reader import read
from ostrom.records.decision import Outcome
from playing import game_called
from unit.prompts.asked import LABELS, ORDERS, any_answer

GAME = game_called("travellers_dilemma")
SCHEMAS: tuple[AnswerSchema[Any], ...] = (
    ActionDistribution(4),
    ActionDistribution(5),
    ActionByCount(3, 4),
    IntegerByAction(4),
    IntegerByAction(4, minimum=-12, maximum=345),
    Approvals(1),
    Approvals(3),
    YesNo(),
)
HOW = st.tuples(
    st.sampled_from(SCHEMAS),
    st.sampled_from(LABELS),
    st.sampled_from(ORDERS),
    st.integers(0, 50),
)
How = tuple[AnswerSchema[Any], ActionLabels, ActionOrder, int]


def form_of(how: How) -> AnswerForm:
    schema, labels, order, seed = how
    return answer_form(schema, make_labels(GAME, labels, order, stream(seed)), 1)


@given(HOW, st.integers(0, 10_000))
def test_any_legal_answer_reads_back_identical(how: How, seed: int) -> None:
    form = form_of(how)
    answer = any_answer(form.schema, seed)
    reading = read(form.write(answer), "", "stop", form)
    assert reading.outcome is Outcome.OK
    assert reading.answer == answer
    assert type(reading.answer) is type(answer)


@given(HOW, st.integers(0, 10_000), st.booleans())
def test_repairs_change_no_answer(how: How, seed: int, fenced: bool) -> None:
    """Trailing commas, quotes of other kinds and fences leave the answer as it is."""
    form = form_of(how)
    answer = any_answer(form.schema, seed)
    text = form.write(answer).replace('"', "\u201d" if fenced else "'")
    text = text.removesuffix("}") + ",}"
    said = f"Here it is:\n```json\n{text}\n```\nGood luck." if fenced else text
    reading = read(said, "", "stop", form)
    assert reading.outcome is Outcome.REPAIRED
    assert reading.answer == answer


@given(HOW)
def test_the_pattern_of_a_prompt_is_no_answer(how: How) -> None:
    form = form_of(how)
    reading = read(f"I answer like this: {form.pattern}", "", "stop", form)
    assert reading.outcome is Outcome.UNPARSABLE


@given(HOW, st.integers(0, 10_000))
def test_json_schema_admits_every_legal_answer(how: How, seed: int) -> None:
    form = form_of(how)
    schema = json_schema(form)
    said = json.loads(form.write(any_answer(form.schema, seed)))
    assert list(said) == schema["required"] == list(schema["properties"])
    assert schema["additionalProperties"] is False
    for key, value in said.items():
        assert admits(schema["properties"][key], value)


def admits(schema: dict[str, Any], value: object) -> bool:
    """Whether a schema of one plain value admits it."""
    if schema["type"] == "string":
        return value in schema["enum"]
    if schema["type"] == "boolean":
        return isinstance(value, bool)
    if not isinstance(value, int):
        return False
    low, high = schema.get("minimum", value), schema.get("maximum", value)
    return bool(low <= value <= high)


def test_forms_of_a_contract_and_a_mediator() -> None:
    labels = make_labels(GAME, order="reversed")
    contract = answer_form(IntegerByAction(4), labels, 0)
    assert contract.write((1, 2, 3, 4)) == '{"A0": 4, "A1": 3, "A2": 2, "A3": 1}'
    mediator = answer_form(ActionByCount(2, 4), labels, 0)
    assert mediator.write((0, 3)) == '{"1": "A3", "2": "A0"}'
    vote = answer_form(Approvals(2), labels, 0)
    assert vote.write((True, False)) == '{"P1": true, "P2": false}'
    assert answer_form(YesNo(), labels, 0).write(True) == '{"answer": true}'


def test_bounds_are_said_in_words() -> None:
    labels = make_labels(GAME)
    words = {
        answer_form(IntegerByAction(4, low, high), labels, 0).values_in_words
        for low, high in [(None, None), (-3, None), (None, 3), (-3, 3)]
    }
    assert words == {
        "a whole number, which may be below 0",
        "a whole number, -3 or above",
        "a whole number, 3 or below",
        "a whole number from -3 to 3",
    }


def test_a_schema_without_a_form_is_an_error() -> None:
    class Essay(AnswerSchema[bool]):
        def check(self, answer: Any) -> bool:
            return bool(answer)

        def neutral(self) -> bool:
            return False

    game: Game = GAME
    with pytest.raises(SpecError, match="Essay"):
        answer_form(Essay(), make_labels(game), 0)
