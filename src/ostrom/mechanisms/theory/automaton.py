"""Strategies of a repeated game as one finite automaton, and its one-shot deviations.

For payoffs that are discounted, a profile of strategies is subgame perfect exactly if
in no state of its automaton, whether play ever gets there or not, some player gains by
one other action followed by a return to the strategy. So finitely many comparisons of
exact numbers decide.
"""

from collections.abc import Callable, Hashable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from ostrom.core.errors import SpecError
from ostrom.games.theory.game import Game, Payoffs, Profile
from ostrom.mechanisms.theory.deviations import (
    Deviation,
    checked_delta,
    discounted_values,
    other_actions,
    replaced,
)


@dataclass(frozen=True)
class Automaton:
    """A pure strategy for every player of a repeated game, with a shared memory.

    Attributes:
        states: All states, also those that play never reaches.
        initial: The state before the first round; one of `states`.
        play: The action of each player in a state.
        next_state: The state after a round, from the state before it and what was
            played; one of `states` for every profile of the game.
    """

    states: tuple[Hashable, ...]
    initial: Hashable
    play: Callable[[Any], Profile]
    next_state: Callable[[Any, Profile], Hashable]


def conforming_values(
    game: Game, automaton: Automaton, delta: Fraction
) -> dict[Hashable, Payoffs]:
    """Returns what each player gets from every state on when all keep to the strategy.

    Args:
        game: The game that is played each round.
        automaton: The strategies.
        delta: Probability that another round follows, 0 at least and below 1.

    Returns:
        For every state the normalised discounted payoffs, in points a round.

    Raises:
        SpecError: `delta` is out of range, or the automaton leaves its states.
        IllegalActionError: It plays a profile that the game does not have.
    """
    checked_delta(delta)
    plays = _plays(game, automaton)
    successor = {
        state: automaton.next_state(state, plays[state]) for state in automaton.states
    }
    for after in successor.values():
        if after not in successor:
            raise _left(after)
    by_player = [
        discounted_values(
            successor,
            {state: game.payoff(played)[seat] for state, played in plays.items()},
            delta,
        )
        for seat in range(game.num_players)
    ]
    return {
        state: tuple(values[state] for values in by_player)
        for state in automaton.states
    }


def one_shot_deviations(
    game: Game, automaton: Automaton, delta: Fraction
) -> tuple[Deviation, ...]:
    """Returns every one-shot deviation and its gain: all states, players and actions.

    The profile is subgame perfect exactly if no gain is above 0.

    Args:
        game: The game that is played each round.
        automaton: The strategies.
        delta: Probability that another round follows, 0 at least and below 1.

    Returns:
        In the order of states, then players, then actions. Gains are normalised, in
        points a round; the prescribed action is not among them.

    Raises:
        SpecError: `delta` is out of range, or the automaton leaves its states.
        IllegalActionError: It plays a profile that the game does not have.
    """
    values = conforming_values(game, automaton, delta)
    options = [_options(game, player) for player in range(game.num_players)]
    deviations: list[Deviation] = []
    for state in automaton.states:
        profile = automaton.play(state)
        for player in range(game.num_players):
            kept = values[state][player]
            for action, changed, paid in options[player][profile][1:]:
                after = automaton.next_state(state, changed)
                if after not in values:
                    raise _left(after)
                gain = (1 - delta) * paid + delta * values[after][player] - kept
                deviations.append(Deviation(player, "play", state, action, gain))
    return tuple(deviations)


def best_response_values(
    game: Game, automaton: Automaton, player: int, delta: Fraction
) -> dict[Hashable, Fraction]:
    """Returns the most that a player can get while all others keep to the strategy.

    Policy iteration in exact numbers: from the prescribed actions on, each state's
    action is replaced where another one gains, until none does. It ends because there
    are finitely many policies and each is better than the one before.

    Args:
        game: The game that is played each round.
        automaton: The strategies.
        player: Who seeks its best response.
        delta: Probability that another round follows, 0 at least and below 1.

    Returns:
        For every state the normalised discounted payoff, in points a round.

    Raises:
        SpecError: `delta` is out of range, or the automaton leaves its states.
        IllegalActionError: It plays a profile that the game does not have.
    """
    checked_delta(delta)
    options = _options(game, player)
    moves = {
        state: [
            (paid, automaton.next_state(state, changed))
            for _, changed, paid in options[played]
        ]
        for state, played in _plays(game, automaton).items()
    }
    for reachable in moves.values():
        for _, after in reachable:
            if after not in moves:
                raise _left(after)
    chosen = dict.fromkeys(moves, 0)
    while True:
        values = discounted_values(
            {state: moves[state][pick][1] for state, pick in chosen.items()},
            {state: moves[state][pick][0] for state, pick in chosen.items()},
            delta,
        )
        improved = {
            state: _best_move(moves[state], chosen[state], values, delta)
            for state in moves
        }
        if improved == chosen:
            return values
        chosen = improved


def best_response_gain(game: Game, automaton: Automaton, delta: Fraction) -> Fraction:
    """Returns the most that any player gains from the start by any strategy at all.

    It is 0 exactly if the automaton is a Nash equilibrium of the repeated game. That is
    the notion for what need not be credible: threats after histories that never occur.

    Args:
        game: The game that is played each round.
        automaton: The strategies.
        delta: Probability that another round follows, 0 at least and below 1.

    Returns:
        The largest gain over the players, in points a round; never below 0.
    """
    kept = conforming_values(game, automaton, delta)[automaton.initial]
    return max(
        best_response_values(game, automaton, player, delta)[automaton.initial]
        - kept[player]
        for player in range(game.num_players)
    )


def _plays(game: Game, automaton: Automaton) -> dict[Hashable, Profile]:
    """What is played in each state, once each profile is known to exist."""
    plays = {state: automaton.play(state) for state in automaton.states}
    for profile in set(plays.values()):
        game.payoff(profile)
    return plays


def _options(
    game: Game, player: int
) -> dict[Profile, tuple[tuple[int, Profile, Fraction], ...]]:
    """For each profile what the player can make of it: action, profile, own payoff.

    Its part of the profile comes first, then its other actions in rising order.
    """
    options: dict[Profile, tuple[tuple[int, Profile, Fraction], ...]] = {}
    for profile in game.profiles():
        actions = (profile[player], *other_actions(game, profile, player))
        changed = [replaced(profile, player, action) for action in actions]
        options[profile] = tuple(
            (action, reached, game.payoff(reached)[player])
            for action, reached in zip(actions, changed, strict=True)
        )
    return options


def _best_move(
    moves: Sequence[tuple[Fraction, Hashable]],
    current: int,
    values: dict[Hashable, Fraction],
    delta: Fraction,
) -> int:
    """The move that gains most over the current one; the current one on ties."""
    worths = [(1 - delta) * payoff + delta * values[after] for payoff, after in moves]
    best = max(range(len(moves)), key=worths.__getitem__)
    return best if worths[best] > worths[current] else current


def _left(state: Hashable) -> SpecError:
    return SpecError(f"The automaton moves to {state!r}, which it does not list.")
