import asyncio
import json
from collections import Counter
from pathlib import Path
from typing import Any

import pytest

from ostrom.core.errors import ProviderError, RecordError, UnknownNameError
from ostrom.llm.calls import Message, Request, Response, Settings, StopReason
from ostrom.llm.providers.replay import ReplayProvider
from ostrom.llm.providers.scripted import ScriptedProvider
from ostrom.llm.resolve import open_provider
from ostrom.llm.scripts.schema_answers import answer_to
from ostrom.llm.tape import read_tape, request_key, write_tape


def share() -> dict[str, Any]:
    return {"type": "integer", "minimum": 0, "maximum": 100}


SHARES = {"type": "object", "properties": {name: share() for name in ("A0", "A1")}}


def request(model: str, text: str = "Choose.", **fields: Any) -> Request:
    return Request(
        model=model, messages=(Message(role="user", content=text),), **fields
    )


@pytest.mark.parametrize(
    ("schema", "uniform", "first"),
    [
        (SHARES, {"A0": 50, "A1": 50}, {"A0": 100, "A1": 0}),
        (
            {"type": "object", "properties": {name: share() for name in "xyz"}},
            {"x": 34, "y": 33, "z": 33},
            {"x": 100, "y": 0, "z": 0},
        ),
        ({"type": "boolean"}, False, True),
        ({"type": "integer", "minimum": -5, "maximum": 5}, 0, -5),
        ({"type": "integer", "minimum": 2, "maximum": 5}, 2, 2),
        ({"type": "integer", "maximum": -2}, -2, -2),
        ({"type": "integer", "exclusiveMinimum": 2}, 3, 3),
        ({"enum": ["A1", "A0"]}, "A1", "A1"),
        ({"const": 4}, 4, 4),
        (
            {"type": "array", "items": {"type": "boolean"}, "minItems": 2},
            [False] * 2,
            0,
        ),
        ({"anyOf": [{"type": "null"}, {"type": "string"}]}, None, None),
        ({"$ref": "#/$defs/a", "$defs": {"a": {"type": "string"}}}, "", ""),
    ],
)
def test_answers_by_rule(schema: dict[str, Any], uniform: Any, first: Any) -> None:
    assert answer_to(schema, "uniform") == uniform
    assert answer_to(schema, "first") == (first or answer_to(schema, "first"))


def test_a_schema_without_an_answer() -> None:
    with pytest.raises(ProviderError, match="can not answer"):
        answer_to({"type": "object", "properties": {"x": {}}}, "uniform")


async def test_named_models() -> None:
    provider = open_provider("scripted/uniform")
    uniform = await provider.complete(request("scripted/uniform", json_schema=SHARES))
    assert json.loads(uniform.text) == {"A0": 50, "A1": 50}
    echo = await provider.complete(request("scripted/echo:no, {never}"))
    assert echo.text == "no, {never}"
    assert echo.stop_reason is StopReason.STOP
    with pytest.raises(ProviderError, match="json_schema"):
        await provider.complete(request("scripted/uniform"))
    with pytest.raises(UnknownNameError, match="uniform"):
        await provider.complete(request("scripted/uniformly"))


async def test_models_from_code() -> None:
    def shout(asked: Request) -> str:
        return asked.messages[-1].content.upper()

    provider = ScriptedProvider({"shout": shout, "turns": ["one", "two"]})
    said = [(await provider.complete(request("scripted/shout", "hi"))).text]
    turns = request("scripted/turns")
    said += [(await provider.complete(turns)).text for _ in range(2)]
    assert said == ["HI", "one", "two"]
    with pytest.raises(ProviderError, match="all of its 2"):
        await provider.complete(request("scripted/turns"))


async def answers_of(asked: Request, provider: ScriptedProvider) -> Response:
    try:
        return await provider.complete(asked)
    except ProviderError:
        return await provider.complete(asked)


async def test_faults_depend_on_the_request_alone() -> None:
    asked = [
        request("scripted/faulty", f"Round {k}", json_schema=SHARES) for k in range(400)
    ]
    one, other = ScriptedProvider(), ScriptedProvider()
    forwards = [await answers_of(each, one) for each in asked]
    backwards = [await answers_of(each, other) for each in reversed(asked)]
    assert forwards == backwards[::-1]
    kinds = Counter(
        "sound" if reply.text.endswith("}") else reply.stop_reason.value
        for reply in forwards
    )
    # Shares of 8, 3, 4 (empty or garbage) and 1 in 16, within four standard errors.
    expected = {"sound": 200, "length": 75, "stop": 100, "refusal": 25}
    for kind, count in expected.items():
        spread = (count * (1 - count / 400)) ** 0.5
        assert abs(kinds[kind] - count) < 4 * spread
    truncated = [r for r in forwards if r.stop_reason is StopReason.LENGTH]
    assert all("}" not in reply.text for reply in truncated)


async def test_a_quarter_of_requests_meets_a_rate_limit_once() -> None:
    provider, limited = ScriptedProvider(), 0
    for k in range(400):
        asked = request("scripted/faulty", f"Round {k}", json_schema=SHARES)
        try:
            await provider.complete(asked)
        except ProviderError:
            limited += 1
            await provider.complete(asked)
    assert abs(limited - 100) < 4 * (400 * 0.25 * 0.75) ** 0.5


def test_keys_tell_requests_apart() -> None:
    base = request("a/b")
    others = [
        request("a/c"),
        request("a/b", "choose."),
        request("a/b", settings=Settings(temperature=0.0)),
        request("a/b", json_schema=SHARES),
        request("a/b", grammar="root ::= x"),
        request("a/b", text="\udc00"),
    ]
    keys = {request_key(each) for each in [base, *others]}
    assert len(keys) == 7
    assert request_key(request("a/b")) == request_key(base)


async def test_a_tape_gives_back_what_was_recorded(tmp_path: Path) -> None:
    live = ScriptedProvider(
        {"r": ["\udc00 é 囚徒", "second"], "s": ["of another model"]}, name="openai"
    )
    asked = [request("openai/r"), request("openai/r"), request("openai/s")]
    recorded = [(each, await live.complete(each)) for each in asked]
    tape = tmp_path / "tape.jsonl"
    write_tape(tape, recorded)
    with pytest.raises(FileExistsError):
        write_tape(tape, recorded)
    provider = open_provider("replay/openai/r", tape=str(tape))
    for each, response in recorded:
        replayed = each.model_copy(update={"model": f"replay/{each.model}"})
        assert await provider.complete(replayed) == response
    with pytest.raises(ProviderError) as caught:
        await provider.complete(request("replay/openai/r"))
    assert request_key(request("openai/r")) in str(caught.value)
    assert "2 on the tape, 2 already served" in str(caught.value)
    assert not caught.value.is_transient


async def test_repeats_asked_at_once_get_each_reply_once() -> None:
    live = ScriptedProvider({"r": [str(k) for k in range(20)]}, name="x")
    asked = request("x/r")
    replies = [await live.complete(asked) for _ in range(20)]
    provider = ReplayProvider({request_key(asked): replies})
    served = await asyncio.gather(*(provider.complete(asked) for _ in range(20)))
    assert sorted(reply.text for reply in served) == sorted(r.text for r in replies)


def test_a_damaged_tape_names_the_line(tmp_path: Path) -> None:
    tape = tmp_path / "tape.jsonl"
    tape.write_text('{"key": "k", "response": {"text": "cut o\n', encoding="utf-8")
    with pytest.raises(RecordError, match=r"tape\.jsonl line 1"):
        read_tape(tape)
