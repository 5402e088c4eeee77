"""What the manifest says of agents, games and mechanisms."""

from math import prod
from typing import Any

from ostrom.families.normal_form.entries import Member, Rules
from ostrom.games.theory.game import Game

LARGEST_WRITTEN = 10_000
"""Most payoffs of a game that a manifest holds."""


def agent_facts(member: Member) -> dict[str, Any]:
    """Returns kind, settings, identity and models of an agent."""
    return {
        "kind": member.kind.name,
        "version": member.kind.version,
        "identity": member.identity,
        "settings": member.settings.model_dump(mode="json"),
        "fingerprint": member.kind.fingerprint(member.settings),
        "models": list(member.kind.models(member.settings)),
        "summary": member.kind.summary,
        "source": member.kind.source,
    }


def game_facts(game: Game) -> dict[str, Any]:
    """Returns actions, all payoffs if they are not too many, and named profiles."""
    profiles = {
        "cooperative": game.cooperative_profile,
        "defective": game.defective_profile,
    }
    facts: dict[str, Any] = {
        "name": game.name,
        "version": game.version,
        "num_players": game.num_players,
        "actions": [list(names) for names in game.actions],
        "source": game.source,
        "payoffs": _payoffs(game),
    }
    for which, profile in profiles.items():
        facts[f"{which}_profile"] = None if profile is None else list(profile)
        facts[f"{which}_payoffs"] = (
            None
            if profile is None
            else [float(payoff) for payoff in game.payoff(profile)]
        )
    return facts


def _payoffs(game: Game) -> Any:
    """Exact payoffs as nested lists of texts, players last; None for a huge game."""
    if prod(game.num_actions) * game.num_players > LARGEST_WRITTEN:
        return None

    def level(profile: tuple[int, ...]) -> Any:
        if len(profile) == game.num_players:
            return [str(payoff) for payoff in game.payoff(profile)]
        return [
            level((*profile, action))
            for action in range(game.num_actions[len(profile)])
        ]

    return level(())


def rules_facts(rules: Rules) -> dict[str, Any]:
    """Returns a mechanism and its parameters."""
    return {
        "name": rules.mechanism.name,
        "version": rules.mechanism.version,
        "parameters": rules.parameters.model_dump(mode="json"),
        "summary": rules.mechanism.summary,
        "source": rules.mechanism.source,
    }
