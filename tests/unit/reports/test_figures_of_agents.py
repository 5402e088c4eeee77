"""Each figure draws each value where it belongs, read back from the SVG."""

import math
from collections.abc import Sequence

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from matplotlib.colors import to_hex

from ostrom.reports.figures.bars import Stack, StackGroup, stacked_bars
from ostrom.reports.figures.canvas import SEQUENTIAL, line_look, shorts
from ostrom.reports.figures.dumbbell import End, Pair, dumbbells
from ostrom.reports.figures.forest import Effect, Grove, forest
from ostrom.reports.figures.heat_map import Axis, Panel, heat_maps
from ostrom.reports.figures.radar import Profile, RadarPanel, radars
from ostrom.reports.figures.rate_bars import Rate, RatePanel, rate_bars
from ostrom.reports.figures.trajectory import Evolving, Line, trajectories
from reporting.drawn import marks, off_the_line, texts

STEPS = (0, 1, 2, 5, 10, 30, 100, 300, 1000)
HOSTILE = "<b>$x_1$ & co</b>"


def evolving(shares: Sequence[tuple[float, ...]], title: str = "none") -> Evolving:
    fitness = [tuple(2 * each for each in line) for line in shares]
    count = len(shares)
    return Evolving(
        title,
        STEPS,
        tuple(Line(i, line, row=i) for i, line in enumerate(shares)),
        tuple(Line(i, line, row=count + i) for i, line in enumerate(fitness)),
    )


def test_trajectories_are_drawn_at_their_steps_and_shares() -> None:
    rng = np.random.default_rng(3)
    shares = [tuple(rng.uniform(size=len(STEPS))) for _ in range(3)]
    drawing = trajectories([evolving(shares)], ["a", "b", "c"], unit="points")
    drawn = marks(drawing.svg)
    assert set(drawn) == set(range(6))
    for first in (0, 3):
        points = [p for row in range(first, first + 3) for p in drawn[row].points]
        values = [v for line in shares for v in line]
        # Random values bend at every step, so none is left out.
        assert len(points) == len(values)
        assert off_the_line(values, [y for _, y in points]) < 0.01
        ascending = [x for x, _ in drawn[first].points]
        decades = np.log10(STEPS[1:])
        assert off_the_line(decades.tolist(), ascending[1:]) < 0.01
        assert ascending[0] < ascending[1]


def test_a_level_stretch_is_drawn_by_its_ends_and_marked_steps_alone() -> None:
    steps = tuple(range(1001))
    flat = Line(0, tuple(0.5 for _ in steps), row=0)
    panel = Evolving("none", steps, (flat,), ())
    points = marks(trajectories([panel], ["a"], unit="points").svg)[0].points
    assert len(points) == 7  # 0, 3, 10, 30, 100, 300 and 1000
    assert len({y for _, y in points}) == 1


def test_names_of_survivors_stand_apart_and_the_dead_are_in_the_legend_alone() -> None:
    shares = [(0.2,) * 8 + (0.19,)] * 5 + [(0.0,) * 9]
    labels = [f"agent {i}" for i in range(6)]
    svg = trajectories([evolving(shares)], labels, unit="points").svg
    written = texts(svg)
    assert [written.count(label) for label in labels] == [2, 2, 2, 2, 2, 1]


@pytest.mark.parametrize("count", [1, 3, 4, 7])
def test_every_population_has_its_title(count: int) -> None:
    panels = [evolving([(0.5,) * 9, (0.5,) * 9], f"m{i}") for i in range(count)]
    bare = [Evolving(p.title, p.steps, p.shares[:0], p.fitness[:0]) for p in panels]
    written = texts(trajectories(bare, ["a", "b"], unit="points").svg)
    assert {f"m{i}" for i in range(count)} <= set(written)


def test_no_two_agents_look_the_same() -> None:
    looks = {tuple(map(str, line_look(place).values())) for place in range(24)}
    assert len(looks) == 24


