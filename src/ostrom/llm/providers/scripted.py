"""Replies from functions, lists and fixed rules: no model, no network, no chance."""

import json
from collections.abc import Callable, Mapping, Sequence

from ostrom.core.errors import ProviderError, UnknownNameError
from ostrom.core.naming import did_you_mean
from ostrom.core.parameters import Parameters
from ostrom.llm.calls import Request, Response, StopReason, Usage
from ostrom.llm.provider import Provider, ProviderKind, split_model
from ostrom.llm.scripts.faults import Fault, fault_of, is_refused_at_first
from ostrom.llm.scripts.schema_answers import Rule, answer_to
from ostrom.llm.tape import request_key

Script = Callable[[Request], str | Response]
"""Makes the reply to a request; a `ProviderError` it raises counts as the server's."""

_ECHO = "echo:"


class ScriptedProvider(Provider):
    """Serves the models `scripted/<name>`; replies depend on the request alone.

    Always there are `uniform` and `first` (see `schema_answers`), `echo:<text>`, which
    says the text, and `faulty`: as `uniform`, but half of its replies are empty, cut
    off, garbage or refusals, and a quarter of the requests meet a rate limit once.

    Args:
        scripts: More models by name: a function of the request, or a list of replies.
            Replies of a list are served in the order in which requests arrive.
        name: Prefix of the models.
    """

    concurrency = 10_000
    forcing = "grammar"

    def __init__(
        self,
        scripts: Mapping[str, Script | Sequence[str]] | None = None,
        name: str = "scripted",
    ) -> None:
        self.name = name
        self._met: set[str] = set()
        self._scripts: dict[str, Script] = {
            "uniform": _by_rule("uniform"),
            "first": _by_rule("first"),
            "faulty": self._faulty,
        }
        for model, script in (scripts or {}).items():
            self._scripts[model] = script if callable(script) else _in_turn(script)

    def names(self) -> tuple[str, ...]:
        """Names of the models that need no text of their own, sorted."""
        return tuple(sorted(self._scripts))

    def check_model(self, model: str) -> None:
        """Refuses a name that is neither a script nor `echo:<text>`."""
        name = split_model(model)[1]
        if name not in self._scripts and not name.startswith(_ECHO):
            hint = did_you_mean(name, self._scripts)
            raise UnknownNameError(
                f"No scripted model {name!r}.{hint} Known: "
                f"{', '.join(self.names())}, {_ECHO}<text>."
            )

    async def complete(self, request: Request) -> Response:
        """Returns what the script says; token counts are counts of words.

        Raises:
            ProviderError: The script raises it.
        """
        self.check_model(request.model)
        name = split_model(request.model)[1]
        if name.startswith(_ECHO) and name not in self._scripts:
            said: str | Response = name.removeprefix(_ECHO)
        else:
            said = self._scripts[name](request)
        return said if isinstance(said, Response) else _response(request, said)

    def _faulty(self, request: Request) -> Response:
        key = request_key(request)
        if is_refused_at_first(request) and key not in self._met:
            self._met.add(key)
            raise ProviderError(
                f"{request.model} has reached its rate limit.",
                retry_after_seconds=0.01,
                is_transient=True,
            )
        return _with_fault(request, _by_rule("uniform")(request), fault_of(request))


def _by_rule(rule: Rule) -> Callable[[Request], str]:
    def reply(request: Request) -> str:
        schema = request.json_schema or request.answer_schema
        if schema is None:
            raise ProviderError(
                f"{request.model} needs to be told the form of the reply: the request "
                f"has neither json_schema nor answer_schema."
            )
        return json.dumps(answer_to(schema, rule))

    return reply


def _in_turn(replies: Sequence[str]) -> Script:
    left = iter(replies)

    def reply(request: Request) -> str:
        try:
            return next(left)
        except StopIteration:
            raise ProviderError(
                f"{request.model} has said all of its {len(replies)} replies."
            ) from None

    return reply


def _with_fault(request: Request, text: str, fault: Fault) -> Response:
    """The reply as the fault leaves it."""
    said = {
        Fault.NONE: (text, StopReason.STOP),
        Fault.EMPTY: ("", StopReason.STOP),
        Fault.TRUNCATED: (text[: len(text) // 2], StopReason.LENGTH),
        Fault.GARBAGE: ("Well, {it} depends: [60, 40", StopReason.STOP),
        Fault.REFUSAL: ("I can not help with that.", StopReason.REFUSAL),
    }
    return _response(request, *said[fault])


def _response(
    request: Request, text: str, reason: StopReason = StopReason.STOP
) -> Response:
    words = sum(len(message.content.split()) for message in request.messages)
    return Response(
        text=text,
        stop_reason=reason,
        raw_stop_reason=reason.value,
        model_returned=request.model,
        provider=split_model(request.model)[0],
        usage=Usage(
            input_tokens=words,
            cached_tokens=0,
            output_tokens=len(text.split()),
            reasoning_tokens=0,
        ),
        applied=request.settings.model_dump(exclude_none=True),
        forced="none" if request.json_schema is None else "json_schema",
    )


def open_scripted(model: str, _: Parameters) -> ScriptedProvider:
    """Returns the provider with its built-in scripts."""
    return ScriptedProvider(name=split_model(model)[0])


PROVIDER = ProviderKind(
    name="scripted",
    summary="Replies by a fixed rule, faults included; no model behind it.",
    open=open_scripted,
    prefixes=lambda: ("scripted",),
    models=lambda: tuple(f"scripted/{name}" for name in ScriptedProvider().names()),
)
