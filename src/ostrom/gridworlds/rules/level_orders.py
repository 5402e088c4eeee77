"""Rules of the orchard: for each colour an order of its stages in pay and in growth.

Source: OpenSocialJax paper, section 3.2. Ten orders of three stages make (3!)^10 =
60,466,176 rules: the digits of an id in base 6, pay of all colours first.
"""

from collections.abc import Callable
from itertools import permutations
from math import prod
from typing import Literal

import jax.numpy as jnp
import numpy as np
from jaxtyping import Array, Int8, Int32

from ostrom.core.errors import SpecError
from ostrom.gridworlds.rules.mixed_radix import digits_of, number_of

NUM_COLOURS, NUM_STAGES = 5, 3
ORDERS = tuple(permutations(range(NUM_STAGES)))
"""Ranks of the stages, rank 0 the highest; the place of an order is its digit."""
_BASES = (len(ORDERS),) * (2 * NUM_COLOURS)
NUM_RULES = prod(_BASES)


def level_ranks(rule: Int32[Array, ""]) -> Int8[Array, "2 kinds"]:
    """Returns the ranks of a rule: in pay, and in growth; colour by colour.

    Args:
        rule: From 0 to `NUM_RULES` - 1.
    """
    powers = len(ORDERS) ** np.arange(2 * NUM_COLOURS)[::-1]
    digits = rule // jnp.asarray(powers, dtype=jnp.int32) % len(ORDERS)
    ranks = jnp.asarray(ORDERS, dtype=jnp.int8)[digits]
    return ranks.reshape(2, NUM_COLOURS * NUM_STAGES)


def level_rule(ranks: Int8[np.ndarray, "2 kinds"]) -> int:
    """Returns the id of a rule from its ranks.

    Raises:
        SpecError: The stages of a colour do not have the ranks 0, 1 and 2.
    """
    digits = []
    for order in np.asarray(ranks).reshape(-1, NUM_STAGES).tolist():
        if tuple(order) not in ORDERS:
            raise SpecError(f"Ranks of a colour are an order of 0, 1, 2; got {order}.")
        digits.append(ORDERS.index(tuple(order)))
    return number_of(digits, _BASES)


def level_table(rule: int) -> Int8[np.ndarray, "2 kinds"]:
    """Does what `level_ranks` does, for a plain number and without JAX.

    Raises:
        SpecError: There is no such rule.
    """
    orders = [ORDERS[digit] for digit in digits_of(rule, _BASES)]
    return np.array(orders, np.int8).reshape(2, NUM_COLOURS * NUM_STAGES)


def with_order(
    what: Literal["pay", "growth"],
    colour: int,
    order: tuple[int, int, int],
    *,
    has: bool,
) -> Callable[[int], bool]:
    """Returns a test of rules: whether a colour has an order of its stages, or has not.

    For splits by meaning: train without an order, test with it.

    Args:
        what: In which the stages have the order.
        colour: Number of the colour, from 0 to 4.
        order: Rank of each stage, from 0 for the highest.
        has: Whether it must have it, or must not.

    Raises:
        SpecError: There is no such colour or order.
    """
    if not 0 <= colour < NUM_COLOURS or order not in ORDERS:
        raise SpecError(
            f"Colours are 0 to {NUM_COLOURS - 1}, orders those of 0, 1, 2; got colour "
            f"{colour}, order {order}."
        )
    place = colour + (NUM_COLOURS if what == "growth" else 0)
    digit = ORDERS.index(order)
    return lambda rule: (digits_of(rule, _BASES)[place] == digit) == has
