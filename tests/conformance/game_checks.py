"""What every game of the catalogue must hold to; each check rejects one fault."""

import math
from collections.abc import Callable

from ostrom.core.errors import OstromError
from ostrom.games.theory.build import pure
from ostrom.games.theory.equilibrium import is_nash, pareto_dominates, pure_equilibria
from ostrom.games.theory.game import GameKind
from ostrom.games.theory.support_enumeration import extreme_equilibria

Check = Callable[[GameKind, str], None]


def check_builds_at_default(kind: GameKind, file_name: str) -> None:
    try:
        kind.default()
    except (OstromError, ArithmeticError, TypeError, ValueError) as error:
        raise AssertionError(f"{file_name} does not build: {error}") from error


def check_named_after_file(kind: GameKind, file_name: str) -> None:
    assert kind.name == file_name


def check_game_agrees_with_kind(kind: GameKind, file_name: str) -> None:
    game = kind.default()
    assert (game.name, game.version) == (kind.name, kind.version), file_name
    assert kind.version >= 1, file_name


def check_summary_is_one_sentence(kind: GameKind, file_name: str) -> None:
    assert kind.summary.endswith("."), file_name
    assert "\n" not in kind.summary, file_name


def check_source_is_given(kind: GameKind, file_name: str) -> None:
    assert kind.default().source.strip(), f"{file_name}: where are the payoffs from?"


def check_dominance_is_stated(kind: GameKind, file_name: str) -> None:
    assert kind.default().dominance.endswith("."), file_name


def check_parameters_are_documented(kind: GameKind, file_name: str) -> None:
    documented = kind.parameters.__doc__ or ""
    for name in kind.parameters.model_fields:
        assert f"    {name}: " in documented, f"{file_name}: {name} is not explained"


def check_builds_the_same_twice(kind: GameKind, file_name: str) -> None:
    assert kind.default() == kind.default(), f"{file_name} keeps hidden state"


def check_tensor_is_finite(kind: GameKind, file_name: str) -> None:
    for payoffs in kind.default().payoffs.values():
        for payoff in payoffs:
            try:
                value = float(payoff)
            except OverflowError as error:
                raise AssertionError(f"{file_name}: too large") from error
            assert math.isfinite(value), file_name


def check_tensor_is_read_only(kind: GameKind, file_name: str) -> None:
    game = kind.default()
    if any(abs(payoff) > 1e300 for row in game.payoffs.values() for payoff in row):
        return  # another check's business
    assert not game.tensor.flags.writeable, file_name
    assert game.tensor.shape == (*game.num_actions, game.num_players), file_name


def check_cooperation_is_better(kind: GameKind, file_name: str) -> None:
    game = kind.default()
    if game.cooperative_profile is not None and game.defective_profile is not None:
        assert pareto_dominates(
            game, game.cooperative_profile, game.defective_profile
        ), file_name


def check_missing_profiles_are_explained(kind: GameKind, file_name: str) -> None:
    game = kind.default()
    if game.cooperative_profile is None:
        assert "No cooperative profile:" in game.notes, file_name
    if game.defective_profile is None:
        assert "No defective profile" in game.notes, file_name


def check_equilibria_are_nash(kind: GameKind, file_name: str) -> None:
    game = kind.default()
    for mixed in game.equilibria:
        assert is_nash(game, mixed), f"{file_name}: {mixed} is no equilibrium"


def check_pure_equilibria_are_listed(kind: GameKind, file_name: str) -> None:
    game = kind.default()
    for profile in pure_equilibria(game):
        assert pure(profile, game.num_actions) in game.equilibria, (file_name, profile)


def check_mixed_equilibria_are_listed(kind: GameKind, file_name: str) -> None:
    game = kind.default()
    if game.num_players == 2 and "equilibria listed" not in game.notes:
        for mixed in extreme_equilibria(game):
            is_pure = all(max(shares) == 1 for shares in mixed)
            assert is_pure or mixed in game.equilibria, (file_name, mixed)


def check_defective_profile_is_nash(kind: GameKind, file_name: str) -> None:
    game = kind.default()
    if game.defective_profile is not None:
        assert game.defective_profile in pure_equilibria(game), file_name


CHECKS: dict[str, Check] = {
    check.__name__: check
    for check in (
        check_builds_at_default,
        check_named_after_file,
        check_game_agrees_with_kind,
        check_summary_is_one_sentence,
        check_source_is_given,
        check_dominance_is_stated,
        check_parameters_are_documented,
        check_builds_the_same_twice,
        check_tensor_is_finite,
        check_tensor_is_read_only,
        check_cooperation_is_better,
        check_missing_profiles_are_explained,
        check_equilibria_are_nash,
        check_pure_equilibria_are_listed,
        check_mixed_equilibria_are_listed,
        check_defective_profile_is_nash,
    )
}


def rejections(kind: GameKind, file_name: str) -> set[str]:
    """Names of the checks that reject a game; the first alone if it does not build."""
    rejected: set[str] = set()
    for name, check in CHECKS.items():
        try:
            check(kind, file_name)
        except AssertionError:
            rejected.add(name)
        if "check_builds_at_default" in rejected:
            break
    return rejected
