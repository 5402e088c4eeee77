"""The pasts of agents as an indented tree."""

from collections.abc import Sequence
from dataclasses import replace
from fractions import Fraction

from ostrom.mechanisms.protocol.observations import Dossier, Meeting, Participant
from ostrom.prompts.rendering.numbers import exact_number
from ostrom.prompts.rendering.voice import Voice, sentence

_INDENT = "  "


def dossiers_text(dossiers: Sequence[Dossier], voice: Voice) -> str:
    """Returns all that is told about the pasts of some agents.

    What a co-player had done before a round stands below that round, one step further
    in. The one who is spoken to is `you`, however deep.

    Args:
        dossiers: Each agent's past; the one that is spoken to may be among them.
        voice: Who is spoken to.
    """
    own = next((each.agent for each in dossiers if each.is_self), voice.agent)
    speaking = replace(voice, agent=own)
    return "\n".join("\n".join(_dossier(each, speaking)) for each in dossiers)


def _dossier(dossier: Dossier, voice: Voice) -> list[str]:
    agent = voice.who_of(dossier.agent)
    seat = voice.who(dossier.player)
    owner = "Your own past:" if dossier.is_self else f"Past of {agent}, {seat} now:"
    meetings = _meetings(dossier.meetings, voice)
    return [owner, *(meetings or [f"{_INDENT}(nothing yet)"])]


def _meetings(meetings: Sequence[Meeting], voice: Voice) -> list[str]:
    """Lines of some meetings, which are given newest first."""
    oldest_first = voice.history_order == "oldest_first"
    ordered = reversed(meetings) if oldest_first else meetings
    return [line for meeting in ordered for line in _meeting(meeting, voice)]


def _meeting(meeting: Meeting, voice: Voice) -> list[str]:
    acts = [_act(meeting.agent, meeting.player, meeting.action, meeting.payoff, voice)]
    acts += [
        _act(other.agent, other.player, other.action, other.payoff, voice)
        for other in meeting.others
    ]
    lines = [f"{_INDENT}Round {meeting.round}: {'; '.join(acts)}."]
    for other in meeting.others:
        lines += [_INDENT + line for line in _past(other, voice)]
    return lines


def _past(other: Participant, voice: Voice) -> list[str]:
    meetings = _meetings(other.past, voice)
    if not meetings:
        return []
    agent = sentence(voice.who_of(other.agent))
    return [f"{_INDENT}{agent} before that:", *(_INDENT + line for line in meetings)]


def _act(
    agent: int, player: int, action: int, payoff: Fraction | None, voice: Voice
) -> str:
    act = f"{voice.who_of(agent)} played {voice.action(player, action)}"
    return act if payoff is None else f"{act} and got {exact_number(payoff)}"
