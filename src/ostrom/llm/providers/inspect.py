"""Every other hosted service, by `provider/name`, through the optional Inspect AI."""

import contextlib
import importlib
import importlib.util
from collections.abc import Callable, Iterator
from typing import Any, Literal

from pydantic import Field

from ostrom.core.clock import monotonic_seconds
from ostrom.core.errors import MissingExtraError, ProviderError, UnknownNameError
from ostrom.core.naming import did_you_mean
from ostrom.core.parameters import Parameters
from ostrom.llm.calls import Request, Response, StopReason, Usage
from ostrom.llm.hosted.failures import generate_failure, opening_failure
from ostrom.llm.hosted.sent import is_schema_seen, keywords_lost, settings_seen
from ostrom.llm.provider import Forcing, Provider, ProviderKind, split_model
from ostrom.llm.text import writable

_OWN_PREFIX = "inspect"
_STOP_REASONS = {
    "stop": StopReason.STOP,
    "max_tokens": StopReason.LENGTH,
    "model_length": StopReason.LENGTH,
    "content_filter": StopReason.REFUSAL,
}


class InspectOptions(Parameters):
    """What a spec may set of a service behind Inspect.

    Attributes:
        timeout_seconds: For one attempt.
        concurrency: Calls at once.
        model_args: Passed on to the service's class in Inspect.
    """

    timeout_seconds: int = Field(default=600, ge=1)
    concurrency: int = Field(default=16, ge=1)
    model_args: dict[str, Any] = Field(default_factory=dict)


class InspectProvider(Provider):
    """Calls models through Inspect, outside any of its evaluations.

    Its response cache is off, since it would serve one reply to all repeats and keep
    empty ones; its retries are off, since they have no bound; and no transcript is
    kept, which would grow with every call.

    Args:
        name: Prefix of its models.
        options: What the spec sets.
        open_model: `open_model(model)` makes the Inspect model; Inspect's own
            `get_model` if not given.

    Raises:
        MissingExtraError: `inspect_ai` is not installed.
    """

    forcing: Forcing = "json_schema"

    def __init__(
        self,
        name: str,
        options: InspectOptions | None = None,
        open_model: Callable[[str], Any] | None = None,
    ) -> None:
        _require_inspect()
        self.name = name
        self._options = options or InspectOptions()
        self.concurrency = self._options.concurrency
        self._open_model = open_model or self._get_model
        self._models: dict[str, Any] = {}

    def check_model(self, model: str) -> None:
        """Opens the model, so that a missing package or key shows at once.

        Raises:
            UnknownNameError: Inspect has no such service.
            MissingExtraError: The service's package is missing.
            SpecError: Its key is not set, or something else keeps it from opening.
        """
        self._model(model)

    async def complete(self, request: Request) -> Response:
        """Sends `request`; what Inspect leaves out of it is noted as dropped."""
        from inspect_ai.model import GenerateConfig

        model = self._model(request.model)
        asked = request.settings.model_dump(exclude_none=True)
        dropped: dict[str, str] = {}
        config = GenerateConfig(
            **asked,
            max_retries=0,
            attempt_timeout=self._options.timeout_seconds,
            max_connections=self.concurrency,
            cache=False,
            response_schema=_response_schema(request, dropped),
        )
        started = monotonic_seconds()
        with _events() as events:
            try:
                output = await model.generate(_messages(request), config=config)
            except Exception as error:
                key = getattr(model.api, "api_key", None)
                raise generate_failure(error, who=request.model, key=key) from None
        seconds = monotonic_seconds() - started
        if output.empty:
            raise ProviderError(
                f"{request.model} answered without a reply in it.", is_transient=True
            )
        calls = [event.call for event in events if event.call is not None]
        sent = calls[-1].request if calls else None
        applied, forced = _compared(request, asked, sent, dropped)
        return Response(
            **_reply(output),
            provider=f"{_OWN_PREFIX}/{split_model(str(model))[0]}",
            usage=_usage(output.usage),
            cost_usd=getattr(output.usage, "total_cost", None),
            latency_seconds=seconds,
            applied=applied,
            dropped=dropped,
            forced=forced,
        )

    async def close(self) -> None:
        """Closes the clients of all models."""
        models, self._models = tuple(self._models.values()), {}
        for model in models:
            await model.api.aclose()

    def _model(self, model: str) -> Any:
        if model not in self._models:
            prefix, rest = split_model(model)
            name = rest if prefix == _OWN_PREFIX else model
            self._models[model] = self._open_model(name)
        return self._models[model]

    def _get_model(self, name: str) -> Any:
        from inspect_ai.model import get_model

        service = split_model(name)[0]
        if service not in services():
            raise UnknownNameError(
                f"Inspect has no service {service!r}."
                f"{did_you_mean(service, services())} Known: {', '.join(services())}."
            )
        try:
            model = get_model(name, memoize=False, **self._options.model_args)
        except Exception as error:
            raise opening_failure(error, name) from None
        # Most services' own clients try twice more behind Inspect's back.
        client: Any = getattr(model.api, "client", None)
        if hasattr(client, "max_retries"):
            client.max_retries = 0
        return model


