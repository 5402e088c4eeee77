"""What a grammar admits is legal, and it admits all that it should."""

from math import comb
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
from ostrom.games.theory.build import tabulate
from ostrom.games.theory.game import Game
from ostrom.prompts.forms import AnswerForm, answer_form
from ostrom.prompts.grammars import grammar
from ostrom.prompts.labels import ActionLabels, make_labels
from ostrom.prompts.reader import read
from ostrom.records.decision import Outcome
from playing import game_called
from unit.prompts.asked import LABELS
from unit.prompts.gbnf import Grammar

GAME: Game = game_called("travellers_dilemma")
SCHEMAS: tuple[AnswerSchema[Any], ...] = (
    ActionDistribution(1),
    ActionDistribution(2),
    ActionDistribution(5),
    ActionByCount(3, 4),
    IntegerByAction(4),
    IntegerByAction(4, minimum=-12, maximum=345),
    IntegerByAction(4, minimum=20_000),
    IntegerByAction(4, maximum=-20_000),
    Approvals(3),
    YesNo(),
)


def form_of(schema: AnswerSchema[Any], labels: ActionLabels = "indexed") -> AnswerForm:
    return answer_form(schema, make_labels(GAME, labels), 0)


@given(
    st.sampled_from(SCHEMAS),
    st.sampled_from(LABELS),
    st.sampled_from([1, 5, 10, 50]),
    st.booleans(),
    st.integers(0, 10_000),
)
def test_every_text_of_a_grammar_reads_ok(
    schema: AnswerSchema[Any],
    labels: ActionLabels,
    step: int,
    free: bool,
    seed: int,
) -> None:
    form = form_of(schema, labels)
    text = Grammar(grammar(form, step=step, step_by_step=free)).draw(stream(seed))
    reading = read(text, "", "stop", form)
    assert reading.outcome is Outcome.OK, (text, reading)
    if isinstance(schema, ActionDistribution):
        assert isinstance(reading.answer, tuple)
        assert all(share % step == 0 for share in reading.answer)


@pytest.mark.parametrize("step", [1, 5, 10, 20, 100])
@pytest.mark.parametrize("actions", [1, 2, 3, 4])
def test_shares_are_all_compositions_of_100(actions: int, step: int) -> None:
    """Stars and bars: n actions in units of `step` give C(100/step + n - 1, n - 1)."""
    made = Grammar(grammar(form_of(ActionDistribution(actions)), step=step))
    assert made.count() == comb(100 // step + actions - 1, actions - 1)


@given(st.integers(-1500, 1500), st.integers(0, 1500))
def test_numbers_are_all_within_their_bounds(low: int, width: int) -> None:
    """One text for each whole number, none twice, none with a leading zero."""
    form = form_of(IntegerByAction(1, low, low + width))
    assert Grammar(grammar(form)).count() == width + 1


def test_numbers_without_bounds_have_four_digits() -> None:
    assert Grammar(grammar(form_of(IntegerByAction(1)))).count() == 2 * 9999 + 1


def test_other_forms_are_counted_out() -> None:
    assert Grammar(grammar(form_of(Approvals(3)))).count() == 2**3
    assert Grammar(grammar(form_of(ActionByCount(3, 4)))).count() == 4**3
    assert Grammar(grammar(form_of(YesNo()))).count() == 2


def test_no_white_space_is_left_free() -> None:
    for schema in SCHEMAS:
        text = Grammar(grammar(form_of(schema))).draw(stream(1))
        assert not set(text) & set(" \n\t")


def test_grammars_stay_small() -> None:
    """Ten actions in tenths: C(19, 9) = 92378 answers in less than 20 kB."""
    actions = (tuple(f"a{i}" for i in range(10)),)
    game = Game("ten", 1, actions, tabulate([10], lambda profile: profile), "none")
    form = answer_form(ActionDistribution(10), make_labels(game), 0)
    text = grammar(form, step=10)
    assert Grammar(text).count() == comb(19, 9)
    assert len(text) < 20_000


@pytest.mark.parametrize("step", [0, 3, 101, -10])
def test_a_step_that_does_not_divide_100_is_an_error(step: int) -> None:
    with pytest.raises(SpecError, match="divide 100"):
        grammar(form_of(ActionDistribution(2)), step=step)
