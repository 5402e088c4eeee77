"""Every game of the catalogue passes every check, and each check rejects a bad one."""

import importlib

import pytest

from conformance.game_checks import CHECKS, rejections
from ostrom.core.catalogue import Catalogue
from ostrom.games.theory.catalogue import GAMES
from ostrom.games.theory.game import GameKind

BAD_GAMES: Catalogue[GameKind] = Catalogue("bad.games", "GAME", GameKind)


def rejected_by(name: str) -> str:
    """The check that a bad game says it is rejected by."""
    check = importlib.import_module(f"bad.games.{name}").REJECTED_BY
    assert isinstance(check, str)
    return check


@pytest.mark.parametrize("name", GAMES.names())
@pytest.mark.parametrize("check", CHECKS)
def test_every_game_passes(name: str, check: str) -> None:
    CHECKS[check](GAMES.load(name), name)


@pytest.mark.parametrize("name", BAD_GAMES.names())
def test_a_bad_game_is_rejected_by_its_check_alone(name: str) -> None:
    assert rejections(BAD_GAMES.load(name), name) == {rejected_by(name)}


def test_each_check_has_a_bad_game() -> None:
    assert {rejected_by(name) for name in BAD_GAMES.names()} == set(CHECKS)


def test_the_games_of_the_house_are_there() -> None:
    assert set(GAMES.names()) >= {
        "battle_of_the_sexes",
        "chicken",
        "donation_game",
        "matching_pennies",
        "prisoners_dilemma",
        "public_goods",
        "stag_hunt",
        "travellers_dilemma",
        "trust_game",
        "volunteers_dilemma",
    }
