"""The equilibrium strategies of Theorem 1, played through the real mechanisms."""

from fractions import Fraction
from typing import Any

import pytest

from ostrom.games.theory.game import Game
from ostrom.mechanisms.protocol.play import RoundPlayed, Settled
from playing import Named, Playing, drive, game_called, sequence

# u(a), u(s*) and what the first player gets by the best departure from a.
WORTH = {
    "prisoners_dilemma": ("2", "1", "3"),
    "public_goods": ("3/2", "1", "2"),
    "travellers_dilemma": ("5", "2", "6"),
    "trust_game": ("10", "4", "6"),
    "stag_hunt": ("5", "3", "3"),
}
CRITICAL = {
    "prisoners_dilemma": 0.5,
    "public_goods": 0.5,
    "travellers_dilemma": 0.25,
    "stag_hunt": 0.0,
}
STRATEGIES: dict[str, tuple[str, dict[str, Any]]] = {
    "repetition": ("grim_trigger", {}),
    "reputation": ("standing", {}),
    "mediation": ("mediated_trigger", {}),
    "contract": ("contract_trigger", {}),
}
each_game = pytest.mark.parametrize("name", WORTH)


def played(mechanism: str, agent: Named, game: Game, **parameters: Any) -> Playing:
    """All seats hold the same agent; two of them a seat where co-players change."""
    per_role = 2 if mechanism == "reputation" else 1
    agents = [agent] * (game.num_players * per_role)
    return drive(mechanism, game, agents, parameters, 3, per_role)


def returns(playing: Playing) -> dict[int, Fraction]:
    """The return of each slot."""
    return {
        slot: total
        for event in playing.of(Settled)
        for slot, total in zip(event.slots, event.returns, strict=True)
    }


@each_game
@pytest.mark.parametrize("mechanism", STRATEGIES)
def test_the_equilibrium_strategy_reaches_the_cooperative_payoff(
    mechanism: str, name: str
) -> None:
    game = game_called(name)
    playing = played(mechanism, STRATEGIES[mechanism], game)
    assert set(returns(playing).values()) == {Fraction(WORTH[name][0])}
    for event in playing.of(RoundPlayed):
        assert event.actions == game.cooperative_profile
        assert set(event.transfers) == {0}


@each_game
@pytest.mark.parametrize("norm", ["literal", "repaired"])
@pytest.mark.parametrize("order", ["first", "higher"])
def test_both_norms_cooperate_on_the_path(name: str, norm: str, order: str) -> None:
    agent = ("standing", {"norm": norm})
    playing = played("reputation", agent, game_called(name), order=order, rounds=6)
    assert set(returns(playing).values()) == {Fraction(WORTH[name][0])}


@each_game
def test_without_a_mechanism_always_defect_gets_the_equilibrium(name: str) -> None:
    playing = played("none", "always_defect", game_called(name))
    assert set(returns(playing).values()) == {Fraction(WORTH[name][1])}


@each_game
@pytest.mark.parametrize("seat", [0, 1])
def test_who_stays_away_from_the_mediator_gets_the_punishment(
    name: str, seat: int
) -> None:
    game = game_called(name)
    agents: list[Named] = ["mediated_trigger"] * game.num_players
    agents[seat] = "always_defect"
    for seed in range(6):
        playing = drive("mediation", game, agents, {}, seed)
        [event] = playing.of(RoundPlayed)
        assert event.actions == game.defective_profile
        assert event.payoffs[seat] == Fraction(WORTH[name][1])


@each_game
@pytest.mark.parametrize("seat", [0, 1])
def test_who_does_not_sign_gets_the_punishment(name: str, seat: int) -> None:
    game = game_called(name)
    agents: list[Named] = ["contract_trigger"] * game.num_players
    agents[seat] = "always_defect"
    for seed in range(6):
        playing = drive("contract", game, agents, {}, seed)
        [event] = playing.of(RoundPlayed)
        assert event.actions == game.defective_profile


