"""Rematching is even, and dossiers hide what the rules hide."""

from collections import Counter
from collections.abc import Iterator
from typing import Any

import pytest

from ostrom.mechanisms.protocol.observations import Meeting
from ostrom.mechanisms.protocol.play import RoundPlayed, Settled, Voided
from ostrom.mechanisms.reputation import MECHANISM, AgainWithOthers, rematch
from playing import (
    Playing,
    drive,
    game_called,
    play_with,
    population,
)

DILEMMA = game_called("prisoners_dilemma")
GROUP = game_called("public_goods")
ROUNDS = 6


def slots_of(num_players: int, per_role: int) -> tuple[int, ...]:
    return tuple(player for player in range(num_players) for _ in range(per_role))


@pytest.mark.parametrize(("players", "per_role"), [(2, 6), (3, 4), (4, 1)])
def test_everybody_plays_once_in_its_own_seat(players: int, per_role: int) -> None:
    slots = slots_of(players, per_role)
    for number in range(1, 20):
        matching = rematch(slots, players, 5, number)
        assert len(matching) == per_role
        assert sorted(slot for match in matching for slot in match) == list(
            range(len(slots))
        )
        for match in matching:
            assert [slots[slot] for slot in match] == list(range(players))


def test_all_matchings_are_equally_likely() -> None:
    draws = 1800
    seen = Counter(
        frozenset(rematch(slots_of(2, 3), 2, seed, 1)) for seed in range(draws)
    )
    assert len(seen) == 6
    expected, deviation = draws / 6, (draws * 1 / 6 * 5 / 6) ** 0.5
    assert all(abs(count - expected) < 4 * deviation for count in seen.values()), seen


def test_rounds_and_seeds_match_differently() -> None:
    slots = slots_of(2, 6)
    by_round = {frozenset(rematch(slots, 2, 0, number)) for number in range(1, 16)}
    by_seed = {frozenset(rematch(slots, 2, seed, 1)) for seed in range(15)}
    assert len(by_round) > 10
    assert len(by_seed) > 10


def test_replicates_have_other_matchings_and_the_same_seed_has_the_same() -> None:
    def matchings(seed: int) -> list[frozenset[tuple[int, ...]]]:
        playing = play(seed=seed)
        return [
            frozenset(e.slots for e in playing.of(RoundPlayed) if e.round == number)
            for number in range(1, ROUNDS + 1)
        ]

    assert matchings(0) == matchings(0)
    replicates = [matchings(seed) for seed in range(3)]
    for first in range(3):
        for second in range(first):
            assert replicates[first] != replicates[second]


def play(game: Any = DILEMMA, seed: int = 0, **parameters: Any) -> Playing:
    """A population of three agents per role that act at random."""
    agents = ["uniform"] * 3 * game.num_players
    given = {"rounds": ROUNDS, **parameters}
    return drive("reputation", game, agents, given, seed, per_role=3)


def seen_in(playing: Playing) -> Iterator[tuple[int, AgainWithOthers]]:
    """Each observation, and the round before which it is made."""
    for question in playing.questions:
        assert isinstance(question.observation, AgainWithOthers)
        yield question.round, question.observation


def walk(meetings: tuple[Meeting, ...], level: int = 1) -> Iterator[tuple[int, Any]]:
    """Every meeting in a tree of pasts with its level, from 1."""
    for meeting in meetings:
        yield level, meeting
        for other in meeting.others:
            yield from walk(other.past, level + 1)


def all_meetings(seen: AgainWithOthers) -> Iterator[tuple[int, Any]]:
    for dossier in seen.dossiers:
        yield from walk(dossier.meetings)


@pytest.mark.parametrize("window", [1, 2, 3, "all"])
def test_nothing_older_than_the_window_is_told(window: int | str) -> None:
    for number, seen in seen_in(play(window=window)):
        oldest = 1 if isinstance(window, str) else max(1, number - window)
        rounds = {meeting.round for _, meeting in all_meetings(seen)}
        assert rounds <= set(range(oldest, number))
        for dossier in seen.dossiers:
            told = [meeting.round for meeting in dossier.meetings]
            assert told == list(range(number - 1, oldest - 1, -1))


