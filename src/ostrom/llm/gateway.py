"""The one way out: every call of a run passes its limit, budget, retries and prices."""

import asyncio
from collections.abc import Callable, Iterable
from dataclasses import dataclass, replace
from types import TracebackType
from typing import Self

import numpy as np

from ostrom.core.errors import ProviderError, SpecError
from ostrom.core.naming import did_you_mean
from ostrom.core.seeds import stream
from ostrom.llm.budget import Budget, expected_amount
from ostrom.llm.calls import Request, Response
from ostrom.llm.limits import ConcurrencyLimit
from ostrom.llm.prices import Price, Prices, read_prices, require_prices
from ostrom.llm.provider import Provider, split_model
from ostrom.llm.resolve import open_provider
from ostrom.llm.retry import RetryPolicy, with_retries


@dataclass(frozen=True)
class Totals:
    """What a gateway has counted so far.

    Attributes:
        attempts: Requests sent.
        replies: Of those, how many were answered.
        failures: Calls that got no reply in the end.
        input_tokens: Of prompts; of the replies that tell, as for all tokens here.
        cached_tokens: Of those, how many the provider had read before.
        output_tokens: Of replies, reasoning included.
        reasoning_tokens: Of those, how many were reasoning.
        cost_usd: Of the replies whose price is known.
        unpriced_replies: How many are not in `cost_usd`.
    """

    attempts: int = 0
    replies: int = 0
    failures: int = 0
    input_tokens: int = 0
    cached_tokens: int = 0
    output_tokens: int = 0
    reasoning_tokens: int = 0
    cost_usd: float = 0.0
    unpriced_replies: int = 0

    def with_reply(self, response: Response) -> "Totals":
        """Returns the totals with one more reply."""
        usage, cost = response.usage, response.cost_usd
        return replace(
            self,
            replies=self.replies + 1,
            input_tokens=self.input_tokens + (usage.input_tokens or 0),
            cached_tokens=self.cached_tokens + (usage.cached_tokens or 0),
            output_tokens=self.output_tokens + (usage.output_tokens or 0),
            reasoning_tokens=self.reasoning_tokens + (usage.reasoning_tokens or 0),
            cost_usd=self.cost_usd + (cost or 0.0),
            unpriced_replies=self.unpriced_replies + (cost is None),
        )


class Gateway:
    """Calls models for one run. An async context manager: it opens and closes them.

    Entering it opens one provider for each prefix and checks each model, so whatever
    is wrong with names, keys, packages or prices shows before the first call.

    A call waits for its provider's limit; each attempt at it is checked against the
    budget; a transient failure is retried within the policy; the reply is priced.

    Args:
        models: All models the run may call, `provider/name`.
        budget: Caps for the whole run.
        prices: Price list; the shipped one if not given.
        retry: How long to insist on a reply.
        open_model: Makes the provider of a model, e.g. with options for its prefix.
        seed: Root of the streams that draw the waits between attempts.

    Attributes:
        budget: The caps and what is used of them.
        totals: What has been counted so far.
    """

    def __init__(
        self,
        models: Iterable[str],
        *,
        budget: Budget | None = None,
        prices: Prices | None = None,
        retry: RetryPolicy | None = None,
        open_model: Callable[[str], Provider] = open_provider,
        seed: int = 0,
    ) -> None:
        self.models = tuple(dict.fromkeys(models))
        self.budget = budget or Budget()
        self.totals = Totals()
        self._prices = prices or read_prices()
        self._retry = retry or RetryPolicy()
        self._open_model = open_model
        self._waits: np.random.Generator = stream(seed, "llm", "retry")
        self._providers: dict[str, Provider] = {}
        self._limits: dict[str, ConcurrencyLimit] = {}

    async def __aenter__(self) -> Self:
        if self.budget.max_cost_usd is not None:
            require_prices(self.models, self._prices)
        try:
            for model in self.models:
                await self._open(model)
        except BaseException:
            await self.close()
            raise
        return self

    async def __aexit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        await self.close()

    async def close(self) -> None:
        """Closes all providers; those that fail to close do not keep others open."""
        providers, self._providers = tuple(self._providers.values()), {}
        ended = await asyncio.gather(
            *(provider.close() for provider in providers), return_exceptions=True
        )
        failures = [outcome for outcome in ended if isinstance(outcome, Exception)]
        if failures:
            raise failures[0]

    def provider_of(self, model: str) -> Provider:
        """Returns the open provider of a model.

        Raises:
            SpecError: The gateway was not entered, or not told of this model.
        """
        provider = self._providers.get(split_model(model)[0])
        if provider is None or model not in self.models:
            raise SpecError(
                f"{model!r} was not opened.{did_you_mean(model, self.models)} "
                f"Open: {', '.join(self.models) if self._providers else 'none yet'}."
            )
        return provider

    async def complete(self, request: Request) -> Response:
        """Returns the reply to `request`, with its price where that is known.

        Raises:
            ProviderError: There is no reply, after all retries.
            BudgetExceededError: A cap would be passed; nothing was sent.
            SpecError: The model was not opened.
        """
        provider = self.provider_of(request.model)
        limit = self._limits[split_model(request.model)[0]]
        price = self._prices.price_of(request.model)

        async def attempt() -> Response:
            return await self._attempt(request, provider, limit, price)

        async with limit:
            try:
                return await with_retries(attempt, self._retry, self._waits)
            except ProviderError:
                self.totals = replace(self.totals, failures=self.totals.failures + 1)
                raise

    async def _attempt(
        self,
        request: Request,
        provider: Provider,
        limit: ConcurrencyLimit,
        price: Price | None,
    ) -> Response:
        """One attempt: set aside, send, price, book."""
        async with self.budget.reserve(expected_amount(request, price)) as reservation:
            self.totals = replace(self.totals, attempts=self.totals.attempts + 1)
            try:
                response = await provider.complete(request)
            except ProviderError as error:
                limit.note(error)
                raise
            limit.note(None)
            if response.cost_usd is None and price is not None:
                cost = price.cost_usd(response.usage)
                response = response.model_copy(update={"cost_usd": cost})
            reservation.settle(response)
        self.totals = self.totals.with_reply(response)
        return response

    async def _open(self, model: str) -> None:
        prefix = split_model(model)[0]
        if prefix not in self._providers:
            # Opening may read files and load a model for seconds.
            provider = await asyncio.to_thread(self._open_model, model)
            self._providers[prefix] = provider
            self._limits[prefix] = ConcurrencyLimit(provider.concurrency)
        self._providers[prefix].check_model(model)
