"""The embedded model's real replies, forced by our grammars, all read as answers."""

from collections.abc import AsyncIterator

import pytest

from ostrom.agents.language_model import LanguageModelSettings, sit
from ostrom.agents.protocol.agent import Seat
from ostrom.core.questions import Question
from ostrom.core.seeds import stream
from ostrom.llm.calls import Request, Response
from ostrom.llm.provider import Provider
from ostrom.llm.resolve import open_provider
from ostrom.records.decision import Decision, Outcome
from playing import game_called
from unit.prompts.asked import met

pytest.importorskip("xllamacpp", reason="the extra `local` is not installed")

MODEL = "local/smollm2-135m"
GAME = game_called("prisoners_dilemma")


@pytest.fixture
async def provider() -> AsyncIterator[Provider]:
    provider = open_provider(MODEL, context_tokens=2048)
    yield provider
    await provider.close()


def of_each_kind() -> list[Question]:
    """One question of every kind that a mechanism puts to player 1."""
    asked = {
        (question.kind, type(question.observation)): question
        for mechanism in ("mediation", "contract", "reputation")
        for question in met(mechanism, GAME)
        if question.player == 0
    }
    return list(asked.values())


@pytest.mark.parametrize("step_by_step", [False, True])
async def test_every_kind_of_question_is_answered(
    provider: Provider, step_by_step: bool
) -> None:
    async def line(request: Request, key: str) -> Response:
        response = await provider.complete(request)
        assert response.forced == "grammar"
        return response

    async def decide(question: Question) -> Decision:
        settings = LanguageModelSettings(model=MODEL, step_by_step=step_by_step)
        return await sit(settings, Seat(GAME, 0, 0, stream(1), line)).decide(question)

    questions = of_each_kind()[: 2 if step_by_step else None]
    assert len(questions) >= 2
    for question in questions:
        decision = await decide(question)
        assert decision.outcome is Outcome.OK, decision
        assert decision.answer == question.schema.check(decision.answer)
        assert len(decision.attempts) == 1
