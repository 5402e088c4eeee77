"""What a token costs; a price that is not known is never taken for zero."""

import tomllib
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from fnmatch import fnmatchcase
from importlib.resources import files
from pathlib import Path
from typing import Any

from pydantic import Field

from ostrom.core.errors import SpecError
from ostrom.core.parameters import Parameters, read_parameters
from ostrom.llm.calls import Usage


class Price(Parameters):
    """Price of one model, in dollars per million tokens.

    Attributes:
        input: Tokens of the prompt.
        cached_input: Tokens of the prompt that the provider had read before; as
            `input` if None.
        output: Tokens of the reply, reasoning included.
    """

    input: float = Field(ge=0, allow_inf_nan=False)
    cached_input: float | None = Field(default=None, ge=0, allow_inf_nan=False)
    output: float = Field(ge=0, allow_inf_nan=False)

    def cost_usd(self, usage: Usage) -> float | None:
        """Returns the dollars for `usage`, None if it lacks a count that matters.

        Without a count of cached tokens all of the prompt is charged in full.

        Example:
            >>> Price(input=1.0, cached_input=0.1, output=10.0).cost_usd(
            ...     Usage(input_tokens=900_000, cached_tokens=400_000, output_tokens=6)
            ... )
            0.54006
        """
        if self.is_free:
            return 0.0
        if usage.input_tokens is None or usage.output_tokens is None:
            return None
        cached = min(usage.cached_tokens or 0, usage.input_tokens)
        cached_price = self.input if self.cached_input is None else self.cached_input
        micros = (usage.input_tokens - cached) * self.input
        micros += cached * cached_price + usage.output_tokens * self.output
        return round(micros / 1e6, 12)

    @property
    def is_free(self) -> bool:
        """Whether nothing is charged."""
        return not (self.input or self.cached_input or self.output)


@dataclass(frozen=True)
class Prices:
    """A price list.

    Attributes:
        by_pattern: Prices by model name or pattern.
    """

    by_pattern: Mapping[str, Price]

    def price_of(self, model: str) -> Price | None:
        """Returns the price of a model, None if the list does not have it.

        Among patterns that fit, the longest counts; an exact name beats any pattern.
        """
        if model in self.by_pattern:
            return self.by_pattern[model]
        fitting = [name for name in self.by_pattern if fnmatchcase(model, name)]
        return self.by_pattern[max(fitting, key=len)] if fitting else None


def read_prices(path: Path | None = None) -> Prices:
    """Returns the shipped price list, with that of the user laid over it.

    Args:
        path: A price file in the form of `prices.toml`.

    Raises:
        SpecError: The file is missing, no TOML, or holds something else.
    """
    shipped = files("ostrom.llm").joinpath("prices.toml").read_text("utf-8")
    tables: dict[str, Any] = tomllib.loads(shipped)
    if path is not None:
        try:
            tables.update(tomllib.loads(path.read_text(encoding="utf-8")))
        except OSError as error:
            raise SpecError(f"No price file at {path}: {error.strerror}.") from None
        except (tomllib.TOMLDecodeError, UnicodeDecodeError) as error:
            raise SpecError(f"{path.name} is no TOML: {error}.") from None
    return Prices(
        {
            name: read_parameters(Price, _table(name, table), f"price of {name!r}:")
            for name, table in tables.items()
        }
    )


def _table(name: str, table: Any) -> dict[str, Any]:
    if not isinstance(table, dict):
        raise SpecError(
            f"The price of {name!r} must be a table with input and output, "
            f"got {table!r}."
        )
    return table


def require_prices(models: Iterable[str], prices: Prices) -> None:
    """Refuses models without a price; to be called when a money cap is set.

    Raises:
        SpecError: Some have none; all of them are named.
    """
    unknown = sorted({model for model in models if prices.price_of(model) is None})
    if unknown:
        raise SpecError(
            f"A cap on money needs a price for {', '.join(unknown)}: name a price "
            f"file, or cap calls or tokens instead."
        )
