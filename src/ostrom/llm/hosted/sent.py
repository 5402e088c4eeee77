"""Finds our settings in a request that another library wrote for us."""

from collections.abc import Iterator, Mapping
from typing import Any

_SPELLINGS = {
    "temperature": {"temperature"},
    "top_p": {"topp"},
    "max_tokens": {
        "maxtokens",
        "maxcompletiontokens",
        "maxoutputtokens",
        "maxnewtokens",
        "maxtokenstosample",
    },
    "reasoning_effort": {"reasoningeffort", "reasoning", "effort", "thinking"}
    | {"thinkingconfig", "thinkinglevel", "thinkingbudget"},
    "seed": {"seed", "randomseed"},
}
"""Names under which hosted services take a setting, without case and underscores."""


def settings_seen(asked: Mapping[str, Any], sent: Any) -> tuple[str, ...]:
    """Returns those settings in `asked` that some field of `sent` carries.

    Fields are looked for at any depth, except inside the messages.

    Example:
        >>> settings_seen(
        ...     {"top_p": 0.9, "seed": 7}, {"messages": [], "config": {"topP": 0.9}}
        ... )
        ('top_p',)
    """
    fields = {
        name.replace("_", "").lower()
        for table in _tables(sent)
        for name, value in table.items()
        if value is not None
    }
    return tuple(name for name in asked if _SPELLINGS.get(name, {name}) & fields)


def is_schema_seen(schema: Mapping[str, Any], sent: Any) -> bool:
    """Returns whether `sent` holds an object schema with the properties of `schema`."""
    wanted = set(schema.get("properties", {}))
    return bool(wanted) and any(
        isinstance(table.get("properties"), Mapping)
        and set(table["properties"]) == wanted
        for table in _tables(sent)
    )


def keywords_lost(schema: Any, kept: Any) -> set[str]:
    """Returns the keys of `schema` that are missing at the same place in `kept`."""
    if isinstance(schema, Mapping) and isinstance(kept, Mapping):
        lost = {name for name in schema if name not in kept}
        for name in set(schema) - lost:
            lost |= keywords_lost(schema[name], kept[name])
        return lost
    if isinstance(schema, list) and isinstance(kept, list):
        pairs = zip(schema, kept, strict=False)
        return {name for one, other in pairs for name in keywords_lost(one, other)}
    return set()


def _tables(value: Any) -> Iterator[Mapping[str, Any]]:
    """Every table in `value`, whatever its depth, but for those in the messages."""
    if isinstance(value, Mapping):
        yield value
        for name, entry in value.items():
            if name not in {"messages", "input", "contents"}:
                yield from _tables(entry)
    elif isinstance(value, list):
        for entry in value:
            yield from _tables(entry)
