"""The agent's own code, on a line that returns what a test has prepared."""

import asyncio
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

import pytest
from pydantic import ValidationError

from ostrom.agents.language_model import (
    AGENT,
    LanguageModel,
    LanguageModelSettings,
    sit,
)
from ostrom.agents.protocol.agent import AGENTS, ReplyPolicy, Seat
from ostrom.core.answers import ActionDistribution, IntegerByAction
from ostrom.core.errors import ProviderError, SpecError
from ostrom.core.parameters import read_parameters
from ostrom.core.questions import Question
from ostrom.core.seeds import stream
from ostrom.games.theory.game import Game
from ostrom.llm.calls import Request, Response, StopReason
from ostrom.llm.resolve import open_provider
from ostrom.mechanisms.protocol.mechanism import MECHANISMS
from ostrom.mechanisms.protocol.observations import NothingMore
from ostrom.prompts.reader import VERSION
from ostrom.records.decision import Decision, Outcome, Source
from playing import game_called
from unit.prompts.asked import met, question

PD = game_called("prisoners_dilemma")
ACT = question("none", "choose_action", ActionDistribution(2), NothingMore())
GOOD = '{"A0": 30, "A1": 70}'
BAD = '{"A0": 30, "A1": 60} ' + "and so on " * 10_000


def reply(
    text: str, stop: StopReason = StopReason.STOP, reasoning: str = "", **applied: Any
) -> Response:
    return Response(
        text=text,
        reasoning=reasoning,
        stop_reason=stop,
        model_returned="made-up",
        provider="made-up",
        applied=applied,
    )


CUT = reply('{"A0": 3', StopReason.LENGTH)


@dataclass
class Tape:
    """A line that gives prepared replies in order and keeps what it was asked."""

    replies: list[Response]
    asked: list[tuple[str, Request]] = field(default_factory=list)

    async def __call__(self, request: Request, key: str) -> Response:
        self.asked.append((key, request))
        return self.replies[len(self.asked) - 1]

    @property
    def requests(self) -> list[Request]:
        return [request for _, request in self.asked]


def seated(
    tape: Tape,
    policy: ReplyPolicy = ReplyPolicy(),  # noqa: B008
    game: Game = PD,
    player: int = 0,
    **settings: Any,
) -> LanguageModel:
    seat = Seat(game, player, player, stream(5, "agent", player), tape, policy)
    agent = sit(LanguageModelSettings(model="any/model", **settings), seat)
    assert isinstance(agent, LanguageModel)
    return agent


def decide(agent: LanguageModel, asked: Question = ACT) -> Decision:
    return asyncio.run(agent.decide(asked))


def told(replies: Sequence[Response], **settings: Any) -> tuple[Decision, Tape]:
    tape = Tape(list(replies))
    return decide(seated(tape, **settings)), tape


def test_a_good_reply_is_the_answer() -> None:
    decision, tape = told([reply(GOOD)])
    assert decision.answer == (30, 70)
    assert decision.outcome is Outcome.OK
    assert decision.source is Source.AGENT
    assert [attempt.key for attempt in decision.attempts] == [f"{ACT.key}#1"]
    assert [key for key, _ in tape.asked] == [f"{ACT.key}#1"]


def test_facts_say_how_the_answer_came_about() -> None:
    decision, _ = told([reply(GOOD)], action_order="reversed")
    assert decision.facts is not None
    assert decision.answer == (70, 30)
    assert decision.facts["labels"] == {"A1": "cooperate", "A0": "defect"}
    assert decision.facts["reader_version"] == VERSION
    templates = {each["id"]: each for each in decision.facts["prompt"]["templates"]}
    assert templates["normal_form/game"]["version"] == 1
    assert len(templates["normal_form/none.choose_action"]["sha256"]) == 64


