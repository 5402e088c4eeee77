"""The contract strategy: propose one contract, approve only of it, sign only it.

Under the contract every player who cooperates earns `enforcing_amount` from the others,
which makes cooperation strictly dominant and, as all cooperate, costs nobody anything.

What is true of it: nobody gains by departing on the path or in any vote. But the
strategy as published also plays the punishment after all have signed some *other*
contract, where the punishment is often no equilibrium (`contract_subgame_gap` counts
it), and there a departure pays. So it is subgame perfect only in its repaired form, in
which the players then play some equilibrium of the game under that contract, which may
be a mixed one. The payoff on the path is the same.
"""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import product
from math import ceil

from ostrom.core.errors import SolverError
from ostrom.games.theory.build import pure
from ostrom.games.theory.equilibrium import (
    action_values,
    is_pure_nash,
    pure_equilibria,
)
from ostrom.games.theory.game import Game, Mixed, Payoffs
from ostrom.games.theory.support_enumeration import one_equilibrium
from ostrom.mechanisms.contract import contracted
from ostrom.mechanisms.protocol.observations import Transfers
from ostrom.mechanisms.theory.deviations import (
    Deviation,
    replaced,
)
from ostrom.mechanisms.theory.dilemma import Dilemma
from ostrom.mechanisms.theory.elections import election_deviations, election_value

Reply = Callable[[Game], tuple[Mixed, ...]]
"""What is played in the game under a contract that all signed though none was to."""


def enforcing_amount(game: Game) -> int:
    """Returns 1 plus the most that any player can change its own payoff by, rounded up.

    More than any gain from departing, so that earning it for one action makes that
    action strictly dominant.
    """
    widest = Fraction(0)
    for player in range(game.num_players):
        for profile in game.profiles():
            paid = [
                game.payoff(replaced(profile, player, action))[player]
                for action in range(game.num_actions[player])
            ]
            widest = max(widest, max(paid) - min(paid))
    return ceil(1 + widest)


def enforcing_contract(dilemma: Dilemma) -> Transfers:
    """Returns the contract by which cooperating earns the enforcing amount.

    Raises:
        SpecError: The players' cooperative actions differ in number, so that no
            contract can name them.
    """
    cooperate = dilemma.shared_action(dilemma.cooperative)
    amount = enforcing_amount(dilemma.game)
    return Transfers(
        amounts=tuple(
            amount if action == cooperate else 0
            for action in range(max(dilemma.game.num_actions))
        )
    )


def contract_grid(game: Game, amounts: Sequence[int]) -> tuple[Transfers, ...]:
    """Returns every contract that pays one of `amounts` for each action."""
    return tuple(
        Transfers(amounts=row) for row in product(amounts, repeat=max(game.num_actions))
    )


def contract_deviations(
    dilemma: Dilemma,
    others: Sequence[Transfers],
    contract: Transfers | None = None,
    reply: Reply | None = None,
) -> tuple[Deviation, ...]:
    """Returns every one-shot deviation at all four stages, and its gain.

    Args:
        dilemma: The game and its two profiles.
        others: Contracts besides the intended one that may be proposed. In a vote they
            are all worth the same, as nobody signs them, so one stands for all.
        contract: The one to propose, approve of and sign. Default is
            `enforcing_contract`.
        reply: What is played after all signed another contract. Default is the
            punishment, as published; `an_equilibrium` repairs it.

    Returns:
        Those of the vote, of proposing, of signing and of the play, in that order, with
        gains in points.

    Raises:
        SolverError: `reply` found no equilibrium.
    """
    target = contract or enforcing_contract(dilemma)
    rest = tuple(other for other in others if other != target)
    threat = dilemma.game.payoff(dilemma.punishment)
    agreed = contracted(dilemma.game, target).payoff(dilemma.cooperative)
    elections = election_deviations(
        dilemma.num_players,
        (target, *rest[:1]),
        target,
        lambda content: agreed if content == target else threat,
    )
    signing = (
        Deviation(player, "sign", target, False, threat[player] - agreed[player])
        for player in range(dilemma.num_players)
    )
    # One signature alone puts nothing in force, so it changes nothing.
    refusing = (
        Deviation(player, "sign", other, True, Fraction(0))
        for other in rest
        for player in range(dilemma.num_players)
    )
    plays = _play_deviations(dilemma, target, rest, reply)
    return (*elections, *signing, *refusing, *plays)


