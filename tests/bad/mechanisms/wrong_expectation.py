"""Expected payoffs that are not the expectation."""

from dataclasses import replace

from bad.mechanisms._altering import altered
from ostrom.mechanisms.protocol.play import Event, RoundPlayed

REJECTED_BY = "check_pure_play_is_its_own_expectation"


def halve(event: Event) -> Event:
    if isinstance(event, RoundPlayed):
        halves = tuple(payoff / 2 for payoff in event.expected_payoffs)
        return replace(event, expected_payoffs=halves)
    return event


MECHANISM = altered("wrong_expectation", event=halve)
