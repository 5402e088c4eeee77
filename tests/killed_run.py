"""Runs one command line in a process that kills itself, -9, at a line of the journal.

Usage: `killed_run.py COUNT before|after ARGUMENT ...`. The kill comes before or after
the COUNT-th line that this process writes; a run with fewer lines ends as usual.
"""

import os
import signal
import sys
from collections.abc import Mapping
from typing import Any

from ostrom.cli.main import run_command
from ostrom.records.journal import Journal


def main() -> int:
    count, moment = int(sys.argv[1]), sys.argv[2]
    written = 0
    append = Journal.append

    def deadly(
        self: Journal, unit_id: str, key: str, kind: str, body: Mapping[str, Any]
    ) -> None:
        nonlocal written
        written += 1
        if written == count and moment == "before":
            os.kill(os.getpid(), signal.SIGKILL)
        append(self, unit_id, key, kind, body)
        if written == count and moment == "after":
            os.kill(os.getpid(), signal.SIGKILL)

    setattr(Journal, "append", deadly)  # noqa: B010 — a method is replaced on purpose
    return run_command(sys.argv[3:])


if __name__ == "__main__":
    sys.exit(main())
