"""Labels name actions one to one, the same whoever plays them."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ostrom.core.answers import ActionDistribution
from ostrom.core.errors import SpecError
from ostrom.core.seeds import stream
from ostrom.games.theory.build import tabulate
from ostrom.games.theory.game import Game
from ostrom.prompts.forms import answer_form
from ostrom.prompts.labels import ActionLabels, ActionOrder, make_labels
from unit.prompts.asked import LABELS, ORDERS


def game_of(*num_actions: int) -> Game:
    actions = tuple(tuple(f"a{i}" for i in range(count)) for count in num_actions)
    payoffs = tabulate(num_actions, lambda profile: profile)
    return Game("any", 1, actions, payoffs, "none")


COUNTS = st.lists(st.integers(1, 5), min_size=1, max_size=3)


@given(
    COUNTS,
    st.sampled_from(LABELS),
    st.sampled_from(ORDERS),
    st.integers(0, 99),
    st.integers(0, 2),
)
def test_labels_are_one_to_one_and_extras_come_last(
    counts: list[int], names: ActionLabels, order: ActionOrder, seed: int, extras: int
) -> None:
    game = game_of(*counts)
    labels = make_labels(game, names, order, stream(seed))
    for player, count in enumerate(game.num_actions):
        total = count + extras
        listed = labels.listed(player, total)
        assert sorted(listed) == list(range(total))
        assert listed[count:] == tuple(range(count, total))
        assert len({labels.of(player, action) for action in listed}) == total


@given(COUNTS, st.sampled_from(LABELS), st.integers(0, 99))
def test_an_action_has_one_label_whoever_plays_it(
    counts: list[int], names: ActionLabels, seed: int
) -> None:
    game = game_of(*counts)
    labels = make_labels(game, names, "shuffled", stream(seed))
    for action in range(min(game.num_actions)):
        seen = {labels.of(player, action) for player in range(game.num_players)}
        assert len(seen) == 1


def test_default_labels_count_the_actions() -> None:
    labels = make_labels(game_of(2, 2))
    assert [labels.of(0, action) for action in range(3)] == ["A0", "A1", "A2"]
    assert labels.listed(0, 3) == (0, 1, 2)


def test_reversed_order_gives_the_first_label_to_the_last_action() -> None:
    labels = make_labels(game_of(3, 3), order="reversed")
    assert [labels.of(1, action) for action in range(3)] == ["A2", "A1", "A0"]
    assert labels.listed(1, 4) == (2, 1, 0, 3)


def test_shuffled_orders_are_all_drawn() -> None:
    game = game_of(3, 3)
    drawn = {
        make_labels(game, "indexed", "shuffled", stream(s)).shown for s in range(99)
    }
    assert len(drawn) == 6


@pytest.mark.parametrize("names", LABELS)
def test_labels_never_run_out(names: ActionLabels) -> None:
    labels = make_labels(game_of(120, 2), names)
    assert len(set(labels.names)) == 120


def test_shuffling_needs_a_generator() -> None:
    with pytest.raises(SpecError, match="shuffled"):
        make_labels(game_of(2, 2), order="shuffled")


def test_too_many_added_actions_are_an_error() -> None:
    labels = make_labels(game_of(2, 2))
    with pytest.raises(SpecError, match="adds action 99"):
        labels.of(0, 99)


@given(
    COUNTS,
    st.sampled_from(LABELS),
    st.sampled_from(ORDERS),
    st.integers(0, 99),
    st.data(),
)
def test_an_answer_survives_any_labels(
    counts: list[int],
    names: ActionLabels,
    order: ActionOrder,
    seed: int,
    data: st.DataObject,
) -> None:
    """Said in labels and read back, a share belongs to the action it was meant for."""
    game = game_of(*counts)
    labels = make_labels(game, names, order, stream(seed))
    player = data.draw(st.integers(0, game.num_players - 1))
    count = game.num_actions[player]
    action = data.draw(st.integers(0, count - 1))
    form = answer_form(ActionDistribution(count), labels, player)
    said = [100 * (key == labels.of(player, action)) for key in form.keys]
    assert form.answer(said) == ActionDistribution(count).pure(action)
