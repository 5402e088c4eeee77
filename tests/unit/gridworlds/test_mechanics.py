"""Moves, beams and spawn cells: each case that has gone wrong somewhere."""

from collections import Counter

import jax
import jax.numpy as jnp
import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy import stats

from gridworlds.common import COMPASS, Person, beam_of, move_all, window_of
from ostrom.gridworlds.mechanics.beams import beam_cells, hits
from ostrom.gridworlds.mechanics.moving import settle_moves, step_towards
from ostrom.gridworlds.mechanics.players import Grid, Players
from ostrom.gridworlds.mechanics.spawning import spawn
from ostrom.gridworlds.mechanics.viewing import Window, view

GRID = Grid(4, 5)


def settled(cell: list[int], target: list[int], words: list[int]) -> list[int]:
    columns = (
        jnp.asarray(cell, jnp.int16)[:, None],
        jnp.asarray(target, jnp.int16)[:, None],
        jnp.asarray(words, jnp.uint32)[:, None],
    )
    return [int(each) for each in settle_moves(*columns)[:, 0]]


@pytest.mark.parametrize(
    ("case", "cell", "target", "expected"),
    [
        ("nobody moves", [0, 1], [0, 1], [0, 1]),
        ("one alone", [0], [1], [1]),
        ("into a cell that is left", [0, 1], [1, 2], [1, 2]),
        ("into a cell whose holder stays", [0, 1], [1, 1], [0, 1]),
        ("exchange", [0, 1], [1, 0], [0, 1]),
        ("two for one, the second has the higher word", [0, 2], [1, 1], [0, 1]),
        ("a chain behind one who stays", [0, 1, 2], [1, 2, 2], [0, 1, 2]),
        ("a chain behind an exchange", [0, 1, 2], [1, 2, 1], [0, 1, 2]),
        ("a ring of three", [0, 1, 6], [1, 6, 0], [1, 6, 0]),
        ("behind one who lost", [0, 1, 3], [1, 2, 2], [0, 1, 2]),
    ],
)
def test_conflicts(
    case: str, cell: list[int], target: list[int], expected: list[int]
) -> None:
    words = list(range(1, len(cell) + 1))
    assert settled(cell, target, words) == expected, case


def test_who_wins_a_cell_is_a_fair_draw() -> None:
    keys = jax.random.split(jax.random.key(0), 3000)
    words = jax.vmap(lambda key: jax.random.bits(key, (3,)), out_axes=-1)(keys)
    cell = jnp.asarray([1, 5, 7], jnp.int16)[:, None].repeat(3000, 1)
    target = jnp.full_like(cell, 6)
    after = settle_moves(cell, target, words)
    winners = Counter(np.argmax(np.asarray(after) == 6, axis=0).tolist())
    assert sorted(winners) == [0, 1, 2]
    assert stats.chisquare(list(winners.values())).pvalue > 1e-4


@given(st.data())
def test_moves_are_those_of_the_slow_rules(data: st.DataObject) -> None:
    count = data.draw(st.integers(1, 8))
    places = data.draw(
        st.lists(st.integers(0, 19), min_size=count, max_size=count, unique=True)
    )
    actions = data.draw(st.lists(st.integers(0, 7), min_size=count, max_size=count))
    # Few different words, so that ties are met.
    words = data.draw(st.lists(st.integers(0, 3), min_size=count, max_size=count))
    people = [Person(divmod(place, 5), 0) for place in places]
    move_all(people, actions, words, (4, 5))
    target = []
    for place, action in zip(places, actions, strict=True):
        down, right = COMPASS.get(action, (0, 0))
        row, column = divmod(place, 5)
        inside = 0 <= row + down < 4 and 0 <= column + right < 5
        target.append(place + 5 * down + right if inside else place)
    after = settled(places, target, words)
    assert after == [5 * person.place[0] + person.place[1] for person in people]
    assert len(set(after)) == count


def test_steps_stop_at_every_edge() -> None:
    for cell in range(20):
        row, column = divmod(cell, 5)
        for direction, (down, right) in enumerate(((-1, 0), (0, 1), (1, 0), (0, -1))):
            got = step_towards(
                GRID,
                jnp.full((1, 1), cell, jnp.int16),
                jnp.full((1, 1), direction, jnp.int8),
            )
            inside = 0 <= row + down < 4 and 0 <= column + right < 5
            assert int(got[0, 0]) == (cell + 5 * down + right if inside else cell)


