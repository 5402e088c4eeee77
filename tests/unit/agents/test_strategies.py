"""Each strategy's moves against given opponents, from its definition in print."""

from typing import Any

import pytest

from ostrom.agents.generous_tit_for_tat import generosity_of
from ostrom.games.theory.build import bimatrix
from ostrom.games.theory.catalogue import GAMES
from ostrom.games.theory.game import Game
from ostrom.mechanisms.protocol.play import RoundPlayed
from playing import drive, sequence

DILEMMA = GAMES.load("prisoners_dilemma").default()
GROUP = GAMES.load("public_goods").default()
CLAIMS = GAMES.load("travellers_dilemma").default()
HUNT = GAMES.load("stag_hunt").default()


def moves(
    game: Game, agent: Any, *opponents: str, window: int | str = "all", seat: int = 0
) -> str:
    """What the agent plays against opponents that play the digits of a text."""
    others = [sequence(*(int(digit) for digit in text)) for text in opponents]
    rounds = len(opponents[0])
    playing = drive(
        "repetition",
        game,
        [*others[:seat], agent, *others[seat:]],
        {"rounds": rounds, "window": window},
    )
    return "".join(str(each.actions[seat]) for each in playing.of(RoundPlayed))


# In the prisoner's dilemma 0 is to cooperate and 1 to defect.
AGAINST_ONE = {
    "always_cooperate": [("00110100", "00000000"), ("11111111", "00000000")],
    "always_defect": [("00110100", "11111111"), ("00000000", "11111111")],
    "alternator": [("00110100", "01010101"), ("11111111", "01010101")],
    "best_response": [("00110100", "11111111"), ("00000000", "11111111")],
    "grim_trigger": [("00110100", "00011111"), ("10000000", "01111111")],
    "standing": [("00110100", "00011111"), ("10000000", "01111111")],
    "suspicious_tit_for_tat": [("00110100", "10011010"), ("10000000", "11000000")],
    "tit_for_tat": [("00110100", "00011010"), ("10000000", "01000000")],
    "tit_for_two_tats": [("00110100", "00001000"), ("11100000", "00110000")],
    "win_stay_lose_shift": [("00110100", "00010011"), ("11111111", "01010101")],
}


@pytest.mark.parametrize("name", AGAINST_ONE)
@pytest.mark.parametrize("seat", [0, 1])
def test_moves_in_the_prisoners_dilemma(name: str, seat: int) -> None:
    for opponent, expected in AGAINST_ONE[name]:
        assert moves(DILEMMA, name, opponent, seat=seat) == expected, opponent


# In public goods 0 is to contribute; two co-players, seats 1 and 2.
AGAINST_TWO = {
    "grim_trigger": [("001000", "000000", "000111")],
    "suspicious_tit_for_tat": [("001000", "000010", "100101")],
    "tit_for_tat": [("001000", "000010", "000101"), ("110000", "011000", "011100")],
    # Two failures by different co-players are no two failures in a row.
    "tit_for_two_tats": [
        ("001000", "000100", "000000"),
        ("011000", "000000", "000100"),
    ],
    # Keeping against one contributor pays 3/2, as much as when all contribute.
    "win_stay_lose_shift": [
        ("000000", "011111", "001111"),
        ("111111", "111111", "010101"),
    ],
}


@pytest.mark.parametrize("name", AGAINST_TWO)
def test_moves_among_three_players(name: str) -> None:
    for first, second, expected in AGAINST_TWO[name]:
        assert moves(GROUP, name, first, second) == expected, (first, second)


# In the traveller's dilemma action a is to claim a + 2; 3 is cooperative, 0 defective.
AGAINST_CLAIMS = {
    "always_cooperate": ("0123", "3333"),
    "always_defect": ("3210", "0000"),
    "best_response": ("32100", "02100"),
    "grim_trigger": ("33233", "33300"),
    "suspicious_tit_for_tat": ("3323", "0330"),
    "tit_for_tat": ("32333", "33033"),
    "tit_for_two_tats": ("21333", "33033"),
    # Claim 5 against 4 pays 2; claim 2 against 5 pays 4: both below 5.
    "win_stay_lose_shift": ("23333", "30333"),
}


@pytest.mark.parametrize("name", AGAINST_CLAIMS)
def test_moves_with_four_actions(name: str) -> None:
    opponent, expected = AGAINST_CLAIMS[name]
    assert moves(CLAIMS, name, opponent) == expected


