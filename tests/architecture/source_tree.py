"""The project's files, as the tests of this folder look at them."""

import ast
import subprocess
from dataclasses import dataclass
from functools import cache
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
PACKAGE = ROOT / "src" / "ostrom"


@dataclass(frozen=True)
class Source:
    """One Python file; `name` is its path inside the package, with slashes."""

    name: str
    text: str

    @property
    def tree(self) -> ast.Module:
        return ast.parse(self.text)

    @property
    def stem(self) -> str:
        return self.name.rpartition("/")[2].removesuffix(".py")


@cache
def sources() -> tuple[Source, ...]:
    """Every module of the package, in a fixed order."""
    found = tuple(
        Source(path.relative_to(PACKAGE).as_posix(), path.read_text("utf-8"))
        for path in sorted(PACKAGE.rglob("*.py"))
    )
    if len(found) < 100:
        raise AssertionError(f"only {len(found)} modules in {PACKAGE}")
    return found


@cache
def project_files() -> tuple[Path, ...]:
    """Every file that belongs to the project: what git tracks, or would."""
    command = ["git", "ls-files", "--cached", "--others", "--exclude-standard", "-z"]
    listed = subprocess.run(
        command, cwd=ROOT, capture_output=True, check=True, text=True
    ).stdout
    paths = (ROOT / name for name in listed.split("\0") if name)
    return tuple(sorted(path for path in paths if path.is_file()))


def markdown_files() -> tuple[Path, ...]:
    """Every page of the project."""
    return tuple(path for path in project_files() if path.suffix == ".md")
