"""Reads and writes strategic games in Gambit's `.nfg` format, both forms, exactly.

Prologue: `NFG 1 R "title" { "player" ... }`, then either the names of the actions of
each player, `{ { "a" "b" } { "c" "d" } }`, or their numbers, `{ 2 2 }`, then perhaps a
comment in quotes. The payoff form lists the payoffs of all players for each profile.
The outcome form lists outcomes, `{ { "name" 3, 3 } ... }`, and then the number of an
outcome for each profile, from 1; number 0 pays everyone nothing. In both, the action of
the *first* player changes fastest.

Source: the format's description in the manual of Gambit, version 16.
"""

from collections.abc import Iterator, Sequence
from fractions import Fraction
from itertools import product
from math import prod
from typing import Literal

from ostrom.core.errors import SpecError
from ostrom.games.formats.nfg_tokens import Reader
from ostrom.games.theory.build import pure
from ostrom.games.theory.equilibrium import pure_equilibria
from ostrom.games.theory.game import Game, Payoffs, Profile

MAX_ACTIONS = 10_000
"""Most actions of one player that a file may declare by number."""


def read_nfg(text: str, name: str) -> Game:
    """Returns the game that a `.nfg` file holds.

    The title becomes the game's source and the comment its notes; names of players
    and outcomes are read and left out. Actions without a name are called by their
    number, from 1. The equilibria of the game are its pure ones.

    Args:
        text: All of the file.
        name: What the game shall be called.

    Raises:
        SpecError: The file is not of the format, in part or in whole; the message
            says in which line.
    """
    reader = Reader(text, name)
    reader.word("NFG")
    reader.word("1")
    reader.word("R", "D")
    title = reader.quoted("the title")
    players = _player_names(reader)
    actions = _action_names(reader, len(players))
    comment = reader.quoted("the comment") if reader.at_quoted() else ""
    num_actions = tuple(len(names) for names in actions)
    if reader.at("{"):
        cells = _outcome_cells(reader, len(players), prod(num_actions))
    else:
        cells = _payoff_cells(reader, len(players), prod(num_actions))
    reader.end()
    payoffs = dict(zip(_profiles(num_actions), cells, strict=True))
    source = f"Gambit file: {title}" if title else "Gambit file"
    bare = Game(name=name, version=1, actions=actions, payoffs=payoffs, source=source)
    return Game(
        name=name,
        version=1,
        actions=actions,
        payoffs=payoffs,
        source=source,
        equilibria=tuple(
            pure(profile, num_actions) for profile in pure_equilibria(bare)
        ),
        notes=f"{comment} The equilibria listed are the pure ones.".strip(),
    )


def write_nfg(game: Game, form: Literal["payoff", "outcome"] = "payoff") -> str:
    r"""Returns the game as the text of a `.nfg` file.

    The game's name becomes the title and its source the comment. In the outcome form,
    profiles with equal payoffs share an outcome; the outcome 0 is not used, because
    some readers do not know it.

    Args:
        game: The game.
        form: `payoff` or `outcome`.

    Raises:
        SpecError: A name can not be written: the format has no way to write a
            backslash at the end of a name or before a quotation mark.

    Example:
        >>> game = Game("g", 1, (("a", "b"),), {(0,): (Fraction(1, 2),),
        ...     (1,): (Fraction(-3),)}, source="made up")
        >>> print(write_nfg(game), end="")
        NFG 1 R "g" { "Player 1" }
        { { "a" "b" } }
        "made up"
        <BLANKLINE>
        1/2
        -3
    """
    players = " ".join(f'"Player {seat + 1}"' for seat in range(game.num_players))
    actions = " ".join(
        "{ " + " ".join(_quote(name) for name in names) + " }" for names in game.actions
    )
    prologue = (
        f"NFG 1 R {_quote(game.name)} {{ {players} }}\n"
        f"{{ {actions} }}\n{_quote(game.source)}\n\n"
    )
    body = _payoff_body(game) if form == "payoff" else _outcome_body(game)
    return prologue + body


def _player_names(reader: Reader) -> list[str]:
    """The names of the players: at least one."""
    reader.symbol("{")
    players = []
    while not reader.at("}"):
        players.append(reader.quoted("the name of a player or '}'"))
    if not players:
        raise reader.error("there must be at least one player")
    reader.symbol("}")
    return players


