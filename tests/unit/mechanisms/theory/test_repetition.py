"""Grim trigger with one rule dropped: the check must find what then pays."""

from fractions import Fraction

import pytest

from ostrom.core.errors import SpecError
from ostrom.games.theory.catalogue import GAMES
from ostrom.games.theory.game import Profile
from ostrom.mechanisms.theory.automaton import (
    Automaton,
    best_response_gain,
    one_shot_deviations,
)
from ostrom.mechanisms.theory.deviations import Deviation, worst_deviation
from ostrom.mechanisms.theory.dilemma import Dilemma
from ostrom.mechanisms.theory.repetition import grim_trigger, windowed_grim_trigger

PD = GAMES.load("prisoners_dilemma").default()
DILEMMA = Dilemma.of(PD)
COOPERATE, DEFECT = (0, 0), (1, 1)
PATIENT = Fraction(95, 100)


def two_states(forgives: bool, punishment: Profile, blames: set[Profile]) -> Automaton:
    def next_state(state: str, played: Profile) -> str:
        if state == "punishing" and not forgives:
            return "punishing"
        return "punishing" if state != "punishing" and played in blames else "friendly"

    return Automaton(
        ("friendly", "punishing"),
        "friendly",
        lambda state: COOPERATE if state == "friendly" else punishment,
        next_state,
    )


ANY_DEFECTION: set[Profile] = {(0, 1), (1, 0), (1, 1)}


def worst(automaton: Automaton) -> Deviation:
    return worst_deviation(one_shot_deviations(PD, automaton, PATIENT))


def test_with_all_its_rules_it_holds() -> None:
    assert worst(two_states(False, DEFECT, ANY_DEFECTION)).gain < 0
    assert worst(grim_trigger(DILEMMA)).gain < 0


def test_never_punishing_invites_defection() -> None:
    found = worst(two_states(False, COOPERATE, ANY_DEFECTION))
    assert found.gain == (1 - PATIENT) * 1
    assert found.choice == 1


def test_forgiving_after_one_round_invites_defection() -> None:
    found = worst(two_states(True, DEFECT, ANY_DEFECTION))
    assert found.state == "friendly"
    assert found.gain == (1 - PATIENT) * (1 - PATIENT)


def test_blaming_only_the_first_player_lets_the_second_defect() -> None:
    found = worst(two_states(False, DEFECT, {(1, 0), (1, 1)}))
    assert (found.player, found.state, found.choice) == (1, "friendly", 1)


def test_punishing_by_what_is_no_equilibrium_is_not_credible() -> None:
    automaton = two_states(False, (0, 1), ANY_DEFECTION)
    paying = {
        (each.player, each.state, each.choice)
        for each in one_shot_deviations(PD, automaton, PATIENT)
        if each.gain > 0
    }
    assert (0, "punishing", 1) in paying


def test_incredible_threat_is_a_nash_equilibrium_all_the_same() -> None:
    game = GAMES.load("stag_hunt").default()
    apart = Automaton(
        ("friendly", "punishing"),
        "friendly",
        lambda state: (0, 0) if state == "friendly" else (0, 1),
        lambda state, played: (
            "friendly" if (state, played) == ("friendly", (0, 0)) else "punishing"
        ),
    )
    assert best_response_gain(game, apart, PATIENT) == 0
    assert worst_deviation(one_shot_deviations(game, apart, PATIENT)).gain > 0


def test_window_forgets_what_lies_behind_it() -> None:
    automaton = windowed_grim_trigger(DILEMMA, 2)
    seen = automaton.next_state(((1, 0), (0, 0)), (0, 0))
    assert seen == ((0, 0), (0, 0))
    assert automaton.play(seen) == COOPERATE
    assert automaton.play(((1, 0), (0, 0))) == DEFECT


def test_window_needs_a_round() -> None:
    with pytest.raises(SpecError, match="at least 1 round"):
        windowed_grim_trigger(DILEMMA, 0)
