"""Proposing and approving, as stages of a game whose continuations have known worth.

Everybody proposes something at once, then everybody approves of any subset of the
proposals; the winner is drawn uniformly among those with most approvals.
"""

from collections.abc import Callable, Hashable, Iterator, Sequence
from fractions import Fraction
from itertools import product
from typing import TypeVar

from ostrom.games.theory.game import Payoffs
from ostrom.mechanisms.theory.deviations import Deviation

C = TypeVar("C", bound=Hashable)

Approval = tuple[bool, ...]
"""Yes or no to each proposal, in the order of who proposed it."""


def winning_chances(approvals: Sequence[Approval]) -> tuple[Fraction, ...]:
    """Returns the chance of each proposal to be elected.

    Example:
        >>> [str(p) for p in winning_chances([(True, False), (False, True)])]
        ['1/2', '1/2']
    """
    tally = [sum(column) for column in zip(*approvals, strict=True)]
    leaders = tally.count(max(tally))
    return tuple(Fraction(int(count == max(tally)), leaders) for count in tally)


def election_deviations(
    num_players: int, contents: Sequence[C], target: C, worth: Callable[[C], Payoffs]
) -> Iterator[Deviation]:
    """Yields all deviations from: propose `target`, and approve exactly of `target`.

    First those in the vote, after every profile of proposals; then those in proposing.

    Args:
        num_players: How many take part.
        contents: Everything that may be proposed, `target` included.
        target: What all are to propose and to approve of.
        worth: What each player gets in the end if something is elected.
    """
    for proposals in product(contents, repeat=num_players):
        yield from _vote_deviations(proposals, target, worth)
    intended = (target,) * num_players
    for player in range(num_players):
        kept = election_value(intended, target, worth)[player]
        for content in contents:
            if content != target:
                made = (*intended[:player], content, *intended[player + 1 :])
                gain = election_value(made, target, worth)[player] - kept
                yield Deviation(player, "propose", (), content, gain)


def election_value(
    proposals: Sequence[C], target: C, worth: Callable[[C], Payoffs]
) -> Payoffs:
    """Returns what each player expects when all approve exactly of `target`."""
    approval = tuple(content == target for content in proposals)
    return _expected([approval] * len(proposals), proposals, worth)


def _vote_deviations(
    proposals: tuple[C, ...], target: C, worth: Callable[[C], Payoffs]
) -> Iterator[Deviation]:
    """Deviations of each voter once the proposals lie on the table."""
    intended = tuple(content == target for content in proposals)
    votes = [intended] * len(proposals)
    kept = _expected(votes, proposals, worth)
    for player in range(len(proposals)):
        for approval in product((True, False), repeat=len(proposals)):
            if approval != intended:
                cast = [*votes[:player], approval, *votes[player + 1 :]]
                gain = _expected(cast, proposals, worth)[player] - kept[player]
                yield Deviation(player, "vote", proposals, approval, gain)


def _expected(
    votes: Sequence[Approval], proposals: Sequence[C], worth: Callable[[C], Payoffs]
) -> Payoffs:
    """Each player's expectation over the draw of the winner."""
    elected = [
        (chance, worth(content))
        for chance, content in zip(winning_chances(votes), proposals, strict=True)
        if chance
    ]
    return tuple(
        sum((chance * paid[player] for chance, paid in elected), Fraction(0))
        for player in range(len(votes))
    )
