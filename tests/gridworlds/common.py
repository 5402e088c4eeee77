"""Rules that the slow references share, one world at a time, with plain loops.

Written from the rules alone. Chance comes in as the words that the world itself drew,
so a reference and a world can be compared state by state.
"""

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

AHEAD = ((-1, 0), (0, 1), (1, 0), (0, -1))  # north, east, south, west
COMPASS = {0: (-1, 0), 1: (1, 0), 2: (0, 1), 3: (0, -1)}  # actions N S E W
BEAM = ((1, 0), (2, 0), (1, 1), (1, -1))

Place = tuple[int, int]


def below(word: int, probability: float) -> bool:
    return int(word) < min(round(probability * 2**32), 2**32 - 1)


def pick(word: int, count: int) -> int:
    return int(word) * count // 2**32


@dataclass
class Person:
    place: Place
    heading: int
    frozen: int = 0
    cooling: int = 0
    hand: list[int] = field(default_factory=lambda: [-1, -1])


def spawn_all(
    people: Sequence[Person],
    who: Sequence[int],
    spawns: Sequence[Place],
    words: Sequence[int],
) -> dict[int, Place]:
    """Where the people in `who` appear: the r-th at the r-th free cell by its word."""
    held = {person.place for n, person in enumerate(people) if n not in who}
    order = sorted(range(len(spawns)), key=lambda n: (int(words[n]), n))
    free = [spawns[n] for n in order if spawns[n] not in held]
    return dict(zip(sorted(who), free, strict=False))


def move_all(
    people: list[Person],
    actions: Sequence[int],
    words: Sequence[int],
    size: tuple[int, int],
    walls: frozenset[Place] = frozenset(),
) -> None:
    """Moves everybody at once."""
    wish = [
        wished(person.place, action, size, walls)
        for person, action in zip(people, actions, strict=True)
    ]
    movers = [n for n, person in enumerate(people) if wish[n] != person.place]
    stuck = set(range(len(people))) - set(movers)
    stuck |= exchanging(people, wish, movers) | losing(wish, movers, words)
    while True:
        kept = {people[n].place for n in stuck}
        more = {n for n in movers if n not in stuck and wish[n] in kept}
        if not more:
            break
        stuck |= more
    for n, person in enumerate(people):
        if n not in stuck:
            person.place = wish[n]


def wished(
    place: Place, action: int, size: tuple[int, int], walls: frozenset[Place]
) -> Place:
    if action not in COMPASS:
        return place
    row, column = place[0] + COMPASS[action][0], place[1] + COMPASS[action][1]
    inside = 0 <= row < size[0] and 0 <= column < size[1]
    return (row, column) if inside and (row, column) not in walls else place


def exchanging(
    people: Sequence[Person], wish: Sequence[Place], movers: Sequence[int]
) -> set[int]:
    return {
        one
        for one in movers
        for other in movers
        if one != other
        and wish[one] == people[other].place
        and wish[other] == people[one].place
    }


def losing(
    wish: Sequence[Place], movers: Sequence[int], words: Sequence[int]
) -> set[int]:
    by_target: dict[Place, list[int]] = {}
    for one in movers:
        by_target.setdefault(wish[one], []).append(one)
    lost: set[int] = set()
    for rivals in by_target.values():
        winner = max(rivals, key=lambda n: (int(words[n]), -n))
        lost |= set(rivals) - {winner}
    return lost


def turn_all(people: list[Person], actions: Sequence[int]) -> None:
    for person, action in zip(people, actions, strict=True):
        person.heading = (person.heading + {4: -1, 5: 1}.get(action, 0)) % 4


def beam_of(person: Person) -> list[Place]:
    down, right = AHEAD[person.heading]
    side_down, side_right = AHEAD[(person.heading + 1) % 4]
    return [
        (
            person.place[0] + ahead * down + aside * side_down,
            person.place[1] + ahead * right + aside * side_right,
        )
        for ahead, aside in BEAM
    ]


def window_of(
    viewer: int, people: Sequence[Person], codes: dict[Place, int], num_ground: int
) -> list[list[int]]:
    """What a person sees: nine ahead, one behind, five to each side; 0 is outside."""
    me = people[viewer]
    down, right = AHEAD[me.heading]
    side_down, side_right = AHEAD[(me.heading + 1) % 4]
    rows = []
    for ahead in range(9, -2, -1):
        line = []
        for aside in range(-5, 6):
            place = (
                me.place[0] + ahead * down + aside * side_down,
                me.place[1] + ahead * right + aside * side_right,
            )
            code = codes.get(place, 0)
            for n, person in enumerate(people):
                if n != viewer and person.place == place:
                    relative = (person.heading - me.heading) % 4 + 1
                    code += num_ground * (5 if person.frozen else relative)
            line.append(code)
        rows.append(line)
    return rows


def words_of(drawn: dict[str, Any]) -> dict[str, list[int]]:
    """The words of one world as plain numbers."""
    return {name: [int(word) for word in words[:, 0]] for name, words in drawn.items()}
