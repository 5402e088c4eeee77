"""Rules of the tools: which ordered pair of pick-ups has which effect on waste.

Source: OpenSocialJax paper, section 3.2. Seven effects lie on seven of sixteen pairs,
so there are 16!/9! = 57,657,600 rules.
"""

from collections.abc import Callable

import jax
import jax.numpy as jnp
import numpy as np
from jaxtyping import Array, Int8, Int32

from ostrom.core.errors import SpecError
from ostrom.gridworlds.rules.mixed_radix import digits_of, number_of

NUM_TOOLS = 4
NUM_PAIRS = NUM_TOOLS**2
NUM_HUES = 5
NO_EFFECT = 0
MID_TO_LIGHT, DARK_TO_MID = NUM_HUES + 1, NUM_HUES + 2
"""Effects 1 to 5 clear light waste of hue 0 to 4; these two weaken waste of any hue."""
NUM_EFFECTS = DARK_TO_MID
_BASES = tuple(NUM_PAIRS - effect for effect in range(NUM_EFFECTS))
NUM_RULES = int(np.prod(_BASES))


def pair_effects(rule: Int32[Array, ""]) -> Int8[Array, " pairs"]:
    """Returns the effect of each pair under a rule.

    The pair of first pick-up a and second pick-up b has number 4 a + b. The digits of
    an id have the bases 16, 15, …, 10; digit k is the place of effect k + 1 among the
    pairs that no earlier effect has taken.

    Args:
        rule: From 0 to `NUM_RULES` - 1.
    """
    weights = np.cumprod((*_BASES[1:], 1)[::-1])[::-1]
    digits = rule // jnp.asarray(weights.copy(), jnp.int32) % jnp.asarray(_BASES)

    def place(
        effects: Int8[Array, " pairs"], effect: Int32[Array, ""]
    ) -> tuple[Array, None]:
        free = effects == NO_EFFECT
        chosen = free & (jnp.cumsum(free) - 1 == digits[effect])
        return jnp.where(chosen, (effect + 1).astype(jnp.int8), effects), None

    none = jnp.zeros(NUM_PAIRS, jnp.int8)
    return jax.lax.scan(place, none, jnp.arange(NUM_EFFECTS))[0]


def pair_rule(effects: Int8[np.ndarray, " pairs"]) -> int:
    """Returns the id of a rule from the effect of each pair.

    Raises:
        SpecError: An effect is missing or lies on two pairs.
    """
    table = np.asarray(effects).tolist()
    if sorted(table) != [NO_EFFECT] * (NUM_PAIRS - NUM_EFFECTS) + list(
        range(1, NUM_EFFECTS + 1)
    ):
        raise SpecError(
            f"Each effect from 1 to {NUM_EFFECTS} lies on one of {NUM_PAIRS} pairs; "
            f"got {table}."
        )
    free = list(range(NUM_PAIRS))
    digits = []
    for effect in range(1, NUM_EFFECTS + 1):
        digits.append(free.index(table.index(effect)))
        del free[digits[-1]]
    return number_of(digits, _BASES)


def pair_table(rule: int) -> Int8[np.ndarray, " pairs"]:
    """Does what `pair_effects` does, for a plain number and without JAX.

    Raises:
        SpecError: There is no such rule.
    """
    free = list(range(NUM_PAIRS))
    table = np.zeros(NUM_PAIRS, np.int8)
    for effect, digit in enumerate(digits_of(rule, _BASES), start=1):
        table[free.pop(digit)] = effect
    return table


def with_effect(pair: int, effect: int, *, has: bool) -> Callable[[int], bool]:
    """Returns a test of rules: whether a pair has an effect, or has not.

    For splits by meaning: train without a combination, test with it.

    Args:
        pair: Number of the pair, from 0 to 15.
        effect: Number of the effect, from 1 to 7; 0 for none.
        has: Whether it must have it, or must not.

    Raises:
        SpecError: There is no such pair or effect.
    """
    if not (0 <= pair < NUM_PAIRS and 0 <= effect <= NUM_EFFECTS):
        raise SpecError(
            f"Pairs are 0 to {NUM_PAIRS - 1}, effects 0 to {NUM_EFFECTS}; got pair "
            f"{pair}, effect {effect}."
        )
    return lambda rule: (effect_of(rule, pair) == effect) == has


def effect_of(rule: int, pair: int) -> int:
    """Returns the effect of one pair under a rule.

    Raises:
        SpecError: There is no such rule.
    """
    return int(pair_table(rule)[pair])
