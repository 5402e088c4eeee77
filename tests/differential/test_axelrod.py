"""Against the Axelrod library: its strategies through our adapter, and our own ones."""

import warnings
from math import floor
from typing import Any

import pytest

from ostrom.agents.generous_tit_for_tat import generosity_of
from ostrom.agents.protocol.agent import AGENTS
from ostrom.core.errors import SpecError, UnknownNameError
from ostrom.games.theory.build import bimatrix
from ostrom.games.theory.catalogue import GAMES
from ostrom.games.theory.game import Game
from ostrom.mechanisms.protocol.play import RoundPlayed
from playing import drive

with warnings.catch_warnings():
    # The library's own imports are none of our business.
    warnings.simplefilter("ignore")
    axl: Any = pytest.importorskip(
        "axelrod", reason="the extra `axelrod` is not installed"
    )

ROUNDS = 15
ADAPTER = AGENTS.load("axelrod")
DILEMMA = GAMES.load("prisoners_dilemma").default()
CLASSIC = Game(
    name="classic",
    version=1,
    actions=(("cooperate", "defect"),) * 2,
    payoffs=bimatrix([[(3, 3), (0, 5)], [(5, 0), (1, 1)]]),
    source="Axelrod (1980), Effective Choice in the Prisoner's Dilemma.",
    cooperative_profile=(0, 0),
    defective_profile=(1, 1),
)

OPPONENTS = (
    "Alternator",
    "Cooperator",
    "CyclerCCD",
    "CyclerCCCD",
    "CyclerDDC",
    "Defector",
    "Grudger",
    "SuspiciousTitForTat",
    "TitForTat",
    "WinStayLoseShift",
)
OWN = {
    "always_cooperate": "Cooperator",
    "always_defect": "Defector",
    "alternator": "Alternator",
    "grim_trigger": "Grudger",
    "suspicious_tit_for_tat": "SuspiciousTitForTat",
    "tit_for_tat": "TitForTat",
    "tit_for_two_tats": "TitFor2Tats",
    "win_stay_lose_shift": "WinStayLoseShift",
}
# Names the library lacks and strategies that draw are left out below.
SAMPLE = (
    "AdaptiveTitForTat",
    "Adaptive",
    "AdaptorBrief",
    "Alternator",
    "AntiTitForTat",
    "Appeaser",
    "AverageCopier",
    "BackStabber",
    "Bully",
    "CautiousQLearner",
    "CollectiveStrategy",
    "ContriteTitForTat",
    "CooperatorHunter",
    "CycleHunter",
    "DefectorHunter",
    "Desperate",
    "DoubleCrosser",
    "EasyGo",
    "EventualCycleHunter",
    "EvolvedHMM5",
    "FirstByDavis",
    "FirstByGraaskamp",
    "FirstByShubik",
    "FirstByTidemanAndChieruzzi",
    "FoolMeOnce",
    "ForgetfulFoolMeOnce",
    "ForgetfulGrudger",
    "Fortress3",
    "GoByMajority",
    "Gradual",
    "Grudger",
    "Grumpy",
    "HardTitFor2Tats",
    "HardTitForTat",
    "Handshake",
    "LimitedRetaliate",
    "MathConstantHunter",
    "NTitsForMTats",
    "OnceBitten",
    "OppositeGrudger",
    "OriginalGradual",
    "Prober",
    "Punisher",
    "Raider",
    "Retaliate",
    "Ripoff",
    "SecondByChampion",
    "SecondByTranquilizer",
    "SneakyTitForTat",
    "SoftJoss",
    "SolutionB5",
    "Thumper",
    "TrickyDefector",
    "TwoTitsForTat",
    "UsuallyCooperates",
    "VeryBad",
    "Worse",
)


def by_the_library(first: str, second: str, game: Game) -> list[tuple[int, int]]:
    """The match as the library plays it; 0 is to cooperate."""
    reward, sucker = game.payoff((0, 0))[0], game.payoff((0, 1))[0]
    temptation, punishment = game.payoff((1, 0))[0], game.payoff((1, 1))[0]
    attributes = {
        "length": float("inf"),
        "game": axl.Game(
            r=int(reward), s=int(sucker), t=int(temptation), p=int(punishment)
        ),
        "noise": 0,
    }
    match = axl.Match(
        (getattr(axl, first)(), getattr(axl, second)()),
        turns=ROUNDS,
        game=attributes["game"],
        match_attributes=attributes,
        seed=11,
    )
    cooperate = axl.Action.C
    return [(int(a != cooperate), int(b != cooperate)) for a, b in match.play()]


