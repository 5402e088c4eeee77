"""`ostrom estimate`: what a run will take, before it runs."""

import json
from dataclasses import asdict
from typing import TYPE_CHECKING, Annotated

import typer

from ostrom.cli import options

if TYPE_CHECKING:
    from ostrom.engine.estimate import Estimate, ModelEstimate


def estimate(
    spec: options.Spec,
    overrides: options.Overrides = None,
    pilot: Annotated[
        int,
        typer.Option("--pilot", min=0, help="Live calls for each model; 0 makes none."),
    ] = 0,
    as_json: options.AsJson = False,
) -> None:
    """Count calls and prompt sizes by playing the spec with neutral answers.

    Without --pilot no call is made, and tokens are a range from the characters. With
    it the tokens and cost of a few live calls are scaled up.

    Example: ostrom estimate reproductions/coopeval2026
    """
    from ostrom.engine.estimate import estimate as estimate_run
    from ostrom.specs.reading import read_spec

    experiment = read_spec(options.spec_path(spec), overrides or [])
    found = estimate_run(experiment, pilot=pilot)
    if as_json:
        conditions = [
            {"game": game, "mechanism": mechanism, "calls": calls}
            for (game, mechanism), calls in found.by_condition.items()
        ]
        models = [{**asdict(each), "cost_usd": each.cost_usd} for each in found.models]
        facts = {"units": found.units, "decisions": found.decisions}
        typer.echo(json.dumps({**facts, "conditions": conditions, "models": models}))
        return
    _tell(found)


def _tell(found: "Estimate") -> None:
    typer.echo(f"{found.units} units, {found.decisions} decisions.")
    for (game, mechanism), calls in found.by_condition.items():
        typer.echo(f"  {game} · {mechanism}: {calls} calls")
    for model in found.models:
        typer.echo(_sentence(model))
    if not found.models:
        typer.echo("No language model is called.")


def _sentence(model: "ModelEstimate") -> str:
    low, high = model.input_tokens
    tokens = f"{low}" if low == high else f"{low} to {high}"
    parts = [
        f"{model.model}: {model.calls} calls, {model.prompt_characters} characters of "
        f"prompts, {tokens} tokens in"
    ]
    if model.pilot is None:
        parts.append("tokens out and cost: not known without --pilot")
    else:
        out = model.output_tokens
        cost = model.cost_usd
        parts.append(
            f"{out[0]} to {out[1]} tokens out" if out else "tokens out unknown"
        )
        parts.append(
            f"${cost[0]:.4f} to ${cost[1]:.4f}" if cost else "cost: price not known"
        )
        parts.append(f"from {model.pilot.calls} live calls")
    return "; ".join(parts) + ". Each reply that can not be read adds a call."


COMMAND = estimate
