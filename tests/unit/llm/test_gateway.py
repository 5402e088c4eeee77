import asyncio
from pathlib import Path
from typing import Any

import pytest

from loopback.chat_server import Answer, chat_server, completion
from ostrom.core.errors import BudgetExceededError, ProviderError, SpecError
from ostrom.llm.budget import Budget
from ostrom.llm.calls import Message, Request, Response
from ostrom.llm.gateway import Gateway
from ostrom.llm.prices import Price, Prices
from ostrom.llm.provider import Provider
from ostrom.llm.providers.scripted import ScriptedProvider
from ostrom.llm.resolve import open_provider
from ostrom.llm.retry import RetryPolicy

MODEL = "vllm/m"
QUICK = RetryPolicy(attempts=3, first_wait_seconds=0.001)


def request(text: str = "Choose.", model: str = MODEL) -> Request:
    return Request(model=model, messages=(Message(role="user", content=text),))


def gateway_to(base_url: str, **rest: Any) -> Gateway:
    def open_model(model: str) -> Provider:
        return open_provider(model, base_url=base_url, concurrency=8)

    return Gateway([MODEL], open_model=open_model, retry=QUICK, **rest)


class Closing(ScriptedProvider):
    """Says whether it was closed."""

    is_closed = False

    async def close(self) -> None:
        self.is_closed = True


async def test_exactly_the_calls_of_the_budget_reach_the_server() -> None:
    def script(number: int, body: dict[str, Any]) -> Answer:
        return Answer(completion(), delay_seconds=0.005)

    with chat_server(script) as server:
        async with gateway_to(server.base_url, budget=Budget(max_calls=23)) as gateway:
            ended = await asyncio.gather(
                *(gateway.complete(request(str(k))) for k in range(100)),
                return_exceptions=True,
            )
    refused = [each for each in ended if isinstance(each, BudgetExceededError)]
    assert len(server.bodies) == 23
    assert len(refused) == 77
    assert gateway.totals.attempts == gateway.totals.replies == 23
    assert server.most_at_once <= 8


async def test_a_rate_limit_is_waited_out_and_every_attempt_counted() -> None:
    def script(number: int, body: dict[str, Any]) -> Answer:
        if number < 2:
            return Answer({"error": "slow down"}, 429, {"Retry-After": "0.05"})
        return Answer(completion())

    prices = Prices({"vllm/*": Price(input=1.0, output=10.0)})
    with chat_server(script) as server:
        async with gateway_to(server.base_url, prices=prices) as gateway:
            response = await gateway.complete(request())
    assert response.cost_usd == pytest.approx((11 * 1 + 5 * 10) / 1e6)
    assert gateway.totals.attempts == gateway.budget.used.calls == 3
    assert gateway.totals.replies == 1
    assert gateway.totals.input_tokens == 11
    assert gateway.totals.output_tokens == 5
    assert gateway.totals.cost_usd == response.cost_usd
    assert gateway.budget.used.tokens == 16


async def test_retries_end_and_are_counted_against_the_budget() -> None:
    def script(number: int, body: dict[str, Any]) -> Answer:
        return Answer(completion(choices=[]))

    with chat_server(script) as server:
        async with gateway_to(server.base_url) as gateway:
            with pytest.raises(ProviderError, match="3 attempts"):
                await gateway.complete(request())
        assert len(server.bodies) == 3
        assert (gateway.totals.attempts, gateway.totals.failures) == (3, 1)
        async with gateway_to(server.base_url, budget=Budget(max_calls=2)) as gateway:
            with pytest.raises(BudgetExceededError, match="max_calls"):
                await gateway.complete(request())
    assert len(server.bodies) == 5


async def test_an_unknown_price_is_none_and_with_a_money_cap_an_error() -> None:
    def script(number: int, body: dict[str, Any]) -> Answer:
        return Answer(completion())

    with chat_server(script) as server:
        async with gateway_to(server.base_url) as gateway:
            response = await gateway.complete(request())
        assert response.cost_usd is None
        assert gateway.totals.unpriced_replies == 1
        with pytest.raises(SpecError, match=MODEL):
            async with gateway_to(server.base_url, budget=Budget(max_cost_usd=1.0)):
                pytest.fail("It must not open.")
    assert len(server.bodies) == 1


async def test_what_is_wrong_shows_before_anything_opens_for_good() -> None:
    opened: list[Closing] = []

    def open_model(model: str) -> Provider:
        if model.startswith("nobody"):
            raise SpecError("Nobody serves it.")
        opened.append(Closing({"a": ["x"]}))
        return opened[-1]

    models = ["scripted/a", "nobody/x"]
    with pytest.raises(SpecError, match="Nobody"):
        async with Gateway(models, open_model=open_model):
            pytest.fail("It must not open.")
    assert [each.is_closed for each in opened] == [True]
    with pytest.raises(SpecError, match="scripted model"):
        async with Gateway(["scripted/a", "scripted/b"], open_model=open_model):
            pytest.fail("It must not open.")


async def test_one_provider_for_each_prefix_closed_at_the_end() -> None:
    opened: list[Closing] = []

    def open_model(model: str) -> Provider:
        opened.append(Closing({"a": ["x"], "b": ["y"]}))
        return opened[-1]

    async with Gateway(["scripted/a", "scripted/b"], open_model=open_model) as gateway:
        assert (await gateway.complete(request(model="scripted/b"))).text == "y"
        with pytest.raises(SpecError, match="not opened"):
            await gateway.complete(request(model="scripted/uniform"))
    assert [each.is_closed for each in opened] == [True]
    with pytest.raises(SpecError, match="not opened"):
        await gateway.complete(request(model="scripted/b"))


async def test_scripted_faults_cost_nothing_and_are_survived() -> None:
    schema = {"type": "object", "properties": {"x": {"type": "boolean"}}}

    async def ask(gateway: Gateway, k: int) -> Response:
        asked = request(f"Round {k}", "scripted/faulty")
        return await gateway.complete(asked.model_copy(update={"json_schema": schema}))

    async with Gateway(["scripted/faulty"], retry=QUICK) as gateway:
        replies = await asyncio.gather(*(ask(gateway, k) for k in range(200)))
    assert gateway.totals.replies == 200
    assert gateway.totals.attempts > 200
    assert gateway.totals.failures == 0
    assert gateway.totals.cost_usd == 0.0
    assert gateway.totals.unpriced_replies == 0
    assert any(reply.text == "" for reply in replies)


async def test_a_recorded_reply_keeps_the_cost_it_was_recorded_with(
    tmp_path: Path,
) -> None:
    free = Prices({"*": Price(input=0.0, output=0.0)})
    said = Response(
        text="x", stop_reason="stop", model_returned="m", provider="p", cost_usd=0.5
    )

    def open_model(model: str) -> Provider:
        return ScriptedProvider({"a": lambda _: said})

    gateway = Gateway(["scripted/a"], prices=free, open_model=open_model)
    async with gateway:
        reply = await gateway.complete(request(model="scripted/a"))
    assert reply == said
    assert gateway.totals.cost_usd == 0.5
