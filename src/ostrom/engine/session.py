"""One session of a run: open its folder, play what is not done, seal the tables."""

import asyncio
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

from ostrom.engine.execute import Session, Watch, execute
from ostrom.engine.families import load_family
from ostrom.engine.manifest import open_run, require_units
from ostrom.families.protocol.family import Design, Family
from ostrom.llm.budget import Budget, Reservation, expected_amount
from ostrom.llm.calls import Request, Response
from ostrom.llm.gateway import Gateway
from ostrom.llm.prices import Prices, read_prices
from ostrom.llm.provider import Provider, split_model
from ostrom.llm.resolve import open_provider
from ostrom.records.journal import Journal, read_lines, unit_states
from ostrom.records.rundir import RunFolder
from ostrom.specs.experiment import Experiment


@dataclass(frozen=True)
class Prepared:
    """A spec that was checked and has its folder; nothing was played yet.

    Attributes:
        spec: The experiment.
        family: Its kind.
        design: Its units.
        run: Its folder.
    """

    spec: Experiment
    family: Family
    design: Design
    run: RunFolder


def prepare(spec: Experiment, root: Path) -> Prepared:
    """Checks and expands a spec and opens the run's folder under `root`.

    Raises:
        SpecError: The spec is wrong; no folder was made.
        RecordError: The folder holds another run.
    """
    family = load_family(spec.family)
    design = family.design(spec)
    return Prepared(spec, family, design, open_run(spec, design, root))


def reopen(spec: Experiment, run: RunFolder) -> Prepared:
    """Checks and expands the spec of a run that goes on, in the folder it is in now.

    Raises:
        SpecError: The spec is wrong.
        RecordError: With this release the spec gives other units than the run's; no
            second run is begun in its place.
    """
    family = load_family(spec.family)
    design = family.design(spec)
    require_units(run, design)
    return Prepared(spec, family, design, run)


def play(prepared: Prepared, watch: Watch) -> Session:
    """Plays every unit that is not done and seals the tables; blocks until the end.

    Raises:
        SpecError: A model, key or price is not there; nothing has run.
        RecordError: A record contradicts the play, or another process writes.
    """
    with Journal(prepared.run.journal) as journal:
        try:
            return asyncio.run(_play(prepared, journal, watch))
        finally:
            # The library behind the tables is heavy, and a run needs it only here.
            from ostrom.records.tables import seal

            seal(prepared.run)


async def _play(prepared: Prepared, journal: Journal, watch: Watch) -> Session:
    spec = prepared.spec
    prices = prices_of(spec)
    gateway = Gateway(
        _models_needed(prepared),
        budget=_budget(prepared, prices),
        prices=prices,
        open_model=model_opener(spec),
        seed=spec.seed,
    )
    async with gateway:
        return await execute(
            prepared.family,
            prepared.design,
            journal,
            gateway.complete,
            units_at_once=spec.limits.units_at_once,
            watch=watch,
        )


def _models_needed(prepared: Prepared) -> tuple[str, ...]:
    """The models that may be called: none, and so no key, if every unit is done."""
    states = unit_states(prepared.run.journal)
    units = prepared.design.units
    is_done = all(states.get(unit.unit_id) == "done" for unit in units)
    return () if is_done else prepared.design.models


def prices_of(spec: Experiment) -> Prices:
    """Returns the price list of a spec: its own file over the shipped one."""
    return read_prices(Path(spec.prices) if spec.prices else None)


def model_opener(spec: Experiment) -> Callable[[str], Provider]:
    """Returns what opens the provider of a model, own servers of the spec included."""

    def open_model(model: str) -> Provider:
        own = spec.providers.get(split_model(model)[0])
        return open_provider(model, **({} if own is None else own.options))

    return open_model


def _budget(prepared: Prepared, prices: Prices) -> Budget:
    """The caps of the run, with what earlier sessions used booked as they booked it.

    Of calls without a reply there is no record, so they are not counted again.
    """
    limits = prepared.spec.limits
    budget = Budget(limits.max_cost_usd, limits.max_calls, limits.max_tokens)
    for line in read_lines(prepared.run.journal):
        if line.kind == "reply":
            request = Request.model_validate(line.body["request"])
            price = prices.price_of(request.model)
            reservation = Reservation(expected_amount(request, price))
            reservation.settle(Response.model_validate(line.body["response"]))
            budget.used += reservation.spent
    return budget
