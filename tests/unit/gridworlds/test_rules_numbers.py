"""Rule ids against counts and formulas that share no code with them."""

from itertools import permutations
from typing import Literal

import jax
import jax.numpy as jnp
import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from ostrom.core.errors import SpecError
from ostrom.gridworlds.rules import level_orders, tool_pairs
from ostrom.gridworlds.rules.held_out import (
    draw_rules,
    rule_is_held_out,
    traced_rule_is_held_out,
)
from ostrom.gridworlds.rules.mixed_radix import digits_of, number_of


def many_ids(total: int) -> np.ndarray:
    rng = np.random.default_rng(total)
    return np.concatenate([[0, total - 1], rng.integers(total, size=100_000)])


def test_a_hundred_thousand_tool_rules_have_their_lexicographic_rank() -> None:
    ids = many_ids(tool_pairs.NUM_RULES)
    decode = jax.jit(jax.vmap(tool_pairs.pair_effects))
    tables = np.asarray(decode(jnp.asarray(ids, jnp.int32)))
    assert (np.sort(tables, axis=1) == [0] * 9 + list(range(1, 8))).all()
    # Where each effect lies; its digit is the place less the earlier places below it.
    places = np.stack([(tables == effect).argmax(axis=1) for effect in range(1, 8)])
    rank = np.zeros(len(ids), np.int64)
    for effect in range(7):
        below = (places[:effect] < places[effect]).sum(axis=0)
        rank = rank * (16 - effect) + places[effect] - below
    assert np.array_equal(rank, ids)


def test_a_hundred_thousand_level_rules_have_their_digits() -> None:
    ids = many_ids(level_orders.NUM_RULES)
    decode = jax.jit(jax.vmap(level_orders.level_ranks))
    tables = np.asarray(decode(jnp.asarray(ids, jnp.int32))).reshape(-1, 10, 3)
    # The rank of an order of 0, 1, 2 among all: twice the first, plus the rest's.
    digits = 2 * tables[..., 0] + (tables[..., 1] > tables[..., 2])
    assert np.array_equal(digits.astype(np.int64) @ 6 ** np.arange(10)[::-1], ids)


def test_plain_numbers_and_jax_say_the_same() -> None:
    ids = many_ids(tool_pairs.NUM_RULES)[:1000]
    traced = jax.vmap(tool_pairs.pair_effects)(jnp.asarray(ids, jnp.int32))
    tables = [tool_pairs.pair_table(rule) for rule in ids.tolist()]
    assert np.array_equal(traced, tables)
    assert [tool_pairs.pair_rule(table) for table in tables] == ids.tolist()
    ids = many_ids(level_orders.NUM_RULES)[:1000]
    ranks = jax.vmap(level_orders.level_ranks)(jnp.asarray(ids, jnp.int32))
    tables = [level_orders.level_table(rule) for rule in ids.tolist()]
    assert np.array_equal(ranks, tables)
    assert [level_orders.level_rule(table) for table in tables] == ids.tolist()


def test_a_smaller_numbering_counts_through_all_permutations() -> None:
    """Three effects on five pairs: all 60 rules, in the order of their places."""
    found = []
    for rule in range(60):
        free = list(range(5))
        found.append(tuple(free.pop(digit) for digit in digits_of(rule, (5, 4, 3))))
    assert found == list(permutations(range(5), 3))


@given(st.lists(st.integers(1, 20), min_size=1, max_size=8), st.data())
def test_digits_and_numbers_are_inverse(bases: list[int], data: st.DataObject) -> None:
    digits = tuple(data.draw(st.integers(0, base - 1)) for base in bases)
    number = number_of(digits, bases)
    assert digits_of(number, bases) == digits
    assert 0 <= number < np.prod([float(base) for base in bases])


def test_ids_out_of_range_are_refused() -> None:
    for rule in (-1, tool_pairs.NUM_RULES):
        with pytest.raises(SpecError, match=f"Rule {rule}: .* 0 to 57657599"):
            tool_pairs.pair_table(rule)
        with pytest.raises(SpecError, match=f"Rule {rule}: "):
            tool_pairs.effect_of(rule, 3)
    for rule in (-1, level_orders.NUM_RULES):
        with pytest.raises(SpecError, match=f"Rule {rule}: .* 0 to 60466175"):
            level_orders.level_table(rule)
    with pytest.raises(SpecError, match="Needs 2 digits, got 3"):
        number_of((0, 0, 0), (2, 2))
    with pytest.raises(SpecError, match="Digit 1 is 2; legal are 0 to 1"):
        number_of((0, 2), (2, 2))


def murmur_finaliser(number: int) -> int:
    for shift, factor in ((16, 0x85EBCA6B), (13, 0xC2B2AE35)):
        number ^= number >> shift
        number = number * factor % 2**32
    return number ^ (number >> 16)


def test_the_split_is_that_of_the_published_finaliser() -> None:
    # MurmurHash3 (32 bits) of the empty text under these seeds, as published.
    assert murmur_finaliser(1) == 0x514E28B7
    assert murmur_finaliser(0xFFFFFFFF) == 0x81F16F39
    ids = many_ids(tool_pairs.NUM_RULES)
    held = rule_is_held_out(ids)
    traced = jax.jit(traced_rule_is_held_out)(jnp.asarray(ids, jnp.int32))
    assert np.array_equal(held, traced)
    assert [murmur_finaliser(rule) % 5 == 0 for rule in ids.tolist()] == held.tolist()
    one = jax.vmap(traced_rule_is_held_out)(jnp.asarray(ids[:50], jnp.int32))
    assert np.array_equal(one, held[:50])


def test_orders_of_a_colour_can_be_kept_for_testing() -> None:
    rng = np.random.default_rng(2)
    kinds: tuple[Literal["pay", "growth"], ...] = ("pay", "growth")
    for row, what in enumerate(kinds):
        for has in (False, True):
            wanted = level_orders.with_order(what, 4, (2, 0, 1), has=has)
            rules = draw_rules(
                rng, level_orders.NUM_RULES, 60, held_out=True, where=wanted
            )
            tables = [level_orders.level_table(rule) for rule in rules]
            shown = [table[row, 12:].tolist() == [2, 0, 1] for table in tables]
            assert shown == [has] * 60


def test_splits_by_meaning_that_mean_nothing_are_refused() -> None:
    with pytest.raises(SpecError, match=r"got colour 5, order \(0, 1, 2\)"):
        level_orders.with_order("pay", 5, (0, 1, 2), has=True)
    with pytest.raises(SpecError, match=r"order \(0, 1, 1\)"):
        level_orders.with_order("growth", 0, (0, 1, 1), has=True)
    for pair, effect in ((16, 1), (-1, 1), (0, 8)):
        with pytest.raises(SpecError, match=f"got pair {pair}, effect {effect}"):
            tool_pairs.with_effect(pair, effect, has=True)
