"""The report of a run: one page that opens offline, and the files behind it."""

from pathlib import Path

from ostrom.metrics.protocol.tables import RunTables, load_run
from ostrom.records.rundir import RunFolder
from ostrom.reports.csv_text import csv_text, parquet_bytes
from ostrom.reports.evidence.pack import packed_evidence
from ostrom.reports.latex_text import latex_text
from ostrom.reports.layout.parts import Section, exhibits_of
from ostrom.reports.layout.render import FILES, render
from ostrom.reports.sections import (
    actions,
    conditional,
    cooperation,
    costs,
    evolution,
    further,
    game_tables,
    institutions,
    justifications,
    overview,
    payoffs,
    provenance,
    ratings,
    replies,
    summary,
    welfare,
)

DRAWN = (
    summary,
    game_tables,
    payoffs,
    evolution,
    ratings,
    cooperation,
    actions,
    conditional,
    institutions,
    justifications,
    welfare,
    replies,
    costs,
)
"""The sections that draw metrics, in the order of the page."""


def write_report(run: RunFolder, target: Path | None = None) -> Path:
    """Writes the report of a run and returns the path of its page.

    Reads the sealed tables and the manifest alone. The same records give the same
    bytes.

    Args:
        run: The run; its tables are sealed.
        target: Folder to write to; the run's own report folder if left out.

    Raises:
        RecordError: The folder is no run, or it was not sealed.
    """
    folder = run.report if target is None else target
    for name, content in build_report(load_run(run)).items():
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(content)
    return folder / "index.html"


def build_report(tables: RunTables) -> dict[str, bytes]:
    """Returns all files of the report by their path in its folder."""
    sections = build_sections(tables)
    exhibits = exhibits_of(sections)
    evidence = packed_evidence(tables, exhibits)
    built = {"index.html": render(sections, tables.manifest, evidence).encode()}
    for exhibit in exhibits:
        stem = f"{FILES}/{exhibit.name}"
        built[f"{stem}.csv"] = csv_text(exhibit.behind).encode()
        built[f"{stem}.parquet"] = parquet_bytes(exhibit.behind)
        if exhibit.header:
            built[f"{stem}.tex"] = latex_text(exhibit).encode()
        if exhibit.drawing is not None:
            built[f"{stem}.svg"] = exhibit.drawing.svg.encode()
            built[f"{stem}.png"] = exhibit.drawing.png
    return built


def build_sections(tables: RunTables) -> list[Section]:
    """Returns the sections of the report, in order."""
    drawn = [metric for section in DRAWN for metric in section.USED]
    rest = further.section(tables, drawn)
    return [
        overview.section(tables),
        *(section.section(tables) for section in DRAWN),
        *([] if rest is None else [rest]),
        provenance.section(tables),
    ]
