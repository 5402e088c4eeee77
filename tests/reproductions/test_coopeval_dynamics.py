"""Means and replicator dynamics of 48 published tournaments.

The file is not part of this project; without it this is skipped.
"""

from typing import Any

import numpy as np
import pytest

from ostrom.metagame.rating import mean_payoff
from ostrom.metagame.replicator import replicate
from published import published_tournaments


@pytest.fixture(scope="module")
def tournaments() -> list[dict[str, Any]]:
    listed: list[dict[str, Any]] = published_tournaments()["tournaments"]
    return listed


def test_means_fitness_and_population(tournaments: list[dict[str, Any]]) -> None:
    assert len(tournaments) == 48
    for tournament in tournaments:
        payoffs = np.array(tournament["tensor"])
        evolution = replicate(payoffs)
        assert evolution.shares.shape == (1001, 6)
        for found, name in (
            (mean_payoff(payoffs).values, "mean"),
            (evolution.final_fitness, "replicator_fitness"),
            (evolution.final_shares, "replicator_population"),
        ):
            np.testing.assert_allclose(found, tournament[name], atol=1e-12, rtol=0)
