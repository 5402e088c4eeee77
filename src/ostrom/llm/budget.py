"""Caps on money, calls and tokens, checked before a call is sent."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass, field

from ostrom.core.errors import BudgetExceededError, SpecError
from ostrom.llm.calls import Request, Response
from ostrom.llm.prices import Price

# Until replies have been seen: characters a token, and tokens a reply without a cap.
_CHARACTERS_PER_TOKEN = 3
_OUTPUT_GUESS = 1024
_TOKENS_PER_MESSAGE = 8


@dataclass(frozen=True)
class Amount:
    """A quantity of what is capped.

    Attributes:
        calls: Requests sent, failed ones included.
        tokens: Of prompts and replies.
        cost_usd: Dollars.
    """

    calls: int = 0
    tokens: int = 0
    cost_usd: float = 0.0

    def __add__(self, other: "Amount") -> "Amount":
        return Amount(
            self.calls + other.calls,
            self.tokens + other.tokens,
            self.cost_usd + other.cost_usd,
        )

    def __sub__(self, other: "Amount") -> "Amount":
        return Amount(
            self.calls - other.calls,
            self.tokens - other.tokens,
            self.cost_usd - other.cost_usd,
        )


@dataclass
class Reservation:
    """What one call may use at most, and, once it is known, what it used.

    Attributes:
        expected: Set aside while the call is under way.
        spent: What is booked when it ends.
    """

    expected: Amount
    spent: Amount = Amount(calls=1)

    def settle(self, response: Response) -> None:
        """Books what a reply says it used; where it says nothing, what was expected."""
        usage = response.usage
        tokens, cost = self.expected.tokens, response.cost_usd
        if usage.input_tokens is not None and usage.output_tokens is not None:
            tokens = usage.input_tokens + usage.output_tokens
        cost = self.expected.cost_usd if cost is None else cost
        self.spent = Amount(1, tokens, cost)


@dataclass
class Budget:
    """Caps that concurrent calls share; None is no cap.

    A call is sent only if what is used, what calls under way have set aside and what
    it may use itself stay within every cap. So the cap on calls is never passed, not
    even by one; those on tokens and money are passed at most by what a call uses
    beyond its estimate (the prompt's characters, and its `max_tokens`). Where only
    estimates stand in the way, a call waits until others have ended.

    Attributes:
        max_cost_usd: Dollars.
        max_calls: Requests sent; one that fails and is sent again counts twice. Only
            one that a server refuses for a setting, and that goes out again at once
            without it, counts as the same call.
        max_tokens: Of prompts and replies.
        used: What calls that have ended used.
    """

    max_cost_usd: float | None = None
    max_calls: int | None = None
    max_tokens: int | None = None
    used: Amount = field(default=Amount(), init=False)
    _set_aside: Amount = field(default=Amount(), init=False, repr=False)
    _ended: asyncio.Event | None = field(default=None, init=False, repr=False)

    def __post_init__(self) -> None:
        for name in ("max_cost_usd", "max_calls", "max_tokens"):
            cap = getattr(self, name)
            if cap is not None and not cap >= 0:
                raise SpecError(f"{name} must be 0 or more, got {cap!r}.")

    @asynccontextmanager
    async def reserve(self, expected: Amount) -> AsyncIterator[Reservation]:
        """Sets `expected` aside for one call, and books what it spent at the end.

        Args:
            expected: What it may use at most; its `calls` is 1.

        Raises:
            BudgetExceededError: A cap would be passed.
        """
        while True:
            over_now = self._over(self.used + self._set_aside + expected)
            if over_now is None:
                break
            only_estimates = self._over(self.used + expected) is None
            calls_spent = over_now.startswith("max_calls")
            if calls_spent or not only_estimates:
                raise BudgetExceededError(over_now)
            self._ended = self._ended or asyncio.Event()
            await self._ended.wait()
        reservation = Reservation(expected)
        self._set_aside += expected
        try:
            yield reservation
        finally:
            self._set_aside -= expected
            self.used += reservation.spent
            if self._ended is not None:
                self._ended.set()
                self._ended = None

    def _over(self, amount: Amount) -> str | None:
        """Which cap `amount` passes, in words; None if none."""
        caps = (
            ("max_calls", self.max_calls, amount.calls, self.used.calls),
            ("max_tokens", self.max_tokens, amount.tokens, self.used.tokens),
            ("max_cost_usd", self.max_cost_usd, amount.cost_usd, self.used.cost_usd),
        )
        for name, cap, wanted, used in caps:
            # Dollars are sums of binary fractions; a billionth is no overrun.
            if cap is not None and wanted > cap + (
                1e-9 if isinstance(cap, float) else 0
            ):
                return (
                    f"{name} = {cap:g} would be passed: {used:g} used, up to "
                    f"{wanted - used:g} more with the next call and those under way."
                )
        return None


def expected_amount(request: Request, price: Price | None) -> Amount:
    """Returns what a request may use: an estimate from its text and its cap.

    Args:
        request: What will be sent.
        price: Of its model; without one no money is set aside.
    """
    characters = sum(len(message.content) for message in request.messages)
    prompt = -(-characters // _CHARACTERS_PER_TOKEN)
    prompt += _TOKENS_PER_MESSAGE * len(request.messages)
    output = request.settings.max_tokens or _OUTPUT_GUESS
    cost = 0.0
    if price is not None:
        cost = (prompt * price.input + output * price.output) / 1e6
    return Amount(calls=1, tokens=prompt + output, cost_usd=cost)
