"""Writes the pages of `docs/reference` from the catalogues, the spec and the verbs.

Run it after adding an extension, a parameter or a verb:

    python docs/generate_reference.py

A test asserts that the pages are what this makes of the source.
"""

import inspect
import re
from collections.abc import Callable, Iterable, Iterator
from enum import Enum
from fractions import Fraction
from pathlib import Path
from typing import Any

import typer
from pydantic import BaseModel
from pydantic_core import PydanticUndefined

from ostrom.agents.protocol.agent import AGENTS
from ostrom.cli import exit_codes
from ostrom.cli.main import build_app
from ostrom.games.theory.catalogue import GAMES
from ostrom.games.theory.game import Game
from ostrom.llm.provider import PROVIDERS
from ostrom.mechanisms.protocol.mechanism import MECHANISMS
from ostrom.metrics.protocol.metric import METRICS
from ostrom.specs import experiment

REFERENCE = Path(__file__).parent / "reference"

_LARGEST_TABLE = 4

_NOTICE = "<!-- Written by docs/generate_reference.py; change the source, not this. -->"


def described(documented: type) -> dict[str, str]:
    """Returns what a class says of its fields under Attributes, by name."""
    docstring = inspect.getdoc(documented) or ""
    _, _, section = docstring.partition("Attributes:\n")
    found: dict[str, str] = {}
    name = ""
    for line in section.splitlines():
        begins = re.match(r"    (\w+): (.+)", line)
        if begins:
            name = begins[1]
            found[name] = begins[2]
        elif name and line.startswith("        "):
            found[name] += " " + line.strip()
        else:
            name = ""
    return found


def _fields(model: type[BaseModel]) -> Iterator[str]:
    """A table of the parameters of a set: name, default, meaning."""
    if not model.model_fields:
        yield "No parameters."
        return
    words = {
        name: text
        for each in reversed(model.__mro__)
        for name, text in described(each).items()
    }
    yield "| key | default | meaning |"
    yield "|---|---|---|"
    for name, field in model.model_fields.items():
        default = field.get_default(call_default_factory=True)
        shown = "required" if default is PydanticUndefined else _value(default)
        yield f"| `{name}` | {shown} | {_cell(words.get(name, ''))} |"


def _value(value: object) -> str:
    """A default as one would write it in a spec."""
    if value is None:
        return "none"
    if isinstance(value, BaseModel):
        return "see below"
    if isinstance(value, Enum):
        value = value.value
    if isinstance(value, bool):
        return f"`{str(value).lower()}`"
    if isinstance(value, (list, tuple, dict)) and not value:
        return "empty"
    is_number = isinstance(value, (int, float)) or (
        isinstance(value, Fraction) and value.denominator == 1
    )
    text = str(value) if is_number else f'"{value}"'
    return f"`{text}`"


def _cell(text: str) -> str:
    return text.replace("|", "\\|").replace("\n", " ")


def _page(title: str, intro: str, lines: Iterable[str]) -> str:
    return "\n".join([_NOTICE, f"# {title}", "", intro, "", *lines]).rstrip() + "\n"


def games() -> str:
    """The page of the games."""
    lines: list[str] = []
    for name in GAMES.names():
        kind = GAMES.load(name)
        lines += [f"## {name}", "", kind.summary, ""]
        lines += _game(kind.default())
        lines += ["", *_fields(kind.parameters), ""]
    intro = (
        "Payoffs are in points, exact, and shown with the default parameters. A game "
        "can also be written in a spec as an array, or read from a Gambit `.nfg` file."
    )
    return _page("Games", intro, lines)


def _game(game: Game) -> Iterator[str]:
    facts = {
        "Version": str(game.version),
        "Players": str(game.num_players),
        "Cooperation": _profile(game, game.cooperative_profile),
        "Defection": _profile(game, game.defective_profile),
        "Equilibria": str(len(game.equilibria)),
        "Dominance": game.dominance,
        "Source": game.source,
        "Note": game.notes,
    }
    yield from (f"* {key}: {fact}" for key, fact in facts.items() if fact)
    if game.num_players == 2 and max(game.num_actions) <= _LARGEST_TABLE:
        yield ""
        yield from _table(game)


def _profile(game: Game, profile: tuple[int, ...] | None) -> str:
    if profile is None:
        return "not defined"
    names = (game.actions[player][action] for player, action in enumerate(profile))
    payoffs = ", ".join(str(payoff) for payoff in game.payoff(profile))
    return f"`{' · '.join(names)}` pays {payoffs}"


def _table(game: Game) -> Iterator[str]:
    """Payoffs of the row player, then of the column player."""
    rows, columns = game.actions
    yield "| | " + " | ".join(columns) + " |"
    yield "|---" * (len(columns) + 1) + "|"
    for row, name in enumerate(rows):
        cells = (
            ", ".join(str(payoff) for payoff in game.payoff((row, column)))
            for column in range(len(columns))
        )
        yield f"| **{name}** | " + " | ".join(cells) + " |"


