from collections.abc import Callable
from datetime import UTC, datetime
from typing import Any

import pytest

from loopback.chat_server import Answer, ChatServer, chat_server, completion
from ostrom.core.errors import ProviderError, SpecError
from ostrom.llm.calls import Message, Request, Response, Settings, StopReason
from ostrom.llm.openai_api.failures import retry_after_seconds
from ostrom.llm.resolve import open_provider

KEY = "a-very-secret-word"
SCHEMA: dict[str, Any] = {
    "type": "object",
    "properties": {"A0": {"type": "integer", "minimum": 0, "maximum": 100}},
    "required": ["A0"],
    "additionalProperties": False,
}


def request(model: str = "vllm/m", text: str = "Choose.", **fields: Any) -> Request:
    return Request(
        model=model, messages=(Message(role="user", content=text),), **fields
    )


async def ask(
    script: Callable[[int, dict[str, Any]], Answer],
    asked: Request,
    **options: Any,
) -> tuple[Response, ChatServer]:
    with chat_server(script) as server:
        provider = open_provider(asked.model, base_url=server.base_url, **options)
        try:
            return await provider.complete(asked), server
        finally:
            await provider.close()


def always(body: Any, status: int = 200, **rest: Any) -> Callable[..., Answer]:
    return lambda number, sent: Answer(body, status, **rest)


def choice(message: dict[str, Any] | None, finish: str | None = "stop") -> Any:
    return completion(choices=[{"message": message, "finish_reason": finish}])


async def test_a_plain_reply_with_all_that_is_told() -> None:
    usage = {
        "prompt_tokens": 120,
        "completion_tokens": 90,
        "prompt_tokens_details": {"cached_tokens": 64},
        "completion_tokens_details": {"reasoning_tokens": 80},
    }
    settings = Settings(temperature=0.5, top_p=0.9, max_tokens=200, seed=7)
    response, server = await ask(
        always(completion("60/40", usage=usage)), request(settings=settings)
    )
    assert server.bodies[0]["model"] == "m"
    assert server.bodies[0]["messages"] == [{"role": "user", "content": "Choose."}]
    assert response.text == "60/40"
    assert response.stop_reason is StopReason.STOP
    assert response.model_returned == "served-model-2026"
    assert response.request_id == "chatcmpl-1"
    assert response.provider == "vllm"
    assert response.usage.input_tokens == 120
    assert response.usage.cached_tokens == 64
    assert response.usage.output_tokens == 90
    assert response.usage.reasoning_tokens == 80
    assert response.applied == settings.model_dump(exclude_none=True)
    assert response.dropped == {}
    assert response.cost_usd is None
    assert response.latency_seconds > 0


@pytest.mark.parametrize("field", ["reasoning", "reasoning_content"])
async def test_reasoning_beside_an_empty_reply_is_kept_apart(field: str) -> None:
    message = {"content": None, field: 'I take {"A0": 60}'}
    response, _ = await ask(always(choice(message)), request())
    assert response.text == ""
    assert response.reasoning == 'I take {"A0": 60}'


async def test_content_in_parts() -> None:
    parts = [{"type": "text", "text": "A"}, {"type": "image"}, {"text": "0"}]
    response, _ = await ask(always(choice({"content": parts})), request())
    assert response.text == "A0"


@pytest.mark.parametrize(
    ("word", "reason"),
    [
        ("stop", StopReason.STOP),
        ("length", StopReason.LENGTH),
        ("MAX_TOKENS", StopReason.LENGTH),
        ("content_filter", StopReason.REFUSAL),
        ("tool_calls", StopReason.OTHER),
        (None, StopReason.OTHER),
    ],
)
async def test_stop_reasons(word: str | None, reason: StopReason) -> None:
    response, _ = await ask(always(choice({"content": "x"}, word)), request())
    assert response.stop_reason is reason
    assert response.raw_stop_reason == (word or "")


async def test_a_refusal_in_its_own_field() -> None:
    message = {"content": None, "refusal": "I will not."}
    response, _ = await ask(always(choice(message)), request())
    assert response.text == "I will not."
    assert response.stop_reason is StopReason.REFUSAL


