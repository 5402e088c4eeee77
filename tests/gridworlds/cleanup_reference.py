"""Open Cleanup, slowly: one world, plain loops, written from the rules."""

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

WATER, SOIL = 9, 7


class CleanupReference:
    """The world; waste is None or `(hue, shade)` with shade 0 light, 1 mid, 2 dark."""

    def __init__(
        self,
        settings: Any,
        size: tuple[int, int],
        cells: dict[str, list[Place]],
        hue: int,
        effects: list[int],
    ) -> None:
        self.settings, self.size, self.cells = settings, size, cells
        self.hue, self.effects = hue, effects
        self.river = [*cells["river_dirty"], *cells["river_clean"]]
        self.waste: dict[Place, tuple[int, int] | None] = {}
        self.apples: set[Place] = set()
        self.people: list[Person] = []

    def colour(
        self, hue_word: int, shade_word: int, other_word: int
    ) -> tuple[int, int]:
        if below(hue_word, self.settings.dominant_share):
            return self.hue, pick(shade_word, 3)
        return divmod(pick(other_word, 15), 3)

    def begin(self, words: dict[str, list[int]]) -> None:
        count = self.settings.num_players
        nobody = [Person((-9, -9), 0) for _ in range(count)]
        found = spawn_all(nobody, range(count), self.cells["spawn"], words["spawns"])
        self.people = [
            Person(found[n], pick(words["headings"][n], 4)) for n in range(count)
        ]
        self.apples = set()
        self.waste = dict.fromkeys(self.river)
        for n, place in enumerate(self.cells["river_dirty"]):
            self.waste[place] = self.colour(
                words["hue"][n], words["shade"][n], words["other"][n]
            )

    def step(
        self, number: int, words: dict[str, list[int]], actions: list[int]
    ) -> tuple[list[float], dict[str, Any]]:
        new_waste = self.grow(number, words)
        move_all(self.people, actions, words["priority"], self.size)
        turn_all(self.people, actions)
        rewards = []
        picked = []
        for person, action in zip(self.people, actions, strict=True):
            rewards.append(float(person.place in self.apples))
            self.apples.discard(person.place)
            tools = [
                tool
                for tool in range(4)
                if person.place in self.cells[f"station_{tool}"]
            ]
            picked.append(int(action == 8 and bool(tools)))
            if action == 8 and tools:
                person.hand = [person.hand[1], tools[0]]
        shots = self.fire(actions)
        events = {"apples": [int(r) for r in rewards], "pick_ups": picked, **shots}
        events["new_waste"] = new_waste
        if self.settings.zap:
            events |= self.zap(actions, words)
        return rewards, events

    def grow(self, number: int, words: dict[str, list[int]]) -> int:
        held = {person.place for person in self.people}
        dirty = sum(waste is not None for waste in self.waste.values())
        water = len(self.river)
        if self.settings.counts_stream:
            water += len(self.cells["stream"])
        rise = (self.settings.depletion - dirty / water) / self.settings.depletion
        chance = self.settings.growth * min(1.0, max(0.0, rise))
        grown = [
            place
            for place, word in zip(self.cells["orchard"], words["growth"], strict=True)
            if place not in self.apples and place not in held and below(word, chance)
        ]
        free = [p for p in self.river if self.waste[p] is None and p not in held]
        blocked = self.settings.waste_stops and round(chance * 2**32) == 0
        arrives = (
            number >= self.settings.waste_after
            and below(words["arrival"][0], self.settings.waste_rate)
            and not blocked
            and bool(free)
        )
        if arrives:
            place = free[pick(words["cell"][0], len(free))]
            self.waste[place] = self.colour(
                words["hue"][0], words["shade"][0], words["other"][0]
            )
        self.apples |= set(grown)
        return int(arrives)

    def fire(self, actions: list[int]) -> dict[str, Any]:
        before = dict(self.waste)
        cleared, lightened = [], []
        changed: set[Place] = set()
        for person, action in zip(self.people, actions, strict=True):
            count = {True: 0, False: 0}
            effect = 0
            if action == 6 and -1 not in person.hand:
                effect = self.effects[4 * person.hand[0] + person.hand[1]]
            for place in beam_of(person) if effect else []:
                waste = before.get(place)
                if waste is None:
                    continue
                hue, shade = waste
                if (shade, effect) in ((0, hue + 1), (1, 6), (2, 7)):
                    count[shade == 0] += 1
                    changed.add(place)
            cleared.append(count[True])
            lightened.append(count[False])
        gone = 0
        for place in changed:
            hue, shade = before[place] or (0, 0)
            self.waste[place] = (hue, shade - 1) if shade else None
            gone += shade == 0
        return {
            "shots": [int(action == 6) for action in actions],
            "cleared": cleared,
            "lightened": lightened,
            "cells_cleared": gone,
            "cells_lightened": len(changed) - gone,
        }

    def zap(self, actions: list[int], words: dict[str, list[int]]) -> dict[str, Any]:
        count = len(self.people)
        given, taken = [0] * count, [0] * count
        for n, person in enumerate(self.people):
            if actions[n] == 9:
                for m, other in enumerate(self.people):
                    if m != n and other.place in beam_of(person):
                        given[n] += 1
                        taken[m] += 1
        hit = [m for m in range(count) if taken[m]]
        found = spawn_all(self.people, hit, self.cells["spawn"], words["spawns"])
        for m in hit:
            self.people[m].place = found.get(m, self.people[m].place)
            self.people[m].heading = pick(words["headings"][m], 4)
        fired = [int(action == 9) for action in actions]
        return {"zaps_fired": fired, "zaps_given": given, "zaps_taken": taken}

    def codes(self) -> dict[Place, int]:
        rows, columns = self.size
        codes = {(r, c): 1 for r in range(rows) for c in range(columns)}
        codes |= dict.fromkeys(self.cells["stream"], 2)
        for tool in range(4):
            codes |= dict.fromkeys(self.cells[f"station_{tool}"], 3 + tool)
        for place in self.cells["orchard"]:
            codes[place] = SOIL + (place in self.apples)
        for place, waste in self.waste.items():
            hue, shade = waste or (0, 0)
            codes[place] = WATER if waste is None else WATER + 1 + 3 * hue + shade
        return codes
