"""Payoffs that are not the game's, without any transfer."""

from dataclasses import replace

from bad.mechanisms._altering import altered
from ostrom.mechanisms.protocol.play import Event, RoundPlayed, Settled

REJECTED_BY = "check_payoffs_are_the_games_and_transfers"


def add_one(event: Event) -> Event:
    if isinstance(event, RoundPlayed):
        return replace(
            event,
            payoffs=tuple(payoff + 1 for payoff in event.payoffs),
            expected_payoffs=tuple(payoff + 1 for payoff in event.expected_payoffs),
        )
    if isinstance(event, Settled):
        return replace(event, returns=tuple(total + 1 for total in event.returns))
    return event


MECHANISM = altered("unpaid_bonus", event=add_one)
