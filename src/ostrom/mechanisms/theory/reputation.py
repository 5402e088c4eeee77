"""The standing norm among agents who meet new co-players every round.

Each role has n agents; every round each agent of one role meets one of every other
role, uniformly at random. Agents are good or bad in everybody's eyes, all good at the
start. A good agent turns bad if all its co-players were good and it did not play its
part of cooperation; nothing else changes a label.

What is true of it, for every game that meets the theorem's premises:

* `LITERAL`, cooperate if all *co-players* are good, is the norm as it was published. It
  tells a bad agent to cooperate with good ones who punish it, though its label can not
  recover. Where cooperating against punishment costs something, departing gains
  `(1 - delta)` times that cost, so it is subgame perfect for no delta below 1.
* `REPAIRED`, cooperate if *everyone* in the match-up is good, oneself included, is
  subgame perfect from `threshold_delta` on. That is higher than the threshold of a
  repeated game: after many departures a good agent meets good co-players only with
  chance `(1/n) ** (players - 1)`, and so has little to lose.
"""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from fractions import Fraction
from itertools import product
from math import prod

from ostrom.core.errors import SpecError
from ostrom.games.theory.game import Profile
from ostrom.mechanisms.theory.deviations import (
    Deviation,
    checked_delta,
    other_actions,
    replaced,
)
from ostrom.mechanisms.theory.dilemma import Dilemma

Labels = tuple[bool, ...]
"""For each seat of a match-up whether its agent is good."""


@dataclass(frozen=True)
class Norm:
    """Who is to cooperate, and who is good afterwards.

    Attributes:
        name: What the norm is called.
        cooperates: `cooperates(labels, seat)` says whether the agent in that seat is to
            play its part of cooperation; else it plays its part of the punishment.
        good_after: `good_after(labels, seat, kept)` is the agent's next label, where
            `kept` says whether it played its part of cooperation.
    """

    name: str
    cooperates: Callable[[Labels, int], bool]
    good_after: Callable[[Labels, int, bool], bool]


def _others_good(labels: Labels, seat: int) -> bool:
    return all(labels[:seat] + labels[seat + 1 :])


def _all_good(labels: Labels, _: int) -> bool:
    return all(labels)


def blame(labels: Labels, seat: int, kept: bool) -> bool:
    """Returns the next label: good stays good unless it wronged good co-players."""
    return labels[seat] and (kept or not _others_good(labels, seat))


LITERAL = Norm("standing as published", _others_good, blame)
REPAIRED = Norm("standing, repaired", _all_good, blame)


@dataclass(frozen=True)
class Society:
    """Agents who live by one norm.

    Attributes:
        dilemma: The game and its two profiles.
        norm: Rules of conduct and of blame.
        agents_per_role: How many agents take turns in each seat, 1 or more.
    """

    dilemma: Dilemma
    norm: Norm = REPAIRED
    agents_per_role: int = 6

    def __post_init__(self) -> None:
        """Checks that labels stay as they are while all keep to the norm.

        Raises:
            SpecError: There are no agents, or conduct by the norm changes a label, so
                that the values below would not hold.
        """
        if self.agents_per_role < 1:
            raise SpecError(f"Each role needs an agent, got {self.agents_per_role}.")
        for labels in product((True, False), repeat=self.dilemma.num_players):
            for seat, action in enumerate(self.conduct(labels)):
                if self.label_after(labels, seat, action) != labels[seat]:
                    raise SpecError(
                        f"{self.norm.name}: with labels {labels} the agent in seat "
                        f"{seat} keeps to the norm and its label changes; only norms "
                        "whose labels rest while all conform can be judged."
                    )

    def conduct(self, labels: Labels) -> Profile:
        """Returns what the norm tells each seat to play."""
        return tuple(
            good if self.norm.cooperates(labels, seat) else bad
            for seat, (good, bad) in enumerate(
                zip(self.dilemma.cooperative, self.dilemma.punishment, strict=True)
            )
        )

    def label_after(self, labels: Labels, seat: int, action: int) -> bool:
        """Returns the label of the agent in `seat` after it played `action`."""
        kept = action == self.dilemma.cooperative[seat]
        return self.norm.good_after(labels, seat, kept)

    def value(self, seat: int, is_good: bool, good: tuple[int, ...]) -> Fraction:
        """Returns what an agent expects each future round while all conform.

        Labels rest, and each co-player is drawn afresh from its role, so all rounds
        are worth the same.

        Args:
            seat: The agent's role.
            is_good: The agent's label.
            good: How many agents of each role are good.
        """
        total = Fraction(0)
        for labels in product((True, False), repeat=self.dilemma.num_players):
            if labels[seat] != is_good:
                continue
            chance = prod(
                (
                    Fraction(
                        count if label else self.agents_per_role - count,
                        self.agents_per_role,
                    )
                    for role, (count, label) in enumerate(
                        zip(good, labels, strict=True)
                    )
                    if role != seat
                ),
                start=Fraction(1),
            )
            if chance:
                paid = self.dilemma.game.payoff(self.conduct(labels))
                total += chance * paid[seat]
        return total


