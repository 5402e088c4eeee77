"""An extension is one file: its name stands nowhere else in the source.

Files that are data (templates, specs, prices, endpoints) may name extensions, and so
may tests and pages. Imports of an extension's module are for the import contracts.
"""

import ast
from collections.abc import Iterator, Mapping
from typing import Any

from architecture.source_tree import Source, sources
from ostrom.agents.protocol.agent import AGENTS
from ostrom.core.catalogue import Catalogue
from ostrom.games.theory.catalogue import GAMES
from ostrom.llm.provider import PROVIDERS
from ostrom.mechanisms.protocol.mechanism import MECHANISMS
from ostrom.metrics.protocol.metric import METRICS

_CATALOGUES: tuple[Catalogue[Any], ...] = (
    GAMES,
    MECHANISMS,
    AGENTS,
    METRICS,
    PROVIDERS,
)

# Words that mean something else as well, and the rooms in which they do.
_HOMONYMS = {
    "none": "",  # the ordinary word
    "fitness": "",  # a column of several metrics
    "justifications": "",  # the ordinary word
    "votes": "",  # an event of elections
    "welfare": "",  # the ordinary word
    "replay": "__init__.py",  # a verb, not a provider
    "uniform": "llm/",  # a way to draw an answer, not an agent
    "axelrod": "agents/",  # a distribution to install, not an agent
}


def homes() -> dict[str, str]:
    """The file of every extension of this project, by name."""
    return {
        name: f"{_folder(catalogue)}/{name}.py"
        for catalogue in _CATALOGUES
        for name in catalogue.names()
    }


def _folder(catalogue: Catalogue[Any]) -> str:
    return catalogue.package.removeprefix("ostrom.").replace(".", "/")


def strays(source: Source, extensions: Mapping[str, str]) -> Iterator[str]:
    """Says where a file names an extension whose file it is not."""
    for node in ast.walk(source.tree):
        if not isinstance(node, ast.Constant) or not isinstance(node.value, str):
            continue
        home = extensions.get(node.value)
        if home is None or home == source.name:
            continue
        room = _HOMONYMS.get(node.value)
        if room is None or not source.name.startswith(room):
            yield f"{source.name}: {node.value!r}"


def test_no_name_of_an_extension_stands_elsewhere() -> None:
    extensions = homes()
    assert len(extensions) > 30
    assert [each for source in sources() for each in strays(source, extensions)] == []


def test_every_extension_has_its_file() -> None:
    assert set(homes().values()) <= {source.name for source in sources()}


def test_no_name_is_given_twice() -> None:
    names = [name for catalogue in _CATALOGUES for name in catalogue.names()]
    assert len(names) == len(set(names))


def test_a_list_of_names_is_found() -> None:
    extensions = {"chicken": "games/chicken.py"}
    listed = 'GAMES = ["chicken"]\n'
    assert list(strays(Source("games/theory/lists.py", listed), extensions)) == [
        "games/theory/lists.py: 'chicken'"
    ]
    assert not list(strays(Source("games/chicken.py", listed), extensions))
    assert not list(strays(Source("a.py", '"""A game of chicken."""\n'), extensions))


def test_every_homonym_is_needed() -> None:
    extensions = dict.fromkeys(_HOMONYMS, "nowhere.py")
    words = {
        node.value
        for source in sources()
        for node in ast.walk(source.tree)
        if isinstance(node, ast.Constant) and isinstance(node.value, str)
    }
    assert set(extensions) <= words
