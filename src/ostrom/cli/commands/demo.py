"""`ostrom demo`: the laboratory in a few minutes, without a key."""

from importlib.resources import as_file, files

from ostrom.cli import options
from ostrom.cli.playing import play


def demo(
    runs: options.Root = options.RUNS,
    plain: options.Plain = False,
    as_json: options.AsJson = False,
) -> int:
    """Let a small embedded language model and scripted strategies play.

    Example: ostrom demo
    """
    from ostrom.specs.reading import read_spec

    with as_file(files("ostrom.specs") / "demo.toml") as path:
        experiment = read_spec(path)
    return play(experiment, runs, plain=plain, as_json=as_json, show_table=True)


COMMAND = demo
