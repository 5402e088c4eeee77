"""Streams are named, independent of one another, and the same on every machine."""

import os
import subprocess
import sys

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from ostrom.core.seeds import child_seed, stream

names = st.lists(st.one_of(st.text(max_size=5), st.integers(0, 99)), max_size=4)


def test_child_seed_is_pinned_for_ever() -> None:
    # The first 128 bits of sha256('[7,"match",3]'), computed with coreutils.
    assert f"{child_seed(7, 'match', 3):032x}" == "571d26e1fd61fff7047cb251cbaab953"


@given(st.integers(), names, names)
def test_other_names_give_other_seeds(
    root: int, one: list[str | int], two: list[str | int]
) -> None:
    assert (child_seed(root, *one) == child_seed(root, *two)) == (one == two)


def test_joined_names_differ_from_separate_ones() -> None:
    assert child_seed(0, "ab") != child_seed(0, "a", "b")
    assert child_seed(0, 1) != child_seed(0, "1")


def test_draws_of_one_stream_do_not_shift_another() -> None:
    alone = stream(7, "map").integers(1 << 30, size=10)
    stream(7, "noise").integers(1 << 30, size=1000)
    assert np.array_equal(stream(7, "map").integers(1 << 30, size=10), alone)


def test_same_draws_whatever_the_hash_seed() -> None:
    code = (
        "from ostrom.core.seeds import stream;"
        "print(stream(3, 'agent', 1).integers(1 << 40, size=4).tolist())"
    )
    printed = {
        subprocess.run(
            [sys.executable, "-c", code],
            env={**os.environ, "PYTHONHASHSEED": hash_seed},
            capture_output=True,
            text=True,
            check=True,
        ).stdout
        for hash_seed in ("0", "1")
    }
    assert printed == {f"{stream(3, 'agent', 1).integers(1 << 40, size=4).tolist()}\n"}
