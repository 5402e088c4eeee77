"""Agreement: the published example, a library, and the edges."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from statsmodels.stats.inter_rater import cohens_kappa

from ostrom.core.errors import SpecError
from ostrom.core.seeds import stream
from ostrom.stats.agreement import (
    binary_agreement,
    cohen_kappa,
    gwet_ac1,
    krippendorff_alpha,
    masi_distance,
)

EXAMPLE = (
    "1 2 3 3 2 1 4 1 2 . . .",
    "1 2 3 3 2 2 4 1 2 5 . 3",
    ". 3 3 3 2 3 4 2 2 5 1 .",
    "1 2 3 3 2 4 4 1 2 5 1 .",
)


def test_the_published_example_of_alpha() -> None:
    judges = [line.split() for line in EXAMPLE]
    units = [
        [each for each in unit if each != "."] for unit in zip(*judges, strict=True)
    ]
    found = krippendorff_alpha(units, lambda one, other: float(one != other))
    assert found == pytest.approx(0.743421, abs=5e-7)


pairs = st.lists(st.tuples(st.integers(0, 1), st.integers(0, 1)), min_size=2)


@given(pairs)
def test_kappa_is_that_of_statsmodels(votes: list[tuple[int, int]]) -> None:
    table = np.zeros((2, 2))
    for first, second in votes:
        table[first, second] += 1
    found = cohen_kappa(np.array(votes, dtype=float))
    if found is None:
        assert len({vote for pair in votes for vote in pair}) == 1
    else:
        with np.errstate(invalid="ignore", divide="ignore"):  # its z value
            theirs = cohens_kappa(table).kappa
        assert found == pytest.approx(theirs)


def test_ac1_by_hand() -> None:
    # Two judges, four units, one disagreement; 3 of 8 verdicts are positive.
    votes = np.array([[1.0, 1.0], [0.0, 0.0], [0.0, 0.0], [1.0, 0.0]])
    chance = 2 * 3 / 8 * 5 / 8
    assert gwet_ac1(votes) == pytest.approx((0.75 - chance) / (1 - chance))
    # Three judges on one unit that split two to one: one pair of three agrees.
    chance = 2 * 2 / 3 * 1 / 3
    found = gwet_ac1(np.array([[1.0, 1.0, 0.0]]))
    assert found == pytest.approx((1 / 3 - chance) / (1 - chance))


def test_rare_codes_pull_the_measures_apart() -> None:
    generator = stream(1, "judges")

    def seen(prevalence: float) -> np.ndarray:
        truth = generator.random(20_000) < prevalence
        flips = generator.random((20_000, 3)) < 0.06
        return np.asarray((truth[:, None] ^ flips).astype(float))

    rare, common = binary_agreement(seen(0.01)), binary_agreement(seen(0.32))
    assert rare.alpha is not None
    assert rare.ac1 is not None
    assert common.alpha is not None
    assert common.ac1 is not None
    assert rare.alpha < 0.25
    assert rare.ac1 > 0.8
    assert common.alpha > 0.65
    assert common.ac1 < rare.ac1
    assert rare.num_judges == 3
    assert rare.kappa is None
    assert "two judges" in rare.reason


def test_gaps_are_left_out() -> None:
    gap = np.nan
    votes = np.array([[1.0, 1.0], [0.0, gap], [0.0, 0.0], [gap, gap], [1.0, 0.0]])
    found = binary_agreement(votes)
    whole = binary_agreement(votes[[0, 2, 4]])
    assert (found.kappa, found.alpha, found.ac1) == (
        whole.kappa,
        whole.alpha,
        whole.ac1,
    )
    assert (found.num_units, found.num_positive) == (3, 3)
    assert found.prevalence == pytest.approx(3 / 7)


def test_what_is_undefined_is_absent_with_a_reason() -> None:
    same = binary_agreement(np.zeros((5, 2)))
    assert (same.kappa, same.alpha, same.ac1) == (None, None, 1.0)
    assert "kappa, alpha undefined" in same.reason
    nothing = binary_agreement(np.zeros((0, 2)))
    assert (nothing.prevalence, nothing.ac1, nothing.num_units) == (None, None, 0)
    with pytest.raises(SpecError, match="1, 0"):
        binary_agreement(np.array([[0.5, 1.0]]))


def test_distances_of_sets() -> None:
    empty, one, two = frozenset[str](), frozenset("a"), frozenset("ab")
    assert masi_distance(empty, empty) == 0.0
    assert masi_distance(empty, one) == 1.0
    assert masi_distance(one, two) == pytest.approx(1 - 1 / 2 * 2 / 3)
    assert masi_distance(frozenset("ac"), two) == pytest.approx(1 - 1 / 3 * 1 / 3)
    assert masi_distance(frozenset("c"), two) == 1.0
    assert krippendorff_alpha([[one, one], [two, two]], masi_distance) == 1.0
    with pytest.raises(SpecError, match="frozen sets"):
        masi_distance("a", one)


@given(st.lists(st.lists(st.sampled_from("abc"), min_size=1, max_size=4), min_size=1))
def test_alpha_does_not_hang_on_order(units: list[list[str]]) -> None:
    def unlike(one: object, other: object) -> float:
        return float(one != other)

    found = krippendorff_alpha(units, unlike)
    turned = krippendorff_alpha([unit[::-1] for unit in units[::-1]], unlike)
    assert found == (None if turned is None else pytest.approx(turned))
    assert found is None or found <= 1.0
