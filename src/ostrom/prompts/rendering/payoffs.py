"""The actions and payoffs of any game, as one seat sees them."""

from collections.abc import Iterator
from fractions import Fraction
from itertools import product

from ostrom.games.theory.game import Game
from ostrom.prompts.rendering.numbers import exact_number
from ostrom.prompts.rendering.voice import Voice, counted, enumerated, sentence


def actions_text(voice: Voice) -> str:
    """Returns the list of actions of every player, once if all have the same."""
    lists = {player: _actions_of(voice, player) for player in voice.seats()}
    if len(set(lists.values())) == 1:
        everyone = f"You and {voice.co_players()} have the same actions:"
        return f"{everyone}\n{lists[voice.player]}"
    blocks = (
        f"Actions of {voice.who(player)}:\n{lists[player]}"
        for player in voice.seats()[1:]
    )
    return "\n".join([f"Your actions:\n{lists[voice.player]}", *blocks])


def _actions_of(voice: Voice, player: int) -> str:
    meanings = voice.game.action_meanings
    count = voice.game.num_actions[player]
    lines = []
    for action in voice.labels.listed(player, count):
        meaning = f": stands for {meanings[player][action]}" if meanings else ""
        lines.append(f"- {voice.action(player, action)}{meaning}")
    return "\n".join(lines)


def payoffs_text(voice: Voice) -> str:
    """Returns the points of every profile from the seat of `voice`.

    Every profile is spelled out; where more than two players with two actions each
    play a symmetric game, it is told by how many others play the first action, since
    then nothing else matters.
    """
    by_count = payoffs_by_count(voice.game)
    if by_count is not None and voice.game.num_players > 2:
        return _told_by_count(voice, by_count)
    lines = [_told(voice, profile) for profile in _profiles(voice)]
    return "\n".join(lines)


def _profiles(voice: Voice) -> Iterator[tuple[int, ...]]:
    """All profiles in listed order, the own action changing slowest."""
    seats = voice.seats()
    listed = [
        voice.labels.listed(player, voice.game.num_actions[player]) for player in seats
    ]
    for actions in product(*listed):
        by_player = dict(zip(seats, actions, strict=True))
        yield tuple(by_player[player] for player in range(len(seats)))


def _told(voice: Voice, profile: tuple[int, ...]) -> str:
    seats = voice.seats()
    payoffs = voice.game.payoff(profile)
    plays = enumerated([voice.plays(player, profile[player]) for player in seats])
    gets = enumerated(
        [voice.gets(player, exact_number(payoffs[player])) for player in seats]
    )
    return f"- If {plays}: {gets}."


def payoffs_by_count(game: Game) -> dict[tuple[int, int], Fraction] | None:
    """Returns own payoffs by own action and how many others play action 0.

    None if the players do not have two actions each, or if the payoffs hang on who
    plays what and not only on how many do.
    """
    if any(count != 2 for count in game.num_actions):
        return None
    table: dict[tuple[int, int], Fraction] = {}
    for profile, payoffs in game.payoffs.items():
        zeros = profile.count(0)
        for own, payoff in zip(profile, payoffs, strict=True):
            others = zeros - (own == 0)
            if table.setdefault((own, others), payoff) != payoff:
                return None
    return table


def _told_by_count(voice: Voice, table: dict[tuple[int, int], Fraction]) -> str:
    others = voice.game.num_players - 1
    listed = voice.labels.listed(voice.player, 2)
    counted_action = listed[0]
    label = voice.action(voice.player, counted_action)
    lines = [f"What you get depends on how many of the {others} others play {label}:"]
    for own in listed:
        for number in range(others + 1):
            zeros = number if counted_action == 0 else others - number
            points = exact_number(table[own, zeros])
            lines.append(
                f"- If {voice.plays(voice.player, own)} and {number} of the {others} "
                f"others play {label}: you get {points}."
            )
    lines.append("The same holds for each of the others, seen from their own seat.")
    return "\n".join(lines)


def seat_text(voice: Voice) -> str:
    """Returns which player is spoken to, e.g. `You are Player 1 of 2 players`."""
    return sentence(
        f"you are Player {voice.player + 1} of "
        f"{counted(voice.game.num_players, 'player')}."
    )
