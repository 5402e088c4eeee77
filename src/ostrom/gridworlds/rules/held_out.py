"""Which rules and layouts are kept for testing: the same ones everywhere, by a hash."""

from collections.abc import Callable
from typing import Any

import jax.numpy as jnp
import numpy as np
from jaxtyping import Array, Bool, Int32, Int64

from ostrom.core.errors import SpecError
from ostrom.core.hashing import content_id

PARTS = 5
"""One part in five is held out."""
_TRIES = 1000


def rule_is_held_out(rules: Int64[np.ndarray, " rules"]) -> Bool[np.ndarray, " rules"]:
    """Returns which rules are held out.

    A rule's number is mixed by the finaliser of MurmurHash3 (Appleby, 2011); what is
    0 modulo 5 then is held out.
    """
    held: Bool[np.ndarray, " rules"] = (
        _mixed(np.asarray(rules).astype(np.uint32)) % np.uint32(PARTS) == 0
    )
    return held


def traced_rule_is_held_out(rules: Int32[Array, "*rules"]) -> Bool[Array, "*rules"]:
    """Does what `rule_is_held_out` does, inside compiled functions."""
    held: Bool[Array, "*rules"] = (
        _mixed(rules.astype(jnp.uint32)) % np.uint32(PARTS) == 0
    )
    return held


def layout_is_held_out(key: str) -> bool:
    """Returns whether a layout is held out, by the key of its map."""
    return int(content_id(["layout", key]), 16) % PARTS == 0


def draw_rules(
    rng: np.random.Generator,
    num_rules: int,
    count: int,
    *,
    held_out: bool,
    where: Callable[[int], bool] | None = None,
) -> tuple[int, ...]:
    """Returns different random rules of one side of the split.

    Args:
        rng: Chance.
        num_rules: Number of all rules.
        count: How many.
        held_out: Which side.
        where: Says of a rule whether it may be drawn, e.g. `with_effect`; all if left
            out.

    Raises:
        SpecError: There are too few such rules to be found.
    """
    found: dict[int, None] = {}
    for _ in range(_TRIES):
        drawn = rng.integers(num_rules, size=max(64, 4 * count))
        kept = drawn[rule_is_held_out(drawn) == held_out].tolist()
        found |= dict.fromkeys(rule for rule in kept if where is None or where(rule))
        if len(found) >= count:
            return tuple(found)[:count]
    raise SpecError(f"Needs {count} such rules, found {len(found)}.")


def _mixed(numbers: Any) -> Any:
    """Spreads numbers of 32 bits evenly; for arrays of NumPy and of JAX."""
    for shift, factor in ((16, 0x85EBCA6B), (13, 0xC2B2AE35)):
        numbers = (numbers ^ (numbers >> np.uint32(shift))) * np.uint32(factor)
    return numbers ^ (numbers >> np.uint32(16))
