"""Random words: the published generator, uniform, and no word for two purposes."""

import jax
import jax.numpy as jnp
import numpy as np
import pytest
from jax.extend.random import threefry_2x32
from scipy import stats

from ostrom.gridworlds.numerics.chance import Draws, choose, happens, threshold
from ostrom.gridworlds.numerics.lookup import look_up
from ostrom.gridworlds.numerics.threefry import threefry


@pytest.mark.parametrize(
    ("key", "count", "expected"),
    [
        ((0, 0), (0, 0), (0x6B200159, 0x99BA4EFE)),
        ((2**32 - 1,) * 2, (2**32 - 1,) * 2, (0x1CB996FC, 0xBB002BE7)),
        (
            (0x13198A2E, 0x03707344),
            (0x243F6A88, 0x85A308D3),
            (0xC4923A9C, 0x483DF7A0),
        ),
    ],
)
def test_known_answers_of_the_authors(
    key: tuple[int, int], count: tuple[int, int], expected: tuple[int, int]
) -> None:
    words = threefry(
        (jnp.uint32(key[0]), jnp.uint32(key[1])),
        (jnp.uint32(count[0]), jnp.uint32(count[1])),
    )
    assert tuple(int(word) for word in words) == expected


def test_the_generator_is_that_of_jax() -> None:
    key = jax.random.key_data(jax.random.key(20261201))
    lanes = jnp.arange(64, dtype=jnp.uint32)
    ours = threefry((key[0], key[1]), (lanes, jnp.zeros_like(lanes)))
    theirs = threefry_2x32(key, jnp.concatenate([lanes, jnp.zeros_like(lanes)]))
    assert np.array_equal(np.concatenate(ours), np.asarray(theirs))


def test_no_two_purposes_streams_or_keys_share_a_word() -> None:
    keys = jax.random.split(jax.random.key(1), 200)
    drawn = [Draws({"a": 7, "b": 5}, stream=stream).draw(keys) for stream in range(3)]
    words = np.concatenate(
        [np.asarray(part).ravel() for each in drawn for part in each.values()]
    )
    assert words.shape == (3 * 12 * 200,)
    # Of 7,200 words of 32 bits 0.006 pairs are expected to be alike by chance.
    assert len(set(words.tolist())) >= len(words) - 1


@pytest.mark.parametrize("count", [2, 3, 5, 7, 15, 352])
def test_choices_are_uniform(count: int) -> None:
    keys = jax.random.split(jax.random.key(count), 4000)
    words = Draws({"a": 10}).draw(keys)["a"]
    seen = np.bincount(np.asarray(choose(words, count)).ravel(), minlength=count)
    assert len(seen) == count
    assert stats.chisquare(seen).pvalue > 1e-4


def test_choices_are_the_exact_upper_half_of_a_product() -> None:
    words = [0, 1, 2**16 - 1, 2**16, 2**31, 2**32 - 1, 3**20]
    for count in (0, 1, 6, 1000, 2**15 - 1):
        got = choose(jnp.asarray(words, jnp.uint32), count)
        assert got.tolist() == [word * count // 2**32 for word in words]


@pytest.mark.parametrize("probability", [0.001, 0.025, 0.1, 0.5])
def test_events_happen_as_often_as_they_should(probability: float) -> None:
    keys = jax.random.split(jax.random.key(7), 20_000)
    words = Draws({"a": 10}).draw(keys)["a"]
    number = int(happens(words, probability).sum())
    assert stats.binomtest(number, 200_000, probability).pvalue > 1e-4


def test_purposes_are_independent() -> None:
    keys = jax.random.split(jax.random.key(3), 20_000)
    drawn = Draws({"growth": 1, "cell": 1}).draw(keys)
    table = np.zeros((4, 4), int)
    np.add.at(
        table,
        (
            np.asarray(choose(drawn["growth"][0], 4)),
            np.asarray(choose(drawn["cell"][0], 4)),
        ),
        1,
    )
    assert stats.chi2_contingency(table).pvalue > 1e-4


def test_thresholds_reach_both_ends() -> None:
    assert (threshold(0.0), threshold(1.0)) == (0, 2**32 - 1)
    assert threshold(2**-32) == 1


@pytest.mark.parametrize("rows", [3, 16, 17, 200])
@pytest.mark.parametrize("columns", [1, 6])
def test_tables_are_read_as_numpy_reads_them(rows: int, columns: int) -> None:
    rng = np.random.default_rng(rows)
    table = rng.integers(-100, 100, (rows, columns)).astype(np.int8)
    index = rng.integers(rows, size=(2, 5, 6))
    column = np.broadcast_to(np.arange(6), index.shape) if columns > 1 else 0
    got = look_up(jnp.asarray(table), jnp.asarray(index, jnp.int32))
    assert np.array_equal(got, table[index, column])
