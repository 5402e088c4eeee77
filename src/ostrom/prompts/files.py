"""Prompts are files: a header that names them, and text with fields to fill."""

from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from string import Template

from ostrom.core.errors import SpecError
from ostrom.core.hashing import text_sha256

_HEADER = ("id", "version", "source", "fields")


@dataclass(frozen=True)
class PromptFile:
    """A prompt as its file has it.

    Attributes:
        id: Folder and name, e.g. `normal_form/game`.
        version: Raised when the text changes in any way.
        source: Where its facts come from.
        fields: Names of what is filled in, in the order of the header.
        text: The words, with `${field}` for each field.
        sha256: Of the whole file.
    """

    id: str
    version: int
    source: str
    fields: tuple[str, ...]
    text: str
    sha256: str

    def fill(self, values: dict[str, str]) -> str:
        """Returns the text with its fields filled in.

        Raises:
            SpecError: A field has no value, or a value has no field.
        """
        missing = sorted(set(self.fields) - set(values))
        unused = sorted(set(values) - set(self.fields))
        if missing or unused:
            raise SpecError(
                f"Prompt {self.id} has the fields {', '.join(self.fields) or 'none'}; "
                f"without a value: {', '.join(missing) or 'none'}; "
                f"without a field: {', '.join(unused) or 'none'}."
            )
        return Template(self.text).substitute(values)


@cache
def prompt_names(folder: str) -> frozenset[str]:
    """Returns the names of all prompt files of a folder."""
    entries = files("ostrom.prompts").joinpath("templates", folder).iterdir()
    return frozenset(
        entry.name.removesuffix(".md")
        for entry in entries
        if entry.name.endswith(".md")
    )


@cache
def load_prompt(folder: str, name: str) -> PromptFile:
    """Returns the prompt file `<folder>/<name>.md`.

    Raises:
        SpecError: There is none, or its header and its text do not agree.
    """
    if name not in prompt_names(folder):
        known = ", ".join(sorted(prompt_names(folder)))
        raise SpecError(f"No prompt {name!r} in {folder}/. Known: {known}.")
    path = files("ostrom.prompts").joinpath("templates", folder, f"{name}.md")
    return parse_prompt(f"{folder}/{name}", path.read_text(encoding="utf-8"))


@cache
def prompts_sha256(folder: str) -> str:
    """Returns one hash of all prompt files of a folder, names included."""
    loaded = [load_prompt(folder, name) for name in sorted(prompt_names(folder))]
    return text_sha256("\n".join(f"{each.id} {each.sha256}" for each in loaded))


def parse_prompt(identity: str, content: str) -> PromptFile:
    """Returns a prompt from the content of its file.

    Args:
        identity: What the header must say the prompt is called.
        content: Header lines between two lines `---`, then the text.

    Raises:
        SpecError: The header lacks a line or has one too many, names another prompt,
            or does not name just the fields of the text.
    """
    _, _, rest = content.partition("---\n")
    header_text, closing, text = rest.partition("---\n")
    if not content.startswith("---\n") or not closing:
        raise SpecError(f"Prompt {identity}: the file must begin with a header.")
    lines = [line.partition(":") for line in header_text.splitlines()]
    header = {name.strip(): value.strip() for name, _, value in lines}
    if tuple(header) != _HEADER:
        raise SpecError(
            f"Prompt {identity}: the header needs the lines {', '.join(_HEADER)}; "
            f"got {', '.join(header)}."
        )
    fields = tuple(header["fields"].replace(",", " ").split())
    found = set(Template(text).get_identifiers())
    if set(fields) != found or not Template(text).is_valid():
        raise SpecError(
            f"Prompt {identity}: the header names the fields {sorted(fields)}, the "
            f"text has {sorted(found)}."
        )
    if header["id"] != identity or not header["version"].isdigit():
        raise SpecError(
            f"Prompt {identity}: id must be {identity} and version a whole number; "
            f"got {header['id']} and {header['version']}."
        )
    return PromptFile(
        id=identity,
        version=int(header["version"]),
        source=header["source"],
        fields=fields,
        text=text.strip("\n"),
        sha256=text_sha256(content),
    )