def services() -> tuple[str, ...]:
    """Returns the services that Inspect knows, sorted; none if it is not installed."""
    if importlib.util.find_spec("inspect_ai") is None:
        return ()
    # The services register themselves when the first of these modules is imported.
    importlib.import_module("inspect_ai.model")
    registry = importlib.import_module("inspect_ai._util.registry")
    found = registry.registry_find(lambda entry: entry.type == "modelapi")
    names = {registry.registry_unqualified_name(service) for service in found}
    return tuple(sorted(names))


def _require_inspect() -> None:
    if importlib.util.find_spec("inspect_ai") is None:
        raise MissingExtraError(
            "This model needs Inspect AI: pip install 'ostrom[inspect]'."
        )


class _Sink:
    """Takes the events of one call; without it they pile up in a transcript."""

    def __init__(self) -> None:
        self.events: list[Any] = []

    def on_pending(self, event: Any) -> None:
        self.events.append(event)

    def on_complete(self, event: Any) -> None:
        return


@contextlib.contextmanager
def _events() -> Iterator[list[Any]]:
    """Collects what Inspect records of the calls made inside the block."""
    from inspect_ai.model._model import use_model_event_sink

    sink = _Sink()
    with use_model_event_sink(sink):
        yield sink.events


def _messages(request: Request) -> list[Any]:
    from inspect_ai.model import (
        ChatMessageAssistant,
        ChatMessageSystem,
        ChatMessageUser,
    )

    kinds = {
        "system": ChatMessageSystem,
        "user": ChatMessageUser,
        "assistant": ChatMessageAssistant,
    }
    return [
        kinds[message.role](content=writable(message.content))
        for message in request.messages
    ]


def _response_schema(request: Request, dropped: dict[str, str]) -> Any:
    """The schema as Inspect takes it; keywords that it does not know are noted."""
    from inspect_ai.model import ResponseSchema
    from inspect_ai.util import JSONSchema

    if request.json_schema is None:
        if request.grammar is not None:
            dropped["form"] = "hosted services take no grammar"
        return None
    schema = JSONSchema.model_validate(request.json_schema)
    lost = keywords_lost(request.json_schema, schema.model_dump(exclude_none=True))
    if lost:
        dropped["schema_keywords"] = f"Inspect does not know {', '.join(sorted(lost))}"
    return ResponseSchema(name="answer", json_schema=schema)


def _compared(
    request: Request, asked: dict[str, Any], sent: Any, dropped: dict[str, str]
) -> tuple[dict[str, Any], Literal["json_schema", "none"]]:
    """What of `asked` stands in the request that was sent; the rest is noted.

    Where Inspect does not tell what it sent, all of it counts as applied.
    """
    form: Literal["json_schema", "none"] = "none"
    if request.json_schema is not None:
        form = "json_schema"
    if sent is None:
        return asked, form
    seen = settings_seen(asked, sent)
    for name in asked:
        if name not in seen:
            dropped[name] = "not in the request that Inspect sent"
    if request.json_schema is not None and not is_schema_seen(
        request.json_schema, sent
    ):
        dropped["form"] = "not in the request that Inspect sent"
        form = "none"
    return {name: asked[name] for name in seen}, form


def _reply(output: Any) -> dict[str, Any]:
    """The fields of a `Response` that an output tells."""
    content = output.message.content
    parts = [] if isinstance(content, str) else content
    thoughts = [
        part.summary if part.redacted else part.reasoning
        for part in parts
        if part.type == "reasoning"
    ]
    word = output.choices[0].stop_reason
    return {
        "text": writable(output.message.text),
        "reasoning": writable("\n".join(thought for thought in thoughts if thought)),
        "stop_reason": _STOP_REASONS.get(word, StopReason.OTHER),
        "raw_stop_reason": word,
        "model_returned": writable(output.model),
        "request_id": output.response_id or "",
    }


def _usage(usage: Any) -> Usage:
    """Token counts; cached tokens count as part of the prompt here, not in Inspect."""
    if usage is None:
        return Usage()
    read = usage.input_tokens_cache_read
    prompt = usage.input_tokens + (read or 0) + (usage.input_tokens_cache_write or 0)
    return Usage(
        input_tokens=prompt,
        cached_tokens=read,
        output_tokens=usage.output_tokens,
        reasoning_tokens=usage.reasoning_tokens,
    )


def open_inspect(model: str, options: InspectOptions) -> InspectProvider:
    """Returns a provider for the models of one hosted service."""
    return InspectProvider(split_model(model)[0], options)


PROVIDER = ProviderKind(
    name="inspect",
    summary="Every hosted service that Inspect AI knows; needs the extra `inspect`.",
    open=open_inspect,
    prefixes=lambda: (_OWN_PREFIX, *services()),
    options=InspectOptions,
    rank=1,
)
