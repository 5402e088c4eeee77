"""Maps: what generators guarantee, what text may say, what a pool keeps."""

from collections import Counter
from collections.abc import Callable
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from ostrom.core.errors import SpecError
from ostrom.gridworlds.layouts import orchard_maps, pool, river_maps
from ostrom.gridworlds.layouts.ascii_map import (
    draw_ascii_map,
    read_ascii_file,
    read_ascii_map,
)
from ostrom.gridworlds.layouts.grid_map import (
    BESIDE,
    GridMap,
    chebyshev,
    components,
    manhattan,
)
from ostrom.gridworlds.layouts.orchard_maps import (
    PATCH_OF,
    check_orchard_map,
    draw_orchard_map,
    tree_neighbours,
)
from ostrom.gridworlds.layouts.river_maps import (
    check_river_map,
    draw_river_map,
    is_alike,
    mini_map,
)
from ostrom.gridworlds.rules.held_out import layout_is_held_out

LEGEND = {".": None, "A": "tree", "P": "spawn"}
CLASSIC = """\
AAA....A......A....AAA
AA....AAA....AAA....AA
A....AAAAA..AAAAA....A
......AAA....AAA......
.......A......A.......
..A................A..
.AAA............. AAA.
AAAAA............AAAAA
.AAA..............AAA.
..A................A..
......................
......................
......................
..PPPPPPPPPPPPPPPPPP..
.PPPPPPPPPPPPPPPPPPPP.
PPPPPPPPPPPPPPPPPPPPPP
"""


@pytest.fixture(scope="module")
def orchards() -> list[GridMap]:
    rng = np.random.default_rng(11)
    kinds = ("scattered",) * 30 + ("run",) * 4
    return [draw_orchard_map(rng, kind) for kind in kinds]


@pytest.fixture(scope="module")
def rivers() -> list[GridMap]:
    rng = np.random.default_rng(12)
    return [draw_river_map(rng) for _ in range(15)]


def brute_force(trees: tuple[tuple[int, int], ...]) -> np.ndarray:
    return np.array(
        [[0 < (a - c) ** 2 + (b - d) ** 2 <= 4 for c, d in trees] for a, b in trees]
    )


def test_every_tree_has_the_neighbours_of_its_patch(orchards: list[GridMap]) -> None:
    for each in orchards:
        assert np.array_equal(brute_force(each.places("tree")), tree_neighbours())


def test_neighbours_of_a_diamond_are_as_counted_by_hand() -> None:
    table = tree_neighbours()
    assert (table == table.T).all()
    assert not table.diagonal().any()
    own = table[:13, :13].sum(axis=1)
    # The centre has all others; each of the eight around it 7, each of the tips 4.
    assert Counter(own.tolist()) == {12: 1, 7: 8, 4: 4}
    assert own[6] == 12
    quarter = table[52:58, 52:58].sum(axis=1)
    assert quarter.tolist() == [5, 4, 3, 4, 5, 3]
    assert not table[:13, 13:].any()


def test_patches_of_the_published_map_are_of_the_same_shapes() -> None:
    found = read_ascii_map(CLASSIC.replace(" ", "."), LEGEND, "classic")
    near = brute_force(found.places("tree"))
    profile = Counter(near.sum(axis=1).tolist())
    assert profile == Counter(tree_neighbours().sum(axis=1).tolist())
    assert len(found.cells["tree"]) == 64


def test_orchards_keep_their_distances(orchards: list[GridMap]) -> None:
    for each in orchards:
        trees, spawns = each.places("tree"), each.places("spawn")
        gap, number = (4, 20) if len(spawns) == 20 else (3, 10)
        assert len(set(spawns)) == number
        assert min(chebyshev(s, t) for s in spawns for t in trees) >= gap
        apart = [
            chebyshev(one, other)
            for one, a in zip(trees, PATCH_OF, strict=True)
            for other, b in zip(trees, PATCH_OF, strict=True)
            if a != b
        ]
        assert min(apart) >= 3
        if number == 20:
            assert len({row for row, _ in spawns}) == 1
            columns = [column for _, column in spawns]
            assert columns == list(range(columns[0], columns[0] + 20))


def test_orchards_use_the_whole_map(orchards: list[GridMap]) -> None:
    rows = Counter(row for each in orchards for row, _ in each.places("tree"))
    columns = Counter(column for each in orchards for _, column in each.places("tree"))
    assert (set(rows), set(columns)) == (set(range(16)), set(range(22)))


def test_an_orchard_with_a_moved_tree_is_refused(orchards: list[GridMap]) -> None:
    good = orchards[0]
    cells = dict(good.cells)
    free = next(c for c in range(16 * 22) if all(c not in x for x in cells.values()))
    cells["tree"] = (*cells["tree"][:5], free, *cells["tree"][6:])
    with pytest.raises(SpecError, match="neighbours"):
        check_orchard_map(GridMap(16, 22, cells))
    with pytest.raises(SpecError, match="needs 64 trees, got 63"):
        check_orchard_map(GridMap(16, 22, {"tree": good.cells["tree"][1:]}))
    with pytest.raises(SpecError, match="No spawn cells 'ring'"):
        draw_orchard_map(np.random.default_rng(0), "ring")


def test_rivers_keep_what_they_guarantee(rivers: list[GridMap]) -> None:
    for each in (*rivers, mini_map()):
        check_river_map(each)
        assert is_alike(each)
        river = [*each.places("river_dirty"), *each.places("river_clean")]
        assert (len(river), len(each.places("river_dirty"))) == (32, 26)
        assert len(components(river)) == 1
        orchard = each.places("orchard")
        assert len(orchard) == 48
        assert min(manhattan(o, r) for o in orchard for r in river) >= 7
        for tool in range(4):
            assert len(each.places(f"station_{tool}")) == 2
    for each in rivers:
        assert len(components(each.places("stream"), BESIDE)) == 1


