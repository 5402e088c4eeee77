"""`ostrom replay`: play a run again from its records."""

import typer

from ostrom.cli import options
from ostrom.cli.exit_codes import ExitCode


def replay(run: options.Run, runs: options.Root = options.RUNS) -> int:
    """Play a run again from its records and compare every line; no call is made.

    Example: ostrom replay demo
    """
    from ostrom.engine.replay import replay as replay_run
    from ostrom.records.rundir import find_run

    found = replay_run(find_run(run, runs))
    typer.echo(
        f"{found.same} units came out as recorded, with {found.replies} recorded "
        f"replies and no call; {found.unfinished} unfinished units were left out."
    )
    return int(ExitCode.DONE if not found.unfinished else ExitCode.FAILED)


COMMAND = replay
