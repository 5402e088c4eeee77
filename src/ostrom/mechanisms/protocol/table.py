"""One match: its slots, its seed, and the asking of its players."""

from collections.abc import Callable, Generator
from dataclasses import dataclass
from typing import Any

from ostrom.core.answers import A, AnswerSchema
from ostrom.core.questions import Observation, Question
from ostrom.core.seeds import stream
from ostrom.games.theory.game import Game
from ostrom.mechanisms.protocol.play import Answers, Ask, Event, Voided
from ostrom.mechanisms.protocol.situation import Situation

Stage = Generator[Ask | Event, Answers | None, Any]
"""A part of a play; it returns what the part came to."""


@dataclass(frozen=True)
class Table:
    """The players of one match.

    Attributes:
        mechanism: Name of the mechanism that is in charge.
        game: The base game.
        match: Position of the match in the unit; None for what concerns all matches.
        slots: Who sits here, in player order.
        seed: Root of the unit's streams.
    """

    mechanism: str
    game: Game
    match: int | None
    slots: tuple[int, ...]
    seed: int

    def draw(self, purpose: str, round_number: int, player: int, below: int) -> int:
        """Returns an integer from 0 to `below - 1` from the stream of that name."""
        match = -1 if self.match is None else self.match
        generator = stream(self.seed, purpose, match, round_number, player)
        return int(generator.integers(below))

    def question(
        self,
        kind: str,
        player: int,
        round_number: int,
        schema: AnswerSchema[Any],
        observation: Observation,
    ) -> Question:
        """Makes a question for the agent in seat `player`."""
        return Question(
            kind=kind,
            slot=self.slots[player],
            player=player,
            match=self.match,
            round=round_number,
            schema=schema,
            observation=observation,
            mechanism=self.mechanism,
        )


def tables(mechanism: str, situation: Situation) -> tuple[Table, ...]:
    """Returns one table for each seating of the unit."""
    return tuple(
        Table(mechanism, situation.game, match, slots, situation.seed)
        for match, slots in enumerate(situation.seatings)
    )


def ask_all(
    table: Table,
    kind: str,
    round_number: int,
    schema: Callable[[int], AnswerSchema[A]],
    observation: Callable[[int], Observation],
) -> Generator[Ask | Event, Answers | None, tuple[A, ...] | None]:
    """Puts one question to every player of the table at once.

    Args:
        table: Who is asked.
        kind: What is asked.
        round_number: Round of the base game, 0 before the first.
        schema: The legal answers of a player.
        observation: What a player may know.

    Returns:
        The answers in player order; None, after a `Voided` event, if one is missing.
    """
    questions = tuple(
        table.question(kind, player, round_number, schema(player), observation(player))
        for player in range(len(table.slots))
    )
    answers = (yield Ask(questions)) or {}
    given = [answers[question.key] for question in questions]
    complete = tuple(
        schema(player).check(answer)
        for player, answer in enumerate(given)
        if answer is not None
    )
    if len(complete) == len(given):
        return complete
    silent = [str(player) for player, answer in enumerate(given) if answer is None]
    players = "player" if len(silent) == 1 else "players"
    reason = f"no answer to {kind} from {players} {', '.join(silent)}"
    yield Voided(table.match, round_number, table.slots, reason)
    return None
