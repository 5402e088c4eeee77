"""The folder of one run: what lies where."""

import json
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from ostrom.core.errors import RecordError
from ostrom.core.naming import did_you_mean

MANIFEST_VERSION = 1
"""Schema version of manifests that this release writes and reads."""


@dataclass(frozen=True)
class RunFolder:
    """Paths in a run's folder.

    Attributes:
        path: The folder.
    """

    path: Path

    @property
    def manifest(self) -> Path:
        """The resolved spec, versions, seeds, agents and units, as JSON."""
        return self.path / "manifest.json"

    @property
    def journal(self) -> Path:
        """The append-only journal."""
        return self.path / "journal.sqlite"

    @property
    def tables(self) -> Path:
        """Compressed columnar tables made from the journal; can be made again."""
        return self.path / "tables"

    @property
    def report(self) -> Path:
        """The report and the files behind its figures."""
        return self.path / "report"

    @property
    def judging(self) -> Path:
        """Folder of the runs that judged this one; each is a run of its own."""
        return self.path / "judging"

    @property
    def judged(self) -> "RunFolder | None":
        """The run that this one judged, if it lies where such runs lie."""
        above = RunFolder(self.path.parent.parent)
        is_within = self.path.parent.name == above.judging.name
        return above if is_within and above.manifest.exists() else None

    def read_manifest(self) -> dict[str, Any]:
        """Returns the manifest.

        Raises:
            RecordError: The folder is no run, or the manifest is damaged or of
                another schema version.
        """
        if not self.manifest.exists():
            raise RecordError(f"{self.path} is no run: it has no manifest.json.")
        try:
            manifest = json.loads(self.manifest.read_text("utf-8"))
        except (OSError, ValueError) as error:
            raise RecordError(f"{self.manifest} is damaged: {error}.") from error
        found = manifest.get("schema") if isinstance(manifest, dict) else None
        if found != MANIFEST_VERSION:
            raise RecordError(
                f"{self.manifest} is no manifest of a run: schema version {found!r}; "
                f"this release reads version {MANIFEST_VERSION}."
            )
        return dict(manifest)


def find_run(given: str, root: Path) -> RunFolder:
    """Returns the run that a person means: a path, or a name under `root`.

    A name may be cut short as long as one run fits.

    Raises:
        RecordError: No run or several runs fit.
    """
    if (Path(given) / "manifest.json").exists():
        return RunFolder(Path(given))
    known = sorted(path.parent.name for path in root.glob("*/manifest.json"))
    fitting = [name for name in known if name == given] or [
        name for name in known if name.startswith(given)
    ]
    if len(fitting) == 1:
        return RunFolder(root / fitting[0])
    if fitting:
        raise RecordError(f"{given!r} fits several runs: {', '.join(fitting)}.")
    hint = did_you_mean(given, known)
    listed = ", ".join(known) or "none"
    raise RecordError(f"No run {given!r} in {root}.{hint} Known: {listed}.")