def contract_payoffs(dilemma: Dilemma, contract: Transfers | None = None) -> Payoffs:
    """Returns what each player gets if all keep to the contract strategy."""
    target = contract or enforcing_contract(dilemma)
    agreed = contracted(dilemma.game, target).payoff(dilemma.cooperative)
    return election_value((target,) * dilemma.num_players, target, lambda _: agreed)


def an_equilibrium(game: Game) -> tuple[Mixed, ...]:
    """Returns one equilibrium, exactly: the first pure one, else a mixed one.

    Raises:
        SolverError: No profile of pure actions is an equilibrium and there are more
            than two players; mixed equilibria are found for two players only.
    """
    if game.num_players == 2:
        return one_equilibrium(game)
    for profile in pure_equilibria(game):
        return pure(profile, game.num_actions)
    raise SolverError(
        f"{game.name}: no pure equilibrium, and mixed ones are not solved for with "
        f"{game.num_players} players."
    )


@dataclass(frozen=True)
class SubgameGap:
    """Where the published contract strategy prescribes no equilibrium.

    Attributes:
        num_contracts: How many contracts were looked at.
        punishment_fails: Contracts, other than the intended one, under which the
            punishment is no equilibrium.
        no_pure_equilibrium: Contracts under which no pure profile is an equilibrium.
    """

    num_contracts: int
    punishment_fails: tuple[Transfers, ...]
    no_pure_equilibrium: tuple[Transfers, ...]


def contract_subgame_gap(
    dilemma: Dilemma, grid: Sequence[Transfers], contract: Transfers | None = None
) -> SubgameGap:
    """Returns after which signed contracts playing the punishment is no equilibrium.

    Args:
        dilemma: The game and its two profiles.
        grid: Contracts to look at.
        contract: The intended one, which is left out of the count. Default is
            `enforcing_contract`.
    """
    target = contract or enforcing_contract(dilemma)
    failing: list[Transfers] = []
    without_pure: list[Transfers] = []
    for other in grid:
        game = contracted(dilemma.game, other)
        if other != target and not is_pure_nash(game, dilemma.punishment):
            failing.append(other)
        if not pure_equilibria(game):
            without_pure.append(other)
    return SubgameGap(len(grid), tuple(failing), tuple(without_pure))


def _play_deviations(
    dilemma: Dilemma,
    target: Transfers,
    rest: Sequence[Transfers],
    reply: Reply | None,
) -> Iterator[Deviation]:
    """In the base game, under the intended contract, and under every other one."""
    counts = dilemma.game.num_actions
    punishment = pure(dilemma.punishment, counts)
    yield from _departures(dilemma.game, punishment, None)
    intended = contracted(dilemma.game, target)
    yield from _departures(intended, pure(dilemma.cooperative, counts), target)
    for other in rest:
        game = contracted(dilemma.game, other)
        yield from _departures(game, reply(game) if reply else punishment, other)


def _departures(
    game: Game, mixed: tuple[Mixed, ...], contract: Transfers | None
) -> Iterator[Deviation]:
    """What each player gains by each action it is not bound to play for sure."""
    kept = game.expected_payoffs(mixed)
    for player, shares in enumerate(mixed):
        worths = action_values(game, player, mixed)
        for action, share in enumerate(shares):
            if share != 1:
                gain = worths[action] - kept[player]
                yield Deviation(player, "play", contract, action, gain)
