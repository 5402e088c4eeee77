"""`ostrom list`: what there is to play with."""

from collections.abc import Callable
from enum import StrEnum
from typing import Annotated

import typer


class Kind(StrEnum):
    """What can be listed."""

    GAMES = "games"
    MECHANISMS = "mechanisms"
    AGENTS = "agents"
    MODELS = "models"
    PROVIDERS = "providers"
    METRICS = "metrics"
    FAMILIES = "families"


def list_(
    kind: Annotated[Kind, typer.Argument(help="What to list.")],
    plain: Annotated[
        bool, typer.Option("--plain", help="One name a line, nothing else.")
    ] = False,
) -> None:
    """List games, mechanisms, agents, models, providers, metrics or families.

    Example: ostrom list games
    """
    rows = _LISTINGS[kind]()
    if plain:
        for name, _ in rows:
            typer.echo(name)
        return
    width = max(len(name) for name, _ in rows)
    for name, summary in rows:
        typer.echo(f"{name:{width}}  {summary}".rstrip())


Rows = list[tuple[str, str]]


def _games() -> Rows:
    from ostrom.games.theory.catalogue import GAMES

    return [(name, GAMES.load(name).summary) for name in GAMES.names()]


def _mechanisms() -> Rows:
    from ostrom.mechanisms.protocol.mechanism import MECHANISMS

    return [(name, MECHANISMS.load(name).summary) for name in MECHANISMS.names()]


def _agents() -> Rows:
    from ostrom.agents.protocol.agent import AGENTS

    return [(name, AGENTS.load(name).summary) for name in AGENTS.names()]


def _models() -> Rows:
    from ostrom.llm.resolve import known_models

    return [(name, "") for name in known_models()]


def _providers() -> Rows:
    from ostrom.llm.resolve import known_prefixes

    return [(name, f"models {name}/…") for name in known_prefixes()]


def _metrics() -> Rows:
    from ostrom.metrics.protocol.metric import METRICS

    return [(name, METRICS.load(name).summary) for name in METRICS.names()]


def _families() -> Rows:
    from ostrom.engine.families import family_names

    return [(name, "") for name in family_names()]


_LISTINGS: dict[Kind, Callable[[], Rows]] = {
    Kind.GAMES: _games,
    Kind.MECHANISMS: _mechanisms,
    Kind.AGENTS: _agents,
    Kind.MODELS: _models,
    Kind.PROVIDERS: _providers,
    Kind.METRICS: _metrics,
    Kind.FAMILIES: _families,
}

COMMAND = list_
