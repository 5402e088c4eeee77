"""Open Harvest, slowly: one world, plain loops, written from the rules."""

from dataclasses import dataclass
from typing import Any

from gridworlds.common import (
    Person,
    Place,
    beam_of,
    below,
    move_all,
    pick,
    spawn_all,
    turn_all,
)

PAY = (1.0, 0.5, 0.25)
RATE = (2.0, 1.0, 0.5)


@dataclass
class Tree:
    place: Place
    colour: int
    ripening: int = 0  # 0: no apple
    age: int = 0
    eaten_at: int = 0
    rotting: int = 0

    @property
    def stage(self) -> int:
        return min(self.age // self.ripening, 2) if self.ripening else 0


class HarvestReference:
    """The world; see the fields for its hidden rules."""

    def __init__(
        self,
        settings: Any,
        size: tuple[int, int],
        trees: list[tuple[Place, int]],
        spawns: list[Place],
        pay: list[int],
        rate: list[int],
    ) -> None:
        self.settings, self.size, self.spawns = settings, size, spawns
        self.trees = [Tree(place, colour) for place, colour in trees]
        self.pay, self.rate = pay, rate
        self.people: list[Person] = []

    def begin(self, words: dict[str, list[int]]) -> None:
        count = self.settings.num_players
        nobody = [Person((-9, -9), 0) for _ in range(count)]
        found = spawn_all(nobody, range(count), self.spawns, words["spawns"])
        self.people = [
            Person(found[n], pick(words["headings"][n], 4)) for n in range(count)
        ]
        for tree, word in zip(self.trees, words["ripening"], strict=True):
            tree.ripening, tree.age = self.between(word, self.settings.ripening), 0
            tree.eaten_at = tree.rotting = 0

    @staticmethod
    def between(word: int, ends: tuple[int, int]) -> int:
        return ends[0] + pick(word, ends[1] - ends[0] + 1)

    def step(
        self, words: dict[str, list[int]], actions: list[int]
    ) -> tuple[list[float], dict[str, Any]]:
        actions = [
            7 if person.frozen else action
            for person, action in zip(self.people, actions, strict=True)
        ]
        fires = [
            action == 6 and person.cooling == 0
            for person, action in zip(self.people, actions, strict=True)
        ]
        rotted = self.grow(words)
        move_all(self.people, actions, words["priority"], self.size)
        turn_all(self.people, actions)
        for person in self.people:
            person.frozen = max(0, person.frozen - 1)
            person.cooling = max(0, person.cooling - 1)
        rewards, eaten = self.eat()
        given, taken = self.zap(fires, words)
        return rewards, {
            "eaten": eaten,
            "zaps_fired": [int(fire) for fire in fires],
            "zaps_given": given,
            "zaps_taken": taken,
            "rotted": rotted,
        }

    def grow(self, words: dict[str, list[int]]) -> int:
        held = {person.place for person in self.people}
        hung = {tree.place for tree in self.trees if tree.ripening}
        rotted = 0
        for tree, growth, time in zip(
            self.trees, words["growth"], words["times"], strict=True
        ):
            if tree.ripening:
                tree.age += 1
                if tree.age >= 3 * tree.ripening:
                    tree.ripening = tree.age = 0
                    tree.rotting = self.between(time, self.settings.rotting)
                    rotted += 1
                continue
            if tree.rotting > 1:
                tree.rotting -= 1
                continue
            near = sum(
                0 < (tree.place[0] - row) ** 2 + (tree.place[1] - column) ** 2 <= 4
                for row, column in hung
            )
            chance = self.settings.regrowth[min(near, 3)]
            chance *= RATE[self.rate[3 * tree.colour + tree.eaten_at]]
            due = tree.rotting == 1 or below(growth, chance)
            if due and tree.place not in held:
                tree.rotting = tree.age = 0
                tree.ripening = self.between(time, self.settings.ripening)
        return rotted

    def eat(self) -> tuple[list[float], list[list[int]]]:
        rewards, eaten = [], []
        for person in self.people:
            found = [t for t in self.trees if t.place == person.place and t.ripening]
            kinds = [0] * 15
            points = 0.0
            for tree in found:
                kind = 3 * tree.colour + tree.stage
                kinds[kind] = 1
                points = PAY[self.pay[kind]]
                tree.eaten_at = tree.stage
                tree.ripening = tree.age = 0
            rewards.append(points)
            eaten.append(kinds)
        return rewards, eaten

    def zap(
        self, fires: list[bool], words: dict[str, list[int]]
    ) -> tuple[list[int], list[int]]:
        count = len(self.people)
        given, taken = [0] * count, [0] * count
        for n, person in enumerate(self.people):
            if fires[n]:
                person.cooling = self.settings.cooldown
                reached = beam_of(person)
                for m, other in enumerate(self.people):
                    immune = self.settings.frozen_immune and other.frozen
                    if m != n and other.place in reached and not immune:
                        given[n] += 1
                        taken[m] += 1
        hit = [m for m in range(count) if taken[m]]
        found = spawn_all(self.people, hit, self.spawns, words["spawns"])
        for m in hit:
            self.people[m].place = found.get(m, self.people[m].place)
            self.people[m].heading = pick(words["headings"][m], 4)
            self.people[m].frozen = self.settings.freeze
        return given, taken

    def is_over(self) -> bool:
        return not any(tree.ripening or tree.rotting for tree in self.trees)

    def codes(self) -> dict[Place, int]:
        rows, columns = self.size
        codes = {(r, c): 1 for r in range(rows) for c in range(columns)}
        for tree in self.trees:
            kind = 3 + 3 * tree.colour + tree.stage
            codes[tree.place] = kind if tree.ripening else 2
        return codes
