"""Section: calls to language models, tokens and money."""

from typing import Any

from ostrom.metrics.cost_and_calls import METRIC as COSTS
from ostrom.metrics.cost_and_calls import TOKENS
from ostrom.metrics.protocol.metric import Metric, measure
from ostrom.metrics.protocol.tables import RunTables
from ostrom.reports.layout.parts import (
    Cell,
    Exhibit,
    Section,
    count,
    number,
    on_row,
    words,
)
from ostrom.reports.sections.wording import numbered

USED: tuple[Metric, ...] = (COSTS,)


def section(tables: RunTables) -> Section:
    """Returns the table of calls, tokens and cost."""
    rows = measure(COSTS, tables)
    named = tuple(name.replace("_", " ") for name in TOKENS)
    table = Exhibit(
        name=COSTS.name,
        title="Calls, tokens and cost",
        caption=(
            "Sums over all calls of all units, failed units and replies that could not "
            "be read included. Where a price or a count is not known for every call "
            "there is a dash, never a zero; point at it for the reason."
        ),
        behind=rows,
        header=("game", "mechanism", "agent", "model", "calls", *named, "cost, US$"),
        rows=tuple(on_row(row["row"], _line(row)) for row in numbered(rows)),
        with_unsettled=True,
    )
    return Section("cost", "Cost and calls", (table,))


def _line(row: dict[str, Any]) -> tuple[Cell, ...]:
    why = row["reason"] or ""
    return (
        *(words(row[name]) for name in ("game", "mechanism", "agent", "model")),
        count(row["num_calls"]),
        *(count(row[name], why) for name in TOKENS),
        number(row["cost_usd"], why, 4),
    )