@pytest.mark.parametrize(
    "body",
    [
        completion(choices=[]),
        completion(choices=None),
        choice(None),
        b"<html>busy</html>",
        b"\xff\xfe",
        b"",
        [1],
        {"error": {"message": "upstream is overloaded", "code": 502}},
        choice({"content": "so far"}, "error"),
    ],
)
async def test_http_200_without_a_reply_is_a_transient_failure(body: Any) -> None:
    with pytest.raises(ProviderError) as caught:
        await ask(always(body), request())
    assert caught.value.is_transient


async def test_an_error_of_a_choice_is_classified_by_its_code() -> None:
    body = completion(choices=[{"error": {"message": "no credit", "code": 402}}])
    with pytest.raises(ProviderError, match="no credit") as caught:
        await ask(always(body), request())
    assert not caught.value.is_transient


@pytest.mark.parametrize("status", [408, 409, 425, 429, 500, 502, 503, 529])
async def test_statuses_worth_another_attempt(status: int) -> None:
    failing = always({"error": "busy"}, status, headers={"Retry-After": "7"})
    with pytest.raises(ProviderError, match=str(status)) as caught:
        await ask(failing, request())
    assert caught.value.is_transient
    assert caught.value.retry_after_seconds == 7.0


@pytest.mark.parametrize("status", [302, 400, 401, 402, 403, 404, 413])
async def test_statuses_that_stay(status: int) -> None:
    with pytest.raises(ProviderError, match=str(status)) as caught:
        await ask(always({"error": {"message": "no"}}, status), request())
    assert not caught.value.is_transient


async def test_an_account_without_quota_is_no_rate_limit() -> None:
    body = {"error": {"message": "You exceeded", "code": "insufficient_quota"}}
    with pytest.raises(ProviderError, match="credit") as caught:
        await ask(always(body, 429), request())
    assert not caught.value.is_transient


@pytest.mark.parametrize(
    ("headers", "seconds"),
    [
        ({"retry-after": "2.5"}, 2.5),
        ({"retry-after": "0"}, 0.0),
        ({"retry-after": "-3"}, 0.0),
        ({"retry-after-ms": "1500", "retry-after": "9"}, 1.5),
        ({"retry-after": "Sat, 15 Jun 2024 12:31:15 GMT"}, 30.0),
        ({"retry-after": "Sat, 15 Jun 2024 14:31:15 +0200"}, 30.0),
        ({"retry-after": "Sat, 15 Jun 2024 12:00:00 GMT"}, 0.0),
        ({"retry-after": "nan"}, None),
        ({"retry-after": "soon"}, None),
        ({}, None),
    ],
)
def test_retry_after(headers: dict[str, str], seconds: float | None) -> None:
    now = datetime(2024, 6, 15, 12, 30, 45, tzinfo=UTC)
    assert retry_after_seconds(headers, now) == seconds


async def test_a_slow_reply_ends_at_the_wall_clock() -> None:
    slow = always(completion(), delay_seconds=1.0)
    with pytest.raises(ProviderError, match=r"within 0\.2 seconds") as caught:
        await ask(slow, request(), timeout_seconds=0.2)
    assert caught.value.is_transient


async def test_nobody_at_the_address() -> None:
    provider = open_provider("vllm/m", base_url="http://127.0.0.1:9/v1")
    with pytest.raises(ProviderError, match="Is the server running") as caught:
        await provider.complete(request())
    assert caught.value.is_transient
    await provider.close()


def refuses_temperature(number: int, sent: dict[str, Any]) -> Answer:
    if "temperature" in sent:
        message = (
            "Unsupported value: 'temperature' does not support 0.5 with this model"
        )
        error = {"message": message, "param": "temperature"}
        return Answer({"error": error}, 400)
    return Answer(completion())


