"""Options that several verbs share."""

from pathlib import Path
from typing import Annotated

import typer

Spec = Annotated[Path, typer.Argument(help="Spec file, or the folder that holds it.")]
Run = Annotated[
    str, typer.Argument(help="Run: its folder, or its name, or a part of it.")
]
Root = Annotated[
    Path,
    typer.Option("--runs", envvar="OSTROM_RUNS", help="Folder that holds all runs."),
]
Overrides = Annotated[
    list[str] | None,
    typer.Option("--set", help="Replace a value of the spec: key.key=value."),
]
MaxCost = Annotated[
    float | None, typer.Option("--max-cost", help="Stop before it costs more, in USD.")
]
MaxCalls = Annotated[
    int | None, typer.Option("--max-calls", help="Stop before more calls than this.")
]
MaxTokens = Annotated[
    int | None, typer.Option("--max-tokens", help="Stop before more tokens than this.")
]
Plain = Annotated[bool, typer.Option("--plain", help="Progress as lines, for logs.")]
AsJson = Annotated[bool, typer.Option("--json", help="Output as JSON lines.")]

RUNS = Path("runs")


def spec_path(given: Path) -> Path:
    """Returns the spec file that a person means: a file, or a folder with spec.toml."""
    return given / "spec.toml" if given.is_dir() else given


def limits(
    max_cost: float | None, max_calls: int | None, max_tokens: int | None
) -> list[str]:
    """Returns caps given on the command line as overrides of the spec."""
    given = {
        "max_cost_usd": max_cost,
        "max_calls": max_calls,
        "max_tokens": max_tokens,
    }
    return [
        f"limits.{name}={value}" for name, value in given.items() if value is not None
    ]
