"""What happens when the solver gives up, lies, or cannot tell nearly tied payoffs."""

from collections.abc import Callable
from fractions import Fraction

import numpy as np
import pytest

from ostrom.core.errors import SolverError, SpecError
from ostrom.core.seeds import stream
from ostrom.metagame.deviation_rating import (
    TIE_TOLERANCE,
    deviation_rating,
    exact_deviation_rating,
)
from ostrom.metagame.programs import lexicographic
from ostrom.metagame.programs.certificate import Solution
from ostrom.metagame.programs.warm import WarmProgram
from ostrom.metagame.ranking import rank

GAMES = [
    stream(seed, "fall-backs").integers(0, 3, size=(4, 4)).astype(float)
    for seed in range(20)
]


def failing(fails: Callable[[int], bool], lies: bool) -> type[WarmProgram]:
    """The real solver, except that some calls fail or claim a level too low."""

    class Failing(WarmProgram):
        calls = 0

        def solve(self) -> Solution | None:
            self.calls += 1
            solution = super().solve()
            if solution is None or not fails(self.calls):
                return solution
            if not lies:
                return None
            return Solution(
                solution.level - 0.1, solution.distribution, solution.multipliers
            )

    return Failing


@pytest.mark.parametrize("lies", [False, True])
@pytest.mark.parametrize("calls", [(1, 1), (1, 2), (2, 4), (2, 7), (1, 10**6)])
def test_a_failing_or_lying_solver_changes_no_rating(
    monkeypatch: pytest.MonkeyPatch, lies: bool, calls: tuple[int, int]
) -> None:
    for payoffs in GAMES:
        exact = exact_deviation_rating(payoffs.astype(int).astype(object))
        with monkeypatch.context() as patch:
            solver = failing(lambda call: calls[0] <= call <= calls[1], lies)
            patch.setattr(lexicographic, "WarmProgram", solver)
            found = deviation_rating(payoffs)
        np.testing.assert_allclose(found.values, [float(x) for x in exact], atol=1e-6)
        one_program = calls[0] > 1 and found.num_programs == 1
        assert one_program or found.notes


def test_no_answer_for_a_large_game_without_proof(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(
        lexicographic, "WarmProgram", failing(lambda _: True, lies=True)
    )
    with pytest.raises(SolverError, match="could be proved"):
        deviation_rating(stream(1, "large").normal(size=(9, 9)))


# Both were rated wrong by 0.3 and 1/6, with every program proved within 1e-9.
NEARLY_TIED = [
    (4, [[1, 20000, 9999, 1], [19999, 0, 20001, 10001],
         [19999, 19999, -1, 10001], [-1, 20001, 20000, 10001]]),
    (5, [[199999, 0, 99999, 100001, 200001], [99999, 199999, -1, 200000, 200001],
         [1, 1, 200000, 200001, 1], [100001, 100001, 99999, 100001, 99999],
         [-1, 1, 199999, 1, -1]]),
]  # fmt: skip


@pytest.mark.parametrize(("digits", "payoffs"), NEARLY_TIED)
def test_nearly_tied_payoffs_are_rated_exactly_and_said_so(
    digits: int, payoffs: list[list[int]]
) -> None:
    fractions = np.array(payoffs, dtype=object) * Fraction(1, 10**digits)
    expected = [float(value) for value in exact_deviation_rating(fractions)]
    found = deviation_rating(np.array(payoffs) / 10**digits)
    np.testing.assert_allclose(found.values, expected, atol=1e-12)
    assert found.method == "exact"
    assert "nearly tied" in found.notes[0]


def test_the_last_digit_of_a_payoff_makes_no_rank() -> None:
    payoffs = np.array([[0.3, 0.1 + 0.2], [0.3, 0.3]])
    assert payoffs[0, 1] != payoffs[0, 0]
    found = deviation_rating(payoffs)
    assert found.values.tolist() == [0, 0]
    assert (
        rank(found.values, tolerance=TIE_TOLERANCE * found.scale).tolist() == [1.5] * 2
    )


def test_differences_beyond_a_float_are_refused() -> None:
    with pytest.raises(SpecError, match="too large"):
        deviation_rating(np.array([[1e308, -1e308], [0.0, 1e308]]))


@pytest.mark.parametrize(
    ("payoffs", "said"),
    [
        ([[Fraction(1), 0.5], [0, 1]], r"\(0, 1\) is 0.5"),
        ([[1, 0, 9], [1, 1, 9]], "shape"),
        ([[[0, 1], [2, 3]], [[4, 5], [6, 7]]], "swap"),
    ],
)
def test_exact_ratings_refuse_what_is_no_exact_symmetric_game(
    payoffs: list[object], said: str
) -> None:
    with pytest.raises(SpecError, match=said):
        exact_deviation_rating(np.array(payoffs, dtype=object))
