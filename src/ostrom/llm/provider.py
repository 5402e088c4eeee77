"""What a provider is: it takes a request, and answers or fails in one known way."""

from abc import ABC, abstractmethod
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, Literal

from ostrom.core.catalogue import Catalogue
from ostrom.core.errors import SpecError
from ostrom.core.parameters import Parameters
from ostrom.llm.calls import Request, Response

Forcing = Literal["grammar", "json_schema", "none"]
"""How far a provider can force the form of a reply; `grammar` includes the schema."""


class Provider(ABC):
    """One way to reach language models; it serves every model under its prefix.

    Attributes:
        name: The prefix of its models, or whatever tells it apart in messages.
        concurrency: How many calls it takes at once unless the user says otherwise.
        forcing: How it can force the form of a reply.
    """

    name: str
    concurrency: int = 16
    forcing: Forcing = "none"

    @abstractmethod
    async def complete(self, request: Request) -> Response:
        """Returns the reply to `request`; one attempt, since retries are not its task.

        Raises:
            ProviderError: There is no reply; `is_transient` says whether a later
                attempt may succeed. Nothing else is raised for what a server does.
        """

    async def count_input_tokens(self, request: Request) -> int | None:
        """Returns the tokens of a prompt exactly, without a call to the model.

        None where they can not be counted on this machine.
        """
        del request
        return None

    def check_model(self, model: str) -> None:
        """Refuses a model that this provider knows it can not serve.

        Args:
            model: `provider/name`.

        Raises:
            SpecError: There is no such model; the nearest is proposed.
        """
        split_model(model)

    async def close(self) -> None:
        """Frees connections, threads and memory; a second call does nothing."""
        return


@dataclass(frozen=True)
class ProviderKind:
    """A provider as the catalogue offers it.

    Attributes:
        name: Catalogue name; the file's name.
        summary: One sentence for lists.
        open: `open(model, options)` makes a provider that serves `model`, written
            `provider/name`. It may take seconds (a model is loaded), blocking.
        prefixes: Prefixes of model names that it serves now; none where an optional
            package is missing.
        models: Names of models that need no further word, for lists.
        options: What a spec may set.
        rank: Where two kinds serve one prefix, the lower rank does.
        counts_tokens: Whether its providers count the tokens of a prompt by themselves.
    """

    name: str
    summary: str
    open: Callable[[str, Any], Provider]
    prefixes: Callable[[], tuple[str, ...]]
    models: Callable[[], tuple[str, ...]] = tuple
    options: type[Parameters] = Parameters
    rank: int = 0
    counts_tokens: bool = False


PROVIDERS: Catalogue[ProviderKind] = Catalogue(
    "ostrom.llm.providers", "PROVIDER", ProviderKind
)


def split_model(model: str) -> tuple[str, str]:
    """Returns the prefix and the rest of a model name.

    Raises:
        SpecError: It is not of the form `provider/name`.

    Example:
        >>> split_model("openrouter/meta-llama/llama-4-scout")
        ('openrouter', 'meta-llama/llama-4-scout')
    """
    prefix, _, rest = model.partition("/")
    if not prefix or not rest:
        raise SpecError(
            f"A model is named provider/name, e.g. openrouter/meta-llama/llama-4-scout;"
            f" got {model!r}."
        )
    return prefix, rest
