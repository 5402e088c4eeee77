"""Plays a run again from its records: no key, no network, the same to the bit."""

import asyncio
from dataclasses import dataclass

from ostrom.engine.families import load_family
from ostrom.engine.lines import recorded_line
from ostrom.engine.manifest import require_units
from ostrom.families.protocol.family import Design, Desk
from ostrom.records.journal import Line, read_lines
from ostrom.records.rundir import RunFolder
from ostrom.records.unit_journal import UnitJournal
from ostrom.specs.reading import check_spec


@dataclass(frozen=True)
class Replay:
    """What a replay found.

    Attributes:
        same: Units whose every decision and event came out as recorded.
        unfinished: Units that are not done and were left out.
        replies: Recorded replies that were given again.
    """

    same: int
    unfinished: int
    replies: int


def recorded_design(run: RunFolder) -> Design:
    """Returns the design of a run, made again from its manifest.

    Raises:
        RecordError: The manifest's units are not those that its spec gives now.
    """
    manifest = run.read_manifest()
    spec = check_spec(manifest["spec"], str(run.manifest))
    design = load_family(spec.family).design(spec)
    require_units(run, design)
    return design


def replay(run: RunFolder) -> Replay:
    """Plays every finished unit again and compares each line with the record.

    Raises:
        RecordError: A line comes out otherwise than recorded, or does not come out.
    """
    manifest = run.read_manifest()
    design = recorded_design(run)
    family = load_family(manifest["family"])
    known: dict[str, dict[str, Line]] = {}
    for line in read_lines(run.journal):
        known.setdefault(line.unit_id, {})[line.key] = line
    same, replies = 0, 0
    for unit in design.units:
        lines = known.get(unit.unit_id, {})
        if "end" not in lines:
            continue
        journal = UnitJournal(unit.unit_id, lines, None)
        asyncio.run(family.play(unit, Desk(recorded_line(journal, None), journal)))
        journal.require_all_met()
        same += 1
        replies += sum(line.kind == "reply" for line in lines.values())
    return Replay(same=same, unfinished=len(design.units) - same, replies=replies)
