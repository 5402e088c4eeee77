"""A language model: it is shown the question in words, and its reply is read."""

from dataclasses import dataclass, replace
from typing import Annotated, Any, Literal

from pydantic import Field, model_validator

from ostrom.agents.protocol.agent import Agent, AgentKind, Seat
from ostrom.core.parameters import Parameters
from ostrom.core.questions import Question
from ostrom.core.seeds import child_seed
from ostrom.llm.calls import Message, Request, Response, Settings
from ostrom.prompts.files import prompts_sha256
from ostrom.prompts.forms import json_schema
from ostrom.prompts.grammars import grammar
from ostrom.prompts.labels import ActionLabels, ActionOrder, make_labels
from ostrom.prompts.reader import VERSION as READER_VERSION
from ostrom.prompts.reader import Reading, read
from ostrom.prompts.render import FOLDER, Prompt, Wording, render, retry_notice
from ostrom.prompts.rendering.voice import HistoryOrder
from ostrom.records.decision import Attempt, Decision, Outcome, Source


class LanguageModelSettings(Parameters):
    """Which model, how it is sampled, and how things are put to it.

    Attributes:
        model: `provider/name`.
        step_by_step: Whether it is asked to reason in writing before it answers.
        reasoning_effort: Of models that reason on their own; None for their default.
        persona: Who it is to be; stands before all else.
        system: Opening words in place of the usual ones; None for the usual ones.
        temperature: From 0; None for the provider's default.
        top_p: From 0 to 1; None for the provider's default.
        max_tokens: Cap on a reply; doubled once for a question whose reply it cuts off.
        action_labels: Which names the actions get.
        action_order: Which action gets the first name; `shuffled` draws an order for
            each seat.
        history_order: Which past round is told first; the paper tells the newest.
        force: How the form of a reply is forced where a provider can: `auto` offers
            the grammar and the schema, `none` neither. Free text before the answer
            rules the schema out.
        thought_lines: Under a grammar, reasoning in writing has at most this many lines
            of 160 characters.
        grammar_step: Under a grammar, shares are multiples of this many per cent. The
            finer, the larger the grammar: with many actions, 1 makes it very long.
    """

    model: Annotated[str, Field(min_length=1)]
    step_by_step: bool = False
    reasoning_effort: Literal["none", "minimal", "low", "medium", "high"] | None = None
    persona: str = ""
    system: str | None = None
    temperature: Annotated[float, Field(ge=0)] | None = None
    top_p: Annotated[float, Field(ge=0, le=1)] | None = None
    max_tokens: Annotated[int, Field(ge=1)] | None = None
    action_labels: ActionLabels = "indexed"
    action_order: ActionOrder = "canonical"
    history_order: HistoryOrder = "oldest_first"
    force: Literal["auto", "grammar", "schema", "none"] = "auto"
    thought_lines: Annotated[int, Field(ge=1, le=100)] = 6
    grammar_step: Literal[1, 2, 4, 5, 10, 20, 25, 50, 100] = 10

    @model_validator(mode="after")
    def _schema_leaves_no_room(self) -> "LanguageModelSettings":
        if self.step_by_step and self.force == "schema":
            message = "force 'schema' leaves no room for step_by_step; try 'grammar'"
            raise ValueError(message)
        return self


