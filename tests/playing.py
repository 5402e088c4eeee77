"""Plays a mechanism with agents and returns all that was asked and told."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from itertools import product
from typing import Any

from ostrom.agents.protocol.agent import AGENTS, Agent, AgentKind, Seat
from ostrom.core.answers import ActionDistribution, Answer
from ostrom.core.parameters import Parameters
from ostrom.core.questions import Question
from ostrom.core.seeds import stream
from ostrom.games.theory.catalogue import GAMES
from ostrom.games.theory.game import Game
from ostrom.llm.calls import Request, Response
from ostrom.mechanisms.protocol.mechanism import MECHANISMS, Mechanism, Scope
from ostrom.mechanisms.protocol.play import Ask, Event
from ostrom.mechanisms.protocol.situation import Situation
from ostrom.records.decision import Decision

Decide = Callable[[Question], Answer | None]

Named = str | AgentKind | tuple[str | AgentKind, Mapping[str, Any]]
"""An agent by its name or kind, alone or with settings."""


@dataclass(frozen=True)
class Playing:
    """What happened: the asks with their answers, and the events, in order."""

    asks: tuple[tuple[tuple[Question, Answer | None], ...], ...]
    events: tuple[Event, ...]

    @property
    def questions(self) -> tuple[Question, ...]:
        return tuple(question for ask in self.asks for question, _ in ask)

    @property
    def answers(self) -> dict[str, Answer | None]:
        return {question.key: answer for ask in self.asks for question, answer in ask}

    def of(self, kind: type[Event]) -> tuple[Any, ...]:
        """The events of one type."""
        return tuple(event for event in self.events if isinstance(event, kind))


async def no_line(request: Request, key: str) -> Response:
    """Stands where a language model would be called; nobody may."""
    raise AssertionError(f"{key}: a scripted agent called {request.model}")


def play_with(
    mechanism: Mechanism,
    situation: Situation,
    parameters: Parameters,
    decide: Decide,
) -> Playing:
    """Plays to the end; every question of an ask is put before any answer is given."""
    play = mechanism.play(situation, parameters)
    asks: list[tuple[tuple[Question, Answer | None], ...]] = []
    events: list[Event] = []
    answers: Mapping[str, Answer | None] | None = None
    while True:
        try:
            step = play.send(answers)
        except StopIteration:
            return Playing(tuple(asks), tuple(events))
        answers = None
        if isinstance(step, Ask):
            put = tuple((question, decide(question)) for question in step.questions)
            asks.append(put)
            answers = {question.key: answer for question, answer in put}
        else:
            events.append(step)


def seat_agents(
    kinds: Sequence[tuple[AgentKind, Parameters]],
    game: Game,
    slots: Sequence[int],
    seed: int,
) -> tuple[Agent, ...]:
    """Sits one agent in each slot, each with its own stream."""
    return tuple(
        kind.sit(
            settings,
            Seat(
                game=game,
                player=player,
                slot=slot,
                generator=stream(seed, "agent", slot),
                line=no_line,
            ),
        )
        for slot, ((kind, settings), player) in enumerate(
            zip(kinds, slots, strict=True)
        )
    )


def deciding(agents: Sequence[Agent]) -> Decide:
    """Answers by asking the agent in the question's slot."""
    return lambda question: decided(agents[question.slot], question).answer


def decided(agent: Agent, question: Question) -> Decision:
    """The decision of an agent that never waits, so that no event loop is needed."""
    walk = agent.decide(question)
    try:
        walk.send(None)
    except StopIteration as end:
        decision = end.value
        assert isinstance(decision, Decision)
        return decision
    raise AssertionError(f"{question.key}: the agent waits for something")


def drive(
    mechanism: Mechanism | str,
    game: Game,
    agents: Sequence[Named],
    parameters: Mapping[str, Any] | None = None,
    seed: int = 0,
    per_role: int = 1,
) -> Playing:
    """Plays one match of named agents, or a population with `per_role` agents a seat.

    `agents` gives one agent for each slot: a name or a kind, alone or with settings.
    Slots are role by role: slot s sits in seat `s // per_role`.
    """
    rules = mechanism_called(mechanism) if isinstance(mechanism, str) else mechanism
    filled = rules.parameters.model_validate(dict(parameters or {}))
    situation = population(game, seed, per_role)
    kinds = [named_kind(agent) for agent in agents]
    seated = seat_agents(kinds, game, situation.slots, seed)
    return play_with(rules, situation, filled, deciding(seated))


@cache
def game_called(name: str) -> Game:
    """A game of the catalogue at its defaults."""
    return GAMES.load(name).default()


@cache
def mechanism_called(name: str) -> Mechanism:
    """A mechanism of the catalogue."""
    return MECHANISMS.load(name)


@cache
def agent_called(name: str) -> AgentKind:
    """An agent of the catalogue."""
    return AGENTS.load(name)


class _Recital(Agent):
    """Plays given actions round by round, whatever happens."""

    def __init__(self, actions: Sequence[int]) -> None:
        self._actions = actions

    async def decide(self, question: Question) -> Decision:
        schema = question.schema
        if not isinstance(schema, ActionDistribution):
            return Decision(schema.neutral())
        return Decision(schema.pure(self._actions[max(question.round, 1) - 1]))


def sequence(*actions: int) -> AgentKind:
    """An agent that plays these actions in this order."""
    return AgentKind(
        name="sequence",
        version=1,
        summary="Plays what it was given.",
        source="None; for tests.",
        sit=lambda _, __: _Recital(actions),
    )


def population(game: Game, seed: int, per_role: int = 1) -> Situation:
    """`per_role` agents for each seat, and every combination of them as one match."""
    slots = tuple(p for p in range(game.num_players) for _ in range(per_role))
    by_role = [
        [slot for slot, player in enumerate(slots) if player == role]
        for role in range(game.num_players)
    ]
    return Situation(game, slots, tuple(product(*by_role)), seed)


def few_rounds(mechanism: Mechanism, rounds: int = 3) -> Parameters:
    """The mechanism's defaults, but few rounds where it has rounds."""
    given = {"rounds": rounds} if "rounds" in mechanism.parameters.model_fields else {}
    return mechanism.parameters.model_validate(given)


def is_tournament(mechanism: Mechanism, parameters: Parameters) -> bool:
    return mechanism.scope(parameters) is Scope.TOURNAMENT


def named_kind(agent: Named) -> tuple[AgentKind, Parameters]:
    named, settings = agent if isinstance(agent, tuple) else (agent, {})
    kind = agent_called(named) if isinstance(named, str) else named
    return kind, kind.settings.model_validate(dict(settings))