def test_a_bad_reply_is_asked_again_without_it() -> None:
    decision, tape = told([reply(BAD), reply(f"```\n{GOOD}\n```")])
    first, second = tape.requests
    assert decision.answer == (30, 70)
    assert decision.outcome is Outcome.REPAIRED
    assert [each.outcome for each in decision.attempts] == [
        Outcome.ILLEGAL,
        Outcome.REPAIRED,
    ]
    assert second.messages[0] == first.messages[0]
    again = second.messages[1].content
    assert again.startswith(first.messages[1].content)
    assert "The shares sum to 90, not to 100." in again
    assert "and so on" not in again
    assert len(again) < len(first.messages[1].content) + 400


def test_an_empty_reply_is_asked_again_with_the_original_prompt() -> None:
    """Public code quotes the empty reply and shows nothing after the colon."""
    decision, tape = told([reply(""), reply(GOOD)])
    assert decision.attempts[0].outcome is Outcome.EMPTY
    again = tape.requests[1].messages[1].content
    assert again.startswith(tape.requests[0].messages[1].content)
    assert "The reply was empty." in again


@pytest.mark.parametrize("attempts", [1, 2, 4])
def test_no_answer_is_missing_and_no_move(attempts: int) -> None:
    tape = Tape([reply("I will not defect.")] * attempts)
    decision = decide(seated(tape, ReplyPolicy(attempts=attempts)))
    assert decision.answer is None
    assert decision.source is Source.MISSING
    assert decision.outcome is Outcome.UNPARSABLE
    assert len(decision.attempts) == len(tape.asked) == attempts
    assert len({key for key, _ in tape.asked}) == attempts


def test_a_declared_fallback_is_taken_and_flagged() -> None:
    tape = Tape([reply("I can not help with that.", StopReason.REFUSAL)] * 2)
    decision = decide(seated(tape, ReplyPolicy(attempts=2, use_fallback=True)))
    assert decision.answer == (50, 50)
    assert decision.source is Source.FALLBACK
    assert decision.outcome is Outcome.REFUSAL


def test_a_cut_off_reply_doubles_the_cap_once() -> None:
    decision, tape = told([CUT, CUT, reply(GOOD)], max_tokens=40)
    caps = [request.settings.max_tokens for request in tape.requests]
    assert caps == [40, 80, 80]
    assert decision.answer == (30, 70)
    outcomes = [each.outcome for each in decision.attempts]
    assert outcomes == [Outcome.TRUNCATED, Outcome.TRUNCATED, Outcome.OK]


def test_the_cap_that_was_really_sent_is_doubled() -> None:
    cut = reply("", StopReason.LENGTH, max_tokens=512)
    _, tape = told([cut, reply(GOOD)])
    assert [each.settings.max_tokens for each in tape.requests] == [None, 1024]
    _, tape = told([CUT, reply(GOOD)])
    assert [each.settings.max_tokens for each in tape.requests] == [None, None]


def test_an_answer_in_the_reasoning_field_is_salvaged() -> None:
    decision, _ = told([reply("", reasoning=f"So be it.\n{GOOD}")])
    assert decision.answer == (30, 70)
    assert decision.attempts[0].repairs == ("from_reasoning",)


def test_settings_are_sent() -> None:
    _, tape = told(
        [reply(GOOD)],
        temperature=0.5,
        top_p=0.9,
        max_tokens=9,
        reasoning_effort="low",
        persona="You are a baker.",
        system="Play well.",
    )
    (request,) = tape.requests
    assert request.model == "any/model"
    sent = request.settings.model_dump(exclude={"seed"})
    assert sent == {
        "temperature": 0.5,
        "top_p": 0.9,
        "max_tokens": 9,
        "reasoning_effort": "low",
    }
    system, user = request.messages
    assert (system.role, user.role) == ("system", "user")
    assert system.content.startswith("You are a baker.\n\nPlay well.\n\n")


