"""The standing norm against a society that is played out agent by agent."""

from collections.abc import Callable
from fractions import Fraction
from itertools import permutations, product

import numpy as np
import pytest

from ostrom.core.errors import SpecError
from ostrom.games.theory.catalogue import GAMES
from ostrom.games.theory.game import Profile
from ostrom.mechanisms.theory.deviations import replaced, worst_deviation
from ostrom.mechanisms.theory.dilemma import Dilemma
from ostrom.mechanisms.theory.reputation import (
    LITERAL,
    REPAIRED,
    Norm,
    Society,
    Standing,
    blame,
    situations,
    standing_deviations,
    temptations,
    threshold_delta,
)

PD = Dilemma.of(GAMES.load("prisoners_dilemma").default())
PG = Dilemma.of(GAMES.load("public_goods").default())
TRUST = Dilemma.of(GAMES.load("trust_game").default())

Everyone = tuple[tuple[bool, ...], ...]
"""The label of each agent of each role."""
Matching = tuple[tuple[int, ...], ...]
"""For each match-up the agent of each role."""


def matchings(agents: int, roles: int) -> list[Matching]:
    orders = product(permutations(range(agents)), repeat=roles - 1)
    return [tuple(zip(range(agents), *order, strict=True)) for order in orders]


def after_round(
    society: Society, everyone: Everyone, matching: Matching, played: list[Profile]
) -> Everyone:
    labels = [list(role) for role in everyone]
    for match, profile in zip(matching, played, strict=True):
        seen = tuple(everyone[role][agent] for role, agent in enumerate(match))
        for role, agent in enumerate(match):
            labels[role][agent] = society.label_after(seen, role, profile[role])
    return tuple(tuple(role) for role in labels)


def played_by_norm(
    society: Society, everyone: Everyone, matching: Matching
) -> list[Profile]:
    return [
        society.conduct(
            tuple(everyone[role][agent] for role, agent in enumerate(match))
        )
        for match in matching
    ]


def worst_gain_agent_by_agent(society: Society, delta: float) -> float:
    """The largest one-shot gain, by a linear solve over the labels of all agents."""
    game, size = society.dilemma.game, society.agents_per_role
    roles = game.num_players
    rows = list(product(product((True, False), repeat=size), repeat=roles))
    index = {everyone: at for at, everyone in enumerate(rows)}
    draws = matchings(size, roles)
    moves = np.zeros((len(rows), len(rows)))
    pays = np.zeros((len(rows), roles))
    for everyone, matching in product(rows, draws):
        played = played_by_norm(society, everyone, matching)
        reached = index[after_round(society, everyone, matching, played)]
        moves[index[everyone], reached] += 1 / len(draws)
        for match, profile in zip(matching, played, strict=True):
            for role, agent in enumerate(match):
                if agent == 0:
                    paid = float(game.payoff(profile)[role])
                    pays[index[everyone], role] += paid / len(draws)
    values = np.linalg.solve(
        np.eye(len(rows)) - delta * moves, (1 - delta) * pays
    )  # what agent 0 of each role expects before it knows whom it meets
    worst = -np.inf
    for everyone, matching in product(rows, draws):
        played = played_by_norm(society, everyone, matching)
        kept = index[after_round(society, everyone, matching, played)]
        for role in range(roles):
            at = next(i for i, match in enumerate(matching) if match[role] == 0)
            for action in range(game.num_actions[role]):
                departed = list(played)
                departed[at] = replaced(played[at], role, action)
                reached = index[after_round(society, everyone, matching, departed)]
                now = game.payoff(departed[at])[role] - game.payoff(played[at])[role]
                later = values[reached, role] - values[kept, role]
                if action != played[at][role]:
                    gain = (1 - delta) * float(now) + delta * later
                    worst = max(worst, gain)
    return float(worst)


