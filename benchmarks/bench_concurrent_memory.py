"""Peak memory with 10,000 decisions of scripted models in flight at one moment.

5,000 matches of the prisoner's dilemma run at once. No call is answered before all
10,000 are waiting. The peak of the whole process is to stay below 300 MB.
"""

import asyncio
import resource
import tempfile
from pathlib import Path

from ostrom.engine.execute import execute
from ostrom.engine.session import prepare
from ostrom.llm.calls import Request, Response
from ostrom.llm.providers.scripted import ScriptedProvider
from ostrom.records.journal import Journal
from ostrom.specs.reading import check_spec

DECISIONS = 10_000
LIMIT_MEGABYTES = 300

SPEC = {
    "name": "memory",
    "repeats": DECISIONS // 2,
    "agents": {"one": {"kind": "language_model", "model": "scripted/first"}},
    "games": {"prisoners_dilemma": {}},
    "mechanisms": {"none": {}},
    "limits": {"units_at_once": DECISIONS // 2},
}


class Gate:
    """Answers nobody until `DECISIONS` calls are waiting."""

    def __init__(self) -> None:
        self.waiting = 0
        self._open = asyncio.Event()
        self._provider = ScriptedProvider()

    async def complete(self, request: Request) -> Response:
        """Waits for the gate, then answers."""
        self.waiting += 1
        if self.waiting == DECISIONS:
            self._open.set()
        await self._open.wait()
        return await self._provider.complete(request)


async def run(root: Path) -> int:
    """Plays all matches at once; returns how many calls waited together."""
    prepared = prepare(check_spec(SPEC, "benchmark"), root)
    gate = Gate()
    with Journal(prepared.run.journal) as journal:
        session = await execute(
            prepared.family,
            prepared.design,
            journal,
            gate.complete,
            units_at_once=DECISIONS // 2,
            watch=lambda _: None,
        )
    if session.failures or session.progress.decisions != DECISIONS:
        raise SystemExit(f"Not all was played: {session.progress}")
    return gate.waiting


def peak_megabytes() -> float:
    """Peak resident memory of this process alone.

    `getrusage` also counts what the parent held when it started this process, so it
    serves only where the system has no status file.
    """
    status = Path("/proc/self/status")
    if not status.exists():
        return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
    lines = status.read_text("ascii").splitlines()
    (peak,) = (line for line in lines if line.startswith("VmHWM"))
    return int(peak.split()[1]) / 1024


def main() -> None:
    with tempfile.TemporaryDirectory() as folder:
        together = asyncio.run(run(Path(folder)))
    peak = peak_megabytes()
    print(f"{together} decisions in flight together, peak {peak:.0f} MB", end=" ")
    print(f"(to be below {LIMIT_MEGABYTES})")
    if peak >= LIMIT_MEGABYTES:
        raise SystemExit("Too much memory.")


if __name__ == "__main__":
    main()
