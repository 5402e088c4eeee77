"""Published maps: their counts, and the order of trees that all maps share."""

from collections import Counter

import numpy as np
import pytest

from ostrom.core.errors import SpecError
from ostrom.gridworlds.layouts.classic_maps import clean_up_map, commons_harvest_map
from ostrom.gridworlds.layouts.grid_map import Place, neighbours
from ostrom.gridworlds.layouts.guarantees import check_patches_apart, check_reachable
from ostrom.gridworlds.layouts.orchard_maps import (
    check_orchard_map,
    draw_orchard_map,
    fit_trees,
    tree_neighbours,
)


def test_clean_up_has_the_published_counts() -> None:
    found = clean_up_map()
    counts = {role: len(cells) for role, cells in found.cells.items() if cells}
    assert (found.num_rows, found.num_columns) == (19, 28)
    assert counts == {
        "river_dirty": 79,
        "river_clean": 68,
        "stream": 20,
        "orchard": 110 + 12,
        "spawn": 19,
    }
    # Dirty at the start: 79 of 147 cells of river, 79 of 167 with the stream.
    assert round(79 / 147, 3) == 0.537
    assert found.place(found.cells["orchard"][0]) == (14, 1)
    check_reachable(found)


def test_commons_harvest_has_the_published_counts() -> None:
    found = commons_harvest_map()
    assert (found.num_rows, found.num_columns) == (16, 22)
    assert len(found.cells["tree"]) == 64
    assert len(found.cells["spawn"]) == 18 + 20 + 22
    assert found.places("spawn_inside") == ((6, 6), (6, 15))
    check_orchard_map(found)
    check_patches_apart(found)
    check_reachable(found)


def test_trees_of_commons_harvest_have_the_neighbours_counted_on_the_map() -> None:
    trees = commons_harvest_map().places("tree")
    near = [
        sum(0 < (a - c) ** 2 + (b - d) ** 2 <= 4 for c, d in trees) for a, b in trees
    ]
    # By hand: the centre of a diamond has all 12 others, the eight around it 7, its
    # tips 4. A quarter, in the order of its shape: the corner 5, then 4, 3, 4, 5, 3.
    assert Counter(near[:52]) == {12: 4, 7: 32, 4: 16}
    assert near[52:] == [5, 4, 3, 4, 5, 3] * 2
    # The two quarters lie in the upper corners.
    assert {trees[52], trees[58]} == {(0, 0), (0, 21)}


def shuffled(trees: tuple[Place, ...], seed: int) -> list[Place]:
    order = np.random.default_rng(seed).permutation(len(trees))
    return [trees[index] for index in order]


@pytest.mark.parametrize("seed", range(8))
def test_trees_in_any_order_are_fitted(seed: int) -> None:
    drawn = draw_orchard_map(np.random.default_rng(seed))
    trees = drawn.places("tree")
    fitted = fit_trees(shuffled(trees, seed))
    assert set(fitted) == set(trees)
    assert np.array_equal(neighbours(fitted), tree_neighbours())


def test_patches_of_another_shape_are_refused() -> None:
    trees = commons_harvest_map().places("tree")
    with pytest.raises(SpecError, match="no patch of trees has the shape"):
        fit_trees(trees[1:])
    with pytest.raises(SpecError, match=r"1 patches too many; .* at \(12, 4\)"):
        fit_trees([*trees, (12, 4)])
    with pytest.raises(SpecError, match="no patch of trees has the shape"):
        fit_trees([])
