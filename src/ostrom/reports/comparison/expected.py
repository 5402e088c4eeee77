"""The printed numbers of a paper, as they stand in `expected.toml`."""

import tomllib
from pathlib import Path
from typing import Annotated, Literal

from pydantic import BaseModel, ConfigDict, Field, model_validator

from ostrom.core.errors import SpecError
from ostrom.core.naming import did_you_mean
from ostrom.core.parameters import read_parameters

FILE = "expected.toml"
Measure = Literal["mean", "fitness", "deviation rank"]
Basis = Literal["printed", "definition"]


class _Closed(BaseModel):
    model_config = ConfigDict(frozen=True, extra="forbid")


class Row(_Closed):
    """A row of a table.

    Attributes:
        table: Where it stands in the paper.
        mechanism: Label of the mechanism.
        measure: What is measured.
        values: Over all agents, then of each.
        errors: Their standard errors, if there are any.
        game: Label of the game; empty for a mean over games.
        basis: Whether the number was printed, or follows from the definition and the
            published payoffs where the printed one does not.
    """

    table: Annotated[str, Field(min_length=1)]
    mechanism: Annotated[str, Field(min_length=1)]
    measure: Measure
    values: tuple[float, ...]
    errors: tuple[float, ...] | None = None
    game: str = ""
    basis: Basis = "printed"


class Expected(_Closed):
    """The printed numbers of a paper.

    Attributes:
        paper: Short name.
        title: Author, year, address.
        agents: Labels of the agents, in the order of the values.
        aggregated: Labels of the games that rows without a game average over.
        rows: All rows.
    """

    paper: str
    title: str
    agents: Annotated[tuple[str, ...], Field(min_length=1)]
    aggregated: tuple[str, ...] = ()
    rows: Annotated[tuple[Row, ...], Field(min_length=1)]

    @model_validator(mode="after")
    def _one_value_for_each_agent(self) -> "Expected":
        count = len(self.agents) + 1
        for number, row in enumerate(self.rows, start=1):
            for listed in (row.values, row.errors):
                if listed is not None and len(listed) != count:
                    raise ValueError(
                        f"row {number} ({row.table}) has {len(listed)} numbers; all "
                        f"agents and each of {len(self.agents)} make {count}"
                    )
        return self


def read_expected(path: Path) -> Expected:
    """Reads the printed numbers of a paper.

    Raises:
        SpecError: The file is not there, is no TOML, or does not have this form.
    """
    try:
        content = tomllib.loads(path.read_text("utf-8"))
    except OSError as error:
        raise SpecError(f"{path} can not be read: {error.strerror}.") from error
    except (tomllib.TOMLDecodeError, UnicodeDecodeError) as error:
        raise SpecError(f"{path} is no TOML: {error}.") from error
    return read_parameters(Expected, content, str(path))


def find_expected(paper: str, folder: Path) -> Path:
    """Returns the file of a paper: by name below `folder`, or by its own path.

    Raises:
        SpecError: There is none; the message proposes the nearest name.
    """
    given = Path(paper)
    for path in (folder / paper / FILE, given / FILE, given):
        if path.is_file():
            return path
    known = sorted(path.parent.name for path in folder.glob(f"*/{FILE}"))
    hint = did_you_mean(paper, known)
    raise SpecError(
        f"No printed numbers of {paper!r}: neither {folder / paper / FILE} nor a file "
        f"of that path is there.{hint} Known: {', '.join(known) or 'none'}."
    )
