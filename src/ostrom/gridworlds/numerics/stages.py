"""Stages of a step that are compiled apart."""

from collections.abc import Callable
from typing import TypeVar

import jax
from jax.experimental.xla_metadata import set_xla_metadata

T = TypeVar("T")


def stage(function: Callable[..., T], *inputs: object) -> T:
    """Returns `function(*inputs)`, compiled as a piece of its own inside a larger one.

    Without it a compiler for CPUs joins stages and then computes what one hands to the
    next anew for each entry that needs it, which makes a step several times slower.
    What is computed is the same.
    """
    with set_xla_metadata(inlineable="false"):  # type: ignore[no-untyped-call]
        found: T = jax.jit(function)(*inputs)
    return found