def without(each: GridMap, role: str, place: int, new: int) -> GridMap:
    cells = {name: list(found) for name, found in each.cells.items()}
    cells[role][place] = new
    return GridMap(
        each.num_rows, each.num_columns, {k: tuple(v) for k, v in cells.items()}
    )


def test_rivers_that_break_a_guarantee_are_refused(rivers: list[GridMap]) -> None:
    good = mini_map()
    taken = {cell for cells in good.cells.values() for cell in cells}
    free = [cell for cell in range(12 * 16) if cell not in taken]
    far = next(c for c in free if divmod(c, 16)[0] == 7)
    with pytest.raises(SpecError, match="the river is in 2 parts"):
        check_river_map(without(good, "river_dirty", 0, far))
    near = next(c for c in free if divmod(c, 16)[0] == 2)
    with pytest.raises(SpecError, match="the orchard is in 2 parts"):
        check_river_map(without(good, "orchard", 0, near))
    with pytest.raises(SpecError, match="two stations touch"):
        check_river_map(without(good, "station_0", 0, 6 * 16 + 1))
    fewer = GridMap(12, 16, {**good.cells, "spawn": good.cells["spawn"][1:]})
    with pytest.raises(SpecError, match="'spawn': 7"):
        check_river_map(fewer)


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", "the map is empty"),
        ("AP\nA\n", "m, line 2: 1 signs, line 1 has 2"),
        ("AP\nxP\n", "m, line 2, column 1: no sign 'x'"),
        ("aP\n", r"no sign 'a'. Did you mean 'A'"),
        ("A\tP\n", "spaces in place of the tab"),
        ("P" * 61, "1 x 61 cells, of at most 60 x 60"),
        ("A.\n", r"m: 0 cells of spawn \('P'\), of at least 2"),
    ],
)
def test_each_way_a_map_can_be_wrong(text: str, message: str) -> None:
    with pytest.raises(SpecError, match=message):
        read_ascii_map(text, LEGEND, "m", {"spawn": 2})


def test_files_that_are_no_maps(tmp_path: Path) -> None:
    with pytest.raises(SpecError, match="can not be read"):
        read_ascii_file(tmp_path / "none.txt", LEGEND)
    (tmp_path / "bytes.txt").write_bytes(b"A\xff\n")
    with pytest.raises(SpecError, match="no UTF-8 text; byte 1 is 255"):
        read_ascii_file(tmp_path / "bytes.txt", LEGEND)


@given(st.data())
def test_text_and_map_say_the_same(data: st.DataObject) -> None:
    rows, columns = data.draw(st.integers(1, 8)), data.draw(st.integers(1, 8))
    signs = st.lists(st.sampled_from(".AP"), min_size=columns, max_size=columns)
    lines = data.draw(st.lists(signs, min_size=rows, max_size=rows))
    text = "".join("".join(line) + "\n" for line in lines)
    found = read_ascii_map(text, LEGEND, "m")
    assert draw_ascii_map(found, LEGEND) == text
    for role, sign in (("tree", "A"), ("spawn", "P")):
        for row, column in found.places(role):
            assert lines[row][column] == sign


def test_a_map_is_checked_when_it_is_made() -> None:
    with pytest.raises(SpecError, match="needs 1 to 60 rows, got 0"):
        GridMap(0, 3, {})
    with pytest.raises(SpecError, match="tree cell 9 lies outside; cells are 0 to 8"):
        GridMap(3, 3, {"tree": (9,)})
    with pytest.raises(SpecError, match=r"the cell at \(0, 2\) is tree and spawn"):
        GridMap(3, 3, {"tree": (2,), "spawn": (2,)})


@pytest.fixture
def kind() -> pool.Generated:
    return pool.Generated("orchard", 1, draw_orchard_map, check_orchard_map)


def test_pools_are_kept_and_made_anew_when_spoiled(
    kind: pool.Generated, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(pool, "user_cache_path", lambda _: tmp_path)
    drawn: list[int] = []

    def counting(draw: Callable[..., GridMap]) -> Callable[..., GridMap]:
        def counted(rng: np.random.Generator) -> GridMap:
            drawn.append(1)
            return draw(rng)

        return counted

    counted = pool.Generated("orchard", 1, counting(draw_orchard_map), kind.check)
    first = pool.pool(counted, 3, 5)
    assert len(drawn) == 3
    pool.pool.cache_clear()
    assert pool.pool(counted, 3, 5) == first
    assert len(drawn) == 3
    [file] = (tmp_path / "layouts").iterdir()
    for spoiled in (
        "",
        "[]",
        "[[1,2]]",
        file.read_text()[:-40],
        '[[16,22,{"tree":[1]}]]',
    ):
        file.write_text(spoiled)
        pool.pool.cache_clear()
        assert pool.pool(counted, 3, 5) == first
    assert len(drawn) == 3 + 5 * 3
    assert len({each.key for each in first}) == 3


def test_a_fifth_of_the_layouts_is_held_out(orchards: list[GridMap]) -> None:
    held = [layout_is_held_out(f"{number}") for number in range(5000)]
    assert 900 < sum(held) < 1100
    assert layout_is_held_out(orchards[0].key) == layout_is_held_out(orchards[0].key)
    assert orchard_maps.ROWS * river_maps.ROWS == 16 * 12
