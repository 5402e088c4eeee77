"""From a spec to conditions and run units, all names and parameters checked."""

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from ostrom.agents.protocol.agent import AGENTS, AgentKind, ReplyPolicy
from ostrom.core.errors import SpecError
from ostrom.core.hashing import content_id
from ostrom.core.naming import did_you_mean
from ostrom.core.parameters import Parameters, read_parameters
from ostrom.core.seeds import child_seed
from ostrom.families.normal_form.schedule import seatings
from ostrom.families.protocol.family import Design, UnitPlan
from ostrom.games.formats.nfg import read_nfg
from ostrom.games.theory.catalogue import GAMES
from ostrom.games.theory.game import Game
from ostrom.games.theory.inline import game_from_array
from ostrom.mechanisms.protocol.mechanism import MECHANISMS, Mechanism, Scope
from ostrom.mechanisms.protocol.situation import Situation
from ostrom.specs.experiment import Experiment, GameEntry

_LARGEST_PAYOFF = 10**15
"""Largest payoff either way; beyond, neighbouring integers are one float."""


@dataclass(frozen=True)
class Member:
    """An agent of the population.

    Attributes:
        label: Its name in the spec.
        kind: What it is.
        settings: Its settings.
        identity: Hash of all that its behaviour hangs on.
    """

    label: str
    kind: AgentKind
    settings: Parameters
    identity: str


@dataclass(frozen=True)
class Rules:
    """A mechanism with its parameters.

    Attributes:
        label: Its name in the spec.
        mechanism: What it is.
        parameters: Its parameters.
        games: Labels of the games it is played with.
    """

    label: str
    mechanism: Mechanism
    parameters: Parameters
    games: tuple[str, ...]


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
    members = tuple(_member(spec, label) for label in spec.agents)
    games = {
        label: _check_range(label, _game(label, entry))
        for label, entry in spec.games.items()
    }
    rules = tuple(_rules(spec, label) for label in spec.mechanisms)
    units: list[UnitPlan] = []
    conditions: list[dict[str, Any]] = []
    for label, game in games.items():
        for each in rules:
            if label not in each.games:
                continue
            _check_rules(label, game, each)
            _check_members(members, label, game, each)
            condition_id = _condition_id(spec, game, each)
            facts = {"game": label, "mechanism": each.label}
            conditions.append({"condition_id": condition_id, **facts})
            condition = _Condition(condition_id, label, game, each)
            units.extend(_units(spec, members, condition))
    models = {m for each in members for m in each.kind.models(each.settings)}
    described = {
        "agents": {each.label: _agent_facts(each) for each in members},
        "games": {label: _game_facts(game) for label, game in games.items()},
        "mechanisms": {each.label: _rules_facts(each) for each in rules},
        "conditions": conditions,
    }
    return Design(tuple(units), tuple(sorted(models)), described)


@dataclass(frozen=True)
class _Condition:
    condition_id: str
    label: str
    game: Game
    rules: Rules


def _member(spec: Experiment, label: str) -> Member:
    entry = spec.agents[label]
    kind = AGENTS.load(entry.kind or label)
    settings = read_parameters(kind.settings, entry.parameters, f"agents.{label}")
    prefixes = {model.partition("/")[0] for model in kind.models(settings)}
    identity = content_id(
        {
            "kind": kind.name,
            "version": kind.version,
            "settings": settings.model_dump(mode="json"),
            "fingerprint": kind.fingerprint(settings),
            "providers": {
                prefix: entry.options
                for prefix, entry in spec.providers.items()
                if prefix in prefixes
            },
        }
    )
    return Member(label, kind, settings, identity)


def _game(label: str, entry: GameEntry) -> Game:
    _check_game_keys(label, entry)
    if entry.payoffs is not None:
        read_parameters(Parameters, entry.parameters, f"games.{label}")
        return game_from_array(
            label,
            entry.payoffs,
            actions=entry.actions,
            cooperative_profile=entry.cooperative_profile,
        )
    if entry.file is not None:
        read_parameters(Parameters, entry.parameters, f"games.{label}")
        try:
            text = Path(entry.file).read_text("utf-8")
        except (OSError, UnicodeDecodeError) as error:
            raise SpecError(f"games.{label}: {entry.file}: {error}.") from None
        return read_nfg(text, label)
    kind = GAMES.load(entry.kind or label)
    return kind.build(
        read_parameters(kind.parameters, entry.parameters, f"games.{label}")
    )


def _check_game_keys(label: str, entry: GameEntry) -> None:
    given = [
        key for key in ("kind", "payoffs", "file") if getattr(entry, key) is not None
    ]
    if len(given) > 1:
        raise SpecError(
            f"games.{label}: give one of kind, payoffs or file; got {given}."
        )
    for key in ("actions", "cooperative_profile"):
        if getattr(entry, key) is not None and entry.payoffs is None:
            raise SpecError(
                f"games.{label}: {key} goes with payoffs, and only with it."
            )


def _check_range(label: str, game: Game) -> Game:
    """Returns the game; its payoffs must be numbers that tables and reports can hold.

    Raises:
        SpecError: A payoff is too large for a floating-point number.
    """
    for profile in game.profiles():
        if any(abs(payoff) > _LARGEST_PAYOFF for payoff in game.payoff(profile)):
            raise SpecError(
                f"games.{label}: a payoff of profile {profile} is beyond "
                f"{_LARGEST_PAYOFF:.0e}; tables and reports can not hold it."
            )
    return game


def _rules(spec: Experiment, label: str) -> Rules:
    entry = spec.mechanisms[label]
    mechanism = MECHANISMS.load(entry.kind or label)
    where = f"mechanisms.{label}"
    parameters = read_parameters(mechanism.parameters, entry.parameters, where)
    games = entry.games if entry.games is not None else tuple(spec.games)
    for game in games:
        if game not in spec.games:
            hint = did_you_mean(game, spec.games)
            known = ", ".join(spec.games)
            raise SpecError(f"{where}.games: no game {game!r}.{hint} Known: {known}.")
    return Rules(label, mechanism, parameters, games)


def _check_rules(label: str, game: Game, rules: Rules) -> None:
    objection = rules.mechanism.objection(game)
    if objection:
        raise SpecError(
            f"mechanisms.{rules.label} can not change games.{label}: {objection} "
            f"Name the others in mechanisms.{rules.label}.games."
        )


def _check_members(
    members: tuple[Member, ...], label: str, game: Game, rules: Rules
) -> None:
    for member in members:
        objection = member.kind.objection(member.settings, game, rules.mechanism.name)
        if objection:
            raise SpecError(
                f"agents.{member.label} can not play games.{label} under "
                f"mechanisms.{rules.label}: {objection}"
            )


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


def _agent_facts(member: Member) -> dict[str, Any]:
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


def _game_facts(game: Game) -> dict[str, Any]:
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


def _rules_facts(rules: Rules) -> dict[str, Any]:
    return {
        "name": rules.mechanism.name,
        "version": rules.mechanism.version,
        "parameters": rules.parameters.model_dump(mode="json"),
        "summary": rules.mechanism.summary,
        "source": rules.mechanism.source,
    }
