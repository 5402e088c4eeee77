"""The entries of a spec, looked up and checked: agents, games, mechanisms."""

from dataclasses import dataclass
from pathlib import Path

from ostrom.agents.protocol.agent import AGENTS, AgentKind
from ostrom.core.errors import SpecError
from ostrom.core.hashing import content_id
from ostrom.core.naming import did_you_mean
from ostrom.core.parameters import Parameters, read_parameters
from ostrom.games.formats.nfg import read_nfg
from ostrom.games.theory.catalogue import GAMES
from ostrom.games.theory.game import Game
from ostrom.games.theory.inline import game_from_array
from ostrom.mechanisms.protocol.mechanism import MECHANISMS, Mechanism
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


def find_member(spec: Experiment, label: str) -> Member:
    """Returns the agent of that label.

    Raises:
        SpecError: There is no such kind of agent, or a setting is wrong.
    """
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


def find_game(spec: Experiment, label: str) -> Game:
    """Returns the game of that label: from the catalogue, an array, or a file.

    Raises:
        SpecError: There is no such game, a parameter is wrong, or its payoffs are no
            numbers that tables and reports can hold.
    """
    game = _game(label, spec.games[label])
    _check_range(label, game)
    return game


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


def _check_range(label: str, game: Game) -> None:
    for profile in game.profiles():
        if any(abs(payoff) > _LARGEST_PAYOFF for payoff in game.payoff(profile)):
            raise SpecError(
                f"games.{label}: a payoff of profile {profile} is beyond "
                f"{_LARGEST_PAYOFF:.0e}; tables and reports can not hold it."
            )


def find_rules(spec: Experiment, label: str) -> Rules:
    """Returns the mechanism of that label.

    Raises:
        SpecError: There is no such mechanism or game, or a parameter is wrong.
    """
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


def check_playable(
    members: tuple[Member, ...], label: str, game: Game, rules: Rules
) -> None:
    """Refuses a game that a mechanism can not change or an agent can not play.

    Raises:
        SpecError: Somebody objects.
    """
    objection = rules.mechanism.objection(game)
    if objection:
        raise SpecError(
            f"mechanisms.{rules.label} can not change games.{label}: {objection} "
            f"Name the others in mechanisms.{rules.label}.games."
        )
    for member in members:
        objection = member.kind.objection(member.settings, game, rules.mechanism.name)
        if objection:
            raise SpecError(
                f"agents.{member.label} can not play games.{label} under "
                f"mechanisms.{rules.label}: {objection}"
            )


def check_providers(spec: Experiment, models: frozenset[str]) -> None:
    """Refuses options of a provider that serves none of the models.

    Raises:
        SpecError: A label is no prefix of any model; the nearest is proposed.
    """
    prefixes = sorted({model.partition("/")[0] for model in models})
    for label in spec.providers:
        if label not in prefixes:
            raise SpecError(
                f"providers.{label}: no agent uses a model {label}/…."
                f"{did_you_mean(label, prefixes)} "
                f"Used: {', '.join(prefixes) or 'none'}."
            )