def best_departure(name: str, rounds: int, at: int, chance: float) -> Fraction:
    """What the first player gets by departing once, and defecting ever after."""
    game = game_called(name)
    good, bad = game.cooperative_profile, game.defective_profile
    assert good is not None
    assert bad is not None
    departure = max(
        (action for action in range(game.num_actions[0]) if action != good[0]),
        key=lambda action: game.payoff((action, *good[1:]))[0],
    )
    moves = [good[0]] * at + [departure] + [bad[0]] * (rounds - at - 1)
    agents: list[Named] = ["grim_trigger"] * game.num_players
    agents[0] = sequence(*moves)
    given = {"rounds": rounds, "continuation": chance, "window": "all"}
    playing = drive("repetition", game, agents, given, 0)
    paid = [event.payoffs[0] for event in playing.of(RoundPlayed)]
    assert paid[at] == Fraction(WORTH[name][2])
    return returns(playing)[0]


@pytest.mark.parametrize("name", CRITICAL)
@pytest.mark.parametrize("at", [0, 1, 3])
def test_departing_pays_exactly_below_the_critical_chance(name: str, at: int) -> None:
    kept = Fraction(WORTH[name][0])
    critical = CRITICAL[name]
    if critical > 0:
        assert best_departure(name, 6, at, critical) == kept
        assert best_departure(name, 6, at, critical - 0.05) > kept
    assert best_departure(name, 6, at, critical + 0.05) < kept


@pytest.mark.parametrize("seat", [0, 1])
def test_the_trust_game_is_held_together_by_its_second_player(seat: int) -> None:
    # The first never gains by keeping (6 for 10); the second gains 20 for 10, so that
    # (20 - 10) / (20 - 4) = 5/8 is the least chance.
    game = game_called("trust_game")
    agents: list[Named] = ["grim_trigger"] * 2
    agents[seat] = sequence(1, 1, 1, 1)

    def departing(chance: float) -> Fraction:
        given = {"rounds": 4, "continuation": chance}
        return returns(drive("repetition", game, agents, given, 0))[seat]

    if seat == 0:
        assert departing(0.05) < 10
    else:
        assert departing(0.6) > 10
        assert departing(0.625) == 10
        assert departing(0.65) < 10


@each_game
def test_a_bad_agent_is_shunned_by_the_norm(name: str) -> None:
    """One agent always defects; who met it never again cooperates with it."""
    game = game_called(name)
    keep: Named = ("standing", {"norm": "repaired"})
    agents = [keep] * (game.num_players * 3)
    agents[0] = "always_defect"
    given = {"rounds": 6, "window": "all", "depth": 6}
    playing = drive("reputation", game, agents, given, 1, per_role=3)
    assert game.cooperative_profile is not None
    for event in playing.of(RoundPlayed):
        if 0 in event.slots:
            if event.round > 1:
                assert event.actions == game.defective_profile
        else:
            assert event.actions == game.cooperative_profile


def cooperating_at_last(seed: int, **parameters: Any) -> float:
    """How many of those who keep to the norm still cooperate beside one defector."""
    agents: list[Named] = ["always_defect", *["standing"] * 11]
    given = {"rounds": 10, **parameters}
    game = game_called("prisoners_dilemma")
    playing = drive("reputation", game, agents, given, seed, per_role=6)
    actions = [
        action
        for event in playing.of(RoundPlayed)
        if event.round == 10 and 0 not in event.slots
        for action in event.actions
    ]
    return actions.count(0) / len(actions)


@pytest.mark.parametrize("seed", range(3))
def test_a_norm_needs_the_reasons_of_a_punishment_to_be_remembered(seed: int) -> None:
    # Where the past of the punished is cut off, a just punishment looks like a failure,
    # and is punished itself, and so on through the population.
    assert cooperating_at_last(seed, window="all", depth=3) == 1
    assert cooperating_at_last(seed, window=3, depth=3) < 1
    assert cooperating_at_last(seed, window="all", order="first") < 0.5
