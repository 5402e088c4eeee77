"""Times are UTC wherever the code runs; one value has one text."""

import os
import re
import subprocess
import sys

import pytest

from ostrom.core.clock import utc_now
from ostrom.core.hashing import canonical_json, content_id, text_sha256


@pytest.mark.parametrize("zone", ["America/Chicago", "Asia/Tokyo", "UTC"])
def test_a_moment_is_the_same_in_every_time_zone(zone: str) -> None:
    code = "from ostrom.core.clock import utc_from_timestamp as u; print(u(1718454645))"
    called = subprocess.run(
        [sys.executable, "-c", code],
        env={**os.environ, "TZ": zone},
        capture_output=True,
        text=True,
        check=True,
    )
    assert called.stdout.strip() == "2024-06-15T12:30:45.000Z"


def test_now_has_its_offset() -> None:
    assert re.fullmatch(r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z", utc_now())


def test_key_order_does_not_matter_but_list_order_does() -> None:
    assert content_id({"a": 1, "b": [1, 2]}) == content_id({"b": [1, 2], "a": 1})
    assert content_id([1, 2]) != content_id([2, 1])


@pytest.mark.parametrize("number", [float("nan"), float("inf")])
def test_what_json_lacks_is_refused(number: float) -> None:
    with pytest.raises(ValueError, match="JSON compliant"):
        canonical_json({"payoff": number})


def test_lone_surrogates_survive() -> None:
    text = canonical_json({"reply": "a\udc00b"})
    assert text.encode("ascii") == b'{"reply":"a\\udc00b"}'
    assert len(text_sha256("\udc00")) == 64
