"""Typed parameters of extensions: frozen, closed, each with a documented default."""

from typing import Any, TypeVar

from pydantic import BaseModel, ConfigDict, ValidationError

from ostrom.core.errors import SpecError
from ostrom.core.naming import did_you_mean


class Parameters(BaseModel):
    """Base of all parameter sets; one without fields serves whoever has none."""

    model_config = ConfigDict(
        frozen=True, extra="forbid", allow_inf_nan=False, strict=True
    )


P = TypeVar("P", bound=BaseModel)


def read_parameters(model: type[P], given: dict[str, Any], where: str) -> P:
    """Returns `given` as a checked parameter set.

    Args:
        model: The parameter set to fill.
        given: Names and values as they stand in the spec.
        where: Where they stand, for the message.

    Raises:
        SpecError: A name is unknown (the nearest is proposed) or a value is illegal.
    """
    try:
        return model.model_validate(given)
    except ValidationError as error:
        raise SpecError(explain(error, model, where)) from None


def explain(error: ValidationError, model: type[BaseModel], where: str) -> str:
    """Returns a validation error in sentences: where, what was got, what is legal."""
    sentences: list[str] = []
    for fault in error.errors():
        location = [str(part) for part in fault["loc"]]
        if fault["type"] == "extra_forbidden":
            known = _fields_at(model, location[:-1])
            hint = did_you_mean(location[-1], known)
            legal = ", ".join(sorted(known)) or "none"
            place = " ".join([where, *location[:-1]])
            sentences.append(f"{place}: no {location[-1]!r}.{hint} Known: {legal}.")
        else:
            got = "" if fault["type"] == "missing" else f" Got {fault['input']!r}."
            place = " ".join([where, *location])
            sentences.append(f"{place}: {fault['msg']}.{got}")
    return "\n".join(sentences)


def _fields_at(model: type[BaseModel], location: list[str]) -> list[str]:
    """Names of the fields of the model that `location` leads to, as far as it can."""
    current = model
    for part in location:
        field = current.model_fields.get(part)
        if field is None:
            continue
        for candidate in _models_in(field.annotation):
            current = candidate
            break
    return list(current.model_fields)


def _models_in(annotation: Any) -> list[type[BaseModel]]:
    """The models that occur in an annotation such as `tuple[Model, ...]`."""
    if isinstance(annotation, type) and issubclass(annotation, BaseModel):
        return [annotation]
    found: list[type[BaseModel]] = []
    for part in getattr(annotation, "__args__", ()):
        found.extend(_models_in(part))
    return found
