"""The optional Inspect backend, against its own test model and a real HTTP server."""

import subprocess
import sys
from typing import Any

import pytest

from loopback.chat_server import Answer, chat_server, completion
from ostrom.core.errors import (
    MissingExtraError,
    ProviderError,
    SpecError,
    UnknownNameError,
)
from ostrom.llm.calls import Message, Request, Settings, StopReason
from ostrom.llm.hosted.failures import opening_failure
from ostrom.llm.hosted.sent import is_schema_seen, keywords_lost, settings_seen
from ostrom.llm.provider import Provider
from ostrom.llm.providers.inspect import InspectProvider
from ostrom.llm.resolve import known_prefixes, open_provider

# Inspect still uses an older name of a parameter of tenacity.
pytestmark = pytest.mark.filterwarnings("ignore:The 'initial' parameter is deprecated")

KEY = "a-very-secret-word"
SCHEMA = {
    "type": "object",
    "properties": {"A0": {"type": "integer", "minimum": 0, "maximum": 100}},
    "required": ["A0"],
    "additionalProperties": False,
}


def request(model: str = "mockllm/model", **fields: Any) -> Request:
    return Request(
        model=model, messages=(Message(role="user", content="Choose."),), **fields
    )


def test_settings_are_found_under_the_names_of_each_service() -> None:
    asked = {"temperature": 0.5, "top_p": 0.9, "max_tokens": 9, "seed": 7}
    openai = {"temperature": 0.5, "max_completion_tokens": 9, "seed": 7}
    google = {"config": {"topP": 0.9, "maxOutputTokens": 9, "seed": None}}
    quoted = {"messages": [{"temperature": 1, "seed": 1}]}
    assert settings_seen(asked, openai) == ("temperature", "max_tokens", "seed")
    assert settings_seen(asked, google) == ("top_p", "max_tokens")
    assert settings_seen(asked, quoted) == ()


def test_a_schema_is_known_by_its_properties() -> None:
    sent: dict[str, Any] = {
        "response_format": {"json_schema": {"schema": {"properties": {"A0": {}}}}}
    }
    assert is_schema_seen(SCHEMA, sent)
    assert not is_schema_seen(SCHEMA, {"properties": {"B": {}}})
    assert not is_schema_seen({"type": "boolean"}, sent)


def test_lost_keywords() -> None:
    schema = {"type": "array", "minItems": 2, "items": {"const": 1, "type": "integer"}}
    kept = {"type": "array", "items": {"type": "integer"}}
    assert keywords_lost(schema, kept) == {"minItems", "const"}
    assert keywords_lost({"anyOf": [{"const": 1}]}, {"anyOf": [{}]}) == {"const"}


def test_why_a_model_does_not_open() -> None:
    missing = opening_failure(
        RuntimeError("[bold]Install[/bold]: pip install x"), "a/b"
    )
    assert isinstance(missing, MissingExtraError)
    assert "Install: pip install x" in str(missing)
    other = opening_failure(RuntimeError("No KEY in the environment"), "a/b")
    assert isinstance(other, SpecError)
    assert not isinstance(other, MissingExtraError)


