"""The past as agents see it, from what mechanisms tell."""

from fractions import Fraction

from ostrom.agents.protocol.history import past_of
from ostrom.mechanisms.protocol.observations import NothingMore, PastRound
from ostrom.mechanisms.repetition import AgainWithTheSame


def test_a_game_played_once_has_no_past() -> None:
    assert past_of(NothingMore(), 0) is None


def test_the_first_round_has_an_empty_past() -> None:
    past = past_of(AgainWithTheSame(Fraction(1, 2), 0, ()), 2)
    assert past is not None
    assert (past.own, past.profiles) == ((), ())
    assert all(played == () for _, played in past.co_players())


def test_rounds_are_read_oldest_first_by_seat() -> None:
    history = (PastRound(4, (0, 1, 2)), PastRound(5, (3, 4, 5)))
    past = past_of(AgainWithTheSame(Fraction(1, 2), 5, history), 1)
    assert past is not None
    assert past.own == (1, 4)
    assert list(past.co_players()) == [(0, (0, 3)), (2, (2, 5))]
    assert past.profiles == ((0, 1, 2), (3, 4, 5))
