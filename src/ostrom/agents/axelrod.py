"""Every strategy of the Axelrod library, for two players with two actions each."""

import importlib
from dataclasses import dataclass
from fractions import Fraction
from types import ModuleType
from typing import Any, final

import numpy as np

from ostrom.agents.protocol.agent import Agent, AgentKind, Seat
from ostrom.agents.protocol.scripted import needs_both
from ostrom.agents.protocol.view import cooperation, defection
from ostrom.core.answers import ActionDistribution
from ostrom.core.errors import MissingExtraError, SpecError, UnknownNameError
from ostrom.core.naming import did_you_mean
from ostrom.core.parameters import Parameters
from ostrom.core.questions import Question
from ostrom.games.theory.game import Game
from ostrom.mechanisms.protocol.observations import PastRound
from ostrom.mechanisms.repetition import MECHANISM as REPEATED
from ostrom.mechanisms.repetition import AgainWithTheSame
from ostrom.records.decision import Decision


class AxelrodSettings(Parameters):
    """Which strategy plays.

    Attributes:
        strategy: Name of its class in the library, such as `WinStayLoseShift`; its
            parameters are the library's defaults. Strategies that look into their
            opponent are left out.
    """

    strategy: str = "TitForTat"


@dataclass
class _Pair:
    """The strategy and a stand-in for its opponent, in one match.

    Attributes:
        player: The strategy, with its memory.
        opponent: Holds what the opponent has played.
        rounds_told: How many rounds both have been told.
    """

    player: Any
    opponent: Any
    rounds_told: int = 0


@final
class AxelrodAgent(Agent):
    """Plays one strategy of the library; one fresh player for each match.

    The player is told every round as it was really played. Each question shows the last
    round at least, so a history window hides nothing from it. It is told neither how
    many rounds will be played nor of any noise.
    """

    def __init__(self, settings: AxelrodSettings, seat: Seat) -> None:
        """Finds the strategy and makes sure that it accepts the payoffs.

        Raises:
            MissingExtraError: The library is not installed.
            UnknownNameError: It has no strategy of that name.
            SpecError: The strategy or the library does not fit the game.
        """
        self._library = _library()
        self._strategy = _strategy(self._library, settings.strategy)
        self._seat = seat
        self._seed = int(seat.generator.integers(2**31))
        self._pairs: dict[int | None, _Pair] = {}
        _new_player(self._library, self._strategy, seat.game, seat.player)

    async def decide(self, question: Question) -> Decision:
        """Answers with the one action that the strategy plays."""
        seen, schema = question.observation, question.schema
        if not isinstance(schema, ActionDistribution) or not isinstance(
            seen, AgainWithTheSame
        ):
            raise SpecError(
                f"{question.key}: the strategies of the Axelrod library only play "
                f"{REPEATED.name}, and were asked for {question.kind} by "
                f"{question.mechanism}."
            )
        pair = self._pair(question.match)
        self._tell(pair, seen)
        chosen = pair.player.strategy(pair.opponent)
        game, player = self._seat.game, self._seat.player
        cooperates = chosen == self._library.Action.C
        profile = cooperation(game) if cooperates else defection(game)
        return Decision(schema.pure(profile[player]))

    def _pair(self, match: int | None) -> _Pair:
        """The players of a match, made at its first question."""
        if match not in self._pairs:
            player = _new_player(
                self._library, self._strategy, self._seat.game, self._seat.player
            )
            number = -1 if match is None else match
            dice = np.random.SeedSequence([self._seed, number + 1])
            player.set_seed(int(dice.generate_state(1)[0]))
            self._pairs[match] = _Pair(player, self._library.MockPlayer())
        return self._pairs[match]

    def _tell(self, pair: _Pair, seen: AgainWithTheSame) -> None:
        """Tells the players each round that they do not know yet."""
        news = [past for past in seen.history if past.number > pair.rounds_told]
        if pair.rounds_told + len(news) != seen.rounds_played:
            raise SpecError(
                f"{self._strategy.__name__} needs every round, but was told "
                f"{pair.rounds_told} and shown {len(news)} of {seen.rounds_played}."
            )
        for past in news:
            self._tell_round(pair, past)
        pair.rounds_told = seen.rounds_played

    def _tell_round(self, pair: _Pair, past: PastRound) -> None:
        good, actions = cooperation(self._seat.game), self._library.Action
        moves = [
            actions.C if action == good[seat] else actions.D
            for seat, action in enumerate(past.actions)
        ]
        own, other = moves[self._seat.player], moves[1 - self._seat.player]
        pair.player.update_history(own, other)
        pair.opponent.update_history(other, own)


