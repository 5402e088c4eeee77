"""Numbers are shown exactly."""

from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ostrom.prompts.rendering.numbers import exact_number, percent


@given(st.fractions(max_denominator=10_000))
def test_a_number_reads_back_as_it_was(number: Fraction) -> None:
    assert Fraction(exact_number(number)) == number


@given(st.integers(-(10**9), 10**9), st.integers(0, 9))
def test_decimals_stay_decimals(digits: int, places: int) -> None:
    text = exact_number(Fraction(digits, 10**places))
    assert "/" not in text
    assert not ("." in text and text.endswith("0"))


@pytest.mark.parametrize("hundredths", range(101))
def test_per_cent_have_no_trace_of_floats(hundredths: int) -> None:
    """int(0.29 * 100) is 28; so are 57 and 58 one too low in public code."""
    assert percent(Fraction(str(hundredths / 100))) == f"{hundredths} %"


def test_thirds_stay_thirds() -> None:
    assert exact_number(Fraction(1, 3)) == "1/3"
    assert percent(Fraction(2, 3)) == "200/3 %"
