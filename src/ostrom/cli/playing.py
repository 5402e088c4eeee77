"""Plays an experiment in front of a person: progress, report, what to do next."""

import json
from pathlib import Path
from typing import TYPE_CHECKING

import typer

from ostrom.cli.exit_codes import ExitCode
from ostrom.records.rundir import RunFolder
from ostrom.specs.experiment import Experiment

if TYPE_CHECKING:
    from ostrom.engine.execute import Session


def play(
    experiment: Experiment,
    runs: Path,
    *,
    plain: bool,
    as_json: bool,
    show_table: bool = False,
    begun: RunFolder | None = None,
) -> int:
    """Plays what is not done and writes the report.

    Args:
        experiment: What is played.
        runs: Folder of all runs, where the run's own is found or made.
        plain: Whether progress is shown as lines.
        as_json: Whether output is JSON lines.
        show_table: Whether a table of the results is printed in the end.
        begun: Folder of the run that goes on; it is looked for nowhere else.

    Returns:
        The exit code.
    """
    from ostrom.cli.display import Display, chosen_style
    from ostrom.engine.session import play as play_session
    from ostrom.engine.session import prepare, reopen
    from ostrom.records.tables import seal
    from ostrom.reports.page import write_report

    if experiment.judging is not None and begun is None:
        runs = RunFolder(Path(experiment.judging.run)).judging
    prepared = prepare(experiment, runs) if not begun else reopen(experiment, begun)
    run = prepared.run
    if not as_json:
        models = ", ".join(prepared.design.models) or "none"
        typer.echo(
            f"Run {run.path}: {len(prepared.design.units)} units; models: {models}."
        )
    with Display(chosen_style(plain=plain, as_json=as_json)) as watch:
        session = play_session(prepared, watch)
    if run.judged is not None:
        seal(run.judged)
    page = write_report(run.judged or run)
    if as_json:
        typer.echo(json.dumps(_ending(session, run.path, page)))
    else:
        _tell(session, run.path, page, show_table=show_table)
    return int(_code(session))


def _code(session: "Session") -> ExitCode:
    if session.stopped:
        return ExitCode.BUDGET
    return ExitCode.FAILED if session.failures else ExitCode.DONE


def _ending(session: "Session", run: Path, page: Path) -> dict[str, object]:
    return {
        "event": "end",
        "run": str(run),
        "report": str(page),
        "done": session.progress.done,
        "total": session.progress.total,
        "stopped": session.stopped,
        "failures": session.failures,
    }


def _tell(session: "Session", run: Path, page: Path, *, show_table: bool) -> None:
    if show_table:
        from ostrom.cli.summary_table import print_summary

        print_summary(RunFolder(run))
    for unit, error in list(session.failures.items())[:5]:
        typer.echo(f"Unit {unit} failed: {error}", err=True)
    left = session.progress.total - session.progress.done
    if session.stopped:
        typer.echo(f"Stopped: {session.stopped}", err=True)
    if left:
        cap = " --max-… with a higher cap" if session.stopped else ""
        go_on = f"ostrom resume {run}{cap}"
        typer.echo(f"{left} units are left; go on with: {go_on}", err=True)
    typer.echo(f"Report: {page}")
