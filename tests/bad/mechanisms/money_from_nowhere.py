"""Transfers that come from nobody."""

from dataclasses import replace

from bad.mechanisms._altering import altered
from ostrom.mechanisms.protocol.play import Event, RoundPlayed, Settled

REJECTED_BY = "check_transfers_sum_to_nothing"


def add_one(event: Event) -> Event:
    if isinstance(event, RoundPlayed):
        return replace(
            event,
            payoffs=tuple(payoff + 1 for payoff in event.payoffs),
            expected_payoffs=tuple(payoff + 1 for payoff in event.expected_payoffs),
            transfers=tuple(moved + 1 for moved in event.transfers),
        )
    if isinstance(event, Settled):
        return replace(event, returns=tuple(total + 1 for total in event.returns))
    return event


MECHANISM = altered("money_from_nowhere", event=add_one)