def test_without_inspect_it_says_what_to_install(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr("importlib.util.find_spec", lambda name: None)
    with pytest.raises(MissingExtraError, match=r"ostrom\[inspect\]"):
        InspectProvider("inspect")
    assert "inspect" in known_prefixes()
    with pytest.raises(MissingExtraError, match=r"ostrom\[inspect\]"):
        open_provider("inspect/openai/gpt-x")


class TestInstalled:
    """With `inspect_ai` in the environment."""

    @pytest.fixture(autouse=True)
    def needs_inspect(self, tmp_path: Any, monkeypatch: pytest.MonkeyPatch) -> None:
        pytest.importorskip("inspect_ai", reason="the extra `inspect` is not installed")
        monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
        monkeypatch.setenv("INSPECT_CACHE_DIR", str(tmp_path))

    def mock(self, *outputs: Any) -> Provider:
        from inspect_ai.model import get_model

        return InspectProvider(
            "mockllm", open_model=lambda name: get_model(name, custom_outputs=outputs)
        )

    def output(self, text: Any = "A0", reason: Any = "stop") -> Any:
        from inspect_ai.model import ModelOutput, ModelUsage

        output = ModelOutput.from_content("served", text, stop_reason=reason)
        # Without usage its test model counts tokens with a downloaded vocabulary.
        output.usage = ModelUsage(
            input_tokens=5,
            output_tokens=3,
            total_tokens=15,
            input_tokens_cache_read=7,
            reasoning_tokens=2,
            total_cost=0.25,
        )
        return output

    async def test_a_reply_with_all_that_is_told(self) -> None:
        provider = self.mock(self.output())
        reply = await provider.complete(request(settings=Settings(temperature=0.5)))
        await provider.close()
        assert reply.text == "A0"
        assert reply.model_returned == "served"
        assert reply.provider == "inspect/mockllm"
        assert reply.usage.input_tokens == 12
        assert reply.usage.cached_tokens == 7
        assert reply.usage.output_tokens == 3
        assert reply.usage.reasoning_tokens == 2
        assert reply.cost_usd == 0.25
        # Its test model sends nobody a temperature.
        assert reply.applied == {}
        assert "temperature" in reply.dropped

    @pytest.mark.parametrize(
        ("word", "reason"),
        [
            ("stop", StopReason.STOP),
            ("max_tokens", StopReason.LENGTH),
            ("model_length", StopReason.LENGTH),
            ("content_filter", StopReason.REFUSAL),
            ("unknown", StopReason.OTHER),
        ],
    )
    async def test_stop_reasons(self, word: str, reason: StopReason) -> None:
        provider = self.mock(self.output(reason=word))
        reply = await provider.complete(request())
        assert (reply.stop_reason, reply.raw_stop_reason) == (reason, word)

    async def test_reasoning_is_kept_apart(self) -> None:
        from inspect_ai.model import ContentReasoning, ContentText

        parts = [ContentReasoning(reasoning="A0 or A1?"), ContentText(text="A1")]
        reply = await self.mock(self.output(parts)).complete(request())
        assert (reply.text, reply.reasoning) == ("A1", "A0 or A1?")

    async def test_repeats_and_empty_replies_are_never_served_from_a_cache(
        self,
    ) -> None:
        provider = self.mock(*(self.output(text) for text in ("", "one", "two")))
        texts = [(await provider.complete(request())).text for _ in range(3)]
        assert texts == ["", "one", "two"]

    async def test_an_output_without_choices_is_a_transient_failure(self) -> None:
        from inspect_ai.model import ModelUsage

        output = self.output()
        output.choices, output.usage = [], ModelUsage(input_tokens=1)
        with pytest.raises(ProviderError, match="without a reply") as caught:
            await self.mock(output).complete(request())
        assert caught.value.is_transient

    async def test_no_transcript_grows_with_the_calls(self) -> None:
        from inspect_ai.log._transcript import transcript

        provider = self.mock(*(self.output() for _ in range(5)))
        for _ in range(5):
            await provider.complete(request())
        assert len(transcript().events) == 0

    def test_a_service_that_does_not_exist(self) -> None:
        with pytest.raises(UnknownNameError, match="anthropic"):
            open_provider("anthropc/claude-x")
        with pytest.raises(UnknownNameError, match="anthropic"):
            open_provider("inspect/anthropc/claude-x")

    def test_our_own_endpoints_come_first(self) -> None:
        provider = open_provider("vllm/m")
        assert not isinstance(provider, InspectProvider)

    def test_nothing_of_inspect_is_loaded_for_other_models(self) -> None:
        program = (
            "import sys; from ostrom.llm.resolve import open_provider;"
            "open_provider('scripted/uniform'); print('inspect_ai' in sys.modules)"
        )
        done = subprocess.run(
            [sys.executable, "-c", program], capture_output=True, text=True, check=True
        )
        assert done.stdout == "False\n"


class TestHosted:
    """A hosted service of Inspect over HTTP; it needs that service's own package."""

    MODEL = "openai-api/lab/m"

    @pytest.fixture(autouse=True)
    def needs_client(self, monkeypatch: pytest.MonkeyPatch) -> None:
        pytest.importorskip("inspect_ai", reason="the extra `inspect` is not installed")
        pytest.importorskip("openai", reason="the client of this service is missing")
        monkeypatch.setenv("LAB_API_KEY", KEY)

    async def test_what_was_sent_is_told_from_what_was_asked(
        self, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        settings = Settings(temperature=0.5, max_tokens=50, seed=7)
        with chat_server(lambda number, body: Answer(completion("60"))) as server:
            monkeypatch.setenv("LAB_BASE_URL", server.base_url)
            provider = open_provider(self.MODEL)
            reply = await provider.complete(
                request(self.MODEL, settings=settings, json_schema=SCHEMA)
            )
            await provider.close()
        assert reply.text == "60"
        assert reply.forced == "json_schema"
        assert reply.applied == settings.model_dump(exclude_none=True)
        assert server.bodies[0]["temperature"] == 0.5
        assert "A0" in str(server.bodies[0]["response_format"])
        assert reply.usage.input_tokens == 11
        assert KEY not in reply.model_dump_json()

    @pytest.mark.parametrize("status", [429, 503])
    async def test_one_attempt_is_one_request(
        self, status: int, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        def script(number: int, body: dict[str, Any]) -> Answer:
            words = {"error": {"message": f"slow down, {KEY}"}}
            return Answer(words, status, {"Retry-After": "2"})

        with chat_server(script) as server:
            monkeypatch.setenv("LAB_BASE_URL", server.base_url)
            provider = open_provider(self.MODEL)
            with pytest.raises(ProviderError, match=str(status)) as caught:
                await provider.complete(request(self.MODEL))
            await provider.close()
        assert len(server.bodies) == 1
        assert caught.value.is_transient
        assert caught.value.retry_after_seconds == 2.0
        assert KEY not in str(caught.value)

    async def test_a_refused_key_is_permanent(
        self, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        words = {"error": {"message": f"Incorrect key {KEY}"}}
        with chat_server(lambda number, body: Answer(words, 401)) as server:
            monkeypatch.setenv("LAB_BASE_URL", server.base_url)
            provider = open_provider(self.MODEL)
            with pytest.raises(ProviderError, match="401") as caught:
                await provider.complete(request(self.MODEL))
            await provider.close()
        assert not caught.value.is_transient
        assert KEY not in str(caught.value)

    async def test_a_missing_key_shows_at_once(
        self, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.delenv("LAB_API_KEY")
        monkeypatch.setenv("LAB_BASE_URL", "http://127.0.0.1:9/v1")
        with pytest.raises(SpecError, match="LAB_API_KEY"):
            open_provider(self.MODEL)
