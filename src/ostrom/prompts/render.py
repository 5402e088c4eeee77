"""Puts a question into words: rules first, the seat early, the history last.

What stays the same from round to round stands in front, so that servers that keep
prefixes need not read it again.
"""

from dataclasses import dataclass, fields
from fractions import Fraction
from functools import lru_cache
from typing import Any

from ostrom.core.errors import SpecError
from ostrom.core.hashing import text_sha256
from ostrom.core.questions import Observation, Question
from ostrom.games.theory.game import Game
from ostrom.prompts.files import PromptFile, load_prompt, prompt_names
from ostrom.prompts.forms import AnswerForm, answer_form
from ostrom.prompts.labels import Labels
from ostrom.prompts.rendering.numbers import percent
from ostrom.prompts.rendering.payoffs import actions_text, payoffs_text, seat_text
from ostrom.prompts.rendering.voice import HistoryOrder, Voice
from ostrom.prompts.rendering.words import words

FOLDER = "normal_form"


@dataclass(frozen=True)
class Wording:
    """How the same facts are put; each setting may be varied by itself.

    Attributes:
        labels: Names and order of the actions.
        history_order: Which past round is told first.
        step_by_step: Whether the reply is to reason before it answers.
        persona: Who the model is to be, put before all else; empty for nobody.
        system: Opening words in place of the usual ones; None for the usual ones.
    """

    labels: Labels
    history_order: HistoryOrder = "oldest_first"
    step_by_step: bool = False
    persona: str = ""
    system: str | None = None


@dataclass(frozen=True)
class Part:
    """One filled prompt file.

    Attributes:
        file: The file.
        text: Its words with the fields filled in.
    """

    file: PromptFile
    text: str


@dataclass(frozen=True)
class Prompt:
    """What a model is told.

    Attributes:
        system: Opening words and the form of the answer.
        user: The game, the mechanism, and what is asked.
        form: How the reply is to be read.
        parts: The filled prompt files that it was made of, in order.
    """

    system: str
    user: str
    form: AnswerForm
    parts: tuple[Part, ...]

    @property
    def sha256(self) -> str:
        """Of both texts."""
        return text_sha256(f"{self.system}\0{self.user}")

    def facts(self) -> dict[str, Any]:
        """What is kept of a prompt beside its text: which files, in which version."""
        return {
            "sha256": self.sha256,
            "templates": [
                {
                    "id": part.file.id,
                    "version": part.file.version,
                    "sha256": part.file.sha256,
                }
                for part in self.parts
            ],
        }


def render(
    question: Question, game: Game, wording: Wording, *, rules: str = ""
) -> Prompt:
    """Returns the prompt that puts `question` to its player.

    Args:
        question: What is asked, and all that the player may know.
        game: The base game.
        wording: How it is put.
        rules: The mechanism's rules in a sentence; told where the mechanism has no
            prompt file of its own for the question.

    Raises:
        SpecError: A prompt file and the observation do not fit, or there is neither a
            prompt file nor rules.
    """
    voice = Voice(game, question.player, wording.labels, wording.history_order)
    form = answer_form(question.schema, wording.labels, question.player)
    system = _system_parts(form, wording)
    user = [_game_part(voice), _mechanism_part(question, voice, form, rules)]
    opening = [wording.persona]
    if wording.system is not None:
        opening.append(wording.system)
        system = system[1:]
    texts = [*opening, *(part.text for part in system)]
    return Prompt(
        system="\n\n".join(text for text in texts if text),
        user="\n\n".join(part.text for part in user),
        form=form,
        parts=(*system, *user),
    )


def retry_notice(problem: str) -> Part:
    """Returns the words that go below a prompt that is put again.

    Args:
        problem: What was wrong with the last reply, in a sentence; never the reply.
    """
    return _filled("retry", {"problem": problem})


def _filled(name: str, values: dict[str, str]) -> Part:
    """Fills a prompt file with what it asks for out of `values`."""
    file = load_prompt(FOLDER, name)
    wanted = {field: values[field] for field in file.fields if field in values}
    return Part(file, file.fill(wanted))


def _system_parts(form: AnswerForm, wording: Wording) -> list[Part]:
    values = {
        "keys": ", ".join(form.keys),
        "pattern": form.pattern,
        "values": form.values_in_words,
    }
    return [
        _filled("system", {}),
        _filled(f"answer.{form.kind.value}", values),
        _filled("step_by_step" if wording.step_by_step else "answer_only", {}),
    ]


@lru_cache(maxsize=256)
def _game_part(voice: Voice) -> Part:
    return _filled(
        "game",
        {
            "co_players": _co_players_counted(voice),
            "seat": seat_text(voice),
            "actions": actions_text(voice),
            "payoffs": payoffs_text(voice),
        },
    )


def _co_players_counted(voice: Voice) -> str:
    others = voice.game.num_players - 1
    if others == 0:
        return "nobody else"
    return "one other player" if others == 1 else f"{others} other players"


def _mechanism_part(
    question: Question, voice: Voice, form: AnswerForm, rules: str
) -> Part:
    """The mechanism, what is known, and the task; history and the like come last."""
    name = _template_name(question)
    if name == "generic":
        return _generic_part(question, voice, form, rules)
    file = load_prompt(FOLDER, name)
    context = {
        "co_players": voice.co_players(),
        "num_players": str(voice.game.num_players),
        "actions": ", ".join(form.keys),
        "last_action": form.keys[-1],
        "pattern": form.pattern,
    }
    values = {key: context[key] for key in file.fields if key in context}
    for field, part in _parts(question.observation).items():
        in_percent = f"{field}_percent"
        if isinstance(part, Fraction) and in_percent in file.fields:
            values[in_percent] = percent(part)
        if in_percent not in values or field in file.fields:
            values[field] = words(part, voice)
    return Part(file, file.fill(values))


def _generic_part(
    question: Question, voice: Voice, form: AnswerForm, rules: str
) -> Part:
    """What is told of a mechanism that has no prompt file for this question."""
    if not rules:
        raise SpecError(
            f"There is no prompt file {question.mechanism}.{question.kind}.md, and "
            "no rules of the mechanism to tell instead."
        )
    known = [
        f"- {field.replace('_', ' ')}: {words(part, voice)}"
        for field, part in _parts(question.observation).items()
    ]
    return _filled(
        "generic",
        {
            "summary": rules,
            "task": question.kind.replace("_", " "),
            "pattern": form.pattern,
            "known": "\n".join(known) or "(nothing more)",
        },
    )


def _template_name(question: Question) -> str:
    """The most particular prompt file there is: by observation, by kind, or generic."""
    seen = type(question.observation).__name__
    observation = "".join(f"_{c.lower()}" if c.isupper() else c for c in seen)
    by_kind = f"{question.mechanism}.{question.kind}"
    for name in (f"{by_kind}.{observation.lstrip('_')}", by_kind):
        if name in prompt_names(FOLDER):
            return name
    return "generic"


def _parts(observation: Observation) -> dict[str, Any]:
    """The fields of an observation, in order; a prompt file must use each of them."""
    declared = fields(observation)  # type: ignore[arg-type]
    return {field.name: getattr(observation, field.name) for field in declared}
