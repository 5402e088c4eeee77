"""Writes a request in the wire format, and keeps count of what could not be sent."""

from dataclasses import dataclass, field
from typing import Any, Literal

from ostrom.llm.calls import Request
from ostrom.llm.openai_api.endpoints import Endpoint
from ostrom.llm.text import writable

# Keywords that servers in strict mode refuse with HTTP 400; replies are checked here.
_NOT_STRICT = frozenset(
    {
        "default",
        "exclusiveMaximum",
        "exclusiveMinimum",
        "format",
        "maxItems",
        "maxLength",
        "maxProperties",
        "maximum",
        "minItems",
        "minLength",
        "minProperties",
        "minimum",
        "multipleOf",
        "pattern",
        "uniqueItems",
    }
)


@dataclass(frozen=True)
class WireRequest:
    """A request as it goes out.

    Attributes:
        body: The JSON body.
        applied: Settings in it, by their name in `Settings`.
        dropped: Settings left out, with the reason.
        forced: How the form of the reply is forced.
        fields: Top-level field of the body that carries each applied setting.
    """

    body: dict[str, Any]
    applied: dict[str, Any]
    dropped: dict[str, str]
    forced: Literal["grammar", "json_schema", "none"]
    fields: dict[str, str] = field(default_factory=dict)

    def without(self, setting: str, reason: str) -> "WireRequest":
        """Returns the same request without one setting, which is noted as dropped."""
        gone = self.fields[setting]
        return WireRequest(
            body={key: value for key, value in self.body.items() if key != gone},
            applied={k: v for k, v in self.applied.items() if k != setting},
            dropped={**self.dropped, setting: reason},
            forced=self.forced,
            fields={k: v for k, v in self.fields.items() if k != setting},
        )

    def renamed(self, setting: str, wire_name: str) -> "WireRequest":
        """Returns the same request with one setting, if sent, under another field."""
        sent_as = self.fields.get(setting)
        if sent_as is None:
            return self
        body = {
            wire_name if key == sent_as else key: value
            for key, value in self.body.items()
        }
        return WireRequest(
            body=body,
            applied=self.applied,
            dropped=self.dropped,
            forced=self.forced,
            fields={**self.fields, setting: wire_name},
        )


def write_request(request: Request, model: str, endpoint: Endpoint) -> WireRequest:
    """Returns `request` as `endpoint` reads it.

    Args:
        request: What is asked.
        model: The model's name as the server knows it.
        endpoint: What the server takes.
    """
    dropped: dict[str, str] = {}
    body: dict[str, Any] = {**endpoint.extra_body, "model": model}
    body["messages"] = [
        {"role": message.role, "content": writable(message.content)}
        for message in request.messages
    ]
    body["stream"] = False
    settings = request.settings.model_dump(exclude_none=True)
    fields = _settings_into(body, settings, endpoint, dropped)
    forced = _form_into(body, request, endpoint, dropped)
    applied = {name: value for name, value in settings.items() if name in fields}
    return WireRequest(body, applied, dropped, forced, fields)


def _settings_into(
    body: dict[str, Any],
    settings: dict[str, Any],
    endpoint: Endpoint,
    dropped: dict[str, str],
) -> dict[str, str]:
    """Writes the settings into `body`; returns the field of each that was written."""
    fields: dict[str, str] = {}
    for name, value in settings.items():
        wire_name = name
        if name == "max_tokens":
            wire_name = endpoint.max_tokens_field
        if name == "reasoning_effort":
            wire_name = endpoint.effort_field.partition(".")[0]
            if not wire_name:
                dropped[name] = "this endpoint has no such setting"
                continue
        nested = name == "reasoning_effort" and "." in endpoint.effort_field
        body[wire_name] = {"effort": value} if nested else value
        fields[name] = wire_name
    return fields


def _form_into(
    body: dict[str, Any],
    request: Request,
    endpoint: Endpoint,
    dropped: dict[str, str],
) -> Literal["grammar", "json_schema", "none"]:
    """Writes the form of the reply into `body`, the tightest that the server takes."""
    if request.grammar is not None and endpoint.forcing == "grammar":
        body["grammar"] = request.grammar
        return "grammar"
    if request.json_schema is not None and endpoint.forcing != "none":
        body["response_format"] = _response_format(request, endpoint, dropped)
        return "json_schema"
    if request.grammar is not None or request.json_schema is not None:
        dropped["form"] = f"this endpoint forces {endpoint.forcing}, none was usable"
    return "none"


def _response_format(
    request: Request, endpoint: Endpoint, dropped: dict[str, str]
) -> dict[str, Any]:
    schema: Any = request.json_schema
    if not endpoint.strict_schema:
        return {
            "type": "json_schema",
            "json_schema": {"name": "answer", "schema": schema},
        }
    gone: set[str] = set()
    schema = _stripped(schema, gone)
    if gone:
        names = ", ".join(sorted(gone))
        dropped["schema_keywords"] = f"strict mode refuses {names}"
    return {
        "type": "json_schema",
        "json_schema": {"name": "answer", "strict": True, "schema": schema},
    }


def _stripped(schema: Any, gone: set[str]) -> Any:
    """A schema without the keywords that strict mode refuses; notes them in `gone`."""
    if isinstance(schema, list):
        return [_stripped(entry, gone) for entry in schema]
    if not isinstance(schema, dict):
        return schema
    kept: dict[str, Any] = {}
    for key, value in schema.items():
        if key in {"properties", "$defs"} and isinstance(value, dict):
            # Here the keys are names of the author's, not keywords.
            kept[key] = {name: _stripped(sub, gone) for name, sub in value.items()}
        elif key in {"enum", "const"}:
            kept[key] = value
        elif key in _NOT_STRICT:
            gone.add(key)
        else:
            kept[key] = _stripped(value, gone)
    return kept