def mechanisms() -> str:
    """The page of the mechanisms."""
    lines: list[str] = []
    for name in MECHANISMS.names():
        each = MECHANISMS.load(name)
        lines += [f"## {name}", "", each.summary, ""]
        lines += [f"* Version: {each.version}", f"* Source: {each.source}", ""]
        lines += [*_fields(each.parameters), ""]
    intro = "A mechanism changes the rules around a one-shot base game."
    return _page("Mechanisms", intro, lines)


def agents() -> str:
    """The page of the agents."""
    lines: list[str] = []
    for name in AGENTS.names():
        each = AGENTS.load(name)
        lines += [f"## {name}", "", each.summary, ""]
        lines += [f"* Version: {each.version}", f"* Source: {each.source}", ""]
        lines += [*_fields(each.settings), ""]
    intro = "An agent decides for a seat. Its settings are part of its identity."
    return _page("Agents", intro, lines)


def metrics() -> str:
    """The page of the metrics."""
    lines: list[str] = []
    for name in METRICS.names():
        each = METRICS.load(name)
        told = inspect.getdoc(each.compute) or ""
        lines += [f"## {name}", "", each.summary, "", f"* Version: {each.version}", ""]
        lines += [told, ""]
    intro = (
        "A metric turns the sealed tables of a run into a tidy table. Each row names "
        "the units behind it; a number that is absent says why."
    )
    return _page("Metrics", intro, lines)


def spec() -> str:
    """The page of the experiment spec."""
    tables: dict[str, type[BaseModel]] = {
        "Top level": experiment.Experiment,
        "[schedule]": experiment.Schedule,
        "[replies]": experiment.Replies,
        "[limits]": experiment.Limits,
        "[agents.LABEL]": experiment.Entry,
        "[games.LABEL]": experiment.GameEntry,
        "[mechanisms.LABEL]": experiment.MechanismEntry,
    }
    lines: list[str] = []
    for title, model in tables.items():
        lines += [f"## {title}", "", *_fields(model), ""]
    told = (inspect.getdoc(experiment.ProviderEntry) or "").partition("\n")[2].strip()
    lines += ["## [providers.PREFIX]", "", " ".join(told.split()), ""]
    for name in PROVIDERS.names():
        kind = PROVIDERS.load(name)
        lines += [f"### {name}", "", kind.summary, "", *_fields(kind.options), ""]
    intro = (
        "A spec is a TOML file. Unknown keys are errors that propose the nearest "
        "known one. A label is a name of your choice; without `kind` it is the "
        "catalogue name itself. Keys of an agent, game or mechanism besides those "
        "below are its own parameters, see the pages of the catalogues. On the "
        "command line `--set key.key=value` replaces a single value."
    )
    return _page("Experiment spec", intro, lines)


def cli() -> str:
    """The page of the command line."""
    group: Any = typer.main.get_command(build_app())
    lines: list[str] = []
    for name in sorted(group.commands):
        command = group.commands[name]
        told, _, example = (command.help or "").partition("Example: ")
        lines += [f"## ostrom {name}", "", told.strip(), ""]
        lines += ["```sh", example.strip(), "```", ""]
        lines += [*_parameters(command.params), ""]
    intro = "One verb, one file in `src/ostrom/cli/commands`. `-h` shows this as well."
    return _page("Command line", intro, lines)


def _parameters(params: Iterable[Any]) -> Iterator[str]:
    rows = [param for param in params if param.name != "help"]
    if not rows:
        return
    yield "| argument or option | default | meaning |"
    yield "|---|---|---|"
    for param in rows:
        is_option = param.opts[0].startswith("-")
        names = ", ".join(param.opts) if is_option else param.name.upper()
        default = "required" if param.required else _default(param.default)
        meaning = _cell(param.help or "")
        if param.envvar:
            meaning += f" Environment: `{param.envvar}`."
        yield f"| `{names}` | {default} | {meaning} |"


def _default(value: object) -> str:
    if value is None or value is False:
        return "none" if value is None else "off"
    return f"`{value.value if isinstance(value, Enum) else value}`"


def exit_code_page() -> str:
    """The page of the exit codes."""
    told = inspect.getdoc(exit_codes.ExitCode) or ""
    meanings = dict(re.findall(r"(\d+) ([^·]+?)\s*(?:·|\.$)", " ".join(told.split())))
    lines = ["| code | name | meaning |", "|---|---|---|"]
    lines += [
        f"| {code.value} | `{code.name}` | {meanings[str(code.value)]} |"
        for code in exit_codes.ExitCode
    ]
    intro = "A user's mistake ends in a sentence and one of these codes."
    return _page("Exit codes", intro, lines)


PAGES: dict[str, Callable[[], str]] = {
    "agents": agents,
    "cli": cli,
    "exit_codes": exit_code_page,
    "games": games,
    "mechanisms": mechanisms,
    "metrics": metrics,
    "spec": spec,
}
"""What makes each page, by its file name."""


def main() -> None:
    """Writes all pages."""
    REFERENCE.mkdir(parents=True, exist_ok=True)
    for name, make in PAGES.items():
        (REFERENCE / f"{name}.md").write_text(make(), encoding="utf-8")


if __name__ == "__main__":
    main()
