"""Many decisions at once stay small: the benchmark's own limit, in its own process."""

import subprocess
import sys
from pathlib import Path

BENCHMARK = Path(__file__).parents[2] / "benchmarks" / "bench_concurrent_memory.py"


def test_ten_thousand_decisions_in_flight_stay_below_300_megabytes() -> None:
    run = subprocess.run(
        [sys.executable, str(BENCHMARK)],
        capture_output=True,
        text=True,
        timeout=300,
        check=False,
    )
    assert run.returncode == 0, run.stderr
    assert run.stdout.startswith("10000 decisions in flight together")