async def test_a_refused_setting_is_left_out_noted_and_remembered() -> None:
    asked = request(settings=Settings(temperature=0.5, top_p=0.9))
    with chat_server(refuses_temperature) as server:
        provider = open_provider(asked.model, base_url=server.base_url)
        first = await provider.complete(asked)
        second = await provider.complete(asked)
        await provider.close()
    assert first.applied == second.applied == {"top_p": 0.9}
    assert "does not support 0.5" in first.dropped["temperature"]
    assert first.dropped == second.dropped
    assert ["temperature" in body for body in server.bodies] == [True, False, False]


async def test_a_server_that_refuses_for_ever_is_asked_once_per_setting() -> None:
    def refuse(number: int, sent: dict[str, Any]) -> Answer:
        words = "temperature and top_p and seed are not supported"
        return Answer({"error": {"message": words}}, 400)

    asked = request(settings=Settings(temperature=0.5, top_p=0.9, seed=1))
    with chat_server(refuse) as server:
        provider = open_provider(asked.model, base_url=server.base_url)
        with pytest.raises(ProviderError, match="not supported"):
            await provider.complete(asked)
        await provider.close()
    assert len(server.bodies) == 4


async def test_the_cap_goes_by_its_newer_name_where_the_server_says_so() -> None:
    def script(number: int, sent: dict[str, Any]) -> Answer:
        if "max_tokens" in sent:
            words = (
                "Unsupported parameter: 'max_tokens' is not supported with this model. "
                "Use 'max_completion_tokens' instead."
            )
            return Answer({"error": {"message": words, "param": "max_tokens"}}, 400)
        return Answer(completion())

    response, server = await ask(script, request(settings=Settings(max_tokens=9)))
    assert server.bodies[-1]["max_completion_tokens"] == 9
    assert response.applied == {"max_tokens": 9}
    assert response.dropped == {}


async def test_a_400_about_something_else_drops_nothing() -> None:
    body = {"error": {"message": "Your prompt on temperature is too long."}}
    with pytest.raises(ProviderError, match="too long"):
        await ask(always(body, 400), request(settings=Settings(temperature=1.0)))


async def test_a_schema_is_sent_where_the_server_takes_it() -> None:
    response, server = await ask(always(completion()), request(json_schema=SCHEMA))
    form = server.bodies[0]["response_format"]
    assert form["type"] == "json_schema"
    assert form["json_schema"]["schema"] == SCHEMA
    assert response.forced == "json_schema"


async def test_a_grammar_goes_before_a_schema_where_the_server_takes_it() -> None:
    asked = request("llama_cpp/m", grammar='root ::= "A0"', json_schema=SCHEMA)
    response, server = await ask(always(completion()), asked)
    assert server.bodies[0]["grammar"] == 'root ::= "A0"'
    assert "response_format" not in server.bodies[0]
    assert response.forced == "grammar"


async def test_a_form_that_can_not_be_forced_is_noted() -> None:
    response, server = await ask(
        always(completion()), request(json_schema=SCHEMA), forcing="none"
    )
    assert "response_format" not in server.bodies[0]
    assert response.forced == "none"
    assert "form" in response.dropped


async def test_strict_mode_sends_only_keywords_it_knows() -> None:
    schema = {
        "type": "object",
        "properties": {
            "pattern": {"type": "string", "pattern": "^a$"},
            "maximum": {"type": "integer", "maximum": 3, "enum": [1, 2]},
        },
    }
    response, server = await ask(
        always(completion()), request("openai/m", json_schema=schema)
    )
    form = server.bodies[0]["response_format"]["json_schema"]
    assert form["strict"] is True
    assert form["schema"]["properties"] == {
        "pattern": {"type": "string"},
        "maximum": {"type": "integer", "enum": [1, 2]},
    }
    assert response.dropped["schema_keywords"].endswith("maximum, pattern")


async def test_a_refused_schema_is_an_error_that_says_what_to_do() -> None:
    words = "Invalid schema for response_format: 'A0' is not permitted"
    with pytest.raises(ProviderError, match='forcing = "none"') as caught:
        await ask(
            always({"error": {"message": words}}, 400), request(json_schema=SCHEMA)
        )
    assert words in str(caught.value)
    assert not caught.value.is_transient