@pytest.mark.parametrize("norm", [LITERAL, REPAIRED], ids=["literal", "repaired"])
@pytest.mark.parametrize(
    ("dilemma", "agents"), [(PD, 3), (TRUST, 2), (PG, 2)], ids=["pd", "trust", "pg"]
)
@pytest.mark.parametrize("delta", [Fraction(1, 2), Fraction(8, 10), Fraction(98, 100)])
def test_worst_gain_equals_that_of_the_played_out_society(
    norm: Norm, dilemma: Dilemma, agents: int, delta: Fraction
) -> None:
    society = Society(dilemma, norm, agents)
    gain = worst_deviation(standing_deviations(society, delta)).gain
    played_out = worst_gain_agent_by_agent(society, float(delta))
    assert float(gain) == pytest.approx(played_out, abs=1e-9)


def test_number_of_situations() -> None:
    # Of n + 1 counts all but the last leave room for a good agent, and as many for a
    # bad one: 2n pairs of count and label for each role.
    for agents, dilemma in ((6, PD), (3, PG), (1, PD)):
        found = list(situations(Society(dilemma, REPAIRED, agents)))
        assert len(found) == len(set(found)) == (2 * agents) ** dilemma.num_players


@pytest.mark.parametrize("agents", [1, 2, 6, 20])
def test_threshold_in_closed_form(agents: int) -> None:
    # Defecting gains 1 now and costs 1 in each round in which one meets the one good
    # agent left: (1 - d) = d / n.
    assert threshold_delta(Society(PD, REPAIRED, agents)) == Fraction(
        agents, agents + 1
    )


def test_literal_norm_fails_where_a_bad_agent_meets_a_good_one() -> None:
    found = worst_deviation(standing_deviations(Society(PD, LITERAL), Fraction(8, 10)))
    assert isinstance(found.state, Standing)
    assert not found.state.labels[found.player]
    assert found.state.labels[1 - found.player]
    assert (found.choice, found.gain) == (1, Fraction(1, 5))


def test_literal_norm_also_tempts_the_good_against_the_bad_in_the_trust_game() -> None:
    # The good truster is told to keep, although the bad trustee, as it is told, gives.
    good_departs = {
        (found.player, found.action, found.now)
        for found in temptations(Society(TRUST, LITERAL))
        if found.state.labels[found.player]
        and not all(found.state.labels)
        and found.now > 0
    }
    assert good_departs == {(0, 0, Fraction(4))}


def always(_: tuple[bool, ...], __: int) -> bool:
    return True


def unblamed(labels: tuple[bool, ...], seat: int, _: bool) -> bool:
    return labels[seat]


@pytest.mark.parametrize(
    "norm",
    [
        Norm("never punishes", always, blame),
        Norm("never blames", REPAIRED.cooperates, unblamed),
    ],
    ids=lambda norm: norm.name,
)
@pytest.mark.parametrize("dilemma", [PD, PG, TRUST], ids=["pd", "pg", "trust"])
def test_a_norm_without_one_rule_pays_who_defects(norm: Norm, dilemma: Dilemma) -> None:
    society = Society(dilemma, norm)
    assert threshold_delta(society) is None
    found = worst_deviation(standing_deviations(society, Fraction(99, 100)))
    assert found.gain > 0
    assert found.choice == 1


def forgiving(labels: tuple[bool, ...], seat: int, kept: bool) -> bool:
    return blame(labels, seat, kept) or not labels[seat]


def image_scoring(_: tuple[bool, ...], __: int, kept: bool) -> bool:
    return kept


@pytest.mark.parametrize("good_after", [forgiving, image_scoring])
def test_refuses_a_norm_whose_labels_move_while_all_conform(
    good_after: Callable[[tuple[bool, ...], int, bool], bool],
) -> None:
    with pytest.raises(SpecError, match="label changes"):
        Society(PD, Norm("restless", REPAIRED.cooperates, good_after))


def test_refuses_a_society_without_agents() -> None:
    with pytest.raises(SpecError, match="got 0"):
        Society(PD, REPAIRED, 0)
