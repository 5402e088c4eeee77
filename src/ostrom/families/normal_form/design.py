"""From a spec to conditions and run units, all names and parameters checked."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from ostrom.agents.protocol.agent import ReplyPolicy
from ostrom.core.hashing import content_id
from ostrom.core.seeds import child_seed
from ostrom.families.normal_form.described import (
    agent_facts,
    game_facts,
    rules_facts,
)
from ostrom.families.normal_form.entries import (
    Member,
    Rules,
    check_playable,
    check_providers,
    find_game,
    find_member,
    find_rules,
)
from ostrom.families.normal_form.schedule import seatings
from ostrom.families.protocol.family import Design, UnitPlan
from ostrom.games.theory.game import Game
from ostrom.mechanisms.protocol.mechanism import Scope
from ostrom.mechanisms.protocol.situation import Situation
from ostrom.specs.experiment import Experiment


@dataclass(frozen=True)
class Sitting:
    """What a unit of this family is played with.

    Attributes:
        rules: The mechanism.
        situation: Game, slots, seatings and seed.
        members: The agent of each slot.
        replies: What happens when a reply can not be read.
    """

    rules: Rules
    situation: Situation
    members: tuple[Member, ...]
    replies: ReplyPolicy


def design(spec: Experiment) -> Design:
    """Expands a spec: games x mechanisms x repeats, one unit a match or tournament.

    Raises:
        SpecError: A name or parameter is wrong, or an agent can not play somewhere.
    """
    members = tuple(find_member(spec, label) for label in spec.agents)
    games = {label: find_game(spec, label) for label in spec.games}
    rules = tuple(find_rules(spec, label) for label in spec.mechanisms)
    models = frozenset(m for each in members for m in each.kind.models(each.settings))
    check_providers(spec, models)
    units: list[UnitPlan] = []
    conditions: list[dict[str, Any]] = []
    for label, game in games.items():
        for each in rules:
            if label not in each.games:
                continue
            check_playable(members, label, game, each)
            condition_id = _condition_id(spec, game, each)
            facts = {"game": label, "mechanism": each.label}
            conditions.append({"condition_id": condition_id, **facts})
            condition = _Condition(condition_id, label, game, each)
            units.extend(_units(spec, members, condition))
    described = {
        "agents": {each.label: agent_facts(each) for each in members},
        "games": {label: game_facts(game) for label, game in games.items()},
        "mechanisms": {each.label: rules_facts(each) for each in rules},
        "conditions": conditions,
    }
    return Design(tuple(units), tuple(sorted(models)), described)


@dataclass(frozen=True)
class _Condition:
    condition_id: str
    label: str
    game: Game
    rules: Rules


def _condition_id(spec: Experiment, game: Game, rules: Rules) -> str:
    return content_id(
        {
            "game": _game_content(game),
            "mechanism": rules.mechanism.name,
            "version": rules.mechanism.version,
            "parameters": rules.parameters.model_dump(mode="json"),
            "replies": spec.replies.model_dump(mode="json"),
        }
    )


def _game_content(game: Game) -> dict[str, Any]:
    """All of a game that a result can hang on."""
    return {
        "name": game.name,
        "version": game.version,
        "actions": game.actions,
        "meanings": game.action_meanings,
        "cooperative": game.cooperative_profile,
        "defective": game.defective_profile,
        "payoffs": [
            [*profile, *(str(payoff) for payoff in game.payoff(profile))]
            for profile in game.profiles()
        ],
    }


def _units(
    spec: Experiment, members: tuple[Member, ...], condition: _Condition
) -> Iterator[UnitPlan]:
    num_players = condition.game.num_players
    matches = seatings(
        spec.schedule, len(members), num_players, spec.seed, condition.label
    )
    rules = condition.rules
    for repeat in range(spec.repeats):
        path = (condition.label, rules.label, repeat)
        if rules.mechanism.scope(rules.parameters) is Scope.MATCH:
            for number, agents in enumerate(matches):
                seed = child_seed(spec.seed, "unit", *path, number)
                seated = tuple(members[agent] for agent in agents)
                situation = Situation.of_one_match(condition.game, seed)
                yield _unit(spec, condition, repeat, situation, seated)
        else:
            seed = child_seed(spec.seed, "unit", *path)
            seats = [(a, p) for a in range(len(members)) for p in range(num_players)]
            situation = Situation(
                game=condition.game,
                slots=tuple(player for _, player in seats),
                seatings=tuple(
                    tuple(
                        seats.index((agent, player)) for player, agent in enumerate(m)
                    )
                    for m in matches
                ),
                seed=seed,
            )
            seated = tuple(members[agent] for agent, _ in seats)
            yield _unit(spec, condition, repeat, situation, seated)


def _unit(
    spec: Experiment,
    condition: _Condition,
    repeat: int,
    situation: Situation,
    members: tuple[Member, ...],
) -> UnitPlan:
    unit_id = content_id(
        {
            "condition": condition.condition_id,
            "repeat": repeat,
            "seed": str(situation.seed),
            "slots": situation.slots,
            "seatings": situation.seatings,
            "members": [[each.label, each.identity] for each in members],
        }
    )
    policy = ReplyPolicy(spec.replies.attempts, spec.replies.on_invalid == "fallback")
    return UnitPlan(
        unit_id=unit_id,
        condition_id=condition.condition_id,
        game=condition.label,
        mechanism=condition.rules.label,
        repeat=repeat,
        seed=situation.seed,
        content=Sitting(condition.rules, situation, members, policy),
    )
