"""Answers to a JSON schema by a rule: as neutral, or as early, as it allows."""

from typing import Any, Literal

from ostrom.core.errors import ProviderError

Rule = Literal["uniform", "first"]


def answer_to(schema: dict[str, Any], rule: Rule) -> Any:
    """Returns a value that `schema` admits.

    An object of several whole numbers from 0 to 100 is read as shares of 100:
    `uniform` splits them as evenly as whole per cent allow, the first names getting
    what is left over; `first` gives the first name all. Elsewhere `uniform` takes
    false, the number nearest to 0 and the first of listed values; `first` takes true,
    the least number and the first of listed values.

    Args:
        schema: A JSON schema of the kinds object, array, integer, number, boolean,
            string, enum, const, anyOf and `$ref` into its own `$defs`.
        rule: Which of the admitted values.

    Raises:
        ProviderError: The schema uses something else.
    """
    return _answer(schema, rule, schema)


def _answer(schema: dict[str, Any], rule: Rule, root: dict[str, Any]) -> Any:
    schema = _followed(schema, root)
    if "const" in schema:
        return schema["const"]
    if "enum" in schema:
        return schema["enum"][0]
    kind = schema.get("type")
    if kind == "object":
        return _object(schema, rule, root)
    if kind == "array":
        return _array(schema, rule, root)
    if kind in {"integer", "number"}:
        return _number(schema, rule)
    simple: dict[Any, Any] = {"boolean": rule == "first", "string": "", "null": None}
    if kind not in simple:
        raise ProviderError(f"A scripted model can not answer the schema {schema!r}.")
    return simple[kind]


def _followed(schema: dict[str, Any], root: dict[str, Any]) -> dict[str, Any]:
    """The schema that a reference or the first alternative leads to."""
    if "$ref" in schema:
        name = str(schema["$ref"]).removeprefix("#/$defs/")
        target = root.get("$defs", {}).get(name)
        if not isinstance(target, dict):
            raise ProviderError(f"A scripted model can not follow {schema['$ref']!r}.")
        return target
    alternatives = schema.get("anyOf") or schema.get("oneOf")
    return _followed(alternatives[0], root) if alternatives else schema


def _object(schema: dict[str, Any], rule: Rule, root: dict[str, Any]) -> dict[str, Any]:
    properties: dict[str, Any] = schema.get("properties", {})
    if len(properties) > 1 and all(_is_share(entry) for entry in properties.values()):
        return _shares(list(properties), rule)
    return {name: _answer(entry, rule, root) for name, entry in properties.items()}


def _is_share(schema: dict[str, Any]) -> bool:
    bounds = (schema.get("minimum"), schema.get("maximum"))
    return schema.get("type") in {"integer", "number"} and bounds == (0, 100)


def _shares(names: list[str], rule: Rule) -> dict[str, int]:
    if rule == "first":
        return {name: 100 * (position == 0) for position, name in enumerate(names)}
    share, rest = divmod(100, len(names))
    return {name: share + (position < rest) for position, name in enumerate(names)}


def _array(schema: dict[str, Any], rule: Rule, root: dict[str, Any]) -> list[Any]:
    prefix = [_answer(entry, rule, root) for entry in schema.get("prefixItems", [])]
    rest = max(0, schema.get("minItems", 0) - len(prefix))
    if not rest:
        return prefix
    return prefix + [_answer(schema["items"], rule, root) for _ in range(rest)]


def _number(schema: dict[str, Any], rule: Rule) -> Any:
    """The number nearest to 0, or the least, that the bounds admit."""
    low = schema.get("minimum", schema.get("exclusiveMinimum"))
    high = schema.get("maximum", schema.get("exclusiveMaximum"))
    if "minimum" not in schema and low is not None:
        low += 1
    if "maximum" not in schema and high is not None:
        high -= 1
    if rule == "first" and low is not None:
        return low
    number = 0 if low is None else max(0, low)
    return number if high is None else min(number, high)
