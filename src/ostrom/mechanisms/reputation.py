"""Reputation: new co-players each round, whose past one sees."""

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from fractions import Fraction
from typing import Annotated, Literal

from pydantic import Field

from ostrom.core.questions import Observation
from ostrom.core.seeds import stream
from ostrom.mechanisms.protocol.discounting import weighted_return
from ostrom.mechanisms.protocol.many_rounds import ManyRounds, first_shown
from ostrom.mechanisms.protocol.mechanism import Mechanism, Scope
from ostrom.mechanisms.protocol.observations import Dossier, Meeting, Participant
from ostrom.mechanisms.protocol.parallel import together
from ostrom.mechanisms.protocol.play import Play, RoundPlayed, Settled, Voided
from ostrom.mechanisms.protocol.rounds import play_round
from ostrom.mechanisms.protocol.situation import Situation
from ostrom.mechanisms.protocol.table import Table


class ReputationParameters(ManyRounds):
    """How long, how likely to go on, and what is known about others.

    Attributes:
        order: `higher` also tells what co-players' past co-players had done before
            (the paper's Reputation+), `first` does not (Reputation-).
        depth: How many levels of pasts are told under `higher`, from 1.
        show_payoffs: Whether pasts show payoffs beside actions.
        shuffle_identities: Whether the public numbers of agents are drawn anew for
            each unit; else they follow the order of the population, as in the paper.
    """

    order: Literal["first", "higher"] = "higher"
    depth: Annotated[int, Field(ge=1)] = 3
    show_payoffs: bool = True
    shuffle_identities: bool = True


@dataclass(frozen=True)
class AgainWithOthers(Observation):
    """What a player knows before it meets new co-players.

    Attributes:
        continuation: Probability that another round follows this one.
        rounds_played: How many rounds lie behind.
        own_number: The public number of the agent that is asked.
        dossiers: Its own past first, then its present co-players' in player order.
    """

    continuation: Fraction
    rounds_played: int
    own_number: int
    dossiers: tuple[Dossier, ...]


@dataclass(frozen=True)
class Population:
    """All agents of the unit and what they have played so far.

    Attributes:
        numbers: The public number of each slot.
        parameters: Rules of what is told.
        rounds: The matches of each past round.
    """

    numbers: tuple[int, ...]
    parameters: ReputationParameters
    rounds: tuple[tuple[RoundPlayed, ...], ...] = ()

    def after(self, matches: Iterable[RoundPlayed]) -> "Population":
        """The population one round later."""
        return Population(self.numbers, self.parameters, (*self.rounds, tuple(matches)))

    def past(self, slot: int, before: int, depth: int) -> tuple[Meeting, ...]:
        """What is told of the rounds of `slot` before round `before`, newest first.

        Rounds out of the window, counted from now, are left out, however deep.
        """
        oldest = first_shown(self.parameters.window, len(self.rounds))
        meetings: list[Meeting] = []
        for number in range(before - 1, oldest - 1, -1):
            meetings += [
                self._meeting(match, slot, depth)
                for match in self.rounds[number - 1]
                if slot in match.slots
            ]
        return tuple(meetings)

    def _meeting(self, match: RoundPlayed, slot: int, depth: int) -> Meeting:
        own = match.slots.index(slot)
        others = tuple(
            Participant(
                agent=self.numbers[other],
                player=player,
                action=match.actions[player],
                payoff=self._told(match.payoffs[player]),
                past=self.past(other, match.round, depth - 1) if depth > 1 else (),
            )
            for player, other in enumerate(match.slots)
            if other != slot
        )
        return Meeting(
            round=match.round,
            agent=self.numbers[slot],
            player=own,
            action=match.actions[own],
            payoff=self._told(match.payoffs[own]),
            others=others,
        )

    def _told(self, payoff: Fraction) -> Fraction | None:
        return payoff if self.parameters.show_payoffs else None


def rematch(
    slots: tuple[int, ...], num_players: int, seed: int, round_number: int
) -> tuple[tuple[int, ...], ...]:
    """Draws who meets whom: every agent plays exactly once, in its own seat.

    The agents of each seat are shuffled independently and lined up, so all matchings
    that respect the seats are equally likely. Stream: `("matching", round)`.

    Args:
        slots: The seat of each agent; every seat has equally many.
        num_players: Players of the base game.
        seed: Root of the unit's streams.
        round_number: From 1.

    Returns:
        For each match its slots in player order.
    """
    generator = stream(seed, "matching", round_number)
    columns = []
    for player in range(num_players):
        seated = [slot for slot, seat in enumerate(slots) if seat == player]
        columns.append([seated[index] for index in generator.permutation(len(seated))])
    return tuple(zip(*columns, strict=True))


def play(situation: Situation, parameters: ReputationParameters) -> Play:
    """All agents play every round with co-players drawn anew.

    An encounter without a complete set of answers is void: nobody learns of it, and
    the agents in it have no return.
    """
    population = Population(_numbers(situation, parameters), parameters)
    for number in range(1, parameters.rounds + 1):
        matching = rematch(
            situation.slots, situation.game.num_players, situation.seed, number
        )
        stages = [
            play_round(
                table := Table(
                    "reputation", situation.game, match, slots, situation.seed
                ),
                situation.game,
                number,
                _observer(population, table, number),
            )
            for match, slots in enumerate(matching)
        ]
        played = yield from together(stages)
        population = population.after(each for each in played if each is not None)
    yield from _settle(situation, population)


def _numbers(situation: Situation, parameters: ReputationParameters) -> tuple[int, ...]:
    count = len(situation.slots)
    if not parameters.shuffle_identities:
        return tuple(range(1, count + 1))
    drawn = stream(situation.seed, "identities").permutation(count)
    return tuple(int(number) + 1 for number in drawn)


def _observer(
    population: Population, table: Table, number: int
) -> Callable[[int], AgainWithOthers]:
    """What each player of a table may know before round `number`."""
    parameters = population.parameters
    depth = parameters.depth if parameters.order == "higher" else 1

    def observe(player: int) -> AgainWithOthers:
        seats = [player, *(seat for seat in range(len(table.slots)) if seat != player)]
        return AgainWithOthers(
            continuation=parameters.chance,
            rounds_played=number - 1,
            own_number=population.numbers[table.slots[player]],
            dossiers=tuple(
                Dossier(
                    agent=population.numbers[table.slots[seat]],
                    player=seat,
                    is_self=seat == player,
                    meetings=population.past(table.slots[seat], number, depth),
                )
                for seat in seats
            ),
        )

    return observe


def _settle(situation: Situation, population: Population) -> Play:
    parameters = population.parameters
    weights = parameters.weights
    complete: dict[int, Fraction] = {}
    broken: list[int] = []
    for slot in range(len(situation.slots)):
        payoffs = [
            match.payoffs[match.slots.index(slot)]
            for matches in population.rounds
            for match in matches
            if slot in match.slots
        ]
        if len(payoffs) == parameters.rounds:
            complete[slot] = weighted_return(payoffs, weights)
        else:
            broken.append(slot)
    if broken:
        reason = "a round of theirs is void"
        yield Voided(None, parameters.rounds, tuple(broken), reason)
    if complete:
        yield Settled(
            None, parameters.rounds, tuple(complete), tuple(complete.values()), None
        )


MECHANISM = Mechanism(
    name="reputation",
    version=1,
    summary="Players meet new co-players each round and see those co-players' pasts.",
    source="Tewolde et al. (2026), CoopEval, arXiv:2604.15267, sections 3 and 3.2.",
    parameters=ReputationParameters,
    play=play,
    scope=lambda _: Scope.TOURNAMENT,
)
