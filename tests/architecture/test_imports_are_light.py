"""The command line starts without heavy libraries; importing a module does nothing."""

import json
import subprocess
import sys
from pathlib import Path

import pytest

from architecture.source_tree import ROOT

_HEAVY = {
    "axelrod",
    "inspect_ai",
    "jax",
    "matplotlib",
    "polars",
    "torch",
    "xllamacpp",
}

_RUN = """
import json, sys
from ostrom.cli.main import run_command
code = run_command(json.loads(sys.argv[1]))
roots = sorted({name.partition(".")[0] for name in sys.modules})
print(json.dumps({"code": code, "roots": roots}), file=sys.stderr)
"""

# Run twice: what libraries do when they are loaded is not laid at our door.
_IMPORT_ALL = """
import contextlib, importlib, json, os, pkgutil, random, sys, threading
import numpy as np
package, path = sys.argv[1], sys.argv[2]
for library in json.loads(sys.argv[3]):
    with contextlib.suppress(Exception):
        importlib.import_module(library)
environment, folder = dict(os.environ), os.getcwd()
plain, legacy = random.getstate(), np.random.get_state()[1].tolist()
modules = [each.name for each in pkgutil.walk_packages(
    importlib.import_module(package).__path__, package + ".")]
for name in modules:
    importlib.import_module(name)
faults = []
if threading.active_count() > 1: faults.append("threads")
if dict(os.environ) != environment: faults.append("environment")
if os.getcwd() != folder or os.listdir(folder): faults.append("files")
if random.getstate() != plain: faults.append("random")
if np.random.get_state()[1].tolist() != legacy: faults.append("numpy.random")
libraries = [name for name in sys.modules if name.partition(".")[0] != package]
facts = {"modules": len(modules), "faults": faults, "libraries": libraries}
open(path, "w").write(json.dumps(facts))
"""


def heavy_after(*arguments: str) -> set[str]:
    """Heavy libraries that are loaded once a command line has run."""
    told = subprocess.run(
        [sys.executable, "-c", _RUN, json.dumps(arguments)],
        capture_output=True,
        text=True,
        check=True,
    )
    facts = json.loads(told.stderr.splitlines()[-1])
    assert facts["code"] == 0
    assert "ostrom" in facts["roots"]
    return _HEAVY & set(facts["roots"])


@pytest.mark.parametrize(
    "arguments",
    [
        ("--help",),
        ("--version",),
        ("run", "--help"),
        ("list", "games"),
        ("list", "mechanisms"),
        ("list", "agents", "--plain"),
    ],
    ids=" ".join,
)
def test_it_starts_without_heavy_libraries(arguments: tuple[str, ...]) -> None:
    assert heavy_after(*arguments) == set()


def test_a_command_that_needs_one_is_seen_to_load_it() -> None:
    assert heavy_after("list", "metrics") == {"polars"}


def imported(package: str, folder: Path, path: Path) -> tuple[int, list[str], str]:
    """Imports all modules of a package; returns their number, faults and output."""
    libraries: list[str] = []
    for attempt in ("libraries", "package"):
        empty = folder / attempt
        empty.mkdir()
        facts = folder / f"{attempt}.json"
        command = [sys.executable, "-B", "-c", _IMPORT_ALL, package, str(facts)]
        told = subprocess.run(
            [*command, json.dumps(libraries)],
            cwd=empty,
            env={"PYTHONPATH": str(path), "HOME": str(folder)},
            capture_output=True,
            text=True,
            check=True,
        )
        seen = json.loads(facts.read_text("utf-8"))
        libraries = seen["libraries"]
    return seen["modules"], seen["faults"], told.stdout


def test_importing_every_module_does_nothing(tmp_path: Path) -> None:
    number, faults, output = imported("ostrom", tmp_path, ROOT / "src")
    assert number > 100
    assert faults == []
    assert output == ""


def test_a_module_that_does_something_is_found(tmp_path: Path) -> None:
    package = tmp_path / "busy"
    package.mkdir()
    (package / "__init__.py").write_text('"""Busy."""\n', "utf-8")
    (package / "worker.py").write_text(
        "import os, random, threading, time\n"
        "import numpy as np\n"
        "print('loaded')\n"
        "random.seed(1)\n"
        "np.random.seed(1)\n"
        "os.environ['BUSY'] = '1'\n"
        "open('trace.txt', 'w').close()\n"
        "threading.Thread(target=time.sleep, args=(2,), daemon=True).start()\n",
        "utf-8",
    )
    number, faults, output = imported("busy", tmp_path, tmp_path)
    assert number == 1
    assert faults == ["threads", "environment", "files", "random", "numpy.random"]
    assert output == "loaded\n"