def test_best_response_follows_the_herd_in_the_stag_hunt() -> None:
    assert moves(HUNT, "best_response", "00110") == "10011"


def test_a_window_makes_grim_trigger_forget_only_others() -> None:
    # Its own defections stay in the window, so it never cooperates again.
    assert moves(DILEMMA, "grim_trigger", "1000000", window=1) == "0111111"


def test_a_window_of_one_is_enough_for_tit_for_tat_and_not_for_two_tats() -> None:
    assert moves(DILEMMA, "tit_for_tat", "0011", window=1) == "0001"
    assert moves(DILEMMA, "tit_for_two_tats", "1111", window=1) == "0000"
    assert moves(DILEMMA, "tit_for_two_tats", "1111", window=2) == "0011"


def shares_after(agent: Any, opponent: str) -> list[tuple[int, ...]]:
    """The distributions that the agent submits, round by round."""
    playing = drive(
        "repetition",
        DILEMMA,
        [agent, sequence(*(int(digit) for digit in opponent))],
        {"rounds": len(opponent)},
    )
    return [each.distributions[0] for each in playing.of(RoundPlayed)]


def test_generous_tit_for_tat_forgives_by_chance() -> None:
    assert shares_after("generous_tit_for_tat", "0100") == [
        (100, 0),
        (100, 0),
        (50, 50),
        (100, 0),
    ]
    miser = ("generous_tit_for_tat", {"generosity": 10})
    assert shares_after(miser, "110") == [(100, 0), (10, 90), (10, 90)]


def square(reward: int, sucker: int, temptation: int, punishment: int) -> Game:
    """A symmetric game with two players and two actions."""
    return Game(
        name="square",
        version=1,
        actions=(("cooperate", "defect"),) * 2,
        payoffs=bimatrix(
            [
                [(reward, reward), (sucker, temptation)],
                [(temptation, sucker), (punishment, punishment)],
            ]
        ),
        source="Made up.",
        cooperative_profile=(0, 0),
        defective_profile=(1, 1),
    )


@pytest.mark.parametrize(
    ("game", "player", "percent"),
    [
        (square(3, 0, 5, 1), 0, 33),  # min(1 - 2/3, 2/4)
        (DILEMMA, 0, 50),  # min(1 - 1/2, 1/2)
        (square(3, 2, 5, 1), 1, 0),  # 1 - 2/1 is below 0
        (square(10, 0, 11, 8), 0, 66),  # min(1 - 1/10, 2/3)
        (HUNT, 0, 100),  # no temptation
        (GAMES.load("trust_game").default(), 1, 0),  # 1 - 10/8 is below 0
        (GROUP, 2, 50),  # R 3/2, S 1/2, T 2, P 1: min(1 - 1/2, 1/2)
        (CLAIMS, 0, 75),  # R 5, S 0, T 6, P 2: min(1 - 1/5, 3/4)
    ],
)
def test_generosity_follows_from_the_payoffs(
    game: Game, player: int, percent: int
) -> None:
    assert generosity_of(game, player) == percent


def test_uniform_and_random_are_mixed() -> None:
    assert shares_after("uniform", "01") == [(50, 50), (50, 50)]
    assert shares_after(("random_p", {"percent": 30}), "01") == [(30, 70), (30, 70)]


@pytest.mark.parametrize(
    ("name", "expected"),
    [
        ("alternator", "cooperate"),
        ("best_response", "defect"),
        ("generous_tit_for_tat", "cooperate"),
        ("grim_trigger", "cooperate"),
        ("mediated_trigger", "defect"),
        ("contract_trigger", "defect"),
        ("standing", "cooperate"),
        ("suspicious_tit_for_tat", "defect"),
        ("tit_for_tat", "cooperate"),
        ("tit_for_two_tats", "cooperate"),
        ("win_stay_lose_shift", "cooperate"),
    ],
)
def test_one_shot_play_is_the_first_move(name: str, expected: str) -> None:
    [played] = drive("none", DILEMMA, [name, "always_defect"]).of(RoundPlayed)
    assert played.choices == (expected, "defect")


def test_where_no_defection_is_named_the_other_of_two_actions_counts() -> None:
    chicken = GAMES.load("chicken").default()
    assert chicken.defective_profile is None
    assert moves(chicken, "tit_for_tat", "0110") == "0011"
