"""Effects of mechanisms, from returns whose differences are known."""

from typing import Any

import numpy as np
import pytest

from ostrom.metrics.mechanism_effect import METRIC
from ostrom.metrics.protocol.metric import measure
from ostrom.stats.two_samples import exact_permutation, welch
from reporting.crafted_metagames import crafted

BASE = [1.0, 1.1, 0.9, 1.2]
HELPED = [1.9, 2.2, 2.1, 2.0]


def flat(level: float) -> np.ndarray:
    """Everybody gets the same, whoever meets."""
    return np.full((2, 2), level)


def effects(**levels: list[float]) -> dict[tuple[str, str], dict[str, Any]]:
    """Rows by mechanism and outcome; mechanisms in the order they are given."""
    tensors = {
        ("pd", mechanism): [flat(level) for level in means]
        for mechanism, means in levels.items()
    }
    rows = measure(METRIC, crafted(("a", "b"), tensors)).to_dicts()
    return {(row["mechanism"], row["outcome"]): row for row in rows}


def test_difference_interval_test_and_correction() -> None:
    found = effects(base=BASE, helped=HELPED, same=[1.0, 1.1, 0.9, 1.3])
    row = found["helped", "payoff"]
    expected = welch(HELPED, BASE)
    assert row["reference"] == "base"
    for name in ("difference", "low", "high"):
        assert row[name] == pytest.approx(getattr(expected, name))
    assert row["p_value"] == pytest.approx(2 / 70)
    assert row["label"] == "confirmatory"
    other = exact_permutation([1.0, 1.1, 0.9, 1.3], BASE).p_value
    assert found["same", "payoff"]["p_value"] == pytest.approx(other)
    # Two tests: the smaller p counts twice.
    assert row["p_holm"] == pytest.approx(4 / 70)
    assert row["hedges_g"] > 4
    assert row["num_repeats"] == row["num_reference_repeats"] == 4
    assert len(row["units"]) == 2 * 4 * 4
    assert ("base", "payoff") not in found


def test_few_repeats_are_exploratory() -> None:
    row = effects(base=BASE[:3], helped=HELPED[:3])["helped", "payoff"]
    assert row["label"] == "exploratory"
    assert (row["p_value"], row["p_holm"]) == (None, None)
    assert "exploratory: fewer than 4 repeats" in row["reason"]
    assert row["low"] is not None


def test_one_repeat_has_a_difference_only() -> None:
    row = effects(base=[1.0], helped=[2.0])["helped", "payoff"]
    assert row["difference"] == pytest.approx(1.0)
    assert (row["low"], row["high"], row["hedges_g"]) == (None, None, None)
    assert "one repeat" in row["reason"]


def test_no_rounds_no_cooperation_rate() -> None:
    row = effects(base=BASE, helped=HELPED)["helped", "cooperation"]
    assert row["difference"] is None
    assert "no settled match" in row["reason"]
    assert row["units"] == []
