"""The manifest: all that is needed to know what a run was, and to run it again."""

import json
import os
import platform
import subprocess
import sys
from collections.abc import Mapping
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path
from typing import Any

from ostrom.core.clock import utc_now
from ostrom.core.errors import RecordError
from ostrom.core.hashing import content_id
from ostrom.families.protocol.family import Design
from ostrom.records.rundir import MANIFEST_VERSION, RunFolder
from ostrom.specs.experiment import Experiment

_PACKAGES = ("ostrom", "numpy", "scipy", "pydantic", "httpx", "polars", "xllamacpp")


def run_id(spec: Experiment, design: Design) -> str:
    """Returns the run's name: the spec's name and a hash of what will be run.

    Caps and concurrency are no part of it, so raising a cap continues the same run.
    """
    units = [unit.unit_id for unit in design.units]
    return f"{spec.name}-{content_id([spec.name, units], length=8)}"


def open_run(spec: Experiment, design: Design, root: Path) -> RunFolder:
    """Returns the folder of this run under `root`, made on the first call.

    Raises:
        RecordError: The folder holds another run, or can not be written.
    """
    name = run_id(spec, design)
    run = RunFolder(root / name)
    if run.manifest.exists():
        if not holds(run.read_manifest(), design):
            raise RecordError(f"{run.path} holds another run; nothing was written.")
        return run
    text = json.dumps(_manifest(name, spec, design), indent=1, allow_nan=False)
    # Each process has its own unfinished file, so two that begin at once do not clash.
    unfinished = run.manifest.with_suffix(f".{os.getpid()}.unfinished")
    try:
        run.path.mkdir(parents=True, exist_ok=True)
        unfinished.write_text(text, encoding="utf-8")
        os.replace(unfinished, run.manifest)
    except OSError as error:
        raise RecordError(f"{run.path} can not be written: {error}.") from error
    return run


def require_units(run: RunFolder, design: Design) -> None:
    """Checks that a run's folder holds the units of a design.

    Raises:
        RecordError: It holds others.
    """
    manifest = run.read_manifest()
    if not holds(manifest, design):
        raise RecordError(
            f"{run.path}: with this release the spec gives other units than those that "
            f"were run with release {manifest['ostrom_version']}; a game, mechanism, "
            "agent or prompt has changed. Use that release."
        )


def holds(manifest: Mapping[str, Any], design: Design) -> bool:
    """Whether the units of a manifest are those of a design, in the same order."""
    recorded = [unit["unit_id"] for unit in manifest["units"]]
    return recorded == [unit.unit_id for unit in design.units]


def _manifest(name: str, spec: Experiment, design: Design) -> dict[str, Any]:
    resolved = spec.model_dump(mode="json")
    return {
        "schema": MANIFEST_VERSION,
        "run_id": name,
        "name": spec.name,
        "title": spec.title or spec.name,
        "description": spec.description,
        "created_at": utc_now(),
        "ostrom_version": version("ostrom"),
        "git_revision": _git_revision(),
        "python": sys.version.split()[0],
        "platform": platform.platform(),
        "packages": _versions(),
        "spec": resolved,
        "spec_hash": content_id(resolved),
        "family": spec.family,
        "seed": spec.seed,
        "repeats": spec.repeats,
        "models": list(design.models),
        **design.facts,
        "units": [
            {
                "unit_id": unit.unit_id,
                "condition_id": unit.condition_id,
                "game": unit.game,
                "mechanism": unit.mechanism,
                "repeat": unit.repeat,
                "seed": str(unit.seed),
            }
            for unit in design.units
        ],
    }


def _versions() -> dict[str, str]:
    found = {}
    for package in _PACKAGES:
        try:
            found[package] = version(package)
        except PackageNotFoundError:
            continue
    return found


def _git_revision() -> str | None:
    """The revision of the checkout this code lies in; None outside of one."""
    command = ["git", "rev-parse", "HEAD"]
    folder = Path(__file__).resolve().parent
    try:
        called = subprocess.run(
            command, cwd=folder, capture_output=True, text=True, timeout=10, check=True
        )
    except (OSError, subprocess.SubprocessError):
        return None
    return called.stdout.strip() or None
