"""A language model as judge: it is shown the codes and one text, and nothing else."""

from dataclasses import dataclass
from typing import Annotated, Any, Literal

from pydantic import Field

from ostrom.core.parameters import Parameters
from ostrom.core.seeds import child_seed, stream
from ostrom.families.judging.codebook import Code
from ostrom.families.judging.judge import ATTEMPTS, Bench, Judge, JudgeKind, Verdict
from ostrom.families.judging.reading import VERSION, Coding, read_codes
from ostrom.llm.calls import Message, Request, Settings
from ostrom.prompts.files import load_prompt, prompts_sha256
from ostrom.records.decision import Attempt, Outcome

FOLDER = "judging"


class ModelJudgeSettings(Parameters):
    """Which model judges, and how it is sampled.

    Attributes:
        model: `provider/name`.
        temperature: From 0; None for the provider's default.
        max_tokens: Cap on a reply.
        reasoning_effort: Of models that reason on their own; None for their default.
        force: Whether the form of the reply is sent along where a provider can force
            it.
    """

    model: Annotated[str, Field(min_length=1)]
    temperature: Annotated[float, Field(ge=0)] | None = 0.0
    max_tokens: Annotated[int, Field(ge=1)] | None = 2048
    reasoning_effort: Literal["none", "minimal", "low", "medium", "high"] | None = None
    force: bool = True


@dataclass(frozen=True)
class ByModel(Judge):
    """Asks a language model.

    Attributes:
        settings: Which, and how.
        bench: Where it sits.
    """

    settings: ModelJudgeSettings
    bench: Bench

    async def judge(self, key: str, text: str) -> Verdict:
        """Puts the text; once more, with what was wrong, if the reply can not be read.

        The order of the codes is drawn anew for every text.
        """
        codes = self._ordered(key)
        attempts: list[Attempt] = []
        coding = Coding(Outcome.EMPTY)
        for number in range(1, ATTEMPTS + 1):
            call = f"{key}#{number}"
            request = self._request(codes, text, coding.reason, call)
            response = await self.bench.line(request, call)
            coding = read_codes(
                response.text,
                response.stop_reason,
                text=text,
                codes=[code.id for code in codes],
            )
            attempts.append(Attempt(call, coding.outcome, coding.reason))
            if coding.evidence is not None:
                break
        facts = {
            "prompts": prompts_sha256(FOLDER),
            "reader_version": VERSION,
            "order": [code.id for code in codes],
        }
        return Verdict(coding, tuple(attempts), facts)

    def _ordered(self, key: str) -> list[Code]:
        codes = self.bench.codebook.codes
        order = stream(self.bench.seed, "order", key).permutation(len(codes))
        return [codes[place] for place in order.tolist()]

    def _request(self, codes: list[Code], text: str, fault: str, call: str) -> Request:
        listed = "\n".join(f"- {code.id}: {code.definition}" for code in codes)
        user = load_prompt(FOLDER, "text").fill({"codes": listed, "text": text})
        if fault:
            again = load_prompt(FOLDER, "again").fill({"fault": fault})
            user = f"{user}\n\n{again}"
        schema = reply_schema([code.id for code in codes])
        settings = self.settings
        return Request(
            model=settings.model,
            messages=(
                Message(role="system", content=load_prompt(FOLDER, "task").fill({})),
                Message(role="user", content=user),
            ),
            settings=Settings(
                temperature=settings.temperature,
                max_tokens=settings.max_tokens,
                reasoning_effort=settings.reasoning_effort,
                seed=child_seed(self.bench.seed, call) % 2**31,
            ),
            answer_schema=schema,
            json_schema=schema if settings.force else None,
        )


def reply_schema(ids: list[str]) -> dict[str, Any]:
    """Returns the form of a reply: ids of the book, each with evidence."""
    entry = {
        "type": "object",
        "properties": {
            "code": {"type": "string", "enum": ids},
            "evidence": {"type": "string"},
        },
        "required": ["code", "evidence"],
        "additionalProperties": False,
    }
    return {
        "type": "object",
        "properties": {"codes": {"type": "array", "items": entry}},
        "required": ["codes"],
        "additionalProperties": False,
    }


def sit(settings: ModelJudgeSettings, bench: Bench) -> Judge:
    """Returns the judge."""
    return ByModel(settings, bench)


JUDGE = JudgeKind(
    name="by_model",
    version=1,
    summary="A language model that is shown the codes and one text at a time.",
    settings=ModelJudgeSettings,
    sit=sit,
    models=lambda settings: (settings.model,),
    fingerprint=lambda _: {
        "prompts": prompts_sha256(FOLDER),
        "reader": str(VERSION),
    },
)
