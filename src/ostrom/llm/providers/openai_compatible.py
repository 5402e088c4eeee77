"""Any server that speaks the OpenAI chat protocol: hosted routers and local ones."""

import asyncio
import ipaddress
import json
from typing import TYPE_CHECKING, Any

from pydantic import Field

from ostrom.core.clock import monotonic_seconds
from ostrom.core.errors import ProviderError, SpecError
from ostrom.core.parameters import Parameters
from ostrom.llm.calls import Request, Response
from ostrom.llm.openai_api.body import WireRequest, write_request
from ostrom.llm.openai_api.endpoints import Endpoint, known_endpoints, read_key
from ostrom.llm.openai_api.failures import http_failure, refused_setting, said_by
from ostrom.llm.openai_api.reply import (
    read_choice,
    read_cost,
    read_message,
    read_usage,
    served_by,
)
from ostrom.llm.provider import Forcing, Provider, ProviderKind, split_model
from ostrom.llm.text import writable

if TYPE_CHECKING:
    import httpx


# The newer of the two names of one cap; a refusal of the older names it.
_NEWER_CAP = "max_completion_tokens"


class EndpointOptions(Parameters):
    """What a spec may set of an endpoint.

    Attributes:
        base_url: Another server than the one in `endpoints.toml`.
        key_variable: Environment variable that holds the key. With a `base_url` of
            your own no key is sent unless this names one.
        forcing: How that server can force the form of a reply.
        timeout_seconds: For one attempt, from sending to the whole reply.
        concurrency: Calls at once.
        extra_body: Sent along with every request, e.g. the hosts a router may use.
    """

    base_url: str | None = None
    key_variable: str | None = None
    forcing: Forcing | None = None
    timeout_seconds: float = Field(default=600.0, gt=0)
    concurrency: int | None = Field(default=None, ge=1)
    extra_body: dict[str, Any] = Field(default_factory=dict)


class OpenAICompatible(Provider):
    """Calls one server; remembers which settings each of its models refuses.

    Args:
        name: Prefix of its models.
        endpoint: Where the server is and what it takes.
        timeout_seconds: For one attempt.
        strips_prefix: Whether the prefix is ours alone and the server does not know it.

    Raises:
        SpecError: The key that the endpoint needs is not in the environment.
    """

    def __init__(
        self,
        name: str,
        endpoint: Endpoint,
        *,
        timeout_seconds: float = 600.0,
        strips_prefix: bool = True,
    ) -> None:
        import httpx

        self.name = name
        self.endpoint = endpoint
        self.concurrency = endpoint.concurrency
        self.forcing = endpoint.forcing
        self._timeout_seconds = timeout_seconds
        self._strips_prefix = strips_prefix
        self._refused: dict[str, dict[str, str]] = {}
        self._renamed: set[str] = set()
        self._key = read_key(endpoint, name)
        authorization = {"Authorization": f"Bearer {self._key}"} if self._key else {}
        self._client = httpx.AsyncClient(
            headers={"Content-Type": "application/json", **authorization},
            timeout=httpx.Timeout(timeout_seconds, connect=min(30.0, timeout_seconds)),
            limits=httpx.Limits(
                max_connections=None,
                max_keepalive_connections=endpoint.concurrency,
            ),
            # A proxy from the environment can not reach a server on this machine.
            trust_env=not _is_loopback(endpoint.base_url),
        )

    async def complete(self, request: Request) -> Response:
        """Sends `request`; settings that the model refuses are left out and noted."""
        model = request.model
        if self._strips_prefix:
            model = split_model(request.model)[1]
        who = f"{self.name} ({model})"
        wire = write_request(request, model, self.endpoint)
        if model in self._renamed:
            wire = wire.renamed("max_tokens", _NEWER_CAP)
        for setting, reason in self._refused.get(model, {}).items():
            wire = _less(wire, setting, reason)
        started = monotonic_seconds()
        payload, reply_id, wire = await self._send(wire, model, who)
        seconds = monotonic_seconds() - started
        choice = read_choice(
            payload, who=who, key=self._key, key_variable=self.endpoint.key_variable
        )
        return Response(
            **read_message(choice),
            model_returned=writable(str(payload.get("model") or "")),
            provider=served_by(payload, self.name),
            request_id=writable(str(payload.get("id") or reply_id)),
            usage=read_usage(payload),
            cost_usd=read_cost(payload, self.endpoint.cost_field),
            latency_seconds=seconds,
            applied=wire.applied,
            dropped=wire.dropped,
            forced=wire.forced,
        )

    async def close(self) -> None:
        """Closes all connections."""
        await self._client.aclose()

    async def _send(
        self, wire: WireRequest, model: str, who: str
    ) -> tuple[Any, str, WireRequest]:
        """Sends until no setting is refused: once more for each setting at most."""
        while True:
            reply, payload = await self._post(wire.body, who)
            if reply.status_code == 200:
                return payload, reply.headers.get("x-request-id", ""), wire
            refused = None
            if reply.status_code in {400, 422}:
                refused = refused_setting(payload, wire.fields)
            if refused is None:
                raise self._failure(reply, payload, wire, who)
            reason = said_by(payload, self._key)
            if _NEWER_CAP in reason and wire.fields[refused] == "max_tokens":
                self._renamed.add(model)
                wire = wire.renamed(refused, _NEWER_CAP)
                continue
            self._refused.setdefault(model, {})[refused] = reason
            wire = wire.without(refused, reason)

    async def _post(
        self, body: dict[str, Any], who: str
    ) -> tuple["httpx.Response", Any]:
        """One HTTP exchange; the body is decoded if it is JSON, else it is its text."""
        import httpx

        content = json.dumps(body, ensure_ascii=True, allow_nan=False)
        url = f"{self.endpoint.base_url.rstrip('/')}/chat/completions"
        try:
            async with asyncio.timeout(self._timeout_seconds):
                reply = await self._client.post(url, content=content)
        except (TimeoutError, httpx.TimeoutException):
            raise ProviderError(
                f"{who} gave no reply within {self._timeout_seconds:g} seconds.",
                is_transient=True,
            ) from None
        except httpx.ConnectError as error:
            raise ProviderError(
                f"{who} can not be reached at {self.endpoint.base_url}: {error}. "
                f"Is the server running?",
                is_transient=True,
            ) from None
        except (httpx.HTTPError, httpx.InvalidURL) as error:
            raise ProviderError(
                f"{who} failed on the way: {type(error).__name__}: {error}.",
                is_transient=isinstance(error, httpx.TransportError),
            ) from None
        try:
            return reply, json.loads(reply.content)
        except ValueError:
            return reply, reply.content.decode("utf-8", "replace")

    def _failure(
        self, reply: "httpx.Response", payload: Any, wire: WireRequest, who: str
    ) -> ProviderError:
        """The error for a status that is not 200, with a word on a refused form."""
        error = http_failure(
            reply.status_code,
            reply.headers,
            payload,
            who=who,
            key=self._key,
            key_variable=self.endpoint.key_variable,
        )
        form = {"grammar": "grammar", "json_schema": "response_format"}
        is_form = reply.status_code in {400, 404, 422} and wire.forced in form
        if not is_form or not _is_about_form(said_by(payload)):
            return error
        return ProviderError(
            f"{error} It refuses the {wire.forced} sent as {form[wire.forced]}; set "
            f'forcing = "none" for this endpoint to ask by the prompt alone.'
        )


