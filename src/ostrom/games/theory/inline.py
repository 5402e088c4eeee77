"""A game from a payoff array, as one writes it into a spec."""

from collections.abc import Iterator, Sequence
from fractions import Fraction
from itertools import product
from math import prod

from ostrom.core.errors import SpecError
from ostrom.core.naming import did_you_mean
from ostrom.games.theory.build import exact, pure
from ostrom.games.theory.equilibrium import is_pure_nash, pure_equilibria
from ostrom.games.theory.game import Game, Payoffs, Profile


def game_from_array(
    name: str,
    payoffs: Sequence[object],
    *,
    actions: Sequence[Sequence[str]] | None = None,
    cooperative_profile: Sequence[int | str] | None = None,
    defective_profile: Sequence[int | str] | None = None,
    source: str = "given inline",
    notes: str = "",
) -> Game:
    """Returns the game whose payoffs are written as nested lists.

    `payoffs[i][j][p]` is what player p gets when player 0 plays action i and player 1
    action j; with n players there are n levels of actions and one of payoffs. The
    equilibria of the game are its pure ones, which its notes say.

    Args:
        name: What the game is called, also in messages.
        payoffs: Nested lists of shape `(*actions, players)`; entries are numbers or
            texts such as `"3/2"`, read exactly.
        actions: Names of the actions of each player; `action_0`, `action_1` ... if
            left out.
        cooperative_profile: The action of each player that counts as cooperation, by
            position or by name.
        defective_profile: The pure equilibrium that cooperation is measured against,
            by position or by name.
        source: Where the payoffs come from.
        notes: What a reader should know besides.

    Raises:
        SpecError: The array is ragged or of another depth, an entry is no finite
            number, the names do not fit, a profile does not exist, or the defective
            profile is no equilibrium. The message names the position.

    Example:
        >>> game_from_array("g", [[[2, 2], [0, 3]], [[3, 0], ["1", "1"]]]).payoff(
        ...     (1, 0)
        ... )
        (Fraction(3, 1), Fraction(0, 1))
    """
    shape = _shape(name, payoffs)
    table = dict(_entries(name, payoffs, shape))
    names = _action_names(name, actions, shape[:-1])
    cooperative = _profile(name, "cooperative_profile", cooperative_profile, names)
    defective = _profile(name, "defective_profile", defective_profile, names)
    bare = Game(name=name, version=1, actions=names, payoffs=table, source=source)
    if defective is not None and not is_pure_nash(bare, defective):
        raise SpecError(
            f"{name}: defective_profile {list(defective)} is no equilibrium; the pure "
            f"equilibria are {[list(profile) for profile in pure_equilibria(bare)]}."
        )
    listed = "The equilibria listed are the pure ones; there may be others."
    return Game(
        name=name,
        version=1,
        actions=names,
        payoffs=table,
        source=source,
        cooperative_profile=cooperative,
        defective_profile=defective,
        equilibria=tuple(
            pure(profile, bare.num_actions) for profile in pure_equilibria(bare)
        ),
        notes=f"{notes} {listed}".strip(),
    )


def _shape(name: str, payoffs: object) -> tuple[int, ...]:
    """The shape along the first entries, which all others must share."""
    shape: list[int] = []
    level = payoffs
    while isinstance(level, Sequence) and not isinstance(level, str):
        where = "payoffs" + "[0]" * len(shape)
        if not level:
            raise SpecError(f"{name}: {where} is empty.")
        shape.append(len(level))
        level = level[0]
    if len(shape) < 2:
        raise SpecError(
            f"{name}: payoffs must be nested lists, one level of actions for each "
            f"player and one of payoffs, got {payoffs!r}."
        )
    players = len(shape) - 1
    if shape[-1] != players:
        raise SpecError(
            f"{name}: payoffs have {players} levels of actions, so the innermost lists "
            f"need {players} payoffs, one for each player; payoffs{'[0]' * players} "
            f"has {shape[-1]}."
        )
    return tuple(shape)


def _entries(
    name: str, payoffs: object, shape: tuple[int, ...]
) -> Iterator[tuple[Profile, Payoffs]]:
    """The payoffs of every profile, each level checked against the shape."""
    _check_levels(name, payoffs, shape, "payoffs")
    for profile in product(*(range(count) for count in shape[:-1])):
        where = "payoffs" + "".join(f"[{action}]" for action in profile)
        numbers: object = payoffs
        for action in profile:
            numbers = _items(numbers)[action]
        yield (
            profile,
            tuple(
                _number(name, f"{where}[{player}]", number)
                for player, number in enumerate(_items(numbers))
            ),
        )


def _items(level: object) -> Sequence[object]:
    """The entries of a level, which is known to be a list."""
    return level if isinstance(level, Sequence) else ()


def _check_levels(name: str, level: object, shape: tuple[int, ...], where: str) -> None:
    """Raises SpecError where a level is no list of the length that the shape states."""
    if not shape:
        return
    if not isinstance(level, Sequence) or isinstance(level, str):
        raise SpecError(
            f"{name}: {where} must be a list of {shape[0]} entries, got {level!r}."
        )
    if len(level) != shape[0]:
        raise SpecError(
            f"{name}: {where} has {len(level)} entries, but the first list of that "
            f"level has {shape[0]}."
        )
    for position, entry in enumerate(level):
        _check_levels(name, entry, shape[1:], f"{where}[{position}]")


def _number(name: str, where: str, number: object) -> Fraction:
    """One entry as an exact number."""
    if not isinstance(number, int | float | str | Fraction):
        raise SpecError(f"{name}: {where} must be a number, got {number!r}.")
    try:
        return exact(number)
    except ValueError as error:
        raise SpecError(f"{name}: {where}: {error}, got {number!r}.") from None


def _action_names(
    name: str, actions: Sequence[Sequence[str]] | None, counts: tuple[int, ...]
) -> tuple[tuple[str, ...], ...]:
    """The names of the actions of each player."""
    if actions is None:
        return tuple(
            tuple(f"action_{action}" for action in range(count)) for count in counts
        )
    names = tuple(tuple(of_player) for of_player in actions)
    given = tuple(len(of_player) for of_player in names)
    if given != counts:
        raise SpecError(
            f"{name}: actions name {given} actions, but payoffs have {counts} "
            f"({prod(counts)} profiles)."
        )
    return names


def _profile(
    name: str,
    what: str,
    given: Sequence[int | str] | None,
    names: tuple[tuple[str, ...], ...],
) -> Profile | None:
    """A profile given by positions or names, as positions."""
    if given is None:
        return None
    if len(given) != len(names):
        raise SpecError(
            f"{name}: {what} needs one action for each of the {len(names)} players, "
            f"got {list(given)}."
        )
    return tuple(
        _action(f"{name}: {what}[{player}]", action, names[player])
        for player, action in enumerate(given)
    )


def _action(where: str, action: int | str, names: tuple[str, ...]) -> int:
    """The position of an action given by position or name."""
    if isinstance(action, str) and action in names:
        return names.index(action)
    if isinstance(action, int) and not isinstance(action, bool):
        if 0 <= action < len(names):
            return action
        raise SpecError(f"{where}: no action {action}; legal: 0 to {len(names) - 1}.")
    hint = did_you_mean(str(action), names)
    raise SpecError(f"{where}: no {action!r}.{hint} Known: {', '.join(names)}.")
