"""The past as actions alone, whichever mechanism tells it."""

from collections.abc import Iterator
from dataclasses import dataclass

from ostrom.core.questions import Observation
from ostrom.games.theory.game import Profile
from ostrom.mechanisms.protocol.observations import Meeting
from ostrom.mechanisms.repetition import AgainWithTheSame
from ostrom.mechanisms.reputation import AgainWithOthers


@dataclass(frozen=True)
class Past:
    """What a player is shown of earlier rounds.

    Attributes:
        player: Whose view it is.
        actions: For each player in player order, itself included, what the agent that
            sits there now has played, in whatever company; oldest first.
        profiles: The rounds that the player itself took part in, oldest first.
    """

    player: int
    actions: tuple[tuple[int, ...], ...]
    profiles: tuple[Profile, ...]

    @property
    def own(self) -> tuple[int, ...]:
        """What the player itself has played, oldest first."""
        return self.actions[self.player]

    def co_players(self) -> Iterator[tuple[int, tuple[int, ...]]]:
        """Each co-player's seat and what it has played, in player order."""
        for seat, played in enumerate(self.actions):
            if seat != self.player:
                yield seat, played


def past_of(observation: Observation, player: int) -> Past | None:
    """Returns the past that an observation tells.

    With new co-players each round, a co-player's past is what it did to others before.

    Args:
        observation: What the player may know.
        player: Its seat.

    Returns:
        None where the mechanism has no past to tell: the game is played once.
    """
    if isinstance(observation, AgainWithTheSame):
        profiles = tuple(past.actions for past in observation.history)
        return _with_the_same(profiles, player)
    if isinstance(observation, AgainWithOthers):
        return _with_others(observation, player)
    return None


def _with_the_same(profiles: tuple[Profile, ...], player: int) -> Past:
    # Before the first round nobody knows how many seats there are; none is needed.
    columns = tuple(zip(*profiles, strict=True)) or ((),) * (player + 1)
    return Past(player, columns, profiles)


def _with_others(observation: AgainWithOthers, player: int) -> Past:
    by_seat = sorted(observation.dossiers, key=lambda dossier: dossier.player)
    own = next(dossier for dossier in by_seat if dossier.is_self)
    return Past(
        player=player,
        actions=tuple(
            tuple(meeting.action for meeting in reversed(dossier.meetings))
            for dossier in by_seat
        ),
        profiles=tuple(profile_of(meeting) for meeting in reversed(own.meetings)),
    )


def profile_of(meeting: Meeting) -> Profile:
    """Returns what was played in a meeting, in player order."""
    seats = {meeting.player: meeting.action}
    seats.update({other.player: other.action for other in meeting.others})
    return tuple(seats[player] for player in sorted(seats))
