"""`ostrom status`: where a run stands."""

import json

import typer

from ostrom.cli import options
from ostrom.cli.exit_codes import ExitCode


def status(
    run: options.Run,
    runs: options.Root = options.RUNS,
    as_json: options.AsJson = False,
) -> int:
    """Say which units are done, failed, started or never run.

    Exit code 0 if all are done, 5 if not.

    Example: ostrom status demo
    """
    from ostrom.engine.status import STATES
    from ostrom.engine.status import status as status_of
    from ostrom.records.rundir import find_run

    found = status_of(find_run(run, runs))
    if as_json:
        facts = {
            "run_id": found.run_id,
            **{state: found.count(state) for state in STATES},
            "failures": found.failures,
            "journal_bytes": found.journal_bytes,
        }
        typer.echo(json.dumps(facts))
    else:
        typer.echo(f"{found.run_id}  ({found.journal_bytes / 1e6:.1f} MB)")
        for (game, mechanism), counts in found.by_condition.items():
            parts = [f"{counts[s]} {s.replace('_', ' ')}" for s in STATES if counts[s]]
            typer.echo(f"  {game} · {mechanism}: {', '.join(parts)}")
        for unit, error in found.failures.items():
            typer.echo(f"  failed {unit}: {error}")
    return int(ExitCode.DONE if found.is_complete else ExitCode.FAILED)


COMMAND = status
