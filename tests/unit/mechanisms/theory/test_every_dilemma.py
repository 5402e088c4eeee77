"""The claims in random games that meet the premises of the theorem."""

from dataclasses import dataclass
from fractions import Fraction

from hypothesis import assume, given
from hypothesis import strategies as st

from ostrom.games.theory.build import tabulate
from ostrom.games.theory.game import Game, Profile
from ostrom.mechanisms.theory.automaton import best_response_gain
from ostrom.mechanisms.theory.contract import contract_grid
from ostrom.mechanisms.theory.deviations import replaced
from ostrom.mechanisms.theory.dilemma import Dilemma
from ostrom.mechanisms.theory.repetition import (
    COOPERATING,
    critical_delta,
    windowed_grim_trigger,
)
from ostrom.mechanisms.theory.reputation import (
    LITERAL,
    REPAIRED,
    Society,
    threshold_delta,
)
from ostrom.mechanisms.theory.verdict import (
    ContractStrategy,
    GrimTrigger,
    MediatorStrategy,
    StandingNorm,
    WindowedGrimTrigger,
    verify,
)

LITTLE = Fraction(1, 1_000_000)
SOME = Fraction(1, 1000)


@dataclass
class Draft:
    """Plain numbers of a game, made a `Dilemma` only in the test."""

    counts: tuple[int, ...]
    numbers: list[int]
    cooperative: Profile
    punishment: Profile
    surplus: list[int]

    def dilemma(self) -> Dilemma:
        players = len(self.counts)
        rows = iter(self.numbers)
        paid = tabulate(self.counts, lambda _: [next(rows) for _ in range(players)])
        threat = list(paid[self.punishment])
        for player, count in enumerate(self.counts):
            for action in range(count):
                reached = list(paid[replaced(self.punishment, player, action)])
                reached[player] = min(reached[player], threat[player])
                paid[replaced(self.punishment, player, action)] = tuple(reached)
        paid[self.cooperative] = tuple(
            payoff + extra for payoff, extra in zip(threat, self.surplus, strict=True)
        )
        names = tuple(tuple(f"a{i}" for i in range(count)) for count in self.counts)
        game = Game("random", 1, names, paid, source="drawn")
        return Dilemma(game, self.cooperative, self.punishment)


@st.composite
def drafts(draw: st.DrawFn, shared: bool = False, most: int = 3) -> Draft:
    players = draw(st.integers(2, most))
    if shared:
        counts = (draw(st.integers(2, 3)),) * players
        good, bad = draw(st.permutations(range(counts[0])))[:2]
        cooperative, punishment = (good,) * players, (bad,) * players
    else:
        counts = tuple(draw(st.integers(2, 3)) for _ in range(players))
        pairs = [draw(st.permutations(range(count)))[:2] for count in counts]
        cooperative = tuple(pair[0] for pair in pairs)
        punishment = tuple(pair[1] for pair in pairs)
    cells = players
    for count in counts:
        cells *= count
    numbers = draw(st.lists(st.integers(-6, 6), min_size=cells, max_size=cells))
    surplus = draw(st.lists(st.integers(1, 4), min_size=players, max_size=players))
    return Draft(counts, numbers, cooperative, punishment, surplus)


@given(drafts())
def test_grim_trigger_holds_from_the_critical_delta_on_and_not_below(
    draft: Draft,
) -> None:
    dilemma = draft.dilemma()
    critical = critical_delta(dilemma)
    for delta in (critical, critical + LITTLE, (1 + critical) / 2):
        verdict = verify(dilemma, GrimTrigger(delta))
        assert verdict.holds
        assert verdict.payoffs == dilemma.game.payoff(dilemma.cooperative)
    if critical > SOME:
        verdict = verify(dilemma, GrimTrigger(critical - SOME))
        assert not verdict.holds
        assert verdict.worst.state == COOPERATING


@given(drafts(), st.integers(1, 2))
def test_a_window_changes_nothing_for_either_notion(draft: Draft, window: int) -> None:
    dilemma = draft.dilemma()
    critical = critical_delta(dilemma)
    automaton = windowed_grim_trigger(dilemma, window)
    assume(len(automaton.states) < 200)
    assert verify(dilemma, WindowedGrimTrigger(critical, window)).holds
    assert best_response_gain(dilemma.game, automaton, critical) == 0
    if critical > SOME:
        below = critical - SOME
        assert not verify(dilemma, WindowedGrimTrigger(below, window)).holds
        assert best_response_gain(dilemma.game, automaton, below) > 0


@given(drafts(), st.integers(1, 3))
def test_repaired_standing_norm_has_the_threshold_of_the_closed_form(
    draft: Draft, agents: int
) -> None:
    dilemma = draft.dilemma()
    game = dilemma.game
    target = game.payoff(dilemma.cooperative)
    threat = game.payoff(dilemma.punishment)
    chance = Fraction(1, agents) ** (game.num_players - 1)
    expected = Fraction(0)
    for player, count in enumerate(game.num_actions):
        best = max(
            game.payoff(replaced(dilemma.cooperative, player, action))[player]
            for action in range(count)
        )
        gain, loss = best - target[player], target[player] - threat[player]
        expected = max(expected, gain / (gain + chance * loss))
    society = Society(dilemma, REPAIRED, agents)
    assert threshold_delta(society) == expected
    assert threshold_delta(society, on_path=True) == critical_delta(dilemma)
    assert verify(dilemma, StandingNorm(expected, agents_per_role=agents)).holds
    if expected > SOME:
        below = StandingNorm(expected - SOME, agents_per_role=agents)
        assert not verify(dilemma, below).holds


@given(drafts(), st.integers(1, 2), st.integers(0, 19))
def test_literal_standing_norm_fails_if_cooperating_with_punishers_costs(
    draft: Draft, agents: int, twentieths: int
) -> None:
    dilemma, delta = draft.dilemma(), Fraction(twentieths, 20)
    costs = [
        dilemma.game.payoff(dilemma.punishment)[player]
        - dilemma.game.payoff(replaced(dilemma.punishment, player, action))[player]
        for player, action in enumerate(dilemma.cooperative)
    ]
    assume(max(costs) > 0)
    assert threshold_delta(Society(dilemma, LITERAL, agents)) is None
    verdict = verify(dilemma, StandingNorm(delta, LITERAL, agents))
    assert not verdict.holds
    assert verdict.worst.gain >= (1 - delta) * max(costs)


@given(drafts(shared=True, most=2))
def test_mediator_strategy_always_holds(draft: Draft) -> None:
    dilemma = draft.dilemma()
    verdict = verify(dilemma, MediatorStrategy())
    assert verdict.holds
    assert verdict.payoffs == dilemma.game.payoff(dilemma.cooperative)


@given(drafts(shared=True, most=2))
def test_repaired_contract_strategy_always_holds_with_two_players(
    draft: Draft,
) -> None:
    dilemma = draft.dilemma()
    grid = contract_grid(dilemma.game, (-4, 0, 4))
    verdict = verify(dilemma, ContractStrategy(grid))
    assert verdict.holds
    assert verdict.payoffs == dilemma.game.payoff(dilemma.cooperative)
