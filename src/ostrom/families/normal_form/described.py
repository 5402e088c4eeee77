"""What the manifest says of agents, games and mechanisms."""

from typing import Any

from ostrom.families.normal_form.entries import Member, Rules
from ostrom.games.theory.game import Game


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
    """Returns actions, named profiles and their payoffs."""
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
    }
    for which, profile in profiles.items():
        facts[f"{which}_profile"] = None if profile is None else list(profile)
        facts[f"{which}_payoffs"] = (
            None
            if profile is None
            else [float(payoff) for payoff in game.payoff(profile)]
        )
    return facts


def rules_facts(rules: Rules) -> dict[str, Any]:
    """Returns a mechanism and its parameters."""
    return {
        "name": rules.mechanism.name,
        "version": rules.mechanism.version,
        "parameters": rules.parameters.model_dump(mode="json"),
        "summary": rules.mechanism.summary,
        "source": rules.mechanism.source,
    }
