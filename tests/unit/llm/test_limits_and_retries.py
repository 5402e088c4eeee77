import asyncio
import time

import numpy as np
import pytest

from ostrom.core.errors import ProviderError, SpecError
from ostrom.core.seeds import stream
from ostrom.llm.limits import ConcurrencyLimit
from ostrom.llm.retry import RetryPolicy, with_retries

BUSY = ProviderError("busy", is_transient=True)


class Flaky:
    """Fails with the errors given, in order, then returns its number of attempts."""

    def __init__(self, *errors: Exception) -> None:
        self.errors = list(errors)
        self.times: list[float] = []

    async def __call__(self) -> int:
        self.times.append(time.monotonic())
        if self.errors:
            raise self.errors.pop(0)
        return len(self.times)


def generator() -> np.random.Generator:
    return stream(0, "test")


QUICK = RetryPolicy(attempts=4, first_wait_seconds=0.001, longest_wait_seconds=0.002)


async def test_transient_failures_are_tried_again() -> None:
    assert await with_retries(Flaky(BUSY, BUSY), QUICK, generator()) == 3


async def test_permanent_failures_are_not() -> None:
    flaky = Flaky(ProviderError("bad key"))
    with pytest.raises(ProviderError, match=r"^bad key$"):
        await with_retries(flaky, QUICK, generator())
    assert len(flaky.times) == 1


async def test_other_errors_pass_as_they_are() -> None:
    flaky = Flaky(ZeroDivisionError("ours"))
    with pytest.raises(ZeroDivisionError):
        await with_retries(flaky, QUICK, generator())
    assert len(flaky.times) == 1


async def test_attempts_are_bounded_and_told() -> None:
    flaky = Flaky(*[BUSY] * 9)
    with pytest.raises(ProviderError, match=r"busy .*4 attempts") as caught:
        await with_retries(flaky, QUICK, generator())
    assert len(flaky.times) == 4
    assert caught.value.is_transient


async def test_a_named_wait_is_kept() -> None:
    named = ProviderError("429", is_transient=True, retry_after_seconds=0.15)
    flaky = Flaky(named)
    await with_retries(flaky, QUICK, generator())
    assert 0.15 <= flaky.times[1] - flaky.times[0] < 1.0


async def test_it_gives_up_rather_than_wait_past_the_wall() -> None:
    named = ProviderError("429", is_transient=True, retry_after_seconds=3600)
    started = time.monotonic()
    with pytest.raises(ProviderError, match="429"):
        await with_retries(Flaky(named), RetryPolicy(wall_seconds=5.0), generator())
    assert time.monotonic() - started < 1.0


async def test_waits_come_from_the_given_generator() -> None:
    class Recorder(np.random.Generator):
        drawn: list[tuple[float, float]]

        def uniform(self, low: float, high: float) -> float:  # type: ignore[override]
            self.drawn.append((low, high))
            return 0.0

    recorder = Recorder(np.random.PCG64(0))
    recorder.drawn = []
    policy = RetryPolicy(attempts=6, first_wait_seconds=1.0, longest_wait_seconds=5.0)
    await with_retries(Flaky(*[BUSY] * 5), policy, recorder)
    assert recorder.drawn == [
        (0.0, 1.0),
        (0.0, 2.0),
        (0.0, 4.0),
        (0.0, 5.0),
        (0.0, 5.0),
    ]


async def test_no_more_than_the_limit_run_at_once() -> None:
    limit, running, most = ConcurrencyLimit(3), 0, 0

    async def call() -> None:
        nonlocal running, most
        async with limit:
            running += 1
            most = max(most, running)
            await asyncio.sleep(0.001)
            running -= 1

    await asyncio.gather(*(call() for _ in range(30)))
    assert most == 3
    assert limit.running == 0


async def test_overload_halves_once_and_success_recovers() -> None:
    limit = ConcurrencyLimit(16)
    async with asyncio.TaskGroup() as group:
        barrier = asyncio.Barrier(16)

        async def overloaded() -> None:
            async with limit:
                await barrier.wait()
                limit.note(BUSY)

        for _ in range(16):
            group.create_task(overloaded())
    assert limit.size == 8
    for _ in range(8):
        async with limit:
            limit.note(None)
    assert limit.size == 8
    for _ in range(200):
        async with limit:
            limit.note(None)
    assert limit.size == 16


async def test_it_never_shrinks_below_one_and_ignores_permanent_failures() -> None:
    limit = ConcurrencyLimit(2)
    for _ in range(5):
        async with limit:
            limit.note(BUSY)
    assert limit.size == 1
    limit = ConcurrencyLimit(4)
    async with limit:
        limit.note(ProviderError("bad key"))
    assert limit.size == 4


async def test_a_waiter_that_is_cancelled_loses_no_permit() -> None:
    limit = ConcurrencyLimit(1)
    release = asyncio.Event()

    async def call() -> str:
        async with limit:
            await release.wait()
            return "done"

    first, waiting, last = (asyncio.create_task(call()) for _ in range(3))
    await asyncio.sleep(0)
    waiting.cancel()
    release.set()
    assert await first == "done"
    assert await asyncio.wait_for(last, 1.0) == "done"
    assert limit.running == 0
    # Cancelled in the very moment of its admission.
    async with limit:
        late = asyncio.create_task(call())
        await asyncio.sleep(0)
    assert limit.running == 1
    late.cancel()
    with pytest.raises(asyncio.CancelledError):
        await late
    assert limit.running == 0


@pytest.mark.parametrize("ceiling", [0, -1])
def test_a_limit_is_at_least_one(ceiling: int) -> None:
    with pytest.raises(SpecError, match="at least 1"):
        ConcurrencyLimit(ceiling)
