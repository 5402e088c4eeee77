"""Scripted agents: an action rule and a conduct in institutions, put together."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, final

from ostrom.agents.protocol.agent import Agent, Seat
from ostrom.agents.protocol.conduct import Conduct
from ostrom.agents.protocol.view import Shares, View, cooperation, defection
from ostrom.core.answers import ActionDistribution, Answer
from ostrom.core.errors import SpecError
from ostrom.core.questions import Question
from ostrom.core.seeds import stream
from ostrom.games.theory.game import Game
from ostrom.records.decision import Decision

Rule = Callable[[View], Shares]
"""An action rule: what is to be seen in, per cent by action out."""


@final
@dataclass(frozen=True)
class ScriptedAgent(Agent):
    """Decides by a fixed rule from what a question tells; it remembers nothing.

    Order of what decides on an action: the conduct, if it takes part in the mediator or
    contract that stands ready; else the rule. Other questions go to the conduct. Where
    that has no answer, the schema's neutral one is given.

    Attributes:
        seat: Its place in the unit.
        rule: Chooses actions.
        conduct: Proposes, approves, signs and delegates.
        root: Root of its own random streams, one for each question.
    """

    seat: Seat
    rule: Rule
    conduct: Conduct
    root: int

    async def decide(self, question: Question) -> Decision:
        """Answers at once."""
        schema = question.schema
        if isinstance(schema, ActionDistribution):
            return Decision(schema.check(self._action(question, schema)))
        dice = stream(self.root, question.key)
        answer = self.conduct.settle(self.seat.game, question, dice)
        legal: Answer = schema.neutral() if answer is None else schema.check(answer)
        return Decision(legal)

    def _action(
        self, question: Question, schema: ActionDistribution
    ) -> tuple[int, ...]:
        game, player, seen = self.seat.game, self.seat.player, question.observation
        prescribed = self.conduct.prescribed(game, seen, player)
        if prescribed is not None:
            return schema.pure(prescribed)
        shares = self.rule(View(game, player, seen, schema.num_actions))
        if max(shares) >= schema.num_actions:
            # A mechanism unknown to us has taken the rule's action away.
            return schema.neutral()
        return tuple(shares.get(action, 0) for action in range(schema.num_actions))


def take_seat(seat: Seat, rule: Rule, conduct: Conduct) -> ScriptedAgent:
    """Returns the agent that plays by `rule` and `conduct` in a seat."""
    return ScriptedAgent(seat, rule, conduct, int(seat.generator.integers(2**63)))


def needs_cooperation(_: Any, game: Game, __: str) -> str | None:
    """Objects to games that do not name what cooperating is."""
    return _refusal(cooperation, game)


def needs_defection(_: Any, game: Game, __: str) -> str | None:
    """Objects to games in which it is not clear what defecting is."""
    return _refusal(defection, game)


def needs_both(_: Any, game: Game, __: str) -> str | None:
    """Objects to games in which cooperating or defecting is not clear."""
    return _refusal(cooperation, game) or _refusal(defection, game)


def needs_equilibrium(_: Any, game: Game, __: str) -> str | None:
    """Objects to games without a cooperative profile or an equilibrium to punish by."""
    missing = _refusal(cooperation, game)
    if missing is None and game.defective_profile is None:
        return f"{game.name} names no defective equilibrium to fall back on."
    return missing


def _refusal(find: Callable[[Game], Any], game: Game) -> str | None:
    try:
        find(game)
    except SpecError as error:
        return str(error)
    return None
