"""How many calls run at once: fewer when the server is overloaded, then more again."""

import asyncio
from collections import deque
from types import TracebackType

from ostrom.core.errors import ProviderError, SpecError


class ConcurrencyLimit:
    """A limit on concurrent calls that adapts to overload.

    As a context manager it holds one permit; waiters are served in the order they
    came. Its holder notes how each attempt ended: a transient `ProviderError` halves
    the limit, once for all calls that were under way then; each success adds a share
    of one, so that about as many successes as its size raise it by one, up to the
    ceiling.

    Args:
        ceiling: Most calls at once, from 1.
    """

    def __init__(self, ceiling: int) -> None:
        if ceiling < 1:
            raise SpecError(f"A concurrency limit is at least 1, got {ceiling}.")
        self.ceiling = ceiling
        self._size = float(ceiling)
        self._running = 0
        self._waiting: deque[asyncio.Future[None]] = deque()
        # Calls that started before the last cut say nothing about the new size.
        self._to_ignore = 0

    @property
    def size(self) -> int:
        """How many calls may run at once now, from 1 to the ceiling."""
        return int(self._size)

    @property
    def running(self) -> int:
        """How many calls run now."""
        return self._running

    async def __aenter__(self) -> None:
        if self._running < self.size and not self._waiting:
            self._running += 1
            return
        turn = asyncio.get_running_loop().create_future()
        self._waiting.append(turn)
        try:
            await turn
        except asyncio.CancelledError:
            if turn.done() and not turn.cancelled():
                self._running -= 1
                self._admit()
            elif turn in self._waiting:
                self._waiting.remove(turn)
            raise

    async def __aexit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self._running -= 1
        self._admit()

    def note(self, error: BaseException | None) -> None:
        """Adapts the limit to the end of one attempt, failed with `error` or not.

        To be called while the permit is held.
        """
        if self._to_ignore > 0:
            self._to_ignore -= 1
        elif isinstance(error, ProviderError) and error.is_transient:
            self._size = max(1.0, self._size / 2)
            self._to_ignore = self._running - 1
        elif error is None:
            self._size = min(float(self.ceiling), self._size + 1 / self._size)

    def _admit(self) -> None:
        while self._waiting and self._running < self.size:
            turn = self._waiting.popleft()
            if not turn.done():
                self._running += 1
                turn.set_result(None)
