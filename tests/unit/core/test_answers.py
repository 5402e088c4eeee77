"""Schemas let legal answers pass unchanged and refuse all others."""

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
    restore,
)
from ostrom.core.errors import IllegalActionError

REFUSED: list[tuple[AnswerSchema[Any], Any, str]] = [
    (ActionDistribution(2), [50, 49], "sum to 99"),
    (ActionDistribution(2), [50, 51], "sum to 101"),
    (ActionDistribution(2), [-1, 101], "negative"),
    (ActionDistribution(2), [100], "2 entries"),
    (ActionDistribution(2), [50.0, 50], "integers"),
    (ActionDistribution(2), [True, 99], "integers"),
    (ActionDistribution(2), "50", "sequence"),
    (ActionByCount(2, 2), [0, 2], "names action 2"),
    (ActionByCount(2, 2), [0], "2 entries"),
    (IntegerByAction(2, -3, 3), [4, 0], "out of bounds"),
    (IntegerByAction(2, -3, 3), [0, -4], "out of bounds"),
    (IntegerByAction(2), [10**12 + 1, 0], "legal is -10{12} to 10{12}"),
    (IntegerByAction(2), [-(10**5000), 0], "a number beyond 1e30 is out of bounds"),
    (Approvals(2), [1, 0], "true or false"),
    (Approvals(2), [True], "2 entries"),
    (YesNo(), "yes", "true or false"),
    (YesNo(), 1, "true or false"),
]


@pytest.mark.parametrize(("schema", "answer", "says"), REFUSED)
def test_illegal_answers_are_refused_with_the_reason(
    schema: AnswerSchema[Any], answer: Any, says: str
) -> None:
    with pytest.raises(IllegalActionError, match=says):
        schema.check(answer)


@given(st.integers(1, 120))
def test_neutral_mixed_action_is_legal_and_even(num_actions: int) -> None:
    shares = ActionDistribution(num_actions).neutral()
    assert sum(shares) == 100
    assert max(shares) - min(shares) <= 1


@pytest.mark.parametrize(
    ("bounds", "expected"), [((None, None), 0), ((2, 5), 2), ((-5, -2), -2)]
)
def test_neutral_amount_is_the_legal_one_nearest_to_zero(
    bounds: tuple[int | None, int | None], expected: int
) -> None:
    schema = IntegerByAction(2, *bounds)
    assert schema.check(schema.neutral()) == (expected, expected)


def test_answers_come_back_from_json_as_they_were() -> None:
    assert restore(Approvals(2), [True, False]) == (True, False)
    assert restore(ActionDistribution(2), [40, 60]) == (40, 60)
    assert restore(YesNo(), None) is None