def test_rate_bars_are_as_long_as_their_rates() -> None:
    rates = [(0.25, 0.5), (1.0, 0.125)]
    panel = RatePanel(
        "m",
        tuple(
            tuple(Rate(value, row=2 * i + j) for j, value in enumerate(pair))
            for i, pair in enumerate(rates)
        ),
    )
    silent = RatePanel("n", ((Rate(None, row=8), Rate(0.0, row=9)),) * 1 + ((),))
    drawing = rate_bars([panel, silent], ["a", HOSTILE], ["x", "y"], unit="per cent")
    drawn = marks(drawing.svg)
    full = drawn[2].width
    assert [drawn[row].width / full for row in (0, 1, 3)] == pytest.approx(
        [0.25, 0.5, 0.125], abs=1e-4
    )
    assert 8 not in drawn
    assert "\N{EM DASH}" in texts(drawing.svg)
    assert HOSTILE in texts(drawing.svg)


def test_dumbbells_stand_at_their_values() -> None:
    values = [(0.0, 1.0), (0.25, -0.5), (0.5, 0.75)]
    pairs = [
        Pair(f"m{i}", End(a, row=2 * i), End(b, 0.1, row=2 * i + 1))
        for i, (a, b) in enumerate(values)
    ]
    pairs.append(Pair("gap", End(0.5, row=6), End(None, row=7)))
    drawing = dumbbells(pairs, before="mean", after="fitness", unit="scale")
    drawn = marks(drawing.svg)
    flat = [value for pair in values for value in pair]
    places = [drawn[row].markers[0][0] for row in range(6)]
    assert off_the_line(flat, places) < 0.01
    assert places[1] > places[0]
    assert 7 not in drawn
    assert "0.50  →  \N{EM DASH}" in texts(drawing.svg)


def test_forest_stands_at_its_differences_and_tells_exploratory_ones() -> None:
    effects = tuple(
        Effect(f"m{i}", d, d - 0.1, d + 0.1, i == 0, f"{d}", row=i)
        for i, d in enumerate((0.5, -0.25, 0.125))
    )
    gap = Effect("gap", None, None, None, is_confirmatory=False, written="—", row=3)
    drawing = forest([Grove("g", (*effects, gap))], unit="difference")
    drawn = marks(drawing.svg)
    assert set(drawn) == {0, 1, 2}
    places = [drawn[row].markers[0][0] for row in range(3)]
    assert off_the_line([0.5, -0.25, 0.125], places) < 0.01
    assert {"confirmatory", "exploratory"} <= set(texts(drawing.svg))


def test_an_interval_without_bound_does_not_flatten_a_forest() -> None:
    effects = (
        Effect("a", 0.1, -100.0, 100.0, is_confirmatory=False, written="", row=0),
        Effect("b", 0.2, 0.15, 0.25, is_confirmatory=False, written="", row=1),
    )
    drawn = marks(forest([Grove("g", effects)], unit="d").svg)
    assert drawn[1].markers[0][0] - drawn[0].markers[0][0] > 40


def test_radar_points_lie_at_their_distance_from_the_centre() -> None:
    values = (1.0, 0.5, 0.25, 0.75)
    profile = Profile(0, values, (0, 1, 2, 3))
    drawn = marks(radars([RadarPanel("a", (profile,))], list("wxyz"), ["s"]).svg)
    places = [drawn[row].markers[0] for row in range(4)]
    top, right, bottom, left = places
    # Clockwise from the top, so the centre is below the first and beside the second.
    centre = (top[0], right[1])
    assert bottom[0] == pytest.approx(centre[0], abs=0.01)
    assert left[1] == pytest.approx(centre[1], abs=0.01)
    assert top[1] < centre[1] < bottom[1]
    assert left[0] < centre[0] < right[0]
    distances = [math.dist(each, centre) for each in places]
    assert [d / distances[0] for d in distances] == pytest.approx(values, abs=1e-3)


