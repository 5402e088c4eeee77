"""Finds extensions by file name, so that adding one takes one file."""

import importlib
import pkgutil
from dataclasses import dataclass
from functools import cache
from importlib.metadata import entry_points
from typing import Generic, TypeVar

from ostrom.core.errors import SpecError, UnknownNameError
from ostrom.core.naming import did_you_mean

T = TypeVar("T")


@dataclass(frozen=True)
class Catalogue(Generic[T]):
    """The extensions of one kind: one module each, named after its file.

    A module `<package>/<name>.py` offers its extension as the constant `attribute`.
    Sub-packages, and modules whose name starts with an underscore, are left out.
    Nothing is imported until it is loaded, so optional dependencies stay optional.
    Other distributions add names through entry points of the group `package`.

    Attributes:
        package: Dotted name of the package that holds the modules.
        attribute: Name of the constant each module must define.
        kind: Type that the constant must have.
    """

    package: str
    attribute: str
    kind: type[T]

    def names(self) -> tuple[str, ...]:
        """All names in this catalogue, sorted, without importing any of them."""
        paths = importlib.import_module(self.package).__path__
        own = {entry.name for entry in pkgutil.iter_modules(paths) if not entry.ispkg}
        return tuple(
            sorted({name for name in own if name[0] != "_"} | set(self._offered()))
        )

    def load(self, name: str) -> T:
        """Returns the extension called `name`.

        Args:
            name: A file name without `.py`, the name of an entry point, or
                `package.module:CONSTANT` for an extension outside this project.

        Raises:
            UnknownNameError: There is no such module.
            SpecError: The module can not be imported, lacks the constant, or the
                constant has another type.
        """
        module_name, attribute = self._address(name)
        try:
            module = importlib.import_module(module_name)
        except ImportError as error:
            raise SpecError(f"{name!r} can not be loaded: {error}.") from error
        extension = getattr(module, attribute, None)
        if not isinstance(extension, self.kind):
            raise SpecError(
                f"{module_name}.{attribute} must be a {self.kind.__name__}, "
                f"got {type(extension).__name__}."
            )
        return extension

    def _address(self, name: str) -> tuple[str, str]:
        """The `(module, attribute)` where `name` lives."""
        module_name, colon, attribute = name.partition(":")
        if colon:
            if not all(part.isidentifier() for part in module_name.split(".")):
                raise SpecError(f"{name!r} is not of the form package.module:CONSTANT.")
            return module_name, attribute
        if name not in self.names():
            known = ", ".join(self.names())
            folder = self.package.removeprefix("ostrom.").replace(".", "/")
            hint = did_you_mean(name, self.names())
            raise UnknownNameError(f"No {name!r} in {folder}/.{hint} Known: {known}.")
        offered = self._offered()
        if name in offered:
            module_name, _, attribute = offered[name].partition(":")
            return module_name, attribute
        return f"{self.package}.{name}", self.attribute

    def _offered(self) -> dict[str, str]:
        """Names and addresses that installed distributions add by entry points."""
        return _entry_points(self.package)


@cache
def _entry_points(group: str) -> dict[str, str]:
    # Reading them looks at every installed distribution, and none comes or goes.
    return {point.name: point.value for point in entry_points(group=group)}
