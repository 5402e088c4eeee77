"""`ostrom run`: play an experiment."""

from ostrom.cli import options
from ostrom.cli.playing import play


def run(
    spec: options.Spec,
    runs: options.Root = options.RUNS,
    overrides: options.Overrides = None,
    max_cost: options.MaxCost = None,
    max_calls: options.MaxCalls = None,
    max_tokens: options.MaxTokens = None,
    plain: options.Plain = False,
    as_json: options.AsJson = False,
) -> int:
    """Play an experiment; one that was begun goes on where it stopped.

    Example: ostrom run experiments/mechanisms_scripted
    """
    from ostrom.specs.reading import read_spec

    caps = options.limits(max_cost, max_calls, max_tokens)
    experiment = read_spec(options.spec_path(spec), [*(overrides or []), *caps])
    return play(experiment, runs, plain=plain, as_json=as_json)


COMMAND = run
