"""A llama.cpp server inside this process, for models of a few hundred megabytes."""

import asyncio
import os
import secrets
from collections.abc import Sequence
from concurrent.futures import Future, ThreadPoolExecutor
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from ostrom.core.errors import MissingExtraError, ProviderError
from ostrom.llm.embedded.slots import Slots


@dataclass(frozen=True)
class EngineSettings:
    """How a model is loaded.

    Attributes:
        slots: How many conversations are held, and calls run, at once; from 1.
        threads: Threads that compute.
        context_tokens: Longest prompt and reply together, in each slot.
        is_deterministic: One slot, and nothing kept from call to call: the same
            request with the same seed then gets the same reply.
    """

    slots: int
    threads: int
    context_tokens: int
    is_deterministic: bool = False


class Engine:
    """One loaded model. Calls run in as many worker threads as there are slots.

    Args:
        weights: A GGUF file.
        settings: How to load it.

    Raises:
        MissingExtraError: `xllamacpp` is not installed.
        ProviderError: The file is no model that it can load.
    """

    def __init__(self, weights: Path, settings: EngineSettings) -> None:
        self.settings = settings
        self._key = secrets.token_urlsafe(32)
        self._server = _start(weights, settings, self._key)
        self._workers = ThreadPoolExecutor(settings.slots, "ostrom-engine")
        self._permits = asyncio.Semaphore(settings.slots)
        self._slots = Slots(settings.slots)

    async def chat(
        self, body: dict[str, Any], conversation: Sequence[str]
    ) -> dict[str, Any]:
        """Returns the completion of one chat request, as the server words it.

        A caller that is cancelled leaves; its slot stays taken until the model is done.

        Args:
            body: Fields of a chat request; the slot is added here.
            conversation: The texts of its messages, to find the slot that knows them.

        Raises:
            ProviderError: The engine is closed or refuses the request.
        """
        await self._permits.acquire()
        if self._server is None:
            self._permits.release()
            raise ProviderError("The engine is closed.")
        slot = self._slots.take(conversation)
        loop = asyncio.get_running_loop()
        call = self._workers.submit(
            self._server.handle_chat_completions, {**body, "id_slot": slot}
        )

        def free(_: "Future[Any]") -> None:
            if not loop.is_closed():
                loop.call_soon_threadsafe(self._free, slot)

        call.add_done_callback(free)
        try:
            return _answered(await asyncio.wrap_future(call))
        except (ValueError, RuntimeError) as error:
            # A schema it can not compile, or text that is no JSON for it.
            raise ProviderError(f"The engine refuses the request: {error}") from None

    async def count_tokens(self, messages: Sequence[dict[str, str]]) -> int:
        """Returns the tokens of a prompt, as the model would read them.

        Raises:
            ProviderError: The engine is closed or refuses.
        """
        import httpx

        if self._server is None:
            raise ProviderError("The engine is closed.")
        # Only the loopback side of the engine offers its tokenizer.
        async with httpx.AsyncClient(
            base_url=self._server.listening_address,
            headers={"Authorization": f"Bearer {self._key}"},
        ) as client:
            try:
                put = await client.post("/apply-template", json={"messages": messages})
                text = put.raise_for_status().json()["prompt"]
                given = {"content": text, "add_special": True, "parse_special": True}
                cut = await client.post("/tokenize", json=given)
                return len(cut.raise_for_status().json()["tokens"])
            except (httpx.HTTPError, KeyError, ValueError) as error:
                raise ProviderError(f"The engine counts no tokens: {error}.") from None

    async def close(self) -> None:
        """Waits for calls under way, then unloads the model; twice does nothing."""
        if self._server is None:
            return
        server, self._server = self._server, None
        await asyncio.to_thread(self._workers.shutdown, wait=True, cancel_futures=True)
        del server

    def _free(self, slot: int) -> None:
        self._slots.give_back(slot)
        self._permits.release()


def _answered(payload: Any) -> dict[str, Any]:
    """The payload, if it is no error."""
    if isinstance(payload, dict) and isinstance(payload.get("choices"), list):
        return payload
    error = payload.get("error", payload) if isinstance(payload, dict) else payload
    words = error.get("message", error) if isinstance(error, dict) else error
    code = error.get("code") if isinstance(error, dict) else None
    raise ProviderError(
        f"The engine refuses the request: {words}.", is_transient=code == 503
    )


def require_engine() -> Any:
    """Returns the module `xllamacpp`, imported so that its threads wait passively.

    Raises:
        MissingExtraError: It is not installed.
    """
    # Spinning threads cost three times the work when cores are shared; read on import.
    os.environ.setdefault("OMP_WAIT_POLICY", "passive")
    try:
        import xllamacpp
    except ImportError:
        raise MissingExtraError(
            "Embedded models need xllamacpp: pip install 'ostrom[local]'."
        ) from None
    return xllamacpp


def _start(weights: Path, settings: EngineSettings, key: str) -> Any:
    xllamacpp = require_engine()
    parameters = xllamacpp.CommonParams()
    parameters.model.path = str(weights)
    parameters.n_parallel = settings.slots
    parameters.n_ctx = settings.context_tokens * settings.slots
    parameters.cpuparams.n_threads = settings.threads
    parameters.cpuparams_batch.n_threads = settings.threads
    parameters.cache_prompt = not settings.is_deterministic
    # A cache shared between slots would forget what each pinned slot has read.
    parameters.kv_unified = False
    # By default it may take 8 GB for the states of conversations it has left.
    parameters.cache_ram_mib = 0 if settings.is_deterministic else 256
    parameters.verbosity = -1
    parameters.ui = False
    # It listens on a free loopback port; without this key it answers nobody there.
    parameters.hostnames = ["127.0.0.1"]
    parameters.api_keys = [key]
    try:
        return xllamacpp.Server(parameters)
    except (RuntimeError, ValueError) as error:
        raise ProviderError(
            f"{weights.name} can not be loaded as a GGUF model: {error}."
        ) from None
