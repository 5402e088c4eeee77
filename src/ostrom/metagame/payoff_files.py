"""Payoff tables as files: CSV for people, npz for arrays.

A CSV file has one row for each assignment of agents to seats: `agent_0`, `agent_1` ...,
then `payoff_0`, `payoff_1` ..., one pair of columns a seat, and optionally `count`, how
many matches the row is the mean of. An assignment without a row is missing; that is no
error, the table says which. An npz file holds `agents`, `payoffs` and `counts`, as in
`PayoffTable`.
"""

import csv
import io
import math
import zipfile
from collections.abc import Sequence
from pathlib import Path

import numpy as np

from ostrom.core.errors import RecordError
from ostrom.core.naming import did_you_mean
from ostrom.metagame.payoff_table import PayoffTable

ARRAYS = ("agents", "payoffs", "counts")


def write_payoff_table(table: PayoffTable, path: Path) -> None:
    """Writes a table; the ending says how.

    Raises:
        RecordError: The ending is neither `.csv` nor `.npz`, or the file exists.
    """
    _require_known(path)
    if path.exists():
        raise RecordError(f"{path} exists; nothing is overwritten.")
    if path.suffix == ".csv":
        path.write_text(_csv_text(table), encoding="utf-8", newline="")
    else:
        agents = np.array(table.agents, dtype=np.str_)
        with path.open("xb") as file:
            np.savez_compressed(
                file, agents=agents, payoffs=table.payoffs, counts=table.counts
            )


def read_payoff_table(path: Path) -> PayoffTable:
    """Reads a table; agents of a CSV file are in the order in which they first appear.

    Raises:
        RecordError: The file is not what its ending says, or holds an assignment twice,
            another column, or a payoff that is no finite number. It says in which line.
    """
    _require_known(path)
    try:
        if path.suffix == ".csv":
            return _from_csv(path.read_text("utf-8-sig"), path)
        with np.load(path, allow_pickle=False) as arrays:
            return _from_arrays({name: arrays[name] for name in arrays.files}, path)
    except (OSError, UnicodeDecodeError, ValueError, zipfile.BadZipFile) as error:
        raise RecordError(f"{path} can not be read: {error}.") from error


def _require_known(path: Path) -> None:
    if path.suffix not in {".csv", ".npz"}:
        raise RecordError(f"{path}: a payoff table ends in .csv or .npz.")


def _columns(seats: int) -> list[str]:
    numbers = range(seats)
    return [f"agent_{seat}" for seat in numbers] + [
        f"payoff_{seat}" for seat in numbers
    ]


def _csv_text(table: PayoffTable) -> str:
    text = io.StringIO()
    writer = csv.writer(text, lineterminator="\n")
    writer.writerow([*_columns(table.num_seats), "count"])
    for profile in np.argwhere(table.counts > 0).tolist():
        place = tuple(profile)
        writer.writerow(
            [
                *(table.agents[index] for index in place),
                *(repr(float(payoff)) for payoff in table.payoffs[place]),
                int(table.counts[place]),
            ]
        )
    return text.getvalue()


def _from_csv(text: str, path: Path) -> PayoffTable:
    lines = csv.reader(io.StringIO(text, newline=""), strict=True)
    try:
        header = next(lines, [])
        seats = _seats_of(header, path)
        rows = [
            (lines.line_num, _row(dict(zip(header, cells, strict=True)), seats))
            for cells in lines
            if cells
        ]
    except (csv.Error, ValueError) as error:
        raise RecordError(f"{path}, line {lines.line_num}: {error}.") from error
    agents = tuple(dict.fromkeys(agent for _, (seated, *_) in rows for agent in seated))
    if not agents:
        raise RecordError(f"{path} holds no assignment.")
    shape = (len(agents),) * seats
    payoffs = np.full((*shape, seats), np.nan)
    counts = np.zeros(shape, dtype=np.int64)
    for line, (seated, returns, count) in rows:
        place = tuple(agents.index(agent) for agent in seated)
        if counts[place]:
            raise RecordError(
                f"{path}, line {line}: {', '.join(seated)} stand there a second time."
            )
        payoffs[place], counts[place] = returns, count
    return PayoffTable(agents, payoffs, counts)


def _seats_of(header: Sequence[str], path: Path) -> int:
    seats = sum(name.startswith("agent_") for name in header)
    known = [*_columns(seats), "count"]
    odd = [name for name in header if name not in known]
    missing = [name for name in known[:-1] if name not in header]
    if seats < 2 or odd or missing or len(set(header)) != len(header):
        hint = did_you_mean(odd[0], known) if odd else ""
        raise RecordError(
            f"{path}, line 1: columns {', '.join(header) or 'none'}; needed are "
            f"{', '.join(_columns(max(seats, 2)))}, and count may be there.{hint}"
        )
    return seats


def _row(cells: dict[str, str], seats: int) -> tuple[tuple[str, ...], list[float], int]:
    seated = tuple(cells[f"agent_{seat}"] for seat in range(seats))
    if not all(seated):
        raise ValueError("an agent has no name")
    returns = [_number(cells[f"payoff_{seat}"]) for seat in range(seats)]
    count = cells.get("count", "1")
    if not count.isascii() or not count.isdigit() or int(count) < 1:
        raise ValueError(f"a count is a whole number from 1, got {count!r}")
    return seated, returns, int(count)


def _number(text: str) -> float:
    try:
        number = float(text)
    except ValueError:
        number = math.nan
    if not math.isfinite(number) or "_" in text:
        raise ValueError(f"a payoff is a finite number, got {text!r}")
    return number


def _from_arrays(arrays: dict[str, np.ndarray], path: Path) -> PayoffTable:
    if set(arrays) != set(ARRAYS):
        raise RecordError(
            f"{path} holds {', '.join(sorted(arrays)) or 'nothing'}; a payoff table "
            f"has {', '.join(ARRAYS)}."
        )
    agents = tuple(str(agent) for agent in arrays["agents"])
    payoffs, counts = arrays["payoffs"], arrays["counts"]
    shape = (len(agents),) * counts.ndim
    is_right = (
        counts.ndim >= 2
        and counts.shape == shape
        and payoffs.shape == (*shape, counts.ndim)
        and np.issubdtype(counts.dtype, np.integer)
        and np.issubdtype(payoffs.dtype, np.floating)
        and len(set(agents)) == len(agents)
    )
    if not is_right:
        raise RecordError(
            f"{path}: {len(agents)} agents, payoffs {payoffs.dtype}{payoffs.shape} and "
            f"counts {counts.dtype}{counts.shape} make no payoff table."
        )
    if not (np.isfinite(payoffs).all(axis=-1) == (counts > 0)).all():
        raise RecordError(
            f"{path}: an assignment has finite payoffs exactly if its count is above 0."
        )
    return PayoffTable(agents, payoffs.astype(np.float64), counts.astype(np.int64))