async def test_reasoning_effort_goes_where_the_endpoint_reads_it() -> None:
    settings = Settings(reasoning_effort="low")
    response, server = await ask(
        always(completion()), request("openrouter/a/b", settings=settings)
    )
    assert server.bodies[0]["reasoning"] == {"effort": "low"}
    assert server.bodies[0]["provider"] == {"require_parameters": True}
    assert server.bodies[0]["model"] == "a/b"
    assert response.applied == {"reasoning_effort": "low"}
    response, _ = await ask(
        always(completion()), request("llama_cpp/m", settings=settings)
    )
    assert response.applied == {}
    assert "reasoning_effort" in response.dropped


async def test_the_upstream_host_and_its_bill_are_recorded() -> None:
    usage = {"prompt_tokens": 1, "completion_tokens": 1, "cost": 0.00042}
    body = completion(provider="DeepInfra", usage=usage)
    response, _ = await ask(always(body), request("openrouter/a/b"))
    assert response.provider == "openrouter/DeepInfra"
    assert response.cost_usd == 0.00042


async def test_lone_surrogates_and_other_scripts_pass_both_ways() -> None:
    body = b'{"choices":[{"message":{"content":"\\udc00 \\u00e9 \\ud83d\\ude00"}}]}'
    response, server = await ask(always(body), request(text="é 😀 \udc00 囚徒"))
    assert server.bodies[0]["messages"][0]["content"] == "é 😀 \\udc00 囚徒"
    assert response.text == "\\udc00 é 😀"
    assert response.text.encode("utf-8")


async def test_the_key_is_sent_and_never_shown(monkeypatch: Any) -> None:
    monkeypatch.setenv("LAB_KEY", KEY)
    echo = always({"error": {"message": f"Incorrect key {KEY} given"}}, 401)
    with chat_server(echo) as server:
        provider = open_provider(
            "vllm/m", base_url=server.base_url, key_variable="LAB_KEY"
        )
        with pytest.raises(ProviderError) as caught:
            await provider.complete(request())
        shown = repr(provider) + repr(vars(provider)["endpoint"])
        await provider.close()
    assert server.headers[0]["authorization"] == f"Bearer {KEY}"
    assert KEY not in str(caught.value)
    assert KEY not in shown
    assert "LAB_KEY" in str(caught.value)
    response, _ = await ask(always(completion()), request(), key_variable="LAB_KEY")
    assert KEY not in response.model_dump_json()


async def test_a_known_key_does_not_go_to_another_server(monkeypatch: Any) -> None:
    monkeypatch.setenv("OPENAI_API_KEY", KEY)
    _, server = await ask(always(completion()), request("openai/m"))
    assert "authorization" not in server.headers[0]


def test_a_missing_key_shows_before_any_call(monkeypatch: Any) -> None:
    monkeypatch.delenv("OPENAI_API_KEY", raising=False)
    with pytest.raises(SpecError, match="OPENAI_API_KEY"):
        open_provider("openai/gpt-x")


@pytest.mark.parametrize("key", ["sk-é-secret", "sk-a\nsecret", "sk a secret"])
def test_a_key_that_is_no_key(key: str, monkeypatch: Any) -> None:
    monkeypatch.setenv("OPENAI_API_KEY", key)
    with pytest.raises(SpecError, match="OPENAI_API_KEY") as caught:
        open_provider("openai/gpt-x")
    assert "secret" not in str(caught.value)


@pytest.mark.parametrize("url", ["ftp://a", "http://me:secret@host/v1", "no url", ""])
def test_a_base_url_that_is_none(url: str) -> None:
    with pytest.raises(SpecError, match="base_url") as caught:
        open_provider("vllm/m", base_url=url)
    assert "secret" not in str(caught.value)


async def test_a_server_of_ones_own_gets_the_whole_name() -> None:
    _, server = await ask(always(completion()), request("Qwen/Qwen3-8B"))
    assert server.bodies[0]["model"] == "Qwen/Qwen3-8B"
