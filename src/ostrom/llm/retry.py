"""Tries again, a bounded number of times and for a bounded time."""

from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from typing import TypeVar

import numpy as np

from ostrom.core.clock import monotonic_seconds
from ostrom.core.errors import ProviderError

T = TypeVar("T")


@dataclass(frozen=True)
class RetryPolicy:
    """How long to insist.

    Before attempt k + 1 it waits a random time up to `first_wait_seconds * 2**(k-1)`,
    at most `longest_wait_seconds`; where the server names a time, it waits that long
    and the random time on top. It gives up rather than wait past `wall_seconds`.

    Attributes:
        attempts: In all, from 1.
        first_wait_seconds: Bound of the first random wait.
        longest_wait_seconds: Bound of every random wait.
        wall_seconds: From the first attempt to the start of the last.
    """

    attempts: int = 6
    first_wait_seconds: float = 1.0
    longest_wait_seconds: float = 30.0
    wall_seconds: float = 600.0


async def with_retries(
    attempt: Callable[[], Awaitable[T]],
    policy: RetryPolicy,
    generator: np.random.Generator,
) -> T:
    """Returns what `attempt` returns, made again while it fails transiently.

    Args:
        attempt: Makes one attempt.
        policy: How long to insist.
        generator: Draws the waits; its own stream, so that nothing else shifts.

    Raises:
        ProviderError: The failure was permanent, as it was raised; or the policy is
            exhausted, with the last failure, the attempts and the time in its message.
    """
    import tenacity

    started = monotonic_seconds()

    def wait(state: tenacity.RetryCallState) -> float:
        return _wait_seconds(_failure(state), state.attempt_number, policy, generator)

    retrying = tenacity.AsyncRetrying(
        retry=tenacity.retry_if_exception(_is_transient),
        stop=tenacity.stop_after_attempt(policy.attempts)
        | tenacity.stop_before_delay(policy.wall_seconds),
        wait=wait,
        retry_error_cls=tenacity.RetryError,
    )
    try:
        return await retrying(attempt)
    except tenacity.RetryError as error:
        last = error.last_attempt.exception()
        seconds = monotonic_seconds() - started
        tries = error.last_attempt.attempt_number
        raise ProviderError(
            f"{last} (Given up after {tries} attempts in {seconds:.1f} seconds.)",
            retry_after_seconds=getattr(last, "retry_after_seconds", None),
            is_transient=True,
        ) from last


def _is_transient(error: BaseException) -> bool:
    return isinstance(error, ProviderError) and error.is_transient


def _failure(state: object) -> BaseException | None:
    outcome = getattr(state, "outcome", None)
    return outcome.exception() if outcome is not None else None


def _wait_seconds(
    error: BaseException | None,
    attempt: int,
    policy: RetryPolicy,
    generator: np.random.Generator,
) -> float:
    bound = min(
        policy.first_wait_seconds * 2.0 ** (attempt - 1), policy.longest_wait_seconds
    )
    asked = getattr(error, "retry_after_seconds", None) or 0.0
    return float(asked + generator.uniform(0.0, bound))
