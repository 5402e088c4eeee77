import asyncio
from fractions import Fraction
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ostrom.core.errors import BudgetExceededError, SpecError
from ostrom.llm.budget import Amount, Budget, expected_amount
from ostrom.llm.calls import Message, Request, Response, Settings, StopReason, Usage
from ostrom.llm.prices import Price, Prices, read_prices, require_prices

NOTHING_TOLD = Usage()


def reply(usage: Usage = NOTHING_TOLD, cost_usd: float | None = None) -> Response:
    return Response(
        text="x",
        stop_reason=StopReason.STOP,
        model_returned="m",
        provider="p",
        usage=usage,
        cost_usd=cost_usd,
    )


counts = st.integers(0, 10**7)
dollars = st.decimals(0, 100, places=4).map(float)


@given(counts, counts, counts, dollars, dollars, dollars)
def test_cost_is_the_sum_over_kinds_of_tokens(
    fresh: int, cached: int, written: int, full: float, less: float, out: float
) -> None:
    price = Price(input=full, cached_input=less, output=out)
    usage = Usage(
        input_tokens=fresh + cached, cached_tokens=cached, output_tokens=written
    )
    exact = sum(
        count * Fraction(dollar) / 10**6
        for count, dollar in ((fresh, full), (cached, less), (written, out))
    )
    assert price.cost_usd(usage) == pytest.approx(float(exact), abs=1e-9, rel=1e-9)


def test_an_unknown_count_is_an_unknown_cost() -> None:
    price = Price(input=1.0, output=2.0)
    assert price.cost_usd(Usage(input_tokens=5)) is None
    assert price.cost_usd(Usage(output_tokens=5)) is None
    assert price.cost_usd(Usage(input_tokens=10**6, output_tokens=0)) == 1.0
    assert Price(input=0.0, output=0.0).cost_usd(Usage()) == 0.0


def test_only_what_is_free_is_shipped() -> None:
    prices = read_prices()
    assert prices.price_of("local/smollm2-135m") == Price(input=0.0, output=0.0)
    assert prices.price_of("openai/gpt-x") is None
    assert all(price.is_free for price in prices.by_pattern.values())


def test_a_price_file_of_ones_own(tmp_path: Path) -> None:
    path = tmp_path / "mine.toml"
    path.write_text(
        '["a/*"]\ninput = 1\noutput = 2\n["a/big*"]\ninput = 3\noutput = 4\n'
        '["a/big-1"]\ninput = 5\ncached_input = 0.5\noutput = 6\n'
    )
    prices = read_prices(path)
    found = [prices.price_of(name) for name in ("a/x", "a/big-2", "a/big-1", "b/x")]
    assert [price and price.input for price in found] == [1.0, 3.0, 5.0, None]
    assert prices.price_of("scripted/uniform") is not None


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ('["a/x"]\ninput = 1\noutputs = 2\n', "output"),
        ('["a/x"]\ninput = -1\noutput = 2\n', "greater than or equal to 0"),
        ('["a/x"]\ninput = nan\noutput = 2\n', "input"),
        ("a = 3\n", "table"),
        ("[[", "no TOML"),
    ],
)
def test_a_price_file_with_a_mistake(text: str, says: str, tmp_path: Path) -> None:
    path = tmp_path / "mine.toml"
    path.write_text(text)
    with pytest.raises(SpecError, match=says):
        read_prices(path)


def test_a_price_file_that_is_not_there(tmp_path: Path) -> None:
    with pytest.raises(SpecError, match="No price file"):
        read_prices(tmp_path / "none.toml")


def test_a_money_cap_needs_every_price() -> None:
    prices = Prices({"a/x": Price(input=1.0, output=1.0)})
    require_prices(["a/x"], prices)
    with pytest.raises(SpecError, match="b/y, c/z"):
        require_prices(["c/z", "a/x", "b/y"], prices)


async def test_a_cap_on_calls_is_exact_under_concurrency() -> None:
    budget, sent = Budget(max_calls=37), 0

    async def call() -> None:
        nonlocal sent
        async with budget.reserve(Amount(calls=1)) as reservation:
            sent += 1
            await asyncio.sleep(0.001)
            reservation.settle(reply())

    ended = await asyncio.gather(*(call() for _ in range(100)), return_exceptions=True)
    refused = [each for each in ended if isinstance(each, BudgetExceededError)]
    assert sent == budget.used.calls == 37
    assert len(refused) == 63
    assert "max_calls = 37" in str(refused[0])


async def test_calls_that_fail_count_too() -> None:
    budget = Budget(max_calls=2)
    for _ in range(2):
        with pytest.raises(ZeroDivisionError):
            async with budget.reserve(Amount(calls=1, tokens=50)):
                raise ZeroDivisionError
    assert budget.used == Amount(calls=2)
    with pytest.raises(BudgetExceededError, match="2 used"):
        async with budget.reserve(Amount(calls=1)):
            pass


async def test_tokens_wait_for_estimates_to_become_counts() -> None:
    budget, at_once, most = Budget(max_tokens=1000), 0, 0

    async def call() -> None:
        nonlocal at_once, most
        async with budget.reserve(Amount(calls=1, tokens=400)) as reservation:
            at_once += 1
            most = max(most, at_once)
            await asyncio.sleep(0.001)
            at_once -= 1
            reservation.settle(reply(Usage(input_tokens=60, output_tokens=40)))

    await asyncio.wait_for(asyncio.gather(*(call() for _ in range(7))), 5.0)
    assert most == 2
    assert budget.used == Amount(calls=7, tokens=700)
    with pytest.raises(BudgetExceededError, match="max_tokens = 1000"):
        await call()


async def test_money_is_never_passed_where_estimates_are_bounds() -> None:
    budget = Budget(max_cost_usd=0.35)

    async def call() -> None:
        async with budget.reserve(Amount(1, 1, 0.1)) as reservation:
            await asyncio.sleep(0)
            reservation.settle(reply(cost_usd=0.1))

    ended = await asyncio.gather(*(call() for _ in range(9)), return_exceptions=True)
    assert sum(each is None for each in ended) == 3
    assert budget.used.cost_usd == pytest.approx(0.3)


async def test_a_reply_without_counts_books_what_was_expected() -> None:
    budget = Budget()
    async with budget.reserve(Amount(1, 70, 0.2)) as reservation:
        reservation.settle(reply())
    assert budget.used == Amount(1, 70, 0.2)


def test_what_a_request_may_use() -> None:
    request = Request(
        model="a/x",
        messages=(Message(role="user", content="x" * 300),),
        settings=Settings(max_tokens=50),
    )
    amount = expected_amount(request, Price(input=1.0, output=10.0))
    assert amount.calls == 1
    assert amount.tokens >= 100 + 50
    assert amount.cost_usd == pytest.approx((amount.tokens - 50 + 500) / 1e6)
    assert expected_amount(request, None).cost_usd == 0.0


@pytest.mark.parametrize("cap", [-1, float("nan")])
def test_a_cap_that_is_none(cap: float) -> None:
    with pytest.raises(SpecError, match="max_cost_usd"):
        Budget(max_cost_usd=cap)
