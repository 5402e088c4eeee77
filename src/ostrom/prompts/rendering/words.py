"""The parts of an observation in words, one function for each type.

A type of part that has no words of its own is told field by field, so a mechanism
that brings one needs no change here. To give it words, register a function.
"""

from dataclasses import fields, is_dataclass
from fractions import Fraction
from functools import singledispatch
from typing import Any

from ostrom.core.errors import SpecError
from ostrom.mechanisms.protocol.observations import (
    Dossier,
    PastRound,
    Plan,
    Proposal,
    Transfers,
)
from ostrom.prompts.forms import option_key
from ostrom.prompts.rendering.dossiers import dossiers_text
from ostrom.prompts.rendering.numbers import exact_number
from ostrom.prompts.rendering.voice import Voice, counted, enumerated

NOTHING = "(nothing yet)"


@singledispatch
def words(part: Any, voice: Voice) -> str:
    """Returns a part of an observation in words for the one who is spoken to.

    A tuple of whole numbers names players.

    Args:
        part: A number, a text, a dataclass, or a tuple of such.
        voice: Who is spoken to.

    Raises:
        SpecError: There are no words for this type.
    """
    if part is None:
        return "not known"
    if is_dataclass(part) and not isinstance(part, type):
        lines = (
            f"{field.name.replace('_', ' ')}: {words(getattr(part, field.name), voice)}"
            for field in fields(part)
        )
        return "\n".join(lines)
    raise SpecError(f"No words for a {type(part).__name__} in an observation.")


@words.register
def _(part: str, voice: Voice) -> str:
    return part


@words.register
def _(part: bool, voice: Voice) -> str:
    return "yes" if part else "no"


@words.register
def _(part: int, voice: Voice) -> str:
    return str(part)


@words.register
def _(part: Fraction, voice: Voice) -> str:
    return exact_number(part)


@words.register
def _(part: tuple, voice: Voice) -> str:  # type: ignore[type-arg]
    if not part:
        return NOTHING
    if all(isinstance(each, Dossier) for each in part):
        return dossiers_text(part, voice)
    if all(isinstance(each, Proposal) for each in part):
        return "\n".join(
            f"{option_key(place)}, {words(proposal, voice)}"
            for place, proposal in enumerate(part)
        )
    if all(type(each) is int for each in part):
        return enumerated([voice.who(player) for player in part])
    newest_first = voice.history_order == "newest_first"
    is_history = all(isinstance(each, PastRound) for each in part)
    told = reversed(part) if is_history and newest_first else part
    return "\n".join(words(each, voice) for each in told)


@words.register
def _(part: PastRound, voice: Voice) -> str:
    acts = []
    for player in voice.seats():
        act = f"{voice.who(player)} played {voice.action(player, part.actions[player])}"
        if part.payoffs is not None:
            act += f" and got {exact_number(part.payoffs[player])}"
        acts.append(act)
    return f"Round {part.number}: {'; '.join(acts)}."


@words.register
def _(part: Proposal, voice: Voice) -> str:  # type: ignore[type-arg]
    return f"proposed by {voice.who(part.player)}:\n{words(part.content, voice)}"


@words.register
def _(part: Plan, voice: Voice) -> str:
    lines = []
    for count, action in enumerate(part.actions, start=1):
        verb = "delegates" if count == 1 else "delegate"
        label = voice.labels.names[action]
        whom = "that player" if count == 1 else "each of them"
        lines.append(
            f"- If {counted(count, 'player')} {verb}, it plays {label} for {whom}."
        )
    return "\n".join(lines)


@words.register
def _(part: Transfers, voice: Voice) -> str:
    lines = []
    for action in voice.labels.shown:
        if action < len(part.amounts):
            effect = _effect(part.amounts[action])
            lines.append(f"- Whoever plays {voice.labels.names[action]} {effect}.")
    return "\n".join(lines)


def _effect(amount: int) -> str:
    points = counted(abs(amount), "point")
    if amount > 0:
        return f"receives {points} in all from the other players, in equal parts"
    if amount < 0:
        return f"pays {points} in all to the other players, in equal parts"
    return "neither pays nor receives anything"