def _action_names(reader: Reader, num_players: int) -> tuple[tuple[str, ...], ...]:
    """The names of each player's actions, given as names or as numbers of actions."""
    reader.symbol("{")
    actions: list[tuple[str, ...]] = []
    for given in range(num_players):
        if reader.at("}"):
            raise reader.error(
                f"each of the {num_players} players needs actions, got {given} lists"
            )
        if reader.at("{"):
            actions.append(_names_of_one_player(reader))
        else:
            count = reader.integer(
                "a number of actions", smallest=1, largest=MAX_ACTIONS
            )
            actions.append(tuple(str(number + 1) for number in range(count)))
    reader.symbol("}")
    return tuple(actions)


def _names_of_one_player(reader: Reader) -> tuple[str, ...]:
    """The names of the actions of one player, all different."""
    reader.symbol("{")
    names: list[str] = []
    while not reader.at("}"):
        name = reader.quoted("the name of an action or '}'") or str(len(names) + 1)
        if name in names:
            raise reader.error(f"two actions of one player are called {name!r}")
        names.append(name)
    if not names:
        raise reader.error("each player needs at least one action")
    reader.symbol("}")
    return tuple(names)


def _payoff_cells(reader: Reader, num_players: int, num_profiles: int) -> list[Payoffs]:
    """The payoffs of all profiles, the first player's action changing fastest."""
    needed = num_players * num_profiles
    numbers: list[Fraction] = []
    while not reader.at_end():
        if len(numbers) == needed:
            raise reader.error(f"there are more than {needed} payoffs")
        numbers.append(reader.number("a payoff"))
    if len(numbers) != needed:
        raise reader.error(
            f"{num_profiles} profiles and {num_players} players need {needed} payoffs, "
            f"got {len(numbers)}"
        )
    return [
        tuple(numbers[start : start + num_players])
        for start in range(0, needed, num_players)
    ]


def _outcome_cells(
    reader: Reader, num_players: int, num_profiles: int
) -> list[Payoffs]:
    """The payoffs of all profiles, by way of numbered outcomes."""
    nothing = (Fraction(0),) * num_players
    outcomes = [nothing, *_outcomes(reader, num_players)]
    cells: list[Payoffs] = []
    while not reader.at_end():
        if len(cells) == num_profiles:
            raise reader.error(f"there are more than {num_profiles} outcome numbers")
        cells.append(
            outcomes[
                reader.integer(
                    "an outcome number", smallest=0, largest=len(outcomes) - 1
                )
            ]
        )
    if len(cells) != num_profiles:
        raise reader.error(
            f"{num_profiles} profiles need as many outcome numbers, got {len(cells)}"
        )
    return cells


def _outcomes(reader: Reader, num_players: int) -> Iterator[Payoffs]:
    """The payoffs of each outcome in the list, the first being number 1."""
    reader.symbol("{")
    while not reader.at("}"):
        reader.symbol("{")
        reader.quoted("the name of an outcome")
        payoffs = []
        for seat in range(num_players):
            if seat:
                reader.skip_comma()
            payoffs.append(reader.number(f"payoff {seat + 1} of {num_players}"))
        reader.skip_comma()
        reader.symbol("}")
        yield tuple(payoffs)
    reader.symbol("}")


def _profiles(num_actions: Sequence[int]) -> Iterator[Profile]:
    """All profiles, the first player's action changing fastest."""
    backwards = product(*(range(count) for count in reversed(num_actions)))
    return (profile[::-1] for profile in backwards)


def _quote(name: str) -> str:
    """A name in quotation marks."""
    if name.endswith("\\") or '\\"' in name:
        raise SpecError(
            f"{name!r} can not be written to .nfg: a backslash stands at its end or "
            "before a quotation mark."
        )
    return '"' + name.replace('"', '\\"') + '"'


def _payoff_body(game: Game) -> str:
    """One line of payoffs for each profile."""
    return "".join(
        " ".join(str(payoff) for payoff in game.payoffs[profile]) + "\n"
        for profile in _profiles(game.num_actions)
    )


def _outcome_body(game: Game) -> str:
    """The list of outcomes, then the number of one for each profile."""
    numbers: dict[Payoffs, int] = {}
    cells = []
    for profile in _profiles(game.num_actions):
        payoffs = game.payoffs[profile]
        cells.append(numbers.setdefault(payoffs, len(numbers) + 1))
    lines = (
        f'{{ "{number}" {", ".join(str(payoff) for payoff in payoffs)} }}\n'
        for payoffs, number in numbers.items()
    )
    return "{\n" + "".join(lines) + "}\n" + " ".join(str(cell) for cell in cells) + "\n"
