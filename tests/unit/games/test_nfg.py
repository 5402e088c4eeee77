"""Gambit files: both forms by hand-written examples, a round trip, and all refusals."""

from dataclasses import replace
from fractions import Fraction
from typing import Literal

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ostrom.core.errors import SpecError
from ostrom.games.formats.nfg import read_nfg, write_nfg
from ostrom.games.theory.catalogue import GAMES
from unit.games.game_parts import Draft, drafts, points

# Three rows, two columns: the row changes fastest, so the cells of column "left" come
# first. Numbers in every way they may be written.
PAYOFF_FORM = """NFG 1 R "Cooking \\"together\\""
{ "Row" "Column" }

{ { "top" "middle" "bottom" }
{ "left" "right" }
}
"A comment, with { braces } and 1 2 3"

1 10 2 20 3 30
-4 1/4 .5 0.25 6e1 -60
"""

OUTCOME_FORM = """NFG 1 R "Lunch" { "Ann" "Bob" }
{
{ "in" "out" }
{ "in" "out" }
}

{
{ "both, in" 3, 3 }
{ "one \\"out\\"" 0 5 }
{ "" 7/2, -1.5, }
}
1 3
2 0
"""

COUNT_FORM = 'NFG 1 R "t" { "A" "B" "C" } { 1 2 2 }\n' + "1 2 3  4 5 6  7 8 9  10 11 12"


def test_the_payoff_form() -> None:
    game = read_nfg(PAYOFF_FORM, "cooking")
    assert game.name == "cooking"
    assert game.source == 'Gambit file: Cooking "together"'
    assert game.notes.startswith("A comment, with { braces } and 1 2 3")
    assert game.actions == (("top", "middle", "bottom"), ("left", "right"))
    assert game.payoffs == {
        (0, 0): (1, 10),
        (1, 0): (2, 20),
        (2, 0): (3, 30),
        (0, 1): (-4, Fraction(1, 4)),
        (1, 1): (Fraction(1, 2), Fraction(1, 4)),
        (2, 1): (60, -60),
    }


def test_the_outcome_form() -> None:
    game = read_nfg(OUTCOME_FORM, "lunch")
    assert game.payoffs == {
        (0, 0): (3, 3),
        (1, 0): (Fraction(7, 2), Fraction(-3, 2)),
        (0, 1): (0, 5),
        (1, 1): (0, 0),
    }


def test_actions_given_by_number_only() -> None:
    game = read_nfg(COUNT_FORM, "counted")
    assert game.actions == (("1",), ("1", "2"), ("1", "2"))
    assert game.payoff((0, 1, 0)) == points(4, 5, 6)
    assert game.payoff((0, 0, 1)) == points(7, 8, 9)


def test_nothing_but_null_outcomes() -> None:
    text = 'NFG 1 R "" { "1" "2" } { { "a" "b" } { "c" "d" } } { } 0 0 0 0'
    game = read_nfg(text, "null")
    assert set(game.payoffs.values()) == {points(0, 0)}
    assert len(game.payoffs) == 4


def test_a_byte_order_mark_and_windows_line_ends_do_not_matter() -> None:
    text = "\ufeff" + PAYOFF_FORM.replace("\n", "\r\n")
    assert read_nfg(text, "cooking").payoffs == read_nfg(PAYOFF_FORM, "x").payoffs


def test_written_files_are_as_the_format_says() -> None:
    trust = GAMES.load("trust_game").default()
    lines = write_nfg(trust).splitlines()
    assert lines[0] == 'NFG 1 R "trust_game" { "Player 1" "Player 2" }'
    assert lines[1] == '{ { "give" "keep" } { "give" "keep" } }'
    # The row player's action changes fastest: GG, KG, GK, KK.
    assert lines[-4:] == ["10 10", "6 2", "0 20", "4 4"]
    pennies = GAMES.load("matching_pennies").default()
    assert write_nfg(pennies, "outcome").splitlines()[-5:] == [
        "{",
        '{ "1" 1, -1 }',
        '{ "2" -1, 1 }',
        "}",
        "1 2 2 1",
    ]


@given(
    draft=drafts(names=st.text(min_size=1, max_size=8), max_players=4, max_actions=3),
    form=st.sampled_from(["payoff", "outcome"]),
)
def test_round_trip(draft: Draft, form: Literal["payoff", "outcome"]) -> None:
    game = draft.game()
    names = [name for of_player in game.actions for name in of_player]
    if any(name.endswith("\\") or '\\"' in name for name in names):
        with pytest.raises(SpecError, match="can not be written"):
            write_nfg(game, form)
        return
    again = read_nfg(write_nfg(game, form), game.name)
    assert again.actions == game.actions
    assert again.payoffs == game.payoffs


