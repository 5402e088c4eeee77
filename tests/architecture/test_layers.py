"""The import contracts hold, and a bad import breaks them."""

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from architecture.source_tree import ROOT

_LINT = (
    "import sys; from importlinter.cli import lint_imports; sys.exit(lint_imports())"
)


def lint(folder: Path) -> subprocess.CompletedProcess[str]:
    """Checks the contracts of the project in `folder`."""
    return subprocess.run(
        [sys.executable, "-c", _LINT],
        cwd=folder,
        env={**os.environ, "PYTHONPATH": str(folder / "src")},
        capture_output=True,
        text=True,
        check=False,
    )


@pytest.fixture
def copied(tmp_path: Path) -> Path:
    """A copy of the project's source and settings."""
    skip = shutil.ignore_patterns("__pycache__")
    shutil.copytree(ROOT / "src", tmp_path / "src", ignore=skip)
    shutil.copy(ROOT / "pyproject.toml", tmp_path)
    return tmp_path


def test_all_contracts_are_kept(copied: Path) -> None:
    told = lint(copied)
    assert told.returncode == 0, told.stdout
    assert "0 broken" in told.stdout


@pytest.mark.parametrize(
    ("file", "text", "broken"),
    [
        (
            "metrics/nosy.py",
            '"""It asks an agent."""\n\nimport ostrom.agents.protocol.agent\n',
            "What reads records can not play BROKEN",
        ),
        (
            "core/climber.py",
            '"""The lowest room looks up."""\n\nimport ostrom.games.theory.game\n',
            "a package imports only from lines below its own BROKEN",
        ),
        (
            "families/public_goods/curious.py",
            '"""One family looks at another."""\n\n'
            "import ostrom.families.normal_form.family\n",
            "Families are blind to one another BROKEN",
        ),
        (
            "games/accelerated.py",
            '"""A matrix game that needs an accelerator."""\n\nimport jax\n',
            "JAX stays in the grid worlds and the learners BROKEN",
        ),
    ],
)
def test_a_bad_import_is_found(copied: Path, file: str, text: str, broken: str) -> None:
    (copied / "src" / "ostrom" / file).write_text(text, encoding="utf-8")
    told = lint(copied)
    assert told.returncode == 1
    assert broken in " ".join(told.stdout.split())


def test_a_package_without_a_layer_is_found(copied: Path) -> None:
    stray = copied / "src" / "ostrom" / "stray"
    stray.mkdir()
    (stray / "__init__.py").write_text('"""Nobody gave it a layer."""\n', "utf-8")
    assert lint(copied).returncode == 1
