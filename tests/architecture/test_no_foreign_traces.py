"""Nothing of one machine, one registry or another project is left in the files."""

import re
from collections.abc import Iterator
from pathlib import PurePosixPath

import pytest

from architecture.source_tree import ROOT, project_files

_FOLDERS = ("root", "home", "work", "tmp", "opt", "mnt", "Users", "private/var")
_PATH = re.compile(rf"(?<![\w.:/<)}}\]-])/({'|'.join(_FOLDERS)})(?=/|[\"'`\s)]|$)")
_HOSTS = [
    f"{name}.{ending}"
    for name, ending in [
        ("pypi", "org"),
        ("pythonhosted", "org"),
        ("conda", "anaconda.org"),
        ("npmjs", "com"),
        ("npmjs", "org"),
        ("crates", "io"),
        ("cdn.jsdelivr", "net"),
        ("unpkg", "com"),
        ("googleapis", "com"),
        ("cdnjs.cloudflare", "com"),
    ]
]
_SECRET = re.compile(r"\b(sk-[A-Za-z0-9_-]{32,}|ghp_[A-Za-z0-9]{20,}|AKIA[A-Z0-9]{16})")
_BANNED_NAMES = re.compile(
    r"(\.lock$|package-lock\.json$|\.min\.(js|css)$|\.orig$|\.rej$|\.DS_Store$|\.pyc$)"
)
_BANNED_FOLDERS = {"vendor", "vendored", "third_party", "node_modules", "_vendor"}
_LONGEST_LINE = 2000


def traces(name: str, text: str) -> Iterator[str]:
    """Says what a file of the project should not hold.

    Args:
        name: Its path, relative to the project.
        text: What is in it.
    """
    path = PurePosixPath(name)
    if _BANNED_NAMES.search(path.name) or _BANNED_FOLDERS & set(path.parts):
        yield f"{name}: does not belong here"
    for number, line in enumerate(text.splitlines(), start=1):
        if len(line) > _LONGEST_LINE:
            yield f"{name}:{number}: a line of {len(line)} characters"
        if _PATH.search(line):
            yield f"{name}:{number}: a path of one machine"
        if any(host in line for host in _HOSTS):
            yield f"{name}:{number}: a registry or content host"
        if _SECRET.search(line):
            yield f"{name}:{number}: looks like a key"


def test_the_project_holds_none() -> None:
    files = project_files()
    assert len(files) > 100
    found: list[str] = []
    for path in files:
        name = path.relative_to(ROOT).as_posix()
        found += traces(name, path.read_text("utf-8"))
    assert found == []


@pytest.mark.parametrize(
    ("name", "text"),
    [
        ("a.py", 'FOLDER = "/' + 'root/ostrom"'),
        ("a.md", "Look into /" + "tmp for it."),
        ("a.toml", "file = '/" + "home/me/game.nfg'"),
        ("a.md", "pip install -i https://py" + "pi.org/simple ostrom"),
        ("a.html", '<script src="https://unpkg' + '.com/x"></script>'),
        ("a.toml", "key = 'sk-" + "a" * 40 + "'"),
        ("uv" + ".lock", ""),
        ("docs/plot.min" + ".js", ""),
        ("src/ostrom/_vendor/six.py", ""),
        ("a.js", "x" * 2001),
    ],
)
def test_a_trace_is_found(name: str, text: str) -> None:
    assert len(list(traces(name, text))) == 1


def test_addresses_and_relative_paths_are_none() -> None:
    text = "docs/how-to/home and https://example.org/work/ and runs/tmp/x"
    assert list(traces("a.md", text)) == []
