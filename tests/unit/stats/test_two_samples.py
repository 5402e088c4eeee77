"""Two arms: published values, scipy's own tests, and edges."""

import math
import warnings

import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy import stats

from ostrom.core.errors import SpecError
from ostrom.stats.effects import cliffs_delta, hedges_g, superiority
from ostrom.stats.multiplicity import benjamini_hochberg, holm
from ostrom.stats.power import power, repeats_needed
from ostrom.stats.replication import label, smallest_p
from ostrom.stats.two_samples import exact_permutation, welch

FIRST = [18.1, 17.9, 19.0, 18.6, 18.4]
SECOND = [5.2, 7.7, 4.1, 6.3, 9.0]


def test_a_pair_of_arms_whose_values_are_known() -> None:
    found = welch(FIRST, SECOND)
    assert found.low is not None
    assert found.high is not None
    assert found.difference == pytest.approx(11.94)
    assert (round(found.low, 3), round(found.high, 3)) == (9.548, 14.332)
    tested = exact_permutation(FIRST, SECOND)
    assert tested.p_value == pytest.approx(2 / 252)
    assert (tested.num_arrangements, tested.is_exact) == (252, True)
    size = hedges_g(FIRST, SECOND)
    assert size is not None
    assert round(size, 3) == 7.647
    assert superiority(FIRST, SECOND) == 1.0


arms = st.lists(st.integers(-50, 50).map(float), min_size=2, max_size=7)


@given(arms, arms)
def test_the_interval_is_that_of_scipy(first: list[float], second: list[float]) -> None:
    found = welch(first, second, confidence=0.9)
    if found.low is None or found.high is None:
        assert len(set(first)) == len(set(second)) == 1
        assert found.reason
        return
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", RuntimeWarning)  # an arm without spread
        tested = stats.ttest_ind(first, second, equal_var=False)
    interval = tested.confidence_interval(0.9)
    assert found.low == pytest.approx(interval.low, abs=1e-9)
    assert found.high == pytest.approx(interval.high, abs=1e-9)


@given(arms, arms)
def test_arms_that_change_places(first: list[float], second: list[float]) -> None:
    forth, back = welch(first, second), welch(second, first)
    assert forth.difference == pytest.approx(-back.difference)
    assert superiority(first, second) + superiority(second, first) == pytest.approx(1)
    mann_whitney = stats.mannwhitneyu(first, second).statistic
    share = mann_whitney / len(first) / len(second)
    assert superiority(first, second) == pytest.approx(share)
    assert cliffs_delta(first, second) == pytest.approx(2 * share - 1)
    forth_p = exact_permutation(first, second).p_value
    assert forth_p == pytest.approx(exact_permutation(second, first).p_value)


def test_pairs_of_one_seed() -> None:
    # All four differences are positive: 1 of 16 sign patterns on each side.
    found = exact_permutation([2, 4, 6, 9], [1, 2, 3, 4], paired=True)
    assert found.p_value == pytest.approx(2 / 16)
    one_sided = exact_permutation(
        [2, 4, 6, 9], [1, 2, 3, 4], paired=True, alternative="greater"
    )
    assert one_sided.p_value == pytest.approx(1 / 16)


def test_many_repeats_are_drawn_and_never_give_zero() -> None:
    first, second = [float(n) + 100 for n in range(14)], [float(n) for n in range(14)]
    found = exact_permutation(first, second, seed=3)
    assert not found.is_exact
    assert 0 < found.p_value <= 1e-4
    assert found == exact_permutation(first, second, seed=3)


@pytest.mark.parametrize(
    ("first", "second", "paired", "expected"),
    [
        (3, 3, False, 0.1),
        (4, 4, False, 2 / 70),
        (5, 5, False, 2 / 252),
        (2, 5, False, 2 / 21),
        (3, 5, False, 2 / 56),
        (5, 5, True, 2 / 32),
        (6, 6, True, 2 / 64),
        (1, 1, False, 1.0),
    ],
)
def test_the_smallest_p_there_is(
    first: int, second: int, paired: bool, expected: float
) -> None:
    assert smallest_p(first, second, paired=paired) == pytest.approx(expected)
    if min(first, second) > 1:
        apart = [100.0 + n for n in range(first)], [float(n) for n in range(second)]
        reached = exact_permutation(*apart, paired=paired).p_value
        assert reached == pytest.approx(expected)


def test_labels() -> None:
    assert label(4, 4) == "confirmatory"
    assert label(4, 3) == "exploratory"
    assert label(6, 6, paired=True) == "confirmatory"
    assert label(5, 5, paired=True) == "exploratory"
    with pytest.raises(SpecError):
        smallest_p(0, 3)


def test_one_repeat_has_no_interval_and_no_test() -> None:
    found = welch([1.0], [2.0, 3.0])
    assert (found.difference, found.low, found.high) == (-1.5, None, None)
    assert "one repeat" in found.reason
    assert hedges_g([1.0], [2.0]) is None
    assert hedges_g([1.0, 1.0], [2.0, 2.0]) is None
    with pytest.raises(SpecError, match="two repeats"):
        exact_permutation([1.0], [2.0, 3.0])


@pytest.mark.parametrize("bad", [[], [math.nan, 1.0], [math.inf, 1.0]])
def test_refuses(bad: list[float]) -> None:
    for ask in (welch, exact_permutation):
        with pytest.raises(SpecError):
            ask(bad, SECOND)
    with pytest.raises(SpecError, match="pairs"):
        exact_permutation([1.0, 2.0], SECOND, paired=True)
    with pytest.raises(SpecError, match="confidence"):
        welch(FIRST, SECOND, confidence=1.0)


def test_corrections_by_hand() -> None:
    assert holm([0.01, 0.04, 0.03]) == pytest.approx((0.03, 0.06, 0.06))
    assert benjamini_hochberg([0.01, 0.04, 0.03]) == pytest.approx((0.03, 0.04, 0.04))
    assert holm([]) == ()
    assert holm([0.6, 0.9]) == (1.0, 1.0)
    with pytest.raises(SpecError, match="between 0 and 1"):
        holm([1.2])


@pytest.mark.parametrize(("repeats", "effect"), [(5, 2.0), (10, 1.0), (4, 0.5)])
def test_power_from_the_noncentral_t(repeats: int, effect: float) -> None:
    freedom = 2 * repeats - 2
    shift = effect * math.sqrt(repeats / 2)
    edge = stats.t.ppf(0.975, freedom)
    expected = stats.nct.sf(edge, freedom, shift) + stats.nct.cdf(-edge, freedom, shift)
    assert power(repeats, effect) == pytest.approx(expected, abs=1e-6)
    assert power(repeats, -effect) == power(repeats, effect)


def test_the_fewest_repeats() -> None:
    for effect in (0.5, 1.0, 3.0):
        needed = repeats_needed(effect)
        assert power(needed, effect) >= 0.8
        assert needed == 2 or power(needed - 1, effect) < 0.8
    with pytest.raises(SpecError, match="more than"):
        repeats_needed(0.001)
    with pytest.raises(SpecError, match="power lies"):
        repeats_needed(1.0, power_wanted=0.01)
    with pytest.raises(SpecError, match="alpha"):
        power(3, 1.0, alpha=0.0)
    with pytest.raises(SpecError, match="two repeats"):
        power(1, 1.0)
