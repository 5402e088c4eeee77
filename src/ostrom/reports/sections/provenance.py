"""Section: the spec, versions and seeds that the run came from."""

import json
from typing import Any

import polars as pl

from ostrom.metrics.protocol.tables import RunTables
from ostrom.reports.layout.parts import (
    Block,
    Cell,
    Exhibit,
    Listing,
    Prose,
    Section,
    count,
    words,
)

_VERSIONS = (
    *("run_id", "created_at", "ostrom_version", "git_revision", "python", "platform"),
    *("spec_hash", "seed", "repeats"),
)


def section(tables: RunTables) -> Section:
    """Returns agents, rules, versions, seeds and the resolved spec."""
    blocks: list[Block] = [
        Prose((_on_seeds(tables),)),
        _agents(tables),
        _rules(tables),
        _versions(tables),
        Listing(
            "The spec, defaults filled in",
            json.dumps(tables.manifest["spec"], indent=2, ensure_ascii=False),
        ),
    ]
    return Section("provenance", "Where it came from", tuple(blocks))


def _on_seeds(tables: RunTables) -> str:
    models = [
        model
        for agent in tables.manifest["agents"].values()
        for model in agent["models"]
    ]
    hosted = sorted({model for model in models if not model.startswith("local/")})
    text = (
        f"All chance of the laboratory follows from seed {tables.manifest['seed']}: "
        "who sits where, which action is drawn, which tie is broken how. The seeds of "
        "all units are in the file units.csv. Hosted language models can not be "
        "seeded: the same prompt may bring another reply tomorrow. What makes a run "
        "repeatable is its record of replies."
    )
    if hosted:
        text += f" Not seeded here: {', '.join(hosted)}."
    return text


def _agents(tables: RunTables) -> Exhibit:
    agents = tables.manifest["agents"]
    rows = [
        (
            label,
            agent["kind"],
            agent["version"],
            ", ".join(agent["models"]) or None,
            _plain(agent["settings"]),
            agent["identity"],
        )
        for label, agent in agents.items()
    ]
    header = ("agent", "kind", "version", "models", "settings", "identity")
    return _facts(
        "agents",
        "Agents",
        f"{len(rows)} agents. The identity is a hash of kind, version and settings.",
        header,
        rows,
    )


def _rules(tables: RunTables) -> Exhibit:
    rows: list[tuple[Any, ...]] = [
        ("game", label, game["name"], game["version"], None, game["source"])
        for label, game in tables.manifest["games"].items()
    ]
    rows += [
        (
            *("mechanism", label, rules["name"], rules["version"]),
            _plain(rules["parameters"]),
            rules["summary"],
        )
        for label, rules in tables.manifest["mechanisms"].items()
    ]
    header = ("what", "label", "name", "version", "parameters", "about")
    caption = f"{len(rows)} games and mechanisms, with the version of their rules."
    return _facts("rules", "Games and mechanisms", caption, header, rows)


def _versions(tables: RunTables) -> Exhibit:
    manifest = tables.manifest
    rows = [
        (name.replace("_", " "), None if each is None else str(each))
        for name, each in ((name, manifest.get(name)) for name in _VERSIONS)
    ]
    rows += [
        (f"package {name}", version)
        for name, version in sorted(manifest["packages"].items())
    ]
    caption = f"{len(rows)} facts about the program and the machine that played."
    return _facts("versions", "Versions and seeds", caption, ("what", "value"), rows)


def _facts(
    name: str,
    title: str,
    caption: str,
    header: tuple[str, ...],
    rows: list[tuple[Any, ...]],
) -> Exhibit:
    """A table of facts of the manifest, which no single unit stands behind."""
    behind = pl.DataFrame(
        [[None if each is None else str(each) for each in row] for row in rows],
        schema=dict.fromkeys(header, pl.String),
        orient="row",
    )
    return Exhibit(
        name=name,
        title=title,
        caption=caption,
        behind=behind,
        header=header,
        rows=tuple(tuple(_cell(each) for each in row) for row in rows),
    )


def _cell(value: Any) -> Cell:
    return count(value) if isinstance(value, int) else words(value)


def _plain(settings: dict[str, Any]) -> str | None:
    """Settings on one line, those that are not set left out."""
    given = {name: each for name, each in settings.items() if each is not None}
    return ", ".join(f"{name} = {_value(each)}" for name, each in given.items()) or None


def _value(value: Any) -> str:
    return value if isinstance(value, str) else json.dumps(value, ensure_ascii=False)
