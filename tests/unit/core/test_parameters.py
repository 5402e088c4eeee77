"""Parameters are typed strictly, and every mistake is told with what is legal."""

from typing import Annotated, Any

import pytest
from pydantic import Field

from ostrom.core.errors import SpecError
from ostrom.core.parameters import Parameters, read_parameters


class Inner(Parameters):
    height: float = 1.0


class Outer(Parameters):
    rounds: Annotated[int, Field(ge=1)] = 3
    chance: float = 0.5
    loud: bool = False
    inner: Inner = Inner()


def test_defaults_and_whole_numbers_for_real_ones() -> None:
    read = read_parameters(Outer, {"chance": 1, "inner": {"height": 2}}, "here")
    assert read == Outer(chance=1.0, inner=Inner(height=2.0))


@pytest.mark.parametrize(
    ("given", "says"),
    [
        ({"round": 3}, r"^here: no 'round'\. Did you mean 'rounds'\? Known: chance, "),
        ({"inner": {"heigth": 3}}, r"^here inner: no 'heigth'\. .*'height'\? Known: h"),
        ({"rounds": "3"}, r"^here rounds: .*valid integer\. Got '3'"),
        ({"rounds": True}, r"^here rounds: .*valid integer\. Got True"),
        ({"rounds": 2.0}, r"^here rounds: .*valid integer\. Got 2\.0"),
        ({"rounds": 0}, r"^here rounds: .*greater than or equal to 1\. Got 0"),
        ({"loud": 1}, r"^here loud: .*valid boolean\. Got 1"),
        ({"chance": float("nan")}, r"^here chance: .*finite number"),
        ({"chance": "half", "rounds": 0}, r"(?s)here rounds.*here chance"),
    ],
)
def test_mistakes_are_sentences(given: dict[str, Any], says: str) -> None:
    with pytest.raises(SpecError, match=says):
        read_parameters(Outer, given, "here")
