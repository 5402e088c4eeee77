"""Plays one match of the prisoner's dilemma under repetition and prints its rounds.

A mechanism is a generator: it asks questions, is sent the answers, and tells events.
Whoever drives it decides who answers; here two scripted agents do.

    python examples/one_match.py
"""

import asyncio

from ostrom.agents.protocol.agent import AGENTS, Agent, Seat
from ostrom.core.answers import Answer
from ostrom.core.parameters import Parameters, read_parameters
from ostrom.core.seeds import stream
from ostrom.games.theory.catalogue import GAMES
from ostrom.games.theory.game import Game
from ostrom.llm.calls import Request, Response
from ostrom.mechanisms.protocol.mechanism import MECHANISMS, Mechanism
from ostrom.mechanisms.protocol.play import Ask, Event, RoundPlayed, Settled
from ostrom.mechanisms.protocol.situation import Situation

SEED = 7


async def no_line(request: Request, key: str) -> Response:
    """Refuses calls: scripted agents need no language model."""
    raise LookupError(f"{key}: nobody serves {request.model} here.")


def take_seats(game: Game, names: list[str]) -> list[Agent]:
    """Returns one agent for each seat, each with its own random stream."""
    agents = []
    for player, name in enumerate(names):
        kind = AGENTS.load(name)
        seat = Seat(game, player, player, stream(SEED, "agent", player), no_line)
        agents.append(kind.sit(kind.settings(), seat))
    return agents


async def play_match(
    game: Game, mechanism: Mechanism, parameters: Parameters, agents: list[Agent]
) -> list[Event]:
    """Drives the mechanism to its end and returns what it told."""
    play = mechanism.play(Situation.of_one_match(game, SEED), parameters)
    events: list[Event] = []
    answers: dict[str, Answer | None] | None = None
    while True:
        try:
            step = play.send(answers)
        except StopIteration:
            return events
        answers = None
        if isinstance(step, Ask):
            decisions = await asyncio.gather(
                *(agents[question.slot].decide(question) for question in step.questions)
            )
            answers = {
                question.key: decision.answer
                for question, decision in zip(step.questions, decisions, strict=True)
            }
        else:
            events.append(step)


def main() -> None:
    """Plays and prints."""
    game = GAMES.load("prisoners_dilemma").default()
    mechanism = MECHANISMS.load("repetition")
    parameters = read_parameters(mechanism.parameters, {"rounds": 6}, "repetition")
    agents = take_seats(game, ["tit_for_tat", "alternator"])
    for event in asyncio.run(play_match(game, mechanism, parameters, agents)):
        if isinstance(event, RoundPlayed):
            first, second = event.choices
            points = " and ".join(str(payoff) for payoff in event.payoffs)
            print(f"round {event.round}: {first:9} {second:9} pays {points}")
        elif isinstance(event, Settled):
            returns = " and ".join(f"{float(each):.3f}" for each in event.returns)
            print(f"returns, in points a round: {returns}")


if __name__ == "__main__":
    main()
