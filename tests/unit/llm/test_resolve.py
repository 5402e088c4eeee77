import subprocess
import sys
from pathlib import Path

import pytest

from ostrom.core.errors import SpecError, UnknownNameError
from ostrom.llm.openai_api.endpoints import known_endpoints
from ostrom.llm.provider import PROVIDERS
from ostrom.llm.resolve import known_models, known_prefixes, open_provider


def test_every_provider_file_is_a_provider_of_that_name() -> None:
    for name in PROVIDERS.names():
        kind = PROVIDERS.load(name)
        assert kind.name == name
        assert kind.summary.endswith(".")


def test_names_come_from_the_files() -> None:
    assert set(known_endpoints()) <= set(known_prefixes())
    assert {"local", "scripted", "replay"} <= set(known_prefixes())
    assert "local/smollm2-135m" in known_models()
    assert "scripted/uniform" in known_models()


@pytest.mark.parametrize("model", ["", "smollm2", "local/", "/x"])
def test_a_name_of_another_form(model: str) -> None:
    with pytest.raises(SpecError, match="provider/name"):
        open_provider(model)


@pytest.mark.parametrize(
    ("model", "nearest"),
    [
        ("opnrouter/x", "openrouter"),
        ("local/smolm2-135m", "smollm2-135m"),
        ("scripted/unifrom", "uniform"),
    ],
)
def test_a_slip_gets_the_nearest_name(model: str, nearest: str) -> None:
    with pytest.raises(UnknownNameError, match=nearest):
        open_provider(model)


def test_an_unknown_provider_is_told_what_to_install() -> None:
    with pytest.raises(UnknownNameError, match=r"ostrom\[inspect\]"):
        open_provider("no-such-lab/x")


def test_an_option_that_the_provider_does_not_have() -> None:
    with pytest.raises(SpecError, match="slots"):
        open_provider("local/smollm2-135m", slot=3)
    with pytest.raises(SpecError, match="tape"):
        open_provider("replay/x", tap="y")
    with pytest.raises(SpecError, match="needs a tape"):
        open_provider("replay/x")


def test_looking_up_a_name_imports_nothing_heavy() -> None:
    program = (
        "import sys; from ostrom.llm.resolve import open_provider, known_models;"
        "known_models(); open_provider('scripted/uniform');"
        "heavy = {'httpx', 'xllamacpp', 'inspect_ai', 'tenacity', 'filelock'};"
        "print(sorted(heavy & set(sys.modules)))"
    )
    done = subprocess.run(
        [sys.executable, "-c", program],
        capture_output=True,
        text=True,
        check=False,
        cwd=Path(__file__).parent,
    )
    assert (done.stdout, done.stderr) == ("[]\n", "")