@pytest.mark.parametrize("form", ["payoff", "outcome"])
@pytest.mark.parametrize("name", GAMES.names())
def test_every_game_survives(name: str, form: Literal["payoff", "outcome"]) -> None:
    game = GAMES.load(name).default()
    again = read_nfg(write_nfg(game, form), name)
    assert (again.actions, again.payoffs) == (game.actions, game.payoffs)


PRE = 'NFG 1 R "t" { "A" "B" }\n'


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("", "line 1: expected NFG, got the end of the file"),
        ('EFG 2 R "t" { "A" }', "line 1: expected NFG, got 'EFG'"),
        ('NFG 2 R "t" { "A" }', "line 1: expected 1, got '2'"),
        ('NFG 1 Q "t" { "A" }', "line 1: expected R or D, got 'Q'"),
        ("NFG 1 R t { }", "line 1: expected the title in quotation marks, got 't'"),
        ('NFG 1 R "t" { }', "line 1: there must be at least one player"),
        ('NFG 1 R "t" { A }', "line 1: expected the name of a player or '}'"),
        (PRE + "{ 2 }\n1 1", "line 2: each of the 2 players needs actions, got 1"),
        (PRE + "{ 2 2 2 }\n", "line 2: expected '}', got '2'"),
        (
            PRE + "{ 2 0 }\n",
            "line 2: expected a number of actions from 1 to 10000, got '0'",
        ),
        (PRE + '{ { "a" "a" } { "b" } }', "line 2: two actions of one player"),
        (PRE + '{ { } { "b" } }', "line 2: each player needs at least one action"),
        (PRE + '{ { "a" } { "b" }\n', "line 3: expected '}', got the end of the file"),
        (PRE + "{ 2 1 }\n1 2\n3", "line 4: 2 profiles and 2 players need 4 payoffs"),
        (PRE + "{ 2 1 }\n1 2 3 4\n5", "line 4: there are more than 4 payoffs"),
        (PRE + "{ 1 1 }\n\n1 x", "line 4: expected a payoff, a number such as"),
        (PRE + "{ 1 1 }\n1 nan", "line 3: expected a payoff, a number such as"),
        (PRE + "{ 1 1 }\n1 1/0", "line 3: a payoff must be a finite number"),
        (PRE + "{ 1 1 }\n1 1e9999", "line 3: expected a payoff"),
        (PRE + "{ 1 1 }\n1, 1", "line 3: expected a payoff, a number such as"),
        (PRE + '{ 1 1 }\n"open\n1 1', "line 3: a quotation mark opens here"),
        (PRE + '{ 1 1 }\n"open\\"', "line 3: a quotation mark opens here"),
        (PRE + '{ 1 1 }\n{ { "" 1 } }\n1', "line 3: expected payoff 2 of 2"),
        (PRE + '{ 1 1 }\n{ { "" 1 2 3 } }\n1', "line 3: expected '}', got '3'"),
        (PRE + "{ 1 1 }\n{ { 1 2 } }\n1", "line 3: expected the name of an outcome"),
        (
            PRE + '{ 1 1 }\n{ { "" 1 2 } }\n2',
            "line 4: expected an outcome number from 0",
        ),
        (PRE + '{ 1 1 }\n{ { "" 1 2 } }\n-1', "line 4: expected an outcome number"),
        (
            PRE + '{ 1 1 }\n{ { "" 1 2 } }\n1\n1',
            "line 5: there are more than 1 outcome",
        ),
        (PRE + '{ 2 1 }\n{ { "" 1 2 } }\n1', "line 4: 2 profiles need as many"),
        (PRE + "{ 9999 9999 }\n1 2", "99980001 profiles and 2 players need"),
        (PRE + "{ 99999999 1 }\n1 2", "a number of actions from 1 to 10000"),
    ],
)
def test_refusals_name_the_line(text: str, sentence: str) -> None:
    with pytest.raises(SpecError) as caught:
        read_nfg(text, "file.nfg")
    assert str(caught.value).startswith("file.nfg, line ")
    assert sentence in str(caught.value)


@pytest.mark.parametrize("name", ["ends\\", 'holds \\" both'])
def test_names_that_the_format_can_not_hold(name: str) -> None:
    game = GAMES.load("prisoners_dilemma").default()
    with pytest.raises(SpecError, match="can not be written"):
        write_nfg(replace(game, actions=((name, "b"), ("c", "d"))))