def by_us(
    first: Any, second: Any, game: Game, window: int | str = 3, seed: int = 0
) -> list[tuple[int, int]]:
    """The same through the mechanism and the agents of this project."""
    playing = drive(
        "repetition",
        game,
        [first, second],
        {"rounds": ROUNDS, "window": window},
        seed,
    )
    return [each.actions for each in playing.of(RoundPlayed)]


def library(name: str) -> tuple[str, dict[str, Any]]:
    return ("axelrod", {"strategy": name})


def is_deterministic(name: str) -> bool:
    return not axl.Classifiers["stochastic"](getattr(axl, name)())


def deterministic_sample() -> list[str]:
    known = {strategy.__name__ for strategy in axl.strategies}
    return [name for name in SAMPLE if name in known and is_deterministic(name)]


def test_the_sample_is_large_enough() -> None:
    assert len(deterministic_sample()) >= 40


@pytest.mark.parametrize("name", deterministic_sample())
def test_adapter_plays_move_by_move_as_the_library(name: str) -> None:
    for opponent in ("Alternator", "CyclerDDC", "TitForTat", "WinStayLoseShift"):
        expected = by_the_library(name, opponent, DILEMMA)
        assert by_us(library(name), library(opponent), DILEMMA) == expected, opponent
    mirrored = by_us(library("CyclerDDC"), library(name), DILEMMA, window=1)
    assert mirrored == by_the_library("CyclerDDC", name, DILEMMA)


@pytest.mark.slow
@pytest.mark.filterwarnings("ignore")
def test_every_quick_deterministic_strategy_plays_as_the_library() -> None:
    compared = 0
    for strategy in axl.strategies:
        name = strategy.__name__
        if axl.Classifiers["long_run_time"](strategy()) or not is_deterministic(name):
            continue
        refusal = ADAPTER.objection(
            ADAPTER.settings.model_validate({"strategy": name}), DILEMMA, "repetition"
        )
        if refusal is not None:
            assert "does not accept the payoffs" in refusal
            continue
        expected = by_the_library(name, "CyclerDDC", DILEMMA)
        assert by_us(library(name), library("CyclerDDC"), DILEMMA) == expected, name
        compared += 1
    assert compared > 120


@pytest.mark.parametrize("opponent", OPPONENTS)
@pytest.mark.parametrize("own", OWN)
def test_our_own_strategies_play_as_their_counterparts(own: str, opponent: str) -> None:
    for game in (DILEMMA, CLASSIC):
        expected = by_the_library(OWN[own], opponent, game)
        assert by_us(own, library(opponent), game, window="all") == expected
        mirrored = [(second, first) for first, second in expected]
        assert by_us(library(opponent), own, game, window="all") == mirrored


def test_our_generosity_is_the_librarys() -> None:
    # Only for its default payoffs: the library never takes new ones into account.
    forgiving = axl.GTFT()._four_vector[(axl.Action.C, axl.Action.D)]
    assert generosity_of(CLASSIC, 0) == floor(100 * forgiving) == 33


def test_chance_follows_the_seed() -> None:
    plays = {
        seed: by_us(library("Random"), library("Random"), DILEMMA, seed=seed)
        for seed in range(8)
    }
    again = by_us(library("Random"), library("Random"), DILEMMA, seed=3)
    assert again == plays[3]
    assert len({tuple(play) for play in plays.values()}) == len(plays)
    assert any(first != second for first, second in plays[3])


def test_a_strategy_that_refuses_the_payoffs_is_refused_before_play() -> None:
    settings = ADAPTER.settings.model_validate({"strategy": "ZDGen2"})
    refusal = ADAPTER.objection(settings, DILEMMA, "repetition")
    assert refusal is not None
    assert "ZDGen2 does not accept the payoffs of prisoners_dilemma" in refusal
    with pytest.raises(SpecError, match="does not accept"):
        by_us(library("ZDGen2"), library("TitForTat"), DILEMMA)
    assert ADAPTER.objection(settings, CLASSIC, "repetition") is None


def test_an_unknown_strategy_is_told_the_nearest() -> None:
    settings = ADAPTER.settings.model_validate({"strategy": "TitFroTat"})
    with pytest.raises(UnknownNameError, match="Did you mean 'TitForTat'"):
        ADAPTER.objection(settings, DILEMMA, "repetition")


def test_the_trust_game_shows_each_seat_its_own_payoffs() -> None:
    trust = GAMES.load("trust_game").default()
    settings = ADAPTER.settings.model_validate({"strategy": "TitForTat"})
    assert ADAPTER.objection(settings, trust, "repetition") is None
    assert by_us(library("TitForTat"), library("Defector"), trust)[:2] == [
        (0, 1),
        (1, 1),
    ]
