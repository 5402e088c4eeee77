"""Nash equilibria and dominant profiles, decided exactly for any number of players."""

from collections.abc import Sequence
from fractions import Fraction
from itertools import product

from ostrom.core.errors import SpecError
from ostrom.games.theory.dominance import strictly_dominates, weakly_dominates
from ostrom.games.theory.game import Game, Payoffs, Profile


def action_values(
    game: Game, player: int, mixed: Sequence[Sequence[Fraction]]
) -> Payoffs:
    """Returns what each action of `player` earns in expectation, in points.

    Args:
        game: The game.
        player: Whose actions are valued.
        mixed: A mixed action for each player; that of `player` itself plays no part.

    Raises:
        SpecError: `mixed` does not fit the game, or some shares are no distribution.
    """
    check_mixed(game, mixed)
    values = [Fraction(0)] * game.num_actions[player]
    choices = [
        range(game.num_actions[seat])
        if seat == player
        else [action for action, share in enumerate(shares) if share > 0]
        for seat, shares in enumerate(mixed)
    ]
    for profile in product(*choices):
        weight = Fraction(1)
        for seat, action in enumerate(profile):
            if seat != player:
                weight *= mixed[seat][action]
        values[profile[player]] += weight * game.payoffs[profile][player]
    return tuple(values)


def best_responses(
    game: Game, player: int, mixed: Sequence[Sequence[Fraction]]
) -> tuple[int, ...]:
    """Returns all actions of `player` that earn most against the others' mixture.

    Args:
        game: The game.
        player: Who responds.
        mixed: A mixed action for each player; that of `player` itself plays no part.

    Raises:
        SpecError: `mixed` does not fit the game, or some shares are no distribution.
    """
    values = action_values(game, player, mixed)
    best = max(values)
    return tuple(action for action, value in enumerate(values) if value == best)


def is_nash(game: Game, mixed: Sequence[Sequence[Fraction]]) -> bool:
    """Whether no player gains by changing its own mixed action, exactly.

    Args:
        game: The game.
        mixed: A mixed action for each player.

    Raises:
        SpecError: `mixed` does not fit the game, or some shares are no distribution.
    """
    for player, shares in enumerate(mixed):
        best = best_responses(game, player, mixed)
        if any(share > 0 and action not in best for action, share in enumerate(shares)):
            return False
    return True


def pure_equilibria(game: Game) -> tuple[Profile, ...]:
    """Returns all Nash equilibria in pure actions, in the order of the profiles."""
    return tuple(profile for profile in game.profiles() if is_pure_nash(game, profile))


def is_pure_nash(game: Game, profile: Sequence[int]) -> bool:
    """Whether no player gains by changing its own action alone.

    Raises:
        IllegalActionError: The profile does not exist.
    """
    payoffs = game.payoff(profile)
    return all(
        game.payoffs[(*profile[:player], action, *profile[player + 1 :])][player]
        <= payoffs[player]
        for player, count in enumerate(game.num_actions)
        for action in range(count)
    )


def strictly_dominant_profile(game: Game, profile: Sequence[int]) -> bool:
    """Whether each player's action strictly dominates each other action it has.

    Raises:
        IllegalActionError: The profile does not exist.
    """
    game.payoff(profile)
    return all(
        strictly_dominates(game, player, action, other)
        for player, action in enumerate(profile)
        for other in range(game.num_actions[player])
        if other != action
    )


def weakly_dominant_profile(game: Game, profile: Sequence[int]) -> bool:
    """Whether each player's action weakly dominates each other action it has.

    At least as good against everything the others may do, and better at least once,
    for each other action separately.

    Raises:
        IllegalActionError: The profile does not exist.
    """
    game.payoff(profile)
    return all(
        weakly_dominates(game, player, action, other)
        for player, action in enumerate(profile)
        for other in range(game.num_actions[player])
        if other != action
    )


def pareto_dominates(game: Game, better: Sequence[int], worse: Sequence[int]) -> bool:
    """Whether `better` pays nobody less than `worse`, and somebody more.

    Raises:
        IllegalActionError: A profile does not exist.
    """
    high, low = game.payoff(better), game.payoff(worse)
    return high != low and all(
        above >= below for above, below in zip(high, low, strict=True)
    )


def check_mixed(game: Game, mixed: Sequence[Sequence[Fraction]]) -> None:
    """Checks that `mixed` holds a distribution over the actions of each player.

    Raises:
        SpecError: It does not; the message names the player.
    """
    shape = tuple(len(shares) for shares in mixed)
    if shape != game.num_actions:
        raise SpecError(
            f"{game.name}: mixed actions of lengths {shape} do not fit players with "
            f"{game.num_actions} actions."
        )
    for player, shares in enumerate(mixed):
        if min(shares) < 0 or sum(shares) != 1:
            raise SpecError(
                f"{game.name}: the shares of player {player} must be at least 0 and "
                f"sum to 1, got {[str(share) for share in shares]}."
            )
