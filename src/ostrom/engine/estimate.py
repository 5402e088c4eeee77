"""What a run will take: calls counted by playing it, without a single call."""

import asyncio
from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from ostrom.engine.families import load_family
from ostrom.engine.lines import recorded_line
from ostrom.engine.session import model_opener, prices_of
from ostrom.families.protocol.family import Desk
from ostrom.llm.budget import Budget
from ostrom.llm.calls import Request, Response
from ostrom.llm.gateway import Gateway
from ostrom.llm.providers.scripted import ScriptedProvider
from ostrom.llm.resolve import counts_tokens
from ostrom.records.unit_journal import UnitJournal
from ostrom.specs.experiment import Experiment

CHARACTERS_PER_TOKEN = (3.0, 5.0)
"""Fewest and most characters of English prompts that usually make one token."""


@dataclass(frozen=True)
class Pilot:
    """What a few live calls of one model took.

    Attributes:
        calls: Live calls made.
        characters: In their prompts.
        input_tokens: Of their prompts, None where the provider does not say.
        output_tokens: Fewest and most in a reply, reasoning included.
        cost_usd: Fewest and most for a call; None where the price is not known.
    """

    calls: int
    characters: int
    input_tokens: int | None
    output_tokens: tuple[int, int] | None
    cost_usd: tuple[float, float] | None


@dataclass(frozen=True)
class ModelEstimate:
    """What one model will be asked.

    Attributes:
        model: `provider/name`.
        calls: Exact, if every reply can be read at once; each re-ask adds one.
        prompt_characters: Exact up to the actions that histories show.
        input_tokens: Exact where the model's tokenizer is on this machine; else a range
            from the characters, or from the pilot's ratio.
        pilot: What live calls took; None without a pilot.
    """

    model: str
    calls: int
    prompt_characters: int
    input_tokens: tuple[int, int]
    pilot: Pilot | None

    @property
    def cost_usd(self) -> tuple[float, float] | None:
        """Range of the cost from the pilot; None where it is not known."""
        if self.pilot is None or self.pilot.cost_usd is None:
            return None
        low, high = self.pilot.cost_usd
        return low * self.calls, high * self.calls

    @property
    def output_tokens(self) -> tuple[int, int] | None:
        """Range of tokens in replies from the pilot; None where it is not known."""
        if self.pilot is None or self.pilot.output_tokens is None:
            return None
        low, high = self.pilot.output_tokens
        return low * self.calls, high * self.calls


@dataclass(frozen=True)
class Estimate:
    """What a run will take.

    Attributes:
        units: Run units.
        decisions: Decisions of all agents.
        by_condition: Calls for each `(game, mechanism)`.
        models: One for each model.
    """

    units: int
    decisions: int
    by_condition: dict[tuple[str, str], int]
    models: tuple[ModelEstimate, ...]


def estimate(spec: Experiment, *, pilot: int = 0) -> Estimate:
    """Plays the whole spec with neutral answers in place of replies, and counts.

    Args:
        spec: The experiment.
        pilot: Live calls for each model, spread evenly over its questions; 0 for none.

    Raises:
        SpecError: The spec is wrong, or a model, key or price is not there.
    """
    family = load_family(spec.family)
    design = family.design(spec)
    counted_here = frozenset(m for m in design.models if counts_tokens(m))
    kept = frozenset(design.models) if pilot else counted_here
    dry = _DryRun(kept)
    by_condition: Counter[tuple[str, str]] = Counter()
    for unit in design.units:
        before = dry.calls.total()
        journal = UnitJournal(unit.unit_id, {}, dry.append)
        asyncio.run(family.play(unit, Desk(recorded_line(journal, dry.reply), journal)))
        by_condition[unit.game, unit.mechanism] += dry.calls.total() - before
    counted = asyncio.run(_counted(spec, counted_here, dry.requests))
    live = asyncio.run(_pilot(spec, design.models, dry.requests, pilot))
    return Estimate(
        units=len(design.units),
        decisions=dry.decisions,
        by_condition=dict(by_condition),
        models=tuple(
            dry.estimate(model, live.get(model), counted.get(model))
            for model in design.models
        ),
    )


class _DryRun:
    """Answers every request neutrally; counts all and keeps those of some models."""

    def __init__(self, kept: frozenset[str]) -> None:
        self.requests: list[Request] = []
        self.calls: Counter[str] = Counter()
        self.decisions = 0
        self._characters: Counter[str] = Counter()
        self._kept = kept
        self._script = ScriptedProvider()

    async def reply(self, request: Request) -> Response:
        self.calls[request.model] += 1
        self._characters[request.model] += _characters(request)
        if request.model in self._kept:
            self.requests.append(request)
        neutral = request.model_copy(update={"model": "scripted/uniform"})
        return await self._script.complete(neutral)

    def append(
        self, unit_id: str, key: str, kind: str, body: Mapping[str, Any]
    ) -> None:
        self.decisions += kind == "decision"

    def estimate(
        self, model: str, pilot: Pilot | None, counted: int | None
    ) -> ModelEstimate:
        """Returns what `model` will be asked."""
        characters = self._characters[model]
        low, high = CHARACTERS_PER_TOKEN
        tokens = (round(characters / high), round(characters / low))
        if counted is not None:
            tokens = (counted, counted)
        elif pilot is not None and pilot.input_tokens:
            ratio = pilot.characters / pilot.input_tokens
            tokens = (round(characters / ratio),) * 2
        return ModelEstimate(model, self.calls[model], characters, tokens, pilot)


def _characters(request: Request) -> int:
    return sum(len(message.content) for message in request.messages)


async def _counted(
    spec: Experiment, models: frozenset[str], requests: list[Request]
) -> dict[str, int]:
    """Tokens of all prompts of models that have their tokenizer on this machine."""
    if not models:
        return {}
    found: dict[str, int] = {}
    async with Gateway(sorted(models), open_model=model_opener(spec)) as gateway:
        for model in models:
            provider = gateway.provider_of(model)
            mine = [request for request in requests if request.model == model]
            counts = [await provider.count_input_tokens(each) for each in mine]
            if None not in counts:
                found[model] = sum(each or 0 for each in counts)
    return found


async def _pilot(
    spec: Experiment, models: tuple[str, ...], requests: list[Request], calls: int
) -> dict[str, Pilot]:
    """Makes `calls` live calls for each model; none at all if `calls` is 0."""
    if not calls or not models:
        return {}
    limits = spec.limits
    budget = Budget(limits.max_cost_usd, limits.max_calls, limits.max_tokens)
    found = {}
    async with Gateway(
        models, budget=budget, prices=prices_of(spec), open_model=model_opener(spec)
    ) as gateway:
        for model in models:
            mine = [request for request in requests if request.model == model]
            step = max(1, len(mine) // calls)
            chosen = mine[::step][:calls]
            replies = [await gateway.complete(request) for request in chosen]
            found[model] = _measured(chosen, replies)
    return found


def _measured(requests: list[Request], replies: list[Response]) -> Pilot:
    inputs = [reply.usage.input_tokens for reply in replies]
    outputs = [reply.usage.output_tokens for reply in replies]
    costs = [reply.cost_usd for reply in replies]
    told = [each for each in outputs if each is not None]
    known = [each for each in costs if each is not None]
    complete = len(known) == len(costs) and known
    return Pilot(
        calls=len(replies),
        characters=sum(_characters(request) for request in requests),
        input_tokens=sum(each or 0 for each in inputs) if None not in inputs else None,
        output_tokens=(min(told), max(told)) if len(told) == len(outputs) else None,
        cost_usd=(min(known), max(known)) if complete else None,
    )
