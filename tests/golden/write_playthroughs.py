"""Writes golden playthroughs: one whole play of each mechanism with each of two games.

The players are fixed tables of answers drawn from a named stream, so a playthrough
shows the mechanism alone: what it asks, in which order, and what comes of it.
"""

import sys
from dataclasses import asdict
from fractions import Fraction
from pathlib import Path
from typing import Any

from golden.write_games import write_missing
from ostrom.core.answers import (
    ActionByCount,
    ActionDistribution,
    AnswerSchema,
    Approvals,
    IntegerByAction,
    YesNo,
)
from ostrom.core.questions import Question
from ostrom.core.seeds import stream
from ostrom.games.theory.catalogue import GAMES
from ostrom.mechanisms.protocol.mechanism import MECHANISMS, Mechanism
from ostrom.mechanisms.protocol.play import Answers, Ask
from ostrom.mechanisms.protocol.situation import Situation

FOLDER = Path(__file__).parent / "playthroughs"
PLAYED = ("prisoners_dilemma", "public_goods")
SEED = 4
AGENTS = 2


def playthrough(mechanism: Mechanism, game_name: str) -> dict[str, Any]:
    """Plays two agents in every seat, all ordered seatings, few rounds."""
    game = GAMES.load(game_name).default()
    players = game.num_players
    slots = tuple(player for _ in range(AGENTS) for player in range(players))
    first = tuple(range(players))
    second = tuple(players + player for player in range(players))
    situation = Situation(game, slots, (first, second), SEED)
    known = mechanism.parameters.model_fields
    parameters = mechanism.parameters(**({"rounds": 4} if "rounds" in known else {}))
    play = mechanism.play(situation, parameters)
    told: list[Any] = []
    answers: Answers | None = None
    while True:
        try:
            step = play.send(answers)
        except StopIteration:
            break
        answers = None
        if isinstance(step, Ask):
            answers = {each.key: _answer(each) for each in step.questions}
            told.append({"ask": {key: _plain(each) for key, each in answers.items()}})
        else:
            told.append({step.kind: _plain(asdict(step))})
    return {"mechanism": mechanism.name, "game": game_name, "play": told}


def _answer(question: Question) -> Any:
    """A legal answer from the stream that bears the question's name."""
    return _drawn(question.schema, stream(SEED, "answers", question.key))


def _drawn(schema: AnswerSchema[Any], generator: Any) -> Any:
    if isinstance(schema, ActionDistribution):
        return schema.pure(int(generator.integers(schema.num_actions)))
    if isinstance(schema, ActionByCount):
        drawn = generator.integers(schema.num_actions, size=schema.max_count)
        return tuple(int(each) for each in drawn)
    if isinstance(schema, IntegerByAction):
        return tuple(
            int(each) for each in generator.integers(-3, 4, schema.num_actions)
        )
    if isinstance(schema, Approvals):
        return tuple(
            bool(each) for each in generator.integers(2, size=schema.num_options)
        )
    if isinstance(schema, YesNo):
        return bool(generator.integers(4) > 0)
    return schema.neutral()


def _plain(value: Any) -> Any:
    if isinstance(value, Fraction):
        return str(value)
    if isinstance(value, dict):
        return {key: _plain(each) for key, each in value.items()}
    if isinstance(value, (list, tuple)):
        return [_plain(each) for each in value]
    return value


def write_playthroughs(folder: Path = FOLDER) -> list[str]:
    """Writes the missing playthroughs; returns complaints about differing ones."""
    complaints = []
    for name in MECHANISMS.names():
        mechanism = MECHANISMS.load(name)
        for game in PLAYED:
            file = f"{name}-v{mechanism.version}.{game}"
            complaints.append(write_missing(folder, file, playthrough(mechanism, game)))
    return [complaint for complaint in complaints if complaint]


if __name__ == "__main__":
    sys.exit("\n".join(write_playthroughs()) or 0)
