"""A laboratory for social dilemmas: who cooperates, under which rules, how long.

The public face: what a study in Python needs, imported when it is first used::

    import ostrom

    spec = ostrom.read_spec(Path("spec.toml"))
    prepared = ostrom.prepare(spec, Path("runs"))
    session = ostrom.play(prepared, watch=print)
    tables = ostrom.read_tables(prepared.run)
"""

import importlib
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from ostrom.agents.protocol.agent import AGENTS as AGENTS
    from ostrom.engine.estimate import estimate as estimate
    from ostrom.engine.replay import replay as replay
    from ostrom.engine.session import play as play
    from ostrom.engine.session import prepare as prepare
    from ostrom.engine.status import status as status
    from ostrom.games.theory.catalogue import GAMES as GAMES
    from ostrom.mechanisms.protocol.mechanism import MECHANISMS as MECHANISMS
    from ostrom.records.rundir import RunFolder as RunFolder
    from ostrom.records.tables import read_tables as read_tables
    from ostrom.reports.page import write_report as write_report
    from ostrom.specs.reading import read_spec as read_spec

__version__ = "0.1.0"

_HOMES = {
    "AGENTS": "ostrom.agents.protocol.agent",
    "GAMES": "ostrom.games.theory.catalogue",
    "MECHANISMS": "ostrom.mechanisms.protocol.mechanism",
    "RunFolder": "ostrom.records.rundir",
    "estimate": "ostrom.engine.estimate",
    "play": "ostrom.engine.session",
    "prepare": "ostrom.engine.session",
    "read_spec": "ostrom.specs.reading",
    "read_tables": "ostrom.records.tables",
    "replay": "ostrom.engine.replay",
    "status": "ostrom.engine.status",
    "write_report": "ostrom.reports.page",
}


def __getattr__(name: str) -> Any:
    """Imports a public name from where it lives, so that `import ostrom` is light."""
    if name not in _HOMES:
        raise AttributeError(f"module 'ostrom' has no attribute {name!r}")
    return getattr(importlib.import_module(_HOMES[name]), name)


def __dir__() -> list[str]:
    """Lists the public names."""
    return sorted([*_HOMES, "__version__"])