def payoffs_of(game: Game, player: int) -> dict[str, int | float]:
    """Returns R, S, T and P as the player sees them, under the library's names."""
    good, bad = cooperation(game), defection(game)

    def paid(own: tuple[int, ...], other: tuple[int, ...]) -> int | float:
        profile = [other[seat] for seat in range(2)]
        profile[player] = own[player]
        payoff: Fraction = game.payoff(profile)[player]
        return int(payoff) if payoff.denominator == 1 else float(payoff)

    return {
        "r": paid(good, good),
        "s": paid(good, bad),
        "t": paid(bad, good),
        "p": paid(bad, bad),
    }


def _library() -> ModuleType:
    try:
        return importlib.import_module("axelrod")
    except ModuleNotFoundError as error:
        if error.name != "axelrod":
            raise
        raise MissingExtraError(
            "The Axelrod library is not installed: pip install 'ostrom[axelrod]'."
        ) from None


def _strategy(library: ModuleType, name: str) -> Any:
    known = {strategy.__name__: strategy for strategy in library.strategies}
    if name not in known:
        raise UnknownNameError(
            f"The Axelrod library has no strategy {name!r}."
            f"{did_you_mean(name, known)} It has {len(known)}."
        )
    return known[name]


def _new_player(library: ModuleType, strategy: Any, game: Game, player: int) -> Any:
    """A fresh player that knows the payoffs.

    Raises:
        SpecError: The strategy is not defined for these payoffs.
    """
    payoffs = payoffs_of(game, player)
    try:
        made = strategy()
        # A division by zero inside shows in what the strategy then refuses.
        with np.errstate(divide="ignore", invalid="ignore"):
            made.set_match_attributes(
                length=float("inf"), game=library.Game(**payoffs), noise=0
            )
    except ValueError as error:
        raise SpecError(
            f"{strategy.__name__} does not accept the payoffs of {game.name}, "
            f"{payoffs}: {error}"
        ) from error
    return made


def objection(settings: AxelrodSettings, game: Game, mechanism: str) -> str | None:
    """Objects to all but two players, two actions each, playing again and again.

    Raises:
        MissingExtraError: The library is not installed.
        UnknownNameError: It has no strategy of that name.
    """
    if mechanism != REPEATED.name:
        return f"The strategies of the Axelrod library only play {REPEATED.name}."
    if game.num_actions != (2, 2):
        return (
            "The strategies of the Axelrod library are for two players with two "
            f"actions each; {game.name} has {game.num_actions} actions."
        )
    missing = needs_both(settings, game, mechanism)
    if missing is not None:
        return missing
    library = _library()
    strategy = _strategy(library, settings.strategy)
    try:
        for player in range(2):
            _new_player(library, strategy, game, player)
    except SpecError as error:
        return str(error)
    return None


AGENT = AgentKind(
    name="axelrod",
    version=1,
    summary="A strategy of the Axelrod library, for repeated two-by-two games.",
    source="Knight et al. (2016), An open framework for the reproducible study of the "
    "iterated prisoner's dilemma, J. Open Research Software 4.",
    settings=AxelrodSettings,
    sit=AxelrodAgent,
    objection=objection,
)
