"""Kinds of grid worlds, and making one from a name, a preset and overrides."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

from ostrom.core.catalogue import Catalogue
from ostrom.core.errors import UnknownNameError
from ostrom.core.naming import did_you_mean
from ostrom.core.parameters import read_parameters
from ostrom.gridworlds.protocol.settings import Settings
from ostrom.gridworlds.protocol.world import GridWorld


@dataclass(frozen=True)
class WorldKind:
    """A kind of grid world.

    Attributes:
        name: Its name, which is that of its file.
        version: Rises when the same key, actions and settings give another course.
        summary: One sentence.
        source: Where its rules and numbers come from.
        settings: The settings it takes.
        presets: Settings by name of the preset, where they differ from the defaults.
        build: Makes a world from its id and settings.
    """

    name: str
    version: int
    summary: str
    source: str
    settings: type[Settings]
    presets: Mapping[str, Mapping[str, Any]]
    build: Callable[[str, Any], GridWorld[Any, Any]]


WORLDS: Catalogue[WorldKind] = Catalogue("ostrom.gridworlds", "WORLD", WorldKind)


def make(name: str, preset: str = "default", **overrides: Any) -> GridWorld[Any, Any]:
    """Returns a grid world.

    Its id names the world, its version and preset, and each override, so worlds with
    different rules have different ids.

    Args:
        name: Name of the world.
        preset: Name of one of its presets.
        overrides: Settings that differ from the preset.

    Raises:
        UnknownNameError: There is no such world or preset.
        SpecError: There is no such setting, or its value is illegal.
    """
    kind = WORLDS.load(name)
    if preset not in kind.presets:
        hint = did_you_mean(preset, kind.presets)
        known = ", ".join(kind.presets)
        raise UnknownNameError(
            f"{name} has no preset {preset!r}.{hint} Known: {known}."
        )
    given = {**kind.presets[preset], **overrides}
    settings = read_parameters(kind.settings, given, name)
    base = read_parameters(kind.settings, dict(kind.presets[preset]), name)
    changed = {
        each: value
        for each, value in settings.model_dump().items()
        if value != getattr(base, each)
    }
    told = ",".join(f"{each}={value}" for each, value in sorted(changed.items()))
    label = f"{kind.name}-v{kind.version}/{preset}" + (f"?{told}" if told else "")
    return kind.build(label, settings)