def test_a_profile_with_a_gap_is_not_closed() -> None:
    def paths(values: tuple[float | None, ...]) -> int:
        panel = RadarPanel("a", (Profile(0, values, (0, 1, 2)),))
        svg = radars([panel], list("xyz"), ["s"]).svg
        assert set(marks(svg)) == {i for i, v in enumerate(values) if v is not None}
        return svg.count("<path")

    assert paths((0.5, None, 0.5)) < paths((0.5, 0.5, 0.5)) - 1


def test_cells_of_a_heat_map_have_the_colour_of_their_value() -> None:
    values = ((0.0, 0.25), (None, 1.0))
    drawing = heat_maps(
        [Panel("", values, ((0, 1), (2, 3)))],
        Axis(("a", "b"), ("c", "d"), "", ""),
        limits=(0.0, 1.0),
        written=lambda value: f"{value:.0%}",
    )
    drawn = marks(drawing.svg)
    for row, value in ((0, 0.0), (1, 0.25), (3, 1.0)):
        assert drawn[row].fill == to_hex(SEQUENTIAL(value))
    left, top = (min(p[axis] for p in drawn[0].points) for axis in (0, 1))
    assert min(p[0] for p in drawn[1].points) > left
    assert min(p[1] for p in drawn[2].points) > top


def test_stacks_fill_a_line_from_left_to_right() -> None:
    stack = Stack("a", {"x": 0.25, "y": 0.5, "z": 0.25}, {"x": 0, "y": 1, "z": 2})
    drawn = marks(stacked_bars([StackGroup("g", (stack,))], ["x", "y", "z"]).svg)
    widths = [drawn[row].width for row in range(3)]
    assert [w / sum(widths) for w in widths] == pytest.approx([0.25, 0.5, 0.25])
    starts = [min(x for x, _ in drawn[row].points) for row in range(3)]
    assert starts[1] == pytest.approx(starts[0] + widths[0], abs=0.01)
    assert starts[2] == pytest.approx(starts[1] + widths[1], abs=0.01)


def test_new_drawings_are_the_same_for_the_same_numbers() -> None:
    def all_of_them() -> list[bytes]:
        panel = evolving([(0.4,) * 9, (0.6,) * 9])
        rate = RatePanel("m", ((Rate(0.5, 0.4, 0.6),),))
        profile = Profile(0, (0.1, 0.2, 0.3))
        effect = Effect("m", 0.1, 0.0, 0.2, is_confirmatory=True, written="0.10")
        drawings = (
            trajectories([panel], ["a", "b"], unit="points"),
            rate_bars([rate], ["a"], ["x"], unit="per cent"),
            dumbbells([Pair("m", End(0.1), End(0.2))], before="b", after="a", unit="u"),
            forest([Grove("g", (effect,))], unit="u"),
            radars([RadarPanel("a", (profile,))], list("xyz"), ["s"]),
        )
        return [part for d in drawings for part in (d.svg.encode(), d.png)]

    assert all_of_them() == all_of_them()


@given(
    st.lists(st.text("ab1…", min_size=1, max_size=40), unique=True, max_size=30),
    st.integers(8, 22),
)
def test_different_labels_stay_different_when_they_are_cut(
    labels: list[str], longest: int
) -> None:
    cut = shorts(labels, longest)
    assert set(cut) == set(labels)
    assert all(len(each) <= longest for each in cut.values())
    assert len(set(cut.values())) == len(labels)


def test_labels_keep_where_they_differ() -> None:
    labels = [f"provider/a-model-with-a-name-{i} (reasoning)" for i in range(3)]
    assert [shorts(labels)[each] for each in labels] == [
        f"…-name-{i} (reasoning)" for i in range(3)
    ]
    assert shorts(["short"]) == {"short": "short"}
