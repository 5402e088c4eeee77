"""The JSON object that a question asks for, and what its entries mean."""

import json
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from enum import StrEnum
from functools import singledispatch
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
from ostrom.core.errors import SpecError
from ostrom.prompts.labels import Labels

YES_NO_KEY = "answer"


class ValueKind(StrEnum):
    """What stands for an entry.

    `PERCENT`: whole per cent, 100 in all. `INTEGER`: a whole number. `BOOLEAN`: true
    or false. `CHOICE`: one of some labels.
    """

    PERCENT = "percent"
    INTEGER = "integer"
    BOOLEAN = "boolean"
    CHOICE = "choice"


@dataclass(frozen=True)
class AnswerForm:
    """An answer as one flat JSON object, in the labels that one player sees.

    Attributes:
        schema: The legal answers, in the game's own numbering.
        kind: What stands for every entry.
        keys: Names of the entries, in the order in which they are shown.
        places: `places[i]` is where the entry called `keys[i]` stands in the answer.
        choices: Labels to choose from and the actions they stand for; only for
            `CHOICE`.
    """

    schema: AnswerSchema[Any]
    kind: ValueKind
    keys: tuple[str, ...]
    places: tuple[int, ...]
    choices: tuple[tuple[str, int], ...] = ()

    def answer(self, values: Sequence[int | bool]) -> Answer:
        """Returns the answer that says `values`, given in the order of `keys`.

        Raises:
            IllegalActionError: It is not legal.
        """
        if isinstance(self.schema, YesNo):
            return self.schema.check(values[0])
        by_place = dict(zip(self.places, values, strict=True))
        ordered = [by_place[place] for place in range(len(by_place))]
        answer: Answer = self.schema.check(ordered)
        return answer

    def write(self, answer: Answer) -> str:
        """Returns `answer` as the JSON object that this form reads back."""
        entries = (answer,) if isinstance(answer, bool) else answer
        named = {action: label for label, action in self.choices}
        values = [entries[place] for place in self.places]
        shown = [named[value] if self.choices else value for value in values]
        return json.dumps(dict(zip(self.keys, shown, strict=True)), ensure_ascii=False)

    @property
    def pattern(self) -> str:
        """The object with a placeholder for each value, as prompts show it."""
        placeholder = {
            ValueKind.PERCENT: "<INTEGER>",
            ValueKind.INTEGER: "<INTEGER>",
            ValueKind.BOOLEAN: "<true or false>",
            ValueKind.CHOICE: '"<ACTION>"',
        }[self.kind]
        entries = (f"{_quoted(key)}: {placeholder}" for key in self.keys)
        return "{" + ", ".join(entries) + "}"

    @property
    def values_in_words(self) -> str:
        """What is legal for each entry, to follow "must be"."""
        if self.kind is ValueKind.CHOICE:
            return "one of " + ", ".join(_quoted(label) for label, _ in self.choices)
        if isinstance(self.schema, IntegerByAction):
            return _bounds_in_words(self.schema)
        if self.kind is ValueKind.PERCENT:
            return "a whole number of per cent from 0 to 100"
        return "true or false"


def _quoted(text: str) -> str:
    return json.dumps(text, ensure_ascii=False)


def _bounds_in_words(schema: IntegerByAction) -> str:
    low, high = schema.minimum, schema.maximum
    if low is not None and high is not None:
        return f"a whole number from {low} to {high}"
    if low is not None:
        return f"a whole number, {low} or above"
    if high is not None:
        return f"a whole number, {high} or below"
    return "a whole number, which may be below 0"


def option_key(place: int) -> str:
    """Returns the name of an option on a ballot, counted from 0."""
    return f"P{place + 1}"


@singledispatch
def answer_form(schema: AnswerSchema[Any], labels: Labels, player: int) -> AnswerForm:
    """Returns the form in which `player` gives an answer.

    Args:
        schema: The legal answers.
        labels: How actions are shown to the player.
        player: Who answers.

    Raises:
        SpecError: There is no form for this kind of schema.
    """
    raise SpecError(
        f"No reply form for {type(schema).__name__} of player {player} with {labels}; "
        "register one with `answer_form`."
    )


@answer_form.register
def _(schema: ActionDistribution, labels: Labels, player: int) -> AnswerForm:
    places = labels.listed(player, schema.num_actions)
    keys = tuple(labels.of(player, action) for action in places)
    return AnswerForm(schema, ValueKind.PERCENT, keys, places)


@answer_form.register
def _(schema: IntegerByAction, labels: Labels, player: int) -> AnswerForm:
    places = tuple(action for action in labels.shown if action < schema.num_actions)
    keys = tuple(labels.names[action] for action in places)
    return AnswerForm(schema, ValueKind.INTEGER, keys, places)


@answer_form.register
def _(schema: ActionByCount, labels: Labels, player: int) -> AnswerForm:
    places = tuple(range(schema.max_count))
    keys = tuple(str(place + 1) for place in places)
    actions = [action for action in labels.shown if action < schema.num_actions]
    choices = tuple((labels.names[action], action) for action in actions)
    return AnswerForm(schema, ValueKind.CHOICE, keys, places, choices)


@answer_form.register
def _(schema: Approvals, labels: Labels, player: int) -> AnswerForm:
    places = tuple(range(schema.num_options))
    keys = tuple(option_key(place) for place in places)
    return AnswerForm(schema, ValueKind.BOOLEAN, keys, places)


@answer_form.register
def _(schema: YesNo, labels: Labels, player: int) -> AnswerForm:
    return AnswerForm(schema, ValueKind.BOOLEAN, (YES_NO_KEY,), (0,))


def json_schema(form: AnswerForm) -> dict[str, Any]:
    """Returns the form as a JSON schema of one closed, flat object.

    It can not say that shares sum to 100; a grammar can. See `grammar`.
    """
    write: dict[ValueKind, Callable[[AnswerForm], dict[str, Any]]] = {
        ValueKind.PERCENT: lambda _: {"type": "integer", "minimum": 0, "maximum": 100},
        ValueKind.INTEGER: _integer_schema,
        ValueKind.BOOLEAN: lambda _: {"type": "boolean"},
        ValueKind.CHOICE: lambda form: {
            "type": "string",
            "enum": [label for label, _ in form.choices],
        },
    }
    return {
        "type": "object",
        "properties": {key: write[form.kind](form) for key in form.keys},
        "required": list(form.keys),
        "additionalProperties": False,
    }


def _integer_schema(form: AnswerForm) -> dict[str, Any]:
    bounds: dict[str, Any] = {"type": "integer"}
    if isinstance(form.schema, IntegerByAction):
        if form.schema.minimum is not None:
            bounds["minimum"] = form.schema.minimum
        if form.schema.maximum is not None:
            bounds["maximum"] = form.schema.maximum
    return bounds