@dataclass(frozen=True)
class LanguageModel(Agent):
    """A language model in one seat; each question is put without any memory.

    Attributes:
        settings: How it is asked.
        seat: Where it sits.
        wording: How things are put to it.
        seed: Root of the sampling seeds that are passed on to the provider.
    """

    settings: LanguageModelSettings
    seat: Seat
    wording: Wording
    seed: int

    async def decide(self, question: Question) -> Decision:
        """Puts the question until a reply can be read or the attempts are used up.

        Order of an attempt: ask, read, keep how it was read. A further attempt puts
        the same prompt and what was wrong, never the bad reply; after the first reply
        that was cut off, the cap is twice as high. In the end the answer is missing,
        or the schema's neutral one if the seat's policy says so.

        Raises:
            ProviderError: There is no reply; that is no trait of the model.
        """
        prompt = render(question, self.seat.game, self.wording, rules=self.seat.rules)
        request = self._request(prompt)
        attempts: list[Attempt] = []
        reading = Reading(Outcome.EMPTY)
        was_cut = False
        for number in range(1, self.seat.replies.attempts + 1):
            key = f"{question.key}#{number}"
            if number > 1:
                request = _again(request, prompt, reading)
            response = await self.seat.line(self._seeded(request, key), key)
            reading = read(
                response.text, response.reasoning, response.stop_reason, prompt.form
            )
            attempts.append(
                Attempt(key, reading.outcome, reading.reason, reading.repairs)
            )
            if reading.answer is not None:
                break
            if reading.outcome is Outcome.TRUNCATED and not was_cut:
                request, was_cut = _with_room(request, response), True
        return self._decision(question, prompt, reading, tuple(attempts))

    def _request(self, prompt: Prompt) -> Request:
        settings, force = self.settings, self.settings.force
        free_text = settings.step_by_step
        return Request(
            model=settings.model,
            messages=_messages(prompt, prompt.user),
            settings=Settings(
                temperature=settings.temperature,
                top_p=settings.top_p,
                max_tokens=settings.max_tokens,
                reasoning_effort=settings.reasoning_effort,
            ),
            answer_schema=json_schema(prompt.form),
            json_schema=json_schema(prompt.form)
            if force in {"auto", "schema"} and not free_text
            else None,
            grammar=grammar(
                prompt.form,
                step=settings.grammar_step,
                step_by_step=free_text,
                lines=settings.thought_lines,
            )
            if force in {"auto", "grammar"}
            else None,
        )

    def _seeded(self, request: Request, key: str) -> Request:
        """The request with a sampling seed of its own, the same whenever it is made."""
        seed = child_seed(self.seed, key) % 2**31
        settings = request.settings.model_copy(update={"seed": seed})
        return request.model_copy(update={"settings": settings})

    def _decision(
        self,
        question: Question,
        prompt: Prompt,
        reading: Reading,
        attempts: tuple[Attempt, ...],
    ) -> Decision:
        decision = Decision(
            reading.answer, reading.outcome, Source.AGENT, attempts, self._facts(prompt)
        )
        if reading.answer is not None:
            return decision
        if self.seat.replies.use_fallback:
            neutral = question.schema.neutral()
            return replace(decision, answer=neutral, source=Source.FALLBACK)
        return replace(decision, source=Source.MISSING)

    def _facts(self, prompt: Prompt) -> dict[str, Any]:
        names = self.seat.game.actions[self.seat.player]
        labels = self.wording.labels
        return {
            "prompt": prompt.facts(),
            "reader_version": READER_VERSION,
            "labels": {
                labels.of(self.seat.player, action): name
                for action, name in enumerate(names)
            },
        }


def _messages(prompt: Prompt, user: str) -> tuple[Message, ...]:
    opening = Message(role="system", content=prompt.system)
    return (opening, Message(role="user", content=user))


def _again(request: Request, prompt: Prompt, reading: Reading) -> Request:
    """The original prompt with a notice of what was wrong with the last reply."""
    notice = retry_notice(reading.reason)
    messages = _messages(prompt, f"{prompt.user}\n\n{notice.text}")
    return request.model_copy(update={"messages": messages})


def _with_room(request: Request, response: Response) -> Request:
    """The request with twice the cap that cut the reply off, if it is known."""
    applied = response.applied.get("max_tokens", request.settings.max_tokens)
    if not isinstance(applied, int):
        return request
    settings = request.settings.model_copy(update={"max_tokens": 2 * applied})
    return request.model_copy(update={"settings": settings})


def fingerprint(_: LanguageModelSettings) -> dict[str, str]:
    """Returns what its behaviour hangs on besides: all prompts, and the reader."""
    return {"prompts": prompts_sha256(FOLDER), "reader": str(READER_VERSION)}


def sit(settings: LanguageModelSettings, seat: Seat) -> Agent:
    """Returns the agent; draws its seed, then its action order, from its stream."""
    seed = int(seat.generator.integers(2**62))
    labels = make_labels(
        seat.game, settings.action_labels, settings.action_order, seat.generator
    )
    wording = Wording(
        labels=labels,
        history_order=settings.history_order,
        step_by_step=settings.step_by_step,
        persona=settings.persona,
        system=settings.system,
    )
    return LanguageModel(settings, seat, wording, seed)


AGENT = AgentKind(
    name="language_model",
    version=1,
    summary="A language model that is asked in words and whose replies are read.",
    source="Tewolde et al. (2026), CoopEval, arXiv:2604.15267, section 4, for the "
    "set-up.",
    sit=sit,
    settings=LanguageModelSettings,
    models=lambda settings: (settings.model,),
    fingerprint=fingerprint,
)
