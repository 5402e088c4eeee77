"""Sheets for people who judge: written, filled in by hand, and taken back.

A sheet has one row a text, in an order drawn by seed, and one column a code. A coder
writes 1 or 0 into every code of a row, or leaves all of them empty. Who wrote a text is
not in the sheet.
"""

import csv
import io
import re
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from ostrom.core.errors import RecordError, SpecError
from ostrom.core.seeds import stream
from ostrom.families.judging.codebook import Codebook
from ostrom.families.judging.texts import Text
from ostrom.records.rundir import RunFolder
from ostrom.records.tables import write_verdicts

_FIXED = ("text_id", "text_sha256", "text")


def write_sheet(
    texts: Sequence[Text], codebook: Codebook, path: Path, *, seed: int
) -> int:
    """Writes an empty sheet and returns how many texts it has.

    Raises:
        RecordError: The file exists, or no text has anything to judge.
    """
    shown = [text for text in texts if text.text]
    if not shown:
        raise RecordError("No text has anything left to judge.")
    if path.exists():
        raise RecordError(f"{path} exists; nothing is overwritten.")
    order = stream(seed, "sheet").permutation(len(shown)).tolist()
    content = io.StringIO()
    writer = csv.writer(content, lineterminator="\n")
    writer.writerow([*_FIXED, *codebook.ids])
    for place in order:
        text = shown[place]
        writer.writerow(
            [text.text_id, text.sha256, text.text, *("" for _ in codebook.ids)]
        )
    path.write_text(content.getvalue(), encoding="utf-8", newline="")
    return len(shown)


def take_sheet(
    run: RunFolder, texts: Sequence[Text], codebook: Codebook, path: Path, coder: str
) -> int:
    """Takes a filled sheet into a run and returns how many texts were coded.

    Args:
        run: The judged run.
        texts: All its texts.
        codebook: What the sheet was written with.
        path: The sheet; a copy of it is kept in the run.
        coder: What the person is called in reports; no real name is needed.

    Raises:
        SpecError: The label is no plain word.
        RecordError: A column, text or mark is not what was written, a row is half
            filled, or this coder's sheet was taken before. It says in which line.
    """
    if not re.fullmatch(r"[a-z0-9][a-z0-9_-]*", coder):
        raise SpecError(
            f"A coder is called by small letters and digits, got {coder!r}."
        )
    folder = RunFolder(run.judging / f"human-{coder}")
    if folder.path.exists():
        raise RecordError(f"{folder.path} exists; nothing is overwritten.")
    content = path.read_bytes()
    known = {text.text_id: text for text in texts}
    rows: list[dict[str, Any]] = []
    for line, cells in _lines(content, codebook, path):
        text = known.get(cells["text_id"])
        where = f"{path}, line {line}"
        if text is None or text.sha256 != cells["text_sha256"]:
            raise RecordError(f"{where}: this text is not one of the run, or changed.")
        rows += _verdicts(text, cells, codebook, coder, where)
    if not rows:
        raise RecordError(f"{path}: no row is filled in.")
    folder.path.mkdir(parents=True)
    (folder.path / "sheet.csv").write_bytes(content)
    write_verdicts(folder, rows)
    return len({row["text_id"] for row in rows})


def _lines(
    content: bytes, codebook: Codebook, path: Path
) -> list[tuple[int, dict[str, str]]]:
    try:
        text = content.decode("utf-8-sig")
        reader = csv.reader(io.StringIO(text, newline=""), strict=True)
        header = next(reader, [])
        wanted = [*_FIXED, *codebook.ids]
        if sorted(header) != sorted(wanted):
            odd = sorted(set(header) ^ set(wanted))
            raise RecordError(f"{path}, line 1: columns {', '.join(odd)} do not fit.")
        return [
            (reader.line_num, dict(zip(header, cells, strict=True))) for cells in reader
        ]
    except (UnicodeDecodeError, csv.Error, ValueError) as error:
        raise RecordError(f"{path} can not be read: {error}.") from error


def _verdicts(
    text: Text, cells: dict[str, str], codebook: Codebook, coder: str, where: str
) -> list[dict[str, Any]]:
    marks = {code: cells[code].strip() for code in codebook.ids}
    if not any(marks.values()):
        return []
    for code, mark in marks.items():
        if mark not in {"0", "1"}:
            got = repr(mark) if mark else "nothing"
            raise RecordError(f"{where}: {code} must be 0 or 1, got {got}.")
    families = {code.id: code.family for code in codebook.codes}
    return [
        {
            **text.place,
            "text_id": text.text_id,
            "judging_run": f"human-{coder}",
            "judging_unit": None,
            "judge": coder,
            "codebook": codebook.name,
            "code": code,
            "family": families[code],
            "value": mark == "1",
            "evidence": None,
            "reason": None,
        }
        for code, mark in marks.items()
    ]