@pytest.mark.parametrize(
    ("force", "step_by_step", "has_schema", "has_grammar"),
    [
        ("auto", False, True, True),
        ("auto", True, False, True),
        ("grammar", False, False, True),
        ("grammar", True, False, True),
        ("schema", False, True, False),
        ("none", False, False, False),
        ("none", True, False, False),
    ],
)
def test_the_form_is_forced_as_set(
    force: str, step_by_step: bool, has_schema: bool, has_grammar: bool
) -> None:
    said = f"I weigh it.\nAnswer:\n{GOOD}" if step_by_step else GOOD
    decision, tape = told([reply(said)], force=force, step_by_step=step_by_step)
    (request,) = tape.requests
    assert decision.answer == (30, 70)
    assert (request.json_schema is not None) == has_schema
    assert (request.grammar is not None) == has_grammar
    if request.grammar is not None:
        assert ("thought" in request.grammar) == step_by_step


def test_a_schema_and_free_text_exclude_each_other() -> None:
    given = {"model": "any/model", "step_by_step": True, "force": "schema"}
    with pytest.raises(SpecError, match="leaves no room for step_by_step"):
        read_parameters(LanguageModelSettings, given, "agents.one")
    with pytest.raises(ValidationError):
        LanguageModelSettings.model_validate({"model": "any/model", "grammar_step": 3})


def test_sampling_seeds_differ_by_call_and_repeat_by_seat() -> None:
    def seeds(player: int) -> list[int | None]:
        tape = Tape([reply("")] * 3)
        decide(seated(tape, player=player))
        return [request.settings.seed for request in tape.requests]

    assert len(set(seeds(0))) == 3
    assert seeds(0) == seeds(0)
    assert not set(seeds(0)) & set(seeds(1))


def test_shuffled_labels_are_the_seats_own() -> None:
    def order(player: int) -> tuple[int, ...]:
        game = game_called("travellers_dilemma")
        agent = seated(Tape([]), game=game, player=player, action_order="shuffled")
        return agent.wording.labels.shown

    assert order(0) == order(0)
    assert sorted(order(0)) == sorted(order(1)) == [0, 1, 2, 3]
    assert order(0) != order(1)


def test_a_provider_that_fails_is_no_reply() -> None:
    async def dead(request: Request, key: str) -> Response:
        raise ProviderError("down")

    seat = Seat(PD, 0, 0, stream(5), dead)
    agent = sit(LanguageModelSettings(model="any/model"), seat)
    with pytest.raises(ProviderError):
        asyncio.run(agent.decide(ACT))


def test_the_catalogue_offers_it() -> None:
    settings = LanguageModelSettings(model="any/model")
    assert AGENTS.load("language_model") is AGENT
    assert AGENT.models(settings) == ("any/model",)
    assert AGENT.objection(settings, PD, "none") is None


@pytest.mark.parametrize("mechanism", MECHANISMS.names())
def test_any_question_is_answered_by_a_scripted_provider(mechanism: str) -> None:
    """Schema in, legal answer out: each kind of question in one call."""
    provider = open_provider("scripted/uniform")

    async def line(request: Request, key: str) -> Response:
        return await provider.complete(request)

    seat = Seat(PD, 0, 0, stream(5), line)
    agent = sit(LanguageModelSettings(model="scripted/uniform"), seat)
    for asked in met(mechanism, PD):
        if asked.player == 0:
            decision = asyncio.run(agent.decide(asked))
            assert decision.outcome is Outcome.OK
            assert decision.answer == asked.schema.check(decision.answer)
            assert len(decision.attempts) == 1


def test_contract_bounds_are_part_of_the_question() -> None:
    asked = question(
        "contract", "propose_contract", IntegerByAction(2, -5, 5), NothingMore()
    )
    tape = Tape([reply('{"A0": 6, "A1": 0}'), reply('{"A0": 5, "A1": -5}')])
    decision = decide(seated(tape), asked)
    assert decision.answer == (5, -5)
    assert decision.attempts[0].outcome is Outcome.ILLEGAL
    assert "a whole number from -5 to 5" in tape.requests[0].messages[0].content
