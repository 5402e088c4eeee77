"""A round of the base game, or of the base game as a mechanism has changed it."""

from collections.abc import Callable, Generator
from fractions import Fraction

from ostrom.core.answers import ActionDistribution
from ostrom.core.questions import Observation
from ostrom.games.theory.game import Game, Profile
from ostrom.mechanisms.protocol.play import Answers, Ask, Event, RoundPlayed, Settled
from ostrom.mechanisms.protocol.table import Stage, Table, ask_all


def _as_chosen(profile: Profile) -> Profile:
    """What is played where a mechanism adds no action: what was chosen."""
    return profile


def play_round(
    table: Table,
    rules: Game,
    number: int,
    observation: Callable[[int], Observation],
    *,
    resolve: Callable[[Profile], Profile] = _as_chosen,
) -> Generator[Ask | Event, Answers | None, RoundPlayed | None]:
    """Asks for mixed actions, samples them, and pays.

    Order: all players answer at once; each action is drawn from the stream
    `("sampler", match, round, player)`; payoffs follow.

    Args:
        table: Who plays.
        rules: The game that is played: the base game, or a modification of it.
        number: Round, from 1.
        observation: What a player may know.
        resolve: Turns a profile of `rules` into the base-game actions that it plays.

    Returns:
        The round, which was told as an event; None if an answer was missing.
    """
    distributions = yield from ask_all(
        table,
        "choose_action",
        number,
        lambda player: ActionDistribution(rules.num_actions[player]),
        observation,
    )
    if distributions is None:
        return None
    profile = tuple(
        _sample(share, table.draw("sampler", number, player, 100))
        for player, share in enumerate(distributions)
    )
    played = _told(table, rules, number, profile, distributions, resolve(profile))
    yield played
    return played


def play_once(
    table: Table,
    rules: Game,
    observation: Callable[[int], Observation],
    *,
    resolve: Callable[[Profile], Profile] = _as_chosen,
) -> Stage:
    """Plays a single round and settles the match with its payoffs.

    The exact expectation is settled beside them. See `play_round`.
    """
    played = yield from play_round(table, rules, 1, observation, resolve=resolve)
    if played is not None:
        yield Settled(
            table.match, 1, table.slots, played.payoffs, played.expected_payoffs
        )


def _sample(shares: tuple[int, ...], ticket: int) -> int:
    """The action whose stretch of the hundred holds the ticket, 0 to 99."""
    reached = 0
    for action, share in enumerate(shares):
        reached += share
        if ticket < reached:
            return action
    raise AssertionError("shares sum to 100")


def _told(
    table: Table,
    rules: Game,
    number: int,
    profile: Profile,
    distributions: tuple[tuple[int, ...], ...],
    actions: Profile,
) -> RoundPlayed:
    payoffs = rules.payoff(profile)
    base = table.game.payoff(actions)
    mixed = [tuple(Fraction(share, 100) for share in each) for each in distributions]
    return RoundPlayed(
        match=table.match,
        round=number,
        slots=table.slots,
        choices=tuple(
            rules.actions[player][choice] for player, choice in enumerate(profile)
        ),
        actions=actions,
        payoffs=payoffs,
        distributions=distributions,
        expected_payoffs=rules.expected_payoffs(mixed),
        transfers=tuple(
            with_rules - without
            for with_rules, without in zip(payoffs, base, strict=True)
        ),
    )
