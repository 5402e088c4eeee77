"""`ostrom resume`: go on with a run."""

from ostrom.cli import options
from ostrom.cli.playing import play


def resume(
    run: options.Run,
    runs: options.Root = options.RUNS,
    max_cost: options.MaxCost = None,
    max_calls: options.MaxCalls = None,
    max_tokens: options.MaxTokens = None,
    plain: options.Plain = False,
    as_json: options.AsJson = False,
) -> int:
    """Go on with a run from its folder alone; failed units are tried again.

    Example: ostrom resume demo
    """
    from ostrom.records.rundir import find_run
    from ostrom.specs.reading import check_spec, with_overrides

    folder = find_run(run, runs)
    caps = options.limits(max_cost, max_calls, max_tokens)
    content = with_overrides(folder.read_manifest()["spec"], caps)
    experiment = check_spec(content, str(folder.manifest))
    runs_of = folder.path.parent
    return play(experiment, runs_of, plain=plain, as_json=as_json, begun=folder)


COMMAND = resume
