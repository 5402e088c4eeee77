"""Which matches stand behind each row of the frames that a page draws."""

from collections import defaultdict
from collections.abc import Mapping, Sequence
from typing import Any

from ostrom.metrics.protocol.tables import RunTables
from ostrom.reports.evidence.entries import Entry
from ostrom.reports.layout.parts import Exhibit

_EXACT = ("game", "mechanism", "repeat")


def matches_behind(
    exhibit: Exhibit, known: Sequence[Entry], tables: RunTables
) -> list[list[int]]:
    """Returns for each row of the frame behind a figure its matches, as places.

    They are the matches of the row's units, narrowed by the row's own game, mechanism,
    repeat, agent and co-players. A match without a return counts only where the figure
    counts it, as tables of replies and costs do.

    Args:
        exhibit: The figure or table.
        known: All matches of the run.
        tables: The records.
    """
    by_unit: dict[str, list[int]] = defaultdict(list)
    for place, entry in enumerate(known):
        if exhibit.with_unsettled or not entry.unsettled:
            by_unit[entry.unit_id].append(place)
    labels = set(tables.agents)
    if "units" not in exhibit.behind.columns:
        return [[] for _ in range(len(exhibit.behind))]
    return [
        [
            place
            for unit in row["units"] or ()
            for place in by_unit.get(unit, ())
            if _belongs(known[place], row, labels)
        ]
        for row in exhibit.behind.iter_rows(named=True)
    ]


def _belongs(entry: Entry, row: Mapping[str, Any], labels: set[str]) -> bool:
    for name in _EXACT:
        wanted = row.get(name)
        if wanted is not None and wanted != getattr(entry, name):
            return False
    agent = row.get("agent")
    if agent not in labels:
        return True
    if agent not in entry.agents:
        return False
    others = row.get("co_players")
    return others is None or sorted(entry.seated) == sorted([*others, agent])
