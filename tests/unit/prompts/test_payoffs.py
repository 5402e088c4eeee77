"""The payoffs that a seat is shown are its game's, parsed back out of the prompt."""

import re
from collections.abc import Mapping
from fractions import Fraction
from itertools import product

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ostrom.core.answers import ActionDistribution
from ostrom.core.seeds import stream
from ostrom.games.theory.build import tabulate
from ostrom.games.theory.catalogue import GAMES
from ostrom.games.theory.game import Game, Payoffs, Profile
from ostrom.mechanisms.protocol.observations import NothingMore
from ostrom.prompts.labels import ActionLabels, ActionOrder, Labels, make_labels
from ostrom.prompts.render import Wording, render
from ostrom.prompts.rendering.payoffs import payoffs_by_count
from playing import game_called
from unit.prompts.asked import LABELS, ORDERS, question

_LINE = re.compile(r"^- If (?P<plays>.*): (?P<gets>.*)\.$", re.MULTILINE)
_PLAYS = re.compile(r"(you|the other player|Player \d+) plays? (\S+?)(?=,| and |$)")
_GETS = re.compile(r"(you|the other player|Player \d+) gets? (-?[\d./]+)")
_COUNTED = re.compile(
    r"^- If you play (\S+) and (\d+) of the (\d+) others play (\S+): "
    r"you get (-?[\d./]+)\.$",
    re.MULTILINE,
)


def shown_to(game: Game, player: int, labels: Labels) -> str:
    """The whole user text of a one-shot decision."""
    schema = ActionDistribution(game.num_actions[player])
    asked = question("none", "choose_action", schema, NothingMore(), player)
    return render(asked, game, Wording(labels)).user


def parse_payoffs(
    text: str, num_players: int, player: int, actions: Mapping[str, int]
) -> dict[Profile, Payoffs]:
    """Payoffs by profile, in seat order, from nothing but the words.

    Args:
        text: What the player is shown.
        num_players: How many play.
        player: Whose prompt it is.
        actions: What each label stands for.
    """
    if _COUNTED.search(text):
        return _from_counts(text, num_players, actions)
    payoffs: dict[Profile, Payoffs] = {}
    for line in _LINE.finditer(text):
        plays = dict(_PLAYS.findall(line["plays"]))
        gets = dict(_GETS.findall(line["gets"]))
        names = [_name(seat, player, num_players) for seat in range(num_players)]
        assert set(plays) == set(gets) == set(names)
        profile = tuple(actions[plays[name]] for name in names)
        assert profile not in payoffs
        payoffs[profile] = tuple(Fraction(gets[name]) for name in names)
    return payoffs


def _name(seat: int, player: int, num_players: int) -> str:
    if seat == player:
        return "you"
    return "the other player" if num_players == 2 else f"Player {seat + 1}"


def _from_counts(
    text: str, num_players: int, actions: Mapping[str, int]
) -> dict[Profile, Payoffs]:
    """What the sentence about the other seats says: the same table for everybody."""
    assert "The same holds for each of the others" in text
    table: dict[tuple[int, int, int], Fraction] = {}
    for own, number, others, counted, points in _COUNTED.findall(text):
        assert int(others) == num_players - 1
        key = (actions[own], int(number), actions[counted])
        assert key not in table
        table[key] = Fraction(points)
    (counted_action,) = {key[2] for key in table}
    payoffs: dict[Profile, Payoffs] = {}
    for profile in product(range(2), repeat=num_players):
        total = profile.count(counted_action)
        payoffs[profile] = tuple(
            table[own, total - (own == counted_action), counted_action]
            for own in profile
        )
    return payoffs


def check(game: Game, labels: Labels) -> None:
    for player in range(game.num_players):
        text = shown_to(game, player, labels)
        actions = {label: action for action, label in enumerate(labels.names)}
        parsed = parse_payoffs(text, game.num_players, player, actions)
        assert parsed == game.payoffs
        assert f"You are Player {player + 1} of {game.num_players}" in text


