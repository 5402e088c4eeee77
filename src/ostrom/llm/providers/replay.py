"""Serves recorded replies and never goes live."""

from collections.abc import Mapping, Sequence
from pathlib import Path

from ostrom.core.errors import ProviderError, SpecError
from ostrom.core.parameters import Parameters
from ostrom.llm.calls import Request, Response
from ostrom.llm.provider import Provider, ProviderKind, split_model
from ostrom.llm.tape import read_tape, request_key


class ReplayOptions(Parameters):
    """What a spec may set of a replay.

    Attributes:
        tape: File of recorded replies.
    """

    tape: str | None = None


class ReplayProvider(Provider):
    """Answers a request with what was once answered to the same request.

    A request asked again gets the next reply that was recorded for it, so K repeats
    need K recorded replies.

    Args:
        replies: Recorded replies by the key of their request, in order.
        name: Prefix; it is taken off a model's name before the key is made, so
            `replay/openai/gpt-x` finds what was recorded from `openai/gpt-x`.
    """

    concurrency = 10_000
    forcing = "grammar"

    def __init__(
        self, replies: Mapping[str, Sequence[Response]], name: str = "replay"
    ) -> None:
        self.name = name
        self._replies = {key: tuple(several) for key, several in replies.items()}
        self._served: dict[str, int] = {}

    async def complete(self, request: Request) -> Response:
        """Returns the next recorded reply, as it was recorded.

        Raises:
            ProviderError: No reply is left under the key; permanent.
        """
        key = self.key(request)
        recorded = self._replies.get(key, ())
        served = self._served.get(key, 0)
        if served >= len(recorded):
            raise ProviderError(
                f"No recorded reply under key {key} of {request.model}: "
                f"{len(recorded)} on the tape, {served} already served."
            )
        self._served[key] = served + 1
        return recorded[served]

    def key(self, request: Request) -> str:
        """Returns the key under which the reply to `request` was recorded."""
        prefix, rest = split_model(request.model)
        if prefix != self.name:
            return request_key(request)
        return request_key(request.model_copy(update={"model": rest}))


def open_replay(model: str, options: ReplayOptions) -> ReplayProvider:
    """Returns a provider that serves a tape.

    Raises:
        SpecError: No tape is named, or there is none.
        RecordError: The tape is damaged.
    """
    prefix = split_model(model)[0]
    if options.tape is None:
        raise SpecError(f"{prefix} needs a tape: the file of the recorded replies.")
    return ReplayProvider(read_tape(Path(options.tape)), prefix)


PROVIDER = ProviderKind(
    name="replay",
    summary="Recorded replies from a file; never goes live.",
    open=open_replay,
    prefixes=lambda: ("replay",),
    options=ReplayOptions,
)
