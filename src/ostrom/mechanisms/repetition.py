"""Repetition: the same players play again and again and see what was played."""

from collections.abc import Callable
from dataclasses import dataclass
from fractions import Fraction

from ostrom.core.questions import Observation
from ostrom.mechanisms.protocol.discounting import weighted_return
from ostrom.mechanisms.protocol.many_rounds import ManyRounds, first_shown
from ostrom.mechanisms.protocol.mechanism import Mechanism
from ostrom.mechanisms.protocol.observations import PastRound
from ostrom.mechanisms.protocol.parallel import together
from ostrom.mechanisms.protocol.play import Play, RoundPlayed, Settled
from ostrom.mechanisms.protocol.rounds import play_round
from ostrom.mechanisms.protocol.situation import Situation
from ostrom.mechanisms.protocol.table import Stage, Table, tables


class RepetitionParameters(ManyRounds):
    """How long, how likely to go on, and what is remembered.

    Attributes:
        show_payoffs: Whether the history shows payoffs beside actions.
    """

    show_payoffs: bool = False


@dataclass(frozen=True)
class AgainWithTheSame(Observation):
    """What a player knows before a round of a repeated game.

    Attributes:
        continuation: Probability that another round follows this one.
        rounds_played: How many rounds lie behind.
        history: The rounds that are shown, oldest first.
    """

    continuation: Fraction
    rounds_played: int
    history: tuple[PastRound, ...]


def play(situation: Situation, parameters: RepetitionParameters) -> Play:
    """Every match is played for `rounds` rounds by the same players."""
    yield from together(
        [_match(table, parameters) for table in tables("repetition", situation)]
    )


def _match(table: Table, parameters: RepetitionParameters) -> Stage:
    played: list[RoundPlayed] = []
    for number in range(1, parameters.rounds + 1):
        seen = AgainWithTheSame(
            continuation=parameters.chance,
            rounds_played=len(played),
            history=_shown(played, parameters),
        )
        outcome = yield from play_round(table, table.game, number, _same_for_all(seen))
        if outcome is None:
            return
        played.append(outcome)
    weights = parameters.weights
    by_player = zip(*(each.payoffs for each in played), strict=True)
    returns = tuple(weighted_return(payoffs, weights) for payoffs in by_player)
    expected = played[0].expected_payoffs if parameters.rounds == 1 else None
    yield Settled(table.match, parameters.rounds, table.slots, returns, expected)


def _same_for_all(seen: Observation) -> Callable[[int], Observation]:
    return lambda _: seen


def _shown(
    played: list[RoundPlayed], parameters: RepetitionParameters
) -> tuple[PastRound, ...]:
    oldest = first_shown(parameters.window, len(played))
    return tuple(
        PastRound(
            number=each.round,
            actions=each.actions,
            payoffs=each.payoffs if parameters.show_payoffs else None,
        )
        for each in played[oldest - 1 :]
    )


MECHANISM = Mechanism(
    name="repetition",
    version=1,
    summary="The same players play again and again and see what was played.",
    source="Tewolde et al. (2026), CoopEval, arXiv:2604.15267, sections 3 and 3.2.",
    parameters=RepetitionParameters,
    play=play,
)
