"""Finds a family by the name of its package."""

import importlib
import importlib.util
import pkgutil

from ostrom import families
from ostrom.core.errors import UnknownNameError
from ostrom.core.naming import did_you_mean
from ostrom.families.protocol.family import Family


def family_names() -> tuple[str, ...]:
    """Returns the families that can be run, without importing them."""
    packages = (each.name for each in pkgutil.iter_modules(families.__path__))
    return tuple(
        name
        for name in sorted(packages)
        if importlib.util.find_spec(f"ostrom.families.{name}.family")
        and name != "protocol"
    )


def load_family(name: str) -> Family:
    """Returns the family called `name`.

    Raises:
        UnknownNameError: There is none of that name.
    """
    known = family_names()
    if name not in known:
        hint = did_you_mean(name, known)
        raise UnknownNameError(f"No family {name!r}.{hint} Known: {', '.join(known)}.")
    family: Family = importlib.import_module(f"ostrom.families.{name}.family").FAMILY
    return family
