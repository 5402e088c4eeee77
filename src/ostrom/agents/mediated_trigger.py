"""Mediated trigger: the equilibrium strategy of play with a mediator."""

from ostrom.agents.protocol.agent import AgentKind
from ostrom.agents.protocol.conduct import (
    Conduct,
    Content,
    by_acceptance,
    trigger_mediator,
)
from ostrom.agents.protocol.scripted import needs_equilibrium, take_seat
from ostrom.agents.protocol.view import Shares, View
from ostrom.core.parameters import Parameters
from ostrom.games.theory.game import Game


def rule(view: View) -> Shares:
    """Plays the defective action wherever its mediator does not stand ready."""
    return view.defect


def is_own(game: Game, content: Content) -> bool:
    """Whether it is the mediator that the strategy proposes."""
    return content == trigger_mediator(game)


CONDUCT = Conduct(
    name="mediated_trigger",
    settle=by_acceptance(trigger_mediator, lambda *_: None, is_own),
    keeps=is_own,
)
"""Proposes the mediator that cooperates for all and defects for fewer; no other."""


def objection(settings: Parameters, game: Game, mechanism: str) -> str | None:
    """Objects to games for which its mediator can not be written down."""
    missing = needs_equilibrium(settings, game, mechanism)
    if missing is None and trigger_mediator(game) is None:
        return (
            f"{game.name}: players' cooperative or defective actions have different "
            "numbers, so no mediator plays one for all who delegate."
        )
    return missing


AGENT = AgentKind(
    name="mediated_trigger",
    version=1,
    summary="Delegates to the mediator that punishes any absentee; else defects.",
    source="Tewolde et al. (2026), CoopEval, arXiv:2604.15267, Theorem 1; Monderer & "
    "Tennenholtz (2009), Strong mediated equilibrium, Artificial Intelligence 173.",
    sit=lambda _, seat: take_seat(seat, rule, CONDUCT),
    objection=objection,
)