def test_beams_never_wrap_around_an_edge() -> None:
    """In an ancestor a beam off the top edge hit the bottom row."""
    cells = jnp.arange(20, dtype=jnp.int16)[None]
    for heading in range(4):
        reached = beam_cells(GRID, cells, jnp.full((1, 20), heading, jnp.int8))
        for cell in range(20):
            person = Person(divmod(cell, 5), heading)
            expected = sorted(
                5 * row + column
                for row, column in beam_of(person)
                if 0 <= row < 4 and 0 <= column < 5
            )
            got = [int(each) for each in reached[0, :, cell] if each != GRID.nowhere]
            assert sorted(got) == expected


def test_players_hit_each_other_at_the_same_time() -> None:
    cell = jnp.asarray([6, 7, 19], jnp.int16)[:, None]
    heading = jnp.asarray([1, 3, 0], jnp.int8)[:, None]
    reached = beam_cells(GRID, cell, heading)
    hit = hits(GRID, jnp.ones((3, 1), bool), reached, cell)
    assert hit[:, :, 0].tolist() == [
        [False, True, False],
        [True, False, False],
        [False, False, False],
    ]


def test_spawn_cells_are_uniform_distinct_and_free() -> None:
    number = 6000
    keys = jax.random.split(jax.random.key(5), number)
    words = jax.vmap(lambda key: jax.random.bits(key, (4,)), out_axes=-1)(keys)
    spawns = jnp.asarray([2, 9, 11, 17], jnp.int16)[:, None]
    cell = jnp.asarray([9, 3, 4], jnp.int16)[:, None].repeat(number, 1)
    appears = jnp.asarray([False, True, True])[:, None].repeat(number, 1)
    after = np.asarray(spawn(cell, appears, spawns, words))
    assert (after[0] == 9).all()
    pairs = Counter(map(tuple, after[1:].T.tolist()))
    free = (2, 11, 17)
    assert set(pairs) == {(a, b) for a in free for b in free if a != b}
    assert stats.chisquare(list(pairs.values())).pvalue > 1e-4


def test_too_few_spawn_cells_leave_the_last_where_they_are() -> None:
    cell = jnp.asarray([0, 1, 2], jnp.int16)[:, None]
    spawns = jnp.asarray([7, 8], jnp.int16)[:, None]
    words = jnp.asarray([5, 3], jnp.uint32)[:, None]
    after = spawn(cell, jnp.ones((3, 1), bool), spawns, words)
    assert after[:, 0].tolist() == [8, 7, 2]


@given(st.data())
def test_views_are_those_of_the_slow_rules(data: st.DataObject) -> None:
    rows, columns = data.draw(st.integers(1, 6)), data.draw(st.integers(1, 6))
    size = rows * columns
    count = data.draw(st.integers(1, min(4, size)))
    places = data.draw(
        st.lists(st.integers(0, size - 1), min_size=count, max_size=count, unique=True)
    )
    headings = data.draw(st.lists(st.integers(0, 3), min_size=count, max_size=count))
    frozen = data.draw(st.lists(st.integers(0, 1), min_size=count, max_size=count))
    window = Window(Grid(rows, columns))
    slots = np.arange(1, size + 1, dtype=np.int8).reshape(1, rows, columns) % 9
    players = Players(
        cell=jnp.asarray(places, jnp.int16)[:, None],
        heading=jnp.asarray(headings, jnp.int8)[:, None],
        frozen=jnp.asarray(frozen, jnp.int8)[:, None],
        cooling=jnp.zeros((count, 1), jnp.int8),
    )
    seen = view(
        window,
        jnp.asarray(window.turned(slots)),
        jnp.zeros(1, jnp.int32),
        jnp.arange(9, dtype=jnp.int8)[None],
        players,
        9,
    )
    people = [
        Person(divmod(place, columns), heading, frozen=waits)
        for place, heading, waits in zip(places, headings, frozen, strict=True)
    ]
    codes = {divmod(n, columns): int(each) for n, each in enumerate(slots.ravel())}
    for viewer in range(count):
        assert seen[0, viewer].tolist() == window_of(viewer, people, codes, 9)
