"""What all tests share: Hypothesis profiles, no network but loopback."""

import getpass
import os
import tempfile
from pathlib import Path

import pytest
from hypothesis import HealthCheck, settings
from pytest_socket import socket_allow_hosts

# Read when the engine of embedded models is imported, whoever does that first; threads
# that spin on shared cores make it ten times slower.
os.environ.setdefault("OMP_WAIT_POLICY", "passive")

# Read when JAX is imported. Tests compile the same steps again and again.
_CACHE = Path(tempfile.gettempdir()) / f"ostrom-compiled-{getpass.getuser()}"
os.environ.setdefault("JAX_COMPILATION_CACHE_DIR", str(_CACHE))
os.environ.setdefault("JAX_PERSISTENT_CACHE_MIN_COMPILE_TIME_SECS", "0.5")

settings.register_profile(
    "ci",
    deadline=None,
    derandomize=True,
    max_examples=50,
    suppress_health_check=[HealthCheck.too_slow],
)
settings.register_profile("explore", deadline=None, max_examples=5000)
settings.load_profile(os.environ.get("HYPOTHESIS_PROFILE", "ci"))


@pytest.fixture(autouse=True)
def only_loopback() -> None:
    """Forbids connections to any host but this machine."""
    socket_allow_hosts(["127.0.0.1", "::1"], allow_unix_socket=True)
