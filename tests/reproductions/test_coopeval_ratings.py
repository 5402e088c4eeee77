"""Deviation ratings of 48 published tournaments, against their exact values.

In ten of them some exact values are no simple fractions; there the published rating,
which is right in those, stands in. The file is not part of this project; without it
this is skipped.
"""

from fractions import Fraction
from typing import Any

import numpy as np
import pytest

from ostrom.metagame.deviation_rating import TIE_TOLERANCE, deviation_rating
from ostrom.metagame.ranking import rank
from published import published_tournaments


@pytest.fixture(scope="module")
def tournaments() -> list[dict[str, Any]]:
    listed: list[dict[str, Any]] = published_tournaments()["tournaments"]
    return listed


def exact(tournament: dict[str, Any]) -> np.ndarray | None:
    values = tournament["exact_deviation_rating"]
    if None in values:
        return None
    return np.array([float(Fraction(value)) for value in values])


def test_ratings_and_ranks(tournaments: list[dict[str, Any]]) -> None:
    assert len(tournaments) == 48
    in_fractions = 0
    for tournament in tournaments:
        found = deviation_rating(np.array(tournament["tensor"]))
        assert found.notes == ()
        ranks = rank(found.values, tolerance=TIE_TOLERANCE * found.scale)
        assert ranks.tolist() == tournament["exact_ranks"]
        expected = exact(tournament)
        if expected is None:
            published = np.array(tournament["published_deviation_rating"])
            np.testing.assert_allclose(found.values, published, atol=1.5e-7)
        else:
            in_fractions += 1
            np.testing.assert_allclose(found.values, expected, atol=1e-9, rtol=0)
    assert in_fractions == 38


def test_where_the_published_ratings_differ(tournaments: list[dict[str, Any]]) -> None:
    differ = []
    for tournament in tournaments:
        expected = exact(tournament)
        published = np.array(tournament["published_deviation_rating"])
        if expected is not None and np.abs(expected - published).max() > 1e-6:
            differ.append((tournament["game"], tournament["mechanism"]))
            # The rating is the smallest sorted vector; a published one is never below.
            ours, theirs = np.sort(expected)[::-1], np.sort(published)[::-1]
            first = np.flatnonzero(np.abs(ours - theirs) > 1e-6)[0]
            assert ours[first] < theirs[first]
    assert len(differ) == 23
    repeated = {game for game, mechanism in differ if mechanism == "Repetition"}
    assert repeated <= {"StagHunt"}