@pytest.mark.parametrize("order", ORDERS)
@pytest.mark.parametrize("names", LABELS)
@pytest.mark.parametrize("name", GAMES.names())
def test_every_seat_of_every_game_is_shown_its_payoffs(
    name: str, names: ActionLabels, order: ActionOrder
) -> None:
    game = game_called(name)
    check(game, make_labels(game, names, order, stream(3, name)))


@given(
    st.lists(st.integers(1, 3), min_size=1, max_size=3),
    st.integers(0, 1000),
    st.sampled_from(ORDERS),
)
def test_any_game_is_shown_as_it_is(
    counts: list[int], seed: int, order: ActionOrder
) -> None:
    """Random payoffs in thirds, of both signs, for players unlike one another."""
    draw = stream(seed, "payoffs")
    game = Game(
        name="any",
        version=1,
        actions=tuple(tuple(f"a{i}" for i in range(count)) for count in counts),
        payoffs=tabulate(
            counts, lambda _: [Fraction(int(draw.integers(-9, 9)), 3) for _ in counts]
        ),
        source="none",
    )
    check(game, make_labels(game, "indexed", order, stream(seed)))


@pytest.mark.parametrize("num_players", [3, 5, 8])
def test_groups_are_told_by_count(num_players: int) -> None:
    kind = GAMES.load("public_goods")
    game = kind.build(kind.parameters(num_players=num_players))  # type: ignore[call-arg]
    labels = make_labels(game, order="reversed")
    check(game, labels)
    assert len(_COUNTED.findall(shown_to(game, 1, labels))) == 2 * num_players


def test_player_2_of_matching_pennies_wins_on_a_mismatch() -> None:
    """Public code of the field shows both players the first one's payoffs."""
    game = game_called("matching_pennies")
    labels = make_labels(game)
    first, second = (shown_to(game, player, labels) for player in (0, 1))
    match = "If you play A0 and the other player plays A0: you get "
    assert f"{match}1 and the other player gets -1" in first
    assert f"{match}-1 and the other player gets 1" in second


def test_player_2_of_the_trust_game_sees_its_own_role() -> None:
    """Published: giving against keeping pays player 2 the 2 and player 1 the 6."""
    text = shown_to(
        game_called("trust_game"), 1, make_labels(game_called("trust_game"))
    )
    mixed = "If you play A0 and the other player plays A1: you get "
    assert f"{mixed}2 and the other player gets 6" in text
    assert (
        "If you play A1 and the other player plays A0: you get 20 and the other "
        "player gets 0"
    ) in text


def test_meanings_stand_beside_the_labels() -> None:
    game = game_called("travellers_dilemma")
    text = shown_to(game, 0, make_labels(game, order="reversed"))
    assert "- A0: stands for the number 5" in text
    assert "- A3: stands for the number 2" in text


def test_players_with_other_actions_are_told_so() -> None:
    payoffs = tabulate((2, 3), lambda profile: profile)
    game = Game("odd", 1, (("a", "b"), ("a", "b", "c")), payoffs, "none")
    text = shown_to(game, 0, make_labels(game))
    assert "Your actions:\n- A0\n- A1\nActions of the other player:\n- A0\n" in text


def test_a_game_that_hangs_on_who_plays_what_is_not_counted() -> None:
    odd = tabulate((2, 2, 2), lambda profile: [profile[1], 0, 0])
    actions = (("a", "b"),) * 3
    assert payoffs_by_count(Game("odd", 1, actions, odd, "none")) is None


def test_a_planted_error_is_caught() -> None:
    """A prompt with one wrong number does not parse back to the game."""
    game = game_called("prisoners_dilemma")
    labels = make_labels(game)
    text = shown_to(game, 1, labels).replace("you get 3", "you get 2")
    parsed = parse_payoffs(text, 2, 1, {"A0": 0, "A1": 1})
    assert parsed != game.payoffs
