"""The files of CONTRIBUTING.md are loaded from another package, and they work."""

import re
import subprocess
import sys
import tomllib
from collections.abc import Iterator
from fractions import Fraction
from pathlib import Path

import pytest

from architecture.source_tree import ROOT
from conformance.game_checks import rejections
from ostrom.agents.protocol.agent import AGENTS
from ostrom.engine.session import play, prepare
from ostrom.games.theory.catalogue import GAMES
from ostrom.llm.calls import Message, Request
from ostrom.llm.provider import PROVIDERS
from ostrom.mechanisms.protocol.mechanism import MECHANISMS
from ostrom.mechanisms.protocol.play import RoundPlayed
from ostrom.metrics.protocol.metric import METRICS, measure
from ostrom.metrics.protocol.tables import load_run
from ostrom.specs.reading import check_spec
from playing import drive

_PAGE = (ROOT / "CONTRIBUTING.md").read_text("utf-8")
_PACKAGE = "recipes_of_the_page"


def files() -> dict[str, str]:
    """The Python files of the page by their path in the package."""
    pattern = re.compile(r"`([a-z_/]+\.py)`\.?\n.*?^```python\n(.*?)^```", re.S | re.M)
    return dict(pattern.findall(_PAGE))


@pytest.fixture(autouse=True, scope="module")
def package(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Path]:
    """A package elsewhere that holds the files."""
    root = tmp_path_factory.mktemp("elsewhere")
    folder = root / _PACKAGE
    folder.mkdir()
    (folder / "__init__.py").write_text('"""Recipes."""\n', "utf-8")
    for name, text in files().items():
        (folder / Path(name).name).write_text(text, "utf-8")
    sys.path.insert(0, str(root))
    yield folder
    sys.path.remove(str(root))
    for module in [each for each in sys.modules if each.startswith(_PACKAGE)]:
        del sys.modules[module]


def test_every_recipe_is_there() -> None:
    assert [Path(name).parent.as_posix() for name in files()] == [
        "games",
        "mechanisms",
        "agents",
        "metrics",
        "llm/providers",
    ]


def test_the_files_are_in_the_style_of_the_house(package: Path) -> None:
    settings = ["--config", str(ROOT / "pyproject.toml"), "--no-cache"]
    for command in (["check"], ["format", "--check"]):
        ruff = [sys.executable, "-m", "ruff", *command, *settings, str(package)]
        told = subprocess.run(ruff, capture_output=True, text=True, check=False)
        assert told.returncode == 0, told.stdout


def test_the_game_passes_every_check() -> None:
    kind = GAMES.load(f"{_PACKAGE}.commons:GAME")
    assert rejections(kind, "commons") == set()


def test_the_mechanism_pools_payoffs_and_works_with_every_game() -> None:
    mechanism = MECHANISMS.load(f"{_PACKAGE}.redistribution:MECHANISM")
    for name in GAMES.names():
        game = GAMES.load(name).default()
        agents = ["uniform"] * game.num_players
        played = drive(mechanism, game, agents).of(RoundPlayed)
        assert len(played) == 1
        base = game.payoff(played[0].actions)
        mean = sum(base, Fraction(0)) / game.num_players
        assert played[0].payoffs == tuple((own + mean) / 2 for own in base)
        assert sum(played[0].transfers) == 0


def test_the_agent_follows_the_majority() -> None:
    kind = AGENTS.load(f"{_PACKAGE}.majority:AGENT")
    game = GAMES.load("prisoners_dilemma").default()
    rounds = drive("repetition", game, [kind, "always_defect"], {"rounds": 3})
    assert [each.choices[0] for each in rounds.of(RoundPlayed)] == [
        *("cooperate", "defect", "defect")
    ]
    # One defection in two rounds is half: it still cooperates.
    rounds = drive("repetition", game, [kind, "alternator"], {"rounds": 4})
    assert [each.choices[0] for each in rounds.of(RoundPlayed)] == ["cooperate"] * 4


def test_the_metric_measures_a_run_of_the_other_files(tmp_path: Path) -> None:
    spec = check_spec(
        {
            "name": "recipes",
            "agents": {
                "majority": {"kind": f"{_PACKAGE}.majority:AGENT"},
                "always_defect": {},
            },
            "games": {"commons": {"kind": f"{_PACKAGE}.commons:GAME"}},
            "mechanisms": {"pooled": {"kind": f"{_PACKAGE}.redistribution:MECHANISM"}},
        },
        "recipes",
    )
    prepared = prepare(spec, tmp_path)
    assert play(prepared, lambda progress: None).failures == {}
    metric = METRICS.load(f"{_PACKAGE}.opening_cooperation:METRIC")
    rows = measure(metric, load_run(prepared.run))
    rates = dict(rows.select("agent", "rate").iter_rows())
    assert rates == {"majority": 1.0, "always_defect": 0.0}
    assert rows["num_actions"].to_list() == [4, 4]


async def test_the_provider_says_what_it_was_told() -> None:
    kind = PROVIDERS.load(f"{_PACKAGE}.parrot:PROVIDER")
    model = kind.models()[0]
    provider = kind.open(model, kind.options.model_validate({"says": "No."}))
    request = Request(model=model, messages=(Message(role="user", content="Well?"),))
    response = await provider.complete(request)
    assert (response.text, response.model_returned) == ("No.", "parrot/grey")


def test_the_spec_of_a_server_of_ones_own_is_legal() -> None:
    block = re.search(r"^```toml\n(.*?)^```", _PAGE, re.S | re.M)
    assert block is not None
    tables = tomllib.loads(block[1])
    spec = check_spec(
        {"name": "own", "games": {"chicken": {}}, "mechanisms": {"none": {}}, **tables},
        "CONTRIBUTING.md",
    )
    assert spec.providers["lab"].options["forcing"] == "json_schema"