@pytest.mark.parametrize("depth", [1, 2, 3])
def test_pasts_reach_as_deep_as_the_rules_say(depth: int) -> None:
    deepest = 0
    for _, seen in seen_in(play(window=3, depth=depth)):
        levels = [level for level, _ in all_meetings(seen)]
        deepest = max([deepest, *levels])
    assert deepest == depth


def test_first_order_tells_nothing_of_what_came_before_others_moves() -> None:
    for _, seen in seen_in(play(order="first", depth=3)):
        for _, meeting in all_meetings(seen):
            assert all(other.past == () for other in meeting.others)


def test_a_participants_past_ends_before_the_meeting() -> None:
    for _, seen in seen_in(play(window="all", depth=3)):
        for _, meeting in all_meetings(seen):
            for other in meeting.others:
                assert all(past.round < meeting.round for past in other.past)
                assert all(past.agent == other.agent for past in other.past)


@pytest.mark.parametrize("show", [True, False])
@pytest.mark.parametrize("game", [DILEMMA, GROUP], ids=lambda game: game.name)
def test_what_is_told_is_what_happened(game: Any, show: bool) -> None:
    playing = play(game, show_payoffs=show)
    numbers = numbers_of(playing)
    facts = {}
    for event in playing.of(RoundPlayed):
        for player, slot in enumerate(event.slots):
            facts[event.round, numbers[slot]] = (
                player,
                event.actions[player],
                event.payoffs[player] if show else None,
                {numbers[other] for other in event.slots if other != slot},
            )
    told = 0
    for _, seen in seen_in(playing):
        for _, meeting in all_meetings(seen):
            others = {other.agent for other in meeting.others}
            as_told = (meeting.player, meeting.action, meeting.payoff, others)
            assert facts[meeting.round, meeting.agent] == as_told
            for other in meeting.others:
                fact = facts[meeting.round, other.agent]
                assert fact[:3] == (other.player, other.action, other.payoff)
            told += 1
    assert told > 100


def numbers_of(playing: Playing) -> dict[int, int]:
    """The public number of each slot, which must never change."""
    numbers: dict[int, int] = {}
    for question in playing.questions:
        assert isinstance(question.observation, AgainWithOthers)
        number = question.observation.own_number
        assert numbers.setdefault(question.slot, number) == number
    return numbers


def test_public_numbers_are_drawn_for_each_unit_or_follow_the_order() -> None:
    drawn = [numbers_of(play(seed=seed)) for seed in range(4)]
    for numbers in drawn:
        assert sorted(numbers.values()) == [1, 2, 3, 4, 5, 6]
    assert len({tuple(sorted(numbers.items())) for numbers in drawn}) == 4
    fixed = numbers_of(play(shuffle_identities=False))
    assert fixed == {slot: slot + 1 for slot in range(6)}


def test_ones_own_dossier_comes_first_and_then_the_table() -> None:
    playing = play(GROUP)
    numbers = numbers_of(playing)
    at = {
        (event.round, slot): event.slots
        for event in playing.of(RoundPlayed)
        for slot in event.slots
    }
    for question in playing.questions:
        seen = question.observation
        assert isinstance(seen, AgainWithOthers)
        table = at[question.round, question.slot]
        others = [slot for slot in table if slot != question.slot]
        assert [dossier.agent for dossier in seen.dossiers] == [
            numbers[slot] for slot in (question.slot, *others)
        ]
        assert [dossier.is_self for dossier in seen.dossiers] == [True, False, False]
        assert seen.dossiers[0].player == question.player


def test_a_void_encounter_is_not_told_and_costs_those_in_it_their_return() -> None:
    situation = population(DILEMMA, 0, per_role=3)
    given = MECHANISM.parameters.model_validate({"rounds": 3})

    def decide(question: Any) -> Any:
        return None if (question.round, question.slot) == (2, 0) else (100, 0)

    playing = play_with(MECHANISM, situation, given, decide)
    first, last = playing.of(Voided)
    assert first.round == 2
    assert 0 in first.slots
    assert set(last.slots) == set(first.slots)
    [settled] = playing.of(Settled)
    assert set(settled.slots) == set(range(6)) - set(first.slots)
    assert set(settled.returns) == {2}
    for question in playing.questions:
        if question.slot == 0 and question.round == 3:
            assert isinstance(question.observation, AgainWithOthers)
            own = question.observation.dossiers[0]
            assert [meeting.round for meeting in own.meetings] == [1]
