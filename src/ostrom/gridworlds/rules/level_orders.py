"""Rules of the orchard: for each colour an order of its stages in pay and in growth.

Source: OpenSocialJax paper, section 3.2. Ten orders of three stages make (3!)^10 =
60,466,176 rules: the digits of an id in base 6, pay of all colours first.
"""

from itertools import permutations

import jax.numpy as jnp
import numpy as np
from jaxtyping import Array, Int8, Int32

from ostrom.core.errors import SpecError

NUM_COLOURS, NUM_STAGES = 5, 3
ORDERS = tuple(permutations(range(NUM_STAGES)))
"""Ranks of the stages, rank 0 the highest; the place of an order is its digit."""
NUM_RULES = len(ORDERS) ** (2 * NUM_COLOURS)


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
    rule = 0
    for order in np.asarray(ranks).reshape(-1, NUM_STAGES).tolist():
        if tuple(order) not in ORDERS:
            raise SpecError(f"Ranks of a colour are an order of 0, 1, 2; got {order}.")
        rule = rule * len(ORDERS) + ORDERS.index(tuple(order))
    return rule
