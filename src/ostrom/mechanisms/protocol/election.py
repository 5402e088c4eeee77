"""Proposals and their election by approval."""

from collections.abc import Generator, Sequence
from dataclasses import dataclass
from typing import Generic

from ostrom.core.answers import Approvals
from ostrom.core.questions import Observation
from ostrom.mechanisms.protocol.observations import C, Proposal
from ostrom.mechanisms.protocol.play import Answers, Ask, Event, Noted
from ostrom.mechanisms.protocol.table import Table, ask_all


@dataclass(frozen=True)
class Ballot(Observation, Generic[C]):
    """What stands for approval.

    Attributes:
        proposals: In player order.
    """

    proposals: tuple[Proposal[C], ...]


@dataclass(frozen=True)
class Elected(Generic[C]):
    """Outcome of an election.

    Attributes:
        winner: The chosen proposal; None if nobody had proposed anything.
    """

    winner: Proposal[C] | None


def elect(
    table: Table, proposals: Sequence[Proposal[C]]
) -> Generator[Ask | Event, Answers | None, Elected[C] | None]:
    """Lets the players approve of any number of proposals; most approvals wins.

    A tie is broken uniformly at random from the stream `("tie_break", match)`; that
    includes the case that nobody approves of anything.

    Returns:
        The outcome; None if a vote is missing, which voids the match.
    """
    if not proposals:
        yield Noted(table.match, 0, "no_proposals")
        return Elected(winner=None)
    ballot = Ballot(tuple(proposals))
    schema = Approvals(len(proposals))
    approvals = yield from ask_all(table, "vote", 0, lambda _: schema, lambda _: ballot)
    if approvals is None:
        return None
    tally = [sum(column) for column in zip(*approvals, strict=True)]
    leaders = [option for option, count in enumerate(tally) if count == max(tally)]
    chosen = leaders[table.draw("tie_break", 0, 0, len(leaders))]
    yield Noted(
        table.match,
        0,
        "votes",
        {
            "proposers": [proposal.player for proposal in proposals],
            "approvals": [list(vote) for vote in approvals],
            "tally": tally,
            "tied": len(leaders) > 1,
            "winner": chosen,
        },
    )
    return Elected(winner=proposals[chosen])
