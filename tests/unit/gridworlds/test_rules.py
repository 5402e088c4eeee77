"""Rule ids: each rule once, both ways; the split by hash."""

from itertools import permutations

import jax
import jax.numpy as jnp
import numpy as np
import pytest

from ostrom.core.errors import SpecError
from ostrom.gridworlds.rules import level_orders, tool_pairs
from ostrom.gridworlds.rules.held_out import draw_rules, rule_is_held_out


def some_ids(total: int) -> np.ndarray:
    rng = np.random.default_rng(total)
    return np.concatenate(
        [[0, 1, total - 2, total - 1], rng.integers(total, size=4000)]
    )


def test_numbers_of_rules_are_the_published_ones() -> None:
    assert tool_pairs.NUM_RULES == 57_657_600
    assert level_orders.NUM_RULES == 60_466_176


def test_tool_rules_are_numbered_both_ways() -> None:
    ids = some_ids(tool_pairs.NUM_RULES)
    tables = np.asarray(jax.vmap(tool_pairs.pair_effects)(jnp.asarray(ids, jnp.int32)))
    assert [tool_pairs.pair_rule(table) for table in tables] == ids.tolist()
    assert (np.sort(tables, axis=1)[:, 9:] == np.arange(1, 8)).all()
    for rule, table in zip(ids[:300].tolist(), tables, strict=False):
        assert [
            tool_pairs.effect_of(rule, pair) for pair in range(16)
        ] == table.tolist()


def test_the_first_tool_rules_stand_in_the_order_of_permutations() -> None:
    """Ids count through the places of effects in lexicographic order."""
    tables = np.asarray(jax.vmap(tool_pairs.pair_effects)(jnp.arange(500)))
    for table, places in zip(tables, permutations(range(16), 7), strict=False):
        assert table[list(places)].tolist() == list(range(1, 8))


def test_level_rules_are_numbered_both_ways() -> None:
    ids = some_ids(level_orders.NUM_RULES)
    tables = np.asarray(jax.vmap(level_orders.level_ranks)(jnp.asarray(ids, jnp.int32)))
    assert [level_orders.level_rule(table) for table in tables] == ids.tolist()
    ranks = np.sort(tables.reshape(-1, 3), axis=1)
    assert (ranks == np.arange(3)).all()


def test_tables_that_are_no_rule_are_refused() -> None:
    with pytest.raises(SpecError, match="Each effect from 1 to 7"):
        tool_pairs.pair_rule(np.zeros(16, np.int8))
    with pytest.raises(SpecError, match="got \\[0, 0, 1\\]"):
        level_orders.level_rule(np.array([[0, 0, 1] * 5] * 2, np.int8))


def test_one_rule_in_five_is_held_out_everywhere() -> None:
    for start in (0, 57_000_000):
        held = rule_is_held_out(np.arange(start, start + 100_000))
        # Five standard errors of a share of 0.2 in 100,000.
        assert abs(held.mean() - 0.2) < 5 * np.sqrt(0.2 * 0.8 / 100_000)


def test_drawn_rules_are_different_and_of_their_side() -> None:
    rng = np.random.default_rng(0)
    for side in (False, True):
        rules = draw_rules(rng, tool_pairs.NUM_RULES, 300, held_out=side)
        assert len(set(rules)) == 300
        assert (rule_is_held_out(np.asarray(rules)) == side).all()


def test_splits_by_meaning() -> None:
    rng = np.random.default_rng(1)
    for has in (False, True):
        wanted = tool_pairs.with_effect(pair=6, effect=3, has=has)
        rules = draw_rules(rng, tool_pairs.NUM_RULES, 40, held_out=False, where=wanted)
        tables = jax.vmap(tool_pairs.pair_effects)(jnp.asarray(rules, jnp.int32))
        assert ((np.asarray(tables)[:, 6] == 3) == has).all()
    with pytest.raises(SpecError, match="Needs 1 such rules, found 0"):
        draw_rules(rng, 100, 1, held_out=False, where=lambda _: False)
