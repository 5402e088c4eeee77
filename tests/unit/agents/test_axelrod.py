"""The adapter's checks that need no Axelrod library."""

import importlib.util
import re

import pytest

from ostrom.agents.axelrod import AGENT, payoffs_of
from ostrom.core.errors import MissingExtraError
from ostrom.games.theory.catalogue import GAMES

TRUST = GAMES.load("trust_game").default()


def test_each_seat_sees_its_own_payoffs() -> None:
    # Trust game: GG 10,10 · GK 0,20 · KG 6,2 · KK 4,4.
    assert payoffs_of(TRUST, 0) == {"r": 10, "s": 0, "t": 6, "p": 4}
    assert payoffs_of(TRUST, 1) == {"r": 10, "s": 2, "t": 20, "p": 4}


@pytest.mark.parametrize(
    ("game", "mechanism", "reason"),
    [
        ("prisoners_dilemma", "none", "only play repetition"),
        ("public_goods", "repetition", r"has \(2, 2, 2\) actions"),
        ("travellers_dilemma", "repetition", r"has \(4, 4\) actions"),
        ("matching_pennies", "repetition", "does not name a cooperative"),
    ],
)
def test_what_does_not_fit_is_objected_to(
    game: str, mechanism: str, reason: str
) -> None:
    refusal = AGENT.objection(AGENT.settings(), GAMES.load(game).default(), mechanism)
    assert refusal is not None
    assert re.search(reason, refusal)


@pytest.mark.skipif(
    importlib.util.find_spec("axelrod") is not None, reason="the library is installed"
)
def test_a_missing_library_is_named_with_its_extra() -> None:
    with pytest.raises(MissingExtraError, match=r"pip install 'ostrom\[axelrod\]'"):
        AGENT.objection(AGENT.settings(), TRUST, "repetition")
