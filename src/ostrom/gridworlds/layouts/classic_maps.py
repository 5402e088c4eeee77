"""The published maps of Clean Up and Commons Harvest, as Melting Pot has them.

Walls around them are left out: the edge of the map ends the world. Source: the maps of
Melting Pot 2; signs are our own.
"""

from functools import cache

from ostrom.gridworlds.layouts.ascii_map import read_ascii_map
from ostrom.gridworlds.layouts.grid_map import GridMap
from ostrom.gridworlds.layouts.orchard_maps import fit_trees
from ostrom.gridworlds.layouts.river_maps import LEGEND

CLEAN_UP = """\
HFFFHFFHFHFHFHFHFHFHHFHFFFHF
HFHFHFFHFHFHFHFHFHFHHFHFFFHF
HFFHFFHHFHFHFHFHFHFHHFHFFFHF
HFHFHFFHFHFHFHFHFHFHHFHFFFHF
HFFFFFFHFHFHFHFHFHFHHFHFFFHF
...............~FHHHHHH.....
...P....P..........~~~......
.....P.....P...P...~~...P...
.............P...P.~~.......
...P....P..........~~....P..
...............P...~~.P.....
.....P...........P.~~.......
...........P.......~~..P....
..P.............P..~~.......
.B.B.B.B.B.B.B.B.B.~~..B.B.B
BBBBBBBBBBBBBBBBBBB..BBBBBBB
BBBBBBBBBBBBBBBBBBBBBBBBBBBB
BBBBBBBBBBBBBBBBBBBBBBBBBBBB
BBBBBBBBBBBBBBBBBBBBBBBBBBBB
"""
"""19 x 28: 79 dirty and 68 clean cells of river, 20 of stream, 122 of orchard."""
COMMONS_HARVEST = """\
AAA....A......A....AAA
AA....AAA....AAA....AA
A....AAAAA..AAAAA....A
......AAA....AAA......
.......A......A.......
..A................A..
.AAA..Q........Q..AAA.
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
"""16 x 22, the open map: 64 trees in six patches; two spawn cells lie among them."""
HARVEST_LEGEND = {".": None, "A": "tree", "P": "spawn", "Q": "spawn_inside"}


@cache
def clean_up_map() -> GridMap:
    """Returns the map of Clean Up; it has no stations."""
    return read_ascii_map(CLEAN_UP, LEGEND, "the map of Clean Up")


@cache
def commons_harvest_map() -> GridMap:
    """Returns the open map of Commons Harvest.

    Trees are in the order of all maps with these patches: see `tree_neighbours`.
    """
    read = read_ascii_map(COMMONS_HARVEST, HARVEST_LEGEND, "the map of Commons Harvest")
    trees = (
        row * read.num_columns + column
        for row, column in fit_trees(read.places("tree"))
    )
    cells = {**read.cells, "tree": tuple(trees)}
    return GridMap(read.num_rows, read.num_columns, cells)
