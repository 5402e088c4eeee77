"""What a decision costs on top of a bare call to the same scripted provider.

Plays prisoner's dilemmas between two scripted models through the whole engine (prompt,
reading, journal on disk), then makes the same requests straight to the provider. Prints
processor milliseconds a decision of both and the difference, which is to be at most 2.
"""

import asyncio
import tempfile
import time
from pathlib import Path

from ostrom.engine.session import play, prepare
from ostrom.llm.calls import Request
from ostrom.llm.providers.scripted import ScriptedProvider
from ostrom.records.journal import read_lines
from ostrom.specs.reading import check_spec

REPEATS = 250
LIMIT_MILLISECONDS = 2.0

SPEC = {
    "name": "overhead",
    "repeats": REPEATS,
    "agents": {
        "one": {"kind": "language_model", "model": "scripted/uniform"},
        "two": {"kind": "language_model", "model": "scripted/first"},
    },
    "games": {"prisoners_dilemma": {}},
    "mechanisms": {"repetition": {"rounds": 5}},
}


def through_the_engine(root: Path) -> tuple[float, list[Request]]:
    """Processor seconds of a whole run, and the requests it made."""
    prepared = prepare(check_spec(SPEC, "benchmark"), root)
    began = time.process_time()
    play(prepared, lambda _: None)
    spent = time.process_time() - began
    lines = read_lines(prepared.run.journal)
    requests = [
        Request.model_validate(line.body["request"])
        for line in lines
        if line.kind == "reply"
    ]
    return spent, requests


async def bare(requests: list[Request]) -> float:
    """Processor seconds of the same requests straight to the provider."""
    provider = ScriptedProvider()
    began = time.process_time()
    for request in requests:
        await provider.complete(request)
    return time.process_time() - began


def main() -> None:
    with tempfile.TemporaryDirectory() as folder:
        with_engine, requests = through_the_engine(Path(folder))
    alone = asyncio.run(bare(requests))
    decisions = len(requests)
    extra = (with_engine - alone) / decisions * 1000
    print(f"{decisions} decisions, each one call to a scripted model")
    print(f"engine {with_engine / decisions * 1000:.3f} ms CPU a decision")
    print(f"bare   {alone / decisions * 1000:.3f} ms CPU a call")
    print(f"on top {extra:.3f} ms (to be at most {LIMIT_MILLISECONDS})")
    print(f"ratio  {with_engine / alone:.1f}")
    if extra > LIMIT_MILLISECONDS:
        raise SystemExit("The engine costs more than it may.")


if __name__ == "__main__":
    main()