@dataclass(frozen=True)
class Standing:
    """A situation in which an agent has to act.

    Attributes:
        good: How many agents of each role are good.
        labels: Who is good in the match-up at hand.
    """

    good: tuple[int, ...]
    labels: Labels


@dataclass(frozen=True)
class Temptation:
    """A one-shot deviation before the continuation probability is known.

    Attributes:
        player: The role of who departs.
        state: The situation.
        action: What it plays instead.
        now: What it gains in this round, in points.
        later: What it gains in each later round, in points; below 0 for a loss.
    """

    player: int
    state: Standing
    action: int
    now: Fraction
    later: Fraction


def situations(society: Society) -> Iterator[Standing]:
    """Yields every situation that can exist, whether play ever leads there or not."""
    size, roles = society.agents_per_role, society.dilemma.num_players
    for good in product(range(size, -1, -1), repeat=roles):
        for labels in product((True, False), repeat=roles):
            fits = zip(good, labels, strict=True)
            if all((count if label else size - count) > 0 for count, label in fits):
                yield Standing(good, labels)


def temptations(society: Society) -> Iterator[Temptation]:
    """Yields every one-shot deviation in every situation."""
    worth = _remembered_values(society)
    departures = {
        labels: tuple(_departures(society, labels))
        for labels in product((True, False), repeat=society.dilemma.num_players)
    }
    for state in situations(society):
        for player, action, now, label in departures[state.labels]:
            kept = worth(player, state.labels[player], state.good)
            later = worth(player, label, state.good) - kept
            yield Temptation(player, state, action, now, later)


def standing_deviations(society: Society, delta: Fraction) -> tuple[Deviation, ...]:
    """Returns every one-shot deviation and its gain at one continuation probability.

    Args:
        society: The agents and their norm.
        delta: Probability that another round follows, 0 at least and below 1.

    Returns:
        In the order of situations, players and actions; gains in points a round.
    """
    checked_delta(delta)
    return tuple(
        Deviation(
            found.player,
            "play",
            found.state,
            found.action,
            (1 - delta) * found.now + delta * found.later,
        )
        for found in temptations(society)
    )


def threshold_delta(society: Society, *, on_path: bool = False) -> Fraction | None:
    """Returns the least delta from which on no one-shot deviation pays.

    Exact for all deltas at once: a deviation gains `(1 - delta) now + delta later`.

    Args:
        society: The agents and their norm.
        on_path: Look only at situations in which everybody is good. That is the
            condition for a Nash equilibrium's path, not for subgame perfection.

    Returns:
        The threshold, 0 at least; None if some deviation pays for deltas as near to 1
        as one likes, so that the norm is subgame perfect for none.
    """
    everyone = (society.agents_per_role,) * society.dilemma.num_players
    threshold = Fraction(0)
    for found in temptations(society):
        if on_path and found.state.good != everyone:
            continue
        if found.later > 0 or (found.later == 0 and found.now > 0):
            return None
        if found.now > 0:
            threshold = max(threshold, found.now / (found.now - found.later))
    return threshold


def _departures(
    society: Society, labels: Labels
) -> Iterator[tuple[int, int, Fraction, bool]]:
    """Player, action, gain in this round and label afterwards, in one match-up."""
    game, profile = society.dilemma.game, society.conduct(labels)
    kept = game.payoff(profile)
    for player in range(game.num_players):
        for action in other_actions(game, profile, player):
            paid = game.payoff(replaced(profile, player, action))[player]
            label = society.label_after(labels, player, action)
            yield player, action, paid - kept[player], label


def _remembered_values(
    society: Society,
) -> Callable[[int, bool, tuple[int, ...]], Fraction]:
    """The society's values, each computed once."""
    known: dict[tuple[int, bool, tuple[int, ...]], Fraction] = {}

    def worth(player: int, label: bool, good: tuple[int, ...]) -> Fraction:
        key = (player, label, (*good[:player], 0, *good[player + 1 :]))
        if key not in known:
            known[key] = society.value(player, label, good)
        return known[key]

    return worth
