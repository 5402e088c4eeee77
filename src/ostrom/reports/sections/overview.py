"""Section: what was run, how far it came, and the first picture."""

import re
from collections.abc import Mapping
from typing import Any

import polars as pl

from ostrom.metrics.protocol.tables import RunTables
from ostrom.records.decision import Outcome
from ostrom.reports.layout.parts import (
    Block,
    Exhibit,
    Gallery,
    Notice,
    Prose,
    Section,
    Tiles,
    count,
    grouped,
    plural,
    total,
    words,
)
from ostrom.reports.sections.cooperation import overview as cooperation_overview

_STATES = ("done", "failed", "started", "never_run")
_LISTED_FAILURES = 8


def section(tables: RunTables) -> Section:
    """Returns the headline: warnings, numbers, the first picture, the state."""
    blocks: list[Block] = []
    if tables.manifest["description"]:
        blocks.append(Prose((tables.manifest["description"],)))
    notices = (unfinished(tables), demonstration(tables.manifest))
    blocks.extend(notice for notice in notices if notice is not None)
    blocks.append(_tiles(tables))
    picture, state = cooperation_overview(tables), _state(tables)
    if picture.is_wide:
        blocks += [picture, state]
    else:
        blocks.append(Gallery((picture, state)))
    return Section("overview", "Overview", tuple(blocks))


def unfinished(tables: RunTables) -> Notice | None:
    """Returns a warning if not all units are done."""
    units = tables.units
    counts = dict(units["status"].value_counts().iter_rows())
    done = counts.get("done", 0)
    if done == len(units):
        return None
    parts = [
        f"{grouped(counts[state])} {state.replace('_', ' ')}"
        for state in _STATES[1:]
        if counts.get(state)
    ]
    failures = units.filter(pl.col("status") == "failed")["failure"].drop_nulls()
    listed = failures.value_counts().sort(
        ["count", "failure"], descending=[True, False]
    )
    lines = [
        f"{plural(number, 'unit')}: {text}"
        for text, number in listed.head(_LISTED_FAILURES).iter_rows()
    ]
    if len(listed) > _LISTED_FAILURES:
        lines.append(f"and {len(listed) - _LISTED_FAILURES} other failures")
    return Notice(
        "This run is not finished",
        f"{grouped(done)} of {plural(len(units), 'unit')} are done; "
        f"{', '.join(parts)}. All numbers below rest on the finished units alone, "
        "unless they say otherwise.",
        tuple(lines),
    )


def demonstration(manifest: Mapping[str, Any]) -> Notice | None:
    """Returns a remark if an agent uses a model that is embedded in this program."""
    found = {
        label: [model for model in agent["models"] if model.startswith("local/")]
        for label, agent in manifest["agents"].items()
    }
    agents = [label for label, models in found.items() if models]
    if not agents:
        return None
    models = sorted({model for models in found.values() for model in models})
    return Notice(
        "A demonstration, not a finding",
        f"{', '.join(agents)} used {', '.join(_with_size(each) for each in models)}, "
        "which runs inside this program. A model that small shows that the pipeline "
        "works, from prompt to figure. What it chose says nothing about language "
        "models in general, and nothing here should be quoted as a result.",
    )


def _with_size(model: str) -> str:
    size = re.search(r"(\d+)m\b", model)
    return f"{model} ({size[1]} million parameters)" if size else model


def _tiles(tables: RunTables) -> Tiles:
    units, frames = tables.units, tables.frames
    replies = frames["replies"]
    valid = [outcome.value for outcome in Outcome if outcome.is_valid]
    read = replies.filter(pl.col("outcome").is_not_null())
    invalid = read.filter(~pl.col("outcome").is_in(valid))
    matches = tables.finished("returns").select("unit_id", "match").n_unique()
    done = total(units["status"] == "done")
    tiles = [
        (f"{grouped(done)} / {grouped(len(units))}", "units done"),
        (grouped(matches), "matches settled"),
        (grouped(len(frames["decisions"])), "decisions"),
        (grouped(len(replies)), "replies of models"),
    ]
    if len(read):
        tiles.append((f"{len(invalid) / len(read):.1%}", "of replies invalid"))
    tiles.append((grouped(int(tables.manifest["repeats"])), "repeats"))
    return Tiles(tuple(tiles))


def _state(tables: RunTables) -> Exhibit:
    units = tables.units
    rows = []
    for game, mechanism in tables.conditions:
        of_condition = units.filter(
            (pl.col("game") == game) & (pl.col("mechanism") == mechanism)
        )
        status = of_condition["status"]
        rows.append(
            (
                words(game),
                words(mechanism),
                count(len(of_condition)),
                *(
                    count(total(status == state), loud=state != "done")
                    for state in _STATES
                ),
                count(total(of_condition["num_matches"])),
                count(total(of_condition["num_voids"]), loud=True),
            )
        )
    behind = units.with_columns(pl.concat_list("unit_id").alias("units"))
    return Exhibit(
        name="units",
        title="How far the run came",
        caption=(
            f"{plural(len(units), 'run unit')} in {plural(len(rows), 'condition')}; a "
            "unit is one match, or one population that plays all its rounds. Matches: "
            "those on the schedule of units that began. Void: matches or rounds that "
            "can not be counted because an answer is missing. The file lists all units."
        ),
        behind=behind,
        header=(
            *("game", "mechanism", "units", "done", "failed", "started", "never run"),
            *("matches", "void"),
        ),
        rows=tuple(rows),
    )