def _less(wire: WireRequest, setting: str, reason: str) -> WireRequest:
    """The request without `setting` if it holds it."""
    return wire.without(setting, reason) if setting in wire.fields else wire


def _is_about_form(words: str) -> bool:
    marks = ("schema", "response_format", "grammar", "structured", "strict")
    return any(mark in words.lower() for mark in marks)


def _is_loopback(base_url: str) -> bool:
    import httpx

    host = httpx.URL(base_url).host
    try:
        return host == "localhost" or ipaddress.ip_address(host).is_loopback
    except ValueError:
        return False


def open_endpoint(model: str, options: EndpointOptions) -> OpenAICompatible:
    """Returns a client for `model` and all others of its prefix.

    With a `base_url`, a prefix that is no known endpoint is taken as part of the
    model's own name, as in `Qwen/Qwen3-8B` on a server of one's own.

    Raises:
        SpecError: The endpoint is not known and no `base_url` is given, the URL is no
            URL, or the key is missing.
    """
    prefix = split_model(model)[0]
    endpoints = known_endpoints()
    if options.base_url is None and prefix not in endpoints:
        raise SpecError(f"{prefix!r} is no known endpoint: give its base_url.")
    fields = endpoints[prefix].model_dump() if prefix in endpoints else {}
    if options.base_url is not None:
        # The key of the known endpoint is not for another server.
        fields.update(base_url=options.base_url, key_variable="")
    for name in ("key_variable", "forcing", "concurrency"):
        value = getattr(options, name)
        if value is not None:
            fields[name] = value
    fields["extra_body"] = {**fields.get("extra_body", {}), **options.extra_body}
    try:
        endpoint = Endpoint.model_validate(fields)
    except ValueError:
        raise SpecError(
            f"base_url of {prefix} must read http://host:port/path or https://…, "
            f"without spaces and without a user name or password in it."
        ) from None
    return OpenAICompatible(
        prefix,
        endpoint,
        timeout_seconds=options.timeout_seconds,
        strips_prefix=prefix in endpoints,
    )


PROVIDER = ProviderKind(
    name="openai_compatible",
    summary="Any server with the OpenAI chat protocol, by its name or base URL.",
    open=open_endpoint,
    prefixes=lambda: tuple(known_endpoints()),
    options=EndpointOptions,
)
