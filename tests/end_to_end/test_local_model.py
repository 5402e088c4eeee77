"""The real embedded model, on the CPU; its weights are fetched once if need be."""

import asyncio
import importlib.util
import subprocess
import sys
from collections.abc import AsyncIterator
from typing import Any

import pytest

from ostrom.core.errors import ProviderError
from ostrom.llm.calls import Message, Request, Settings, StopReason
from ostrom.llm.provider import Provider
from ostrom.llm.resolve import open_provider

# Asked for, not imported: the engine sets how its threads wait before it imports it.
pytestmark = pytest.mark.skipif(
    importlib.util.find_spec("xllamacpp") is None,
    reason="the extra `local` is not installed",
)

MODEL = "local/smollm2-135m"
SHA256 = "b179c9523d0e6a0f98a330c7562b682750a6f8c8c15e5bc70ea373728110db53"
TWO_ANSWERS = 'root ::= "{\\"A0\\":100,\\"A1\\":0}" | "{\\"A0\\":0,\\"A1\\":100}"'


def request(text: str = "Choose A0 or A1.", **fields: Any) -> Request:
    message = Message(role="user", content=text)
    return Request(model=MODEL, messages=(message,), **fields)


@pytest.fixture
async def provider() -> AsyncIterator[Provider]:
    provider = open_provider(MODEL, context_tokens=1024)
    yield provider
    await provider.close()


async def test_a_grammar_of_two_answers_gets_one_of_them(provider: Provider) -> None:
    asked = [
        request(f"Round {k}. Choose A0 or A1.", grammar=TWO_ANSWERS) for k in range(6)
    ]
    replies = await asyncio.gather(*(provider.complete(each) for each in asked))
    for reply in replies:
        assert reply.text in {'{"A0":100,"A1":0}', '{"A0":0,"A1":100}'}
        assert reply.stop_reason is StopReason.STOP
        assert reply.forced == "grammar"
        assert SHA256 in reply.model_returned
        assert reply.usage.input_tokens is not None
        assert reply.usage.input_tokens > 20
        assert reply.usage.output_tokens is not None
        assert reply.usage.output_tokens > 5
        assert reply.latency_seconds > 0
        assert reply.request_id


async def test_the_cap_cuts_a_reply_off_and_says_so(provider: Provider) -> None:
    settings = Settings(max_tokens=3, reasoning_effort="low", temperature=0.0)
    reply = await provider.complete(request("Tell me a long story.", settings=settings))
    assert reply.stop_reason is StopReason.LENGTH
    assert reply.usage.output_tokens == 3
    assert reply.applied["max_tokens"] == 3
    assert reply.applied["temperature"] == 0.0
    assert "reasoning_effort" in reply.dropped
    assert reply.forced == "none"


async def test_a_schema_is_forced_where_there_is_no_grammar(provider: Provider) -> None:
    schema = {
        "type": "object",
        "properties": {"answer": {"type": "boolean"}},
        "required": ["answer"],
        "additionalProperties": False,
    }
    reply = await provider.complete(request(json_schema=schema))
    assert "".join(reply.text.split()) in {'{"answer":true}', '{"answer":false}'}
    assert reply.forced == "json_schema"


async def test_what_it_has_read_before_is_not_read_again(provider: Provider) -> None:
    rules = "You and another player choose A0 or A1 each round. " * 12
    settings = Settings(max_tokens=2)
    first = await provider.complete(request(rules + "Round 1.", settings=settings))
    again = await provider.complete(request(rules + "Round 2.", settings=settings))
    assert first.usage.input_tokens is not None
    assert again.usage.cached_tokens is not None
    assert again.usage.cached_tokens > 0.8 * first.usage.input_tokens


async def test_lone_surrogates_and_other_scripts_are_read(provider: Provider) -> None:
    reply = await provider.complete(
        request("é 😀 \udc00 囚徒 choose", grammar=TWO_ANSWERS)
    )
    assert reply.text.startswith('{"A0":')


@pytest.mark.parametrize(
    ("fields", "says"),
    [
        ({"json_schema": {"$ref": "#/nowhere"}}, "resolve"),
        ({"text": "word " * 3000}, "context"),
    ],
)
async def test_what_it_can_not_take_is_a_permanent_failure(
    provider: Provider, fields: dict[str, Any], says: str
) -> None:
    with pytest.raises(ProviderError, match=says) as caught:
        await provider.complete(request(**fields))
    assert not caught.value.is_transient
    # It still answers the next request.
    assert (await provider.complete(request(grammar=TWO_ANSWERS))).text


async def test_a_caller_that_leaves_blocks_nobody() -> None:
    provider = open_provider(MODEL, slots=1, context_tokens=512)
    story = request("Tell me a story.", settings=Settings(max_tokens=40))
    leaving = asyncio.create_task(provider.complete(story))
    await asyncio.sleep(0.05)
    leaving.cancel()
    with pytest.raises(asyncio.CancelledError):
        await leaving
    asked = provider.complete(request(grammar=TWO_ANSWERS))
    assert (await asyncio.wait_for(asked, 60)).text
    await provider.close()
    await provider.close()
    with pytest.raises(ProviderError, match="closed"):
        await provider.complete(story)


async def test_the_same_request_gets_the_same_reply_where_that_is_promised() -> None:
    provider = open_provider(MODEL, deterministic=True, context_tokens=512)
    story = request("Tell me a story.", settings=Settings(max_tokens=24))
    other = request("Name a fish.", settings=Settings(max_tokens=8, seed=5))
    first = await provider.complete(story)
    between = await provider.complete(other)
    assert await _texts(provider, story, other) == [first.text, between.text]
    assert first.applied["seed"] != between.applied["seed"] == 5
    assert first.usage.cached_tokens == 0
    await provider.close()
    reloaded = open_provider(MODEL, deterministic=True, context_tokens=512)
    assert await _texts(reloaded, story) == [first.text]
    await reloaded.close()


async def _texts(provider: Provider, *asked: Request) -> list[str]:
    return [(await provider.complete(each)).text for each in asked]


def test_a_process_that_forgets_to_close_ends_in_silence() -> None:
    program = f"""
import asyncio
from ostrom.llm.calls import Message, Request, Settings
from ostrom.llm.resolve import open_provider

async def main():
    provider = open_provider({MODEL!r}, context_tokens=512)
    asked = Request(model={MODEL!r}, messages=(Message(role="user", content="Hi"),),
                    settings=Settings(max_tokens=30))
    await provider.complete(asked)
    left = asyncio.create_task(provider.complete(asked))
    await asyncio.sleep(0.05)
    print("done")

asyncio.run(main())
"""
    done = subprocess.run(
        [sys.executable, "-c", program],
        capture_output=True,
        text=True,
        timeout=120,
        check=False,
    )
    assert (done.returncode, done.stdout, done.stderr) == (0, "done\n", "")


async def test_tokens_of_a_prompt_are_counted_exactly_without_a_call(
    provider: Provider,
) -> None:
    asked = request("How many tokens is this, é and 数?", grammar=TWO_ANSWERS)
    counted = await provider.count_input_tokens(asked)
    reply = await provider.complete(asked)
    assert counted == reply.usage.input_tokens
