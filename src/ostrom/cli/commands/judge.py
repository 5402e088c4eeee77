"""`ostrom judge`: put the recorded rationales of a run to judges."""

from pathlib import Path
from typing import Annotated, Any

import typer

from ostrom.cli import options


def judge(
    run: options.Run,
    codebook: Annotated[
        str, typer.Option("--codebook", help="Name, or path of one's own.")
    ],
    judges: Annotated[
        list[str] | None,
        typer.Option("--judge", help="A model as provider/name; give two or more."),
    ] = None,
    offline: Annotated[
        bool, typer.Option("--offline", help="Add the judge that goes by phrases.")
    ] = False,
    sample: Annotated[
        int | None,
        typer.Option("--sample", help="Texts of each agent, condition and kind."),
    ] = None,
    kinds: Annotated[
        list[str] | None, typer.Option("--kind", help="Kind of decision to judge.")
    ] = None,
    seed: Annotated[int, typer.Option("--seed", help="Of samples and orders.")] = 0,
    runs: options.Root = options.RUNS,
    max_cost: options.MaxCost = None,
    max_calls: options.MaxCalls = None,
    max_tokens: options.MaxTokens = None,
    plain: options.Plain = False,
    as_json: options.AsJson = False,
) -> int:
    """Ask judges which reasons of a codebook the agents of a run gave.

    Judges see the rationale alone, without names, answers and payoffs. Their verdicts
    lie in the run's folder and appear in its report. A judging that was begun goes on
    where it stopped.

    Example: ostrom judge demo --codebook coopeval15 --offline
    """
    from ostrom.cli.playing import play
    from ostrom.core.errors import SpecError
    from ostrom.records.rundir import find_run
    from ostrom.records.tables import seal
    from ostrom.specs.reading import check_spec, with_overrides

    named: dict[str, dict[str, Any]] = {
        model: {"kind": "by_model", "model": model} for model in judges or []
    }
    if offline:
        named["phrases"] = {"kind": "by_keywords"}
    if not named:
        raise SpecError("A judging needs a judge: --judge provider/name, or --offline.")
    folder = find_run(run, runs)
    seal(folder)
    path = Path(codebook)
    content = {
        "name": "judging",
        "family": "judging",
        "title": f"Rationales of {folder.path.name}",
        "seed": seed,
        "judges": named,
        "judging": {
            "run": str(folder.path.resolve()),
            "codebook": str(path.resolve()) if path.is_file() else codebook,
            "sample": sample,
            "kinds": tuple(kinds) if kinds else None,
        },
    }
    caps = options.limits(max_cost, max_calls, max_tokens)
    spec = check_spec(with_overrides(content, caps), "ostrom judge")
    return play(spec, runs, plain=plain, as_json=as_json)


COMMAND = judge
