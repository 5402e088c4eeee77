"""The command `ostrom`: finds its verbs in `commands`, turns errors into sentences."""

import importlib
import pkgutil
import sys
from collections.abc import Sequence

import typer

from ostrom import __version__
from ostrom.cli import commands
from ostrom.cli.exit_codes import ExitCode, exit_code_of
from ostrom.core.errors import OstromError

_ABOUT = (
    "A laboratory for social dilemmas: who cooperates, under which rules.\n\n"
    "Exit codes: 0 done, 2 wrong usage or spec, 3 stopped by a budget, 4 trouble with "
    "records, 5 some units failed, 130 interrupted; after 3, 5 and 130 `ostrom resume` "
    "goes on where the run stopped."
)


def build_app() -> typer.Typer:
    """Returns the command line with one verb for each module in `commands`."""
    app = typer.Typer(
        help=_ABOUT,
        no_args_is_help=True,
        add_completion=False,
        pretty_exceptions_enable=False,
        context_settings={"help_option_names": ["-h", "--help"]},
    )
    app.callback()(_options)
    for entry in pkgutil.iter_modules(commands.__path__):
        module = importlib.import_module(f"{commands.__name__}.{entry.name}")
        name = entry.name.removesuffix("_").replace("_", "-")
        app.command(name)(module.COMMAND)
    return app


def _show_version(asked: bool | None) -> None:
    if asked:
        typer.echo(f"ostrom {__version__}")
        raise typer.Exit


def _options(
    version: bool | None = typer.Option(
        None, "--version", callback=_show_version, is_eager=True, help="Show it."
    ),
) -> None:
    pass


_options.__doc__ = _ABOUT


def run_command(arguments: Sequence[str]) -> int:
    """Runs one command line and returns its exit code; user errors get no traceback."""
    app = build_app()
    try:
        code = app(list(arguments), standalone_mode=False)
    except typer.TyperException as error:
        if error.format_message():
            typer.echo(f"Error: {error.format_message()}", err=True)
        return int(ExitCode.SPEC)
    except OstromError as error:
        typer.echo(f"Error: {error}", err=True)
        return int(exit_code_of(error))
    except OSError as error:
        if error.filename is None:
            raise
        typer.echo(f"Error: {error.filename}: {error.strerror}.", err=True)
        return int(ExitCode.RECORD)
    except (KeyboardInterrupt, typer.Abort):
        code = ExitCode.INTERRUPTED
    if code == ExitCode.INTERRUPTED:
        # Typer itself turns an interrupt into this code, without a word.
        typer.echo("Interrupted; what was recorded is safe.", err=True)
    return int(code or 0)


def main() -> None:
    """Entry point of the command."""
    sys.exit(run_command(sys.argv[1:]))
