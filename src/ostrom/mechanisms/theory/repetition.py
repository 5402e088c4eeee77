"""Grim trigger in a repeated game: cooperate until somebody does not.

`grim_trigger` remembers for ever; `windowed_grim_trigger` sees the last k rounds only.
Both are subgame perfect exactly from `critical_delta` on. The punishment is an
equilibrium of the base game, so with a window it keeps what is seen free of
cooperation and never ends either; that it should last only k rounds, as published
proofs allow for, makes their bound on k sufficient and not necessary.
"""

from fractions import Fraction
from itertools import product

from ostrom.core.errors import SpecError
from ostrom.games.theory.game import Profile
from ostrom.mechanisms.theory.automaton import Automaton
from ostrom.mechanisms.theory.deviations import other_actions, replaced
from ostrom.mechanisms.theory.dilemma import Dilemma

COOPERATING = "cooperating"
PUNISHING = "punishing"


def grim_trigger(dilemma: Dilemma) -> Automaton:
    """Returns the strategies that cooperate until any player once did not."""

    def play(state: str) -> Profile:
        return dilemma.cooperative if state == COOPERATING else dilemma.punishment

    def next_state(state: str, played: Profile) -> str:
        kept = state == COOPERATING and played == dilemma.cooperative
        return COOPERATING if kept else PUNISHING

    return Automaton((COOPERATING, PUNISHING), COOPERATING, play, next_state)


def windowed_grim_trigger(dilemma: Dilemma, window: int) -> Automaton:
    """Returns grim trigger for players who see the last `window` rounds only.

    A state is what they see: from no round at the start to `window` profiles, the
    oldest first. They cooperate if they see nothing but cooperation.

    Args:
        dilemma: The game and its two profiles.
        window: How many rounds are seen, 1 or more.

    Returns:
        An automaton with `1 + m + ... + m**window` states for m profiles of the game.

    Raises:
        SpecError: `window` is below 1.
    """
    if window < 1:
        raise SpecError(f"A window shows at least 1 round, got {window}.")
    profiles = tuple(dilemma.game.profiles())

    plays: dict[tuple[Profile, ...], Profile] = {}
    for length in range(window + 1):
        for seen in product(profiles, repeat=length):
            clean = all(played == dilemma.cooperative for played in seen)
            plays[seen] = dilemma.cooperative if clean else dilemma.punishment
    return Automaton(
        states=tuple(plays),
        initial=(),
        play=plays.__getitem__,
        next_state=lambda seen, played: (*seen, played)[-window:],
    )


def critical_delta(dilemma: Dilemma) -> Fraction:
    """Returns the least continuation probability at which grim trigger holds.

    For a player whose best departure from cooperation pays d it is
    `(d - u(cooperative)) / (d - u(punishment))`, and 0 if no departure pays; the result
    is the largest over the players. At this very value departing gains nothing.
    """
    target = dilemma.game.payoff(dilemma.cooperative)
    threat = dilemma.game.payoff(dilemma.punishment)
    largest = Fraction(0)
    for player in range(dilemma.num_players):
        for action in other_actions(dilemma.game, dilemma.cooperative, player):
            departed = replaced(dilemma.cooperative, player, action)
            paid = dilemma.game.payoff(departed)[player]
            if paid > target[player]:
                least = (paid - target[player]) / (paid - threat[player])
                largest = max(largest, least)
    return largest
