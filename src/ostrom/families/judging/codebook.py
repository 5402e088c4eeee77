"""Codebooks: what judges look for, as data."""

import tomllib
from functools import cached_property
from importlib.resources import files
from pathlib import Path
from typing import Annotated, Literal

from pydantic import BaseModel, ConfigDict, Field, model_validator

from ostrom.core.errors import SpecError, UnknownNameError
from ostrom.core.hashing import content_id
from ostrom.core.naming import did_you_mean
from ostrom.core.parameters import read_parameters

Id = Annotated[str, Field(pattern=r"^[a-z][a-z0-9_]*$")]


class _Closed(BaseModel):
    model_config = ConfigDict(frozen=True, extra="forbid")


class Code(_Closed):
    """One reason that a text can give.

    Attributes:
        id: What a judge answers with.
        name: For people.
        definition: What must be said in the text, in our own words.
        family: Group of codes; empty where the source has none.
        keywords: Phrases by which the offline judge goes, any case.
    """

    id: Id
    name: Annotated[str, Field(min_length=1)]
    definition: Annotated[str, Field(min_length=1)]
    family: str = ""
    keywords: tuple[str, ...] = ()


class Counterpart(_Closed):
    """Two codes of different codebooks, and how near they are.

    Attributes:
        public_goods15: Code of the public-goods study.
        coopeval15: Code of the matrix-game study.
        match: `same`, `close`, `partial` or `weak`.
    """

    public_goods15: Id
    coopeval15: Id
    match: Literal["same", "close", "partial", "weak"]


class Codebook(_Closed):
    """Codes that are put to judges together.

    Attributes:
        name: Its file's name.
        version: Raised when a verdict may come out differently.
        title: One line for reports.
        source: Where the categories come from.
        codes: In their own order; judges see them in another one each time.
        crosswalk: How the codes of two codebooks hang together, in their union.
    """

    name: Id
    version: Annotated[int, Field(ge=1)]
    title: str
    source: str
    codes: Annotated[tuple[Code, ...], Field(min_length=2)]
    crosswalk: tuple[Counterpart, ...] = ()

    @model_validator(mode="after")
    def _ids_differ(self) -> "Codebook":
        ids = [code.id for code in self.codes]
        twice = sorted({each for each in ids if ids.count(each) > 1})
        if twice:
            raise ValueError(f"codes {', '.join(twice)} stand there more than once")
        return self

    @property
    def ids(self) -> tuple[str, ...]:
        """The ids of all codes, in order."""
        return tuple(code.id for code in self.codes)

    @cached_property
    def content_hash(self) -> str:
        """A hash of all of it."""
        return content_id(self.model_dump(mode="json"))


def codebook_names() -> tuple[str, ...]:
    """Returns the names of the codebooks that this project ships."""
    folder = files("ostrom.families.judging").joinpath("codebooks")
    names = (entry.name for entry in folder.iterdir())
    return tuple(sorted(n.removesuffix(".toml") for n in names if n.endswith(".toml")))


def load_codebook(given: str) -> Codebook:
    """Returns a codebook: one that is shipped, by name, or one's own, by path.

    Raises:
        UnknownNameError: There is no such name and no such file.
        SpecError: The file is no codebook; the message says where.
    """
    if given in codebook_names():
        folder = files("ostrom.families.judging").joinpath("codebooks")
        return parse_codebook(
            folder.joinpath(f"{given}.toml").read_text("utf-8"), given
        )
    path = Path(given)
    if not path.is_file():
        known = codebook_names()
        raise UnknownNameError(
            f"No codebook {given!r}.{did_you_mean(given, known)} Known: "
            f"{', '.join(known)}, or the path of a file."
        )
    try:
        return parse_codebook(path.read_text("utf-8"), str(path))
    except (OSError, UnicodeDecodeError) as error:
        raise SpecError(f"{path} can not be read: {error}.") from error


def parse_codebook(text: str, where: str) -> Codebook:
    """Returns the codebook that a TOML text describes.

    Raises:
        SpecError: It is no TOML, or a key or value is illegal.
    """
    try:
        return read_parameters(Codebook, tomllib.loads(text), where)
    except tomllib.TOMLDecodeError as error:
        raise SpecError(f"{where}: {error}.") from None
