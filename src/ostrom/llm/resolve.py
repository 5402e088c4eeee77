"""Finds who serves a model, from its name alone."""

from typing import Any

from ostrom.core.errors import UnknownNameError
from ostrom.core.naming import did_you_mean
from ostrom.core.parameters import read_parameters
from ostrom.llm.provider import PROVIDERS, Provider, ProviderKind, split_model


def open_provider(
    model: str, *, base_url: str | None = None, **options: Any
) -> Provider:
    """Returns a provider that serves `model`, ready to be called.

    The prefix decides: an embedded model, a scripted or replayed one, an endpoint of
    `endpoints.toml`, else whatever the optional Inspect backend knows. With a
    `base_url` it is always an OpenAI-compatible server. This may block for seconds,
    while a model is fetched or loaded.

    Args:
        model: `provider/name`.
        base_url: A server of one's own.
        **options: What the provider lets one set, see its options class.

    Raises:
        SpecError: The name is not of that form, an option is unknown or illegal, a key
            is missing.
        UnknownNameError: Nobody serves it; the nearest prefix is proposed.
        MissingExtraError: An optional package is needed for it.
    """
    given = dict(options)
    if base_url is not None:
        given["base_url"] = base_url
    kind = _kind_for(model, has_base_url=base_url is not None)
    provider = kind.open(model, read_parameters(kind.options, given, model))
    provider.check_model(model)
    return provider


def known_models() -> tuple[str, ...]:
    """Returns all models that can be named without a further word, sorted."""
    kinds = _kinds()
    return tuple(sorted({model for kind in kinds for model in kind.models()}))


def known_prefixes() -> tuple[str, ...]:
    """Returns all prefixes of model names that are served now, sorted."""
    kinds = _kinds()
    return tuple(sorted({prefix for kind in kinds for prefix in kind.prefixes()}))


def counts_tokens(model: str) -> bool:
    """Whether the tokens of a prompt for `model` can be counted without a call."""
    prefix = split_model(model)[0]
    return any(kind.counts_tokens and prefix in kind.prefixes() for kind in _kinds())


def _kinds() -> list[ProviderKind]:
    """All kinds, the lower rank first."""
    kinds = [PROVIDERS.load(name) for name in PROVIDERS.names()]
    return sorted(kinds, key=lambda kind: (kind.rank, kind.name))


def _kind_for(model: str, *, has_base_url: bool) -> ProviderKind:
    prefix = split_model(model)[0]
    kinds = _kinds()
    if has_base_url:
        takers = [kind for kind in kinds if "base_url" in kind.options.model_fields]
        return takers[0]
    for kind in kinds:
        if prefix in kind.prefixes():
            return kind
    known = known_prefixes()
    raise UnknownNameError(
        f"Nobody serves {model!r}.{did_you_mean(prefix, known)} Known prefixes: "
        f"{', '.join(known)}. A server of your own needs its base_url; other hosted "
        f"providers need Inspect: pip install 'ostrom[inspect]'."
    )
