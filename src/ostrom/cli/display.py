"""Shows how a run goes on: live for people, as lines for logs, as JSON for machines."""

import json
import sys
from collections.abc import Callable
from dataclasses import asdict
from enum import StrEnum
from typing import Any, TextIO

from rich.console import Console, Group
from rich.live import Live
from rich.progress_bar import ProgressBar
from rich.table import Table
from rich.text import Text

from ostrom.engine.progress import Progress


class Style(StrEnum):
    """How progress is shown."""

    LIVE = "live"
    PLAIN = "plain"
    JSON = "json"


def chosen_style(*, plain: bool, as_json: bool) -> Style:
    """Returns the style asked for; where output is no terminal, `plain`."""
    if as_json:
        return Style.JSON
    return Style.PLAIN if plain or not sys.stdout.isatty() else Style.LIVE


class Display:
    """Watches a run as a context manager; call it with each snapshot."""

    def __init__(self, style: Style, out: TextIO | None = None) -> None:
        self._style = style
        self._out = out or sys.stdout
        self._live: Live | None = None
        self._last = -1.0

    def __enter__(self) -> Callable[[Progress], None]:
        if self._style is Style.LIVE:
            self._live = Live(console=Console(file=self._out), refresh_per_second=4)
            self._live.start()
        return self._show

    def __exit__(self, *_: object) -> None:
        if self._live is not None:
            self._live.stop()

    def _show(self, progress: Progress) -> None:
        if self._live is not None:
            self._live.update(_picture(progress))
            return
        if not self._is_due(progress):
            return
        self._last = progress.elapsed_seconds
        text = summary(progress)
        if self._style is Style.JSON:
            text = json.dumps({"event": "progress", **_facts(progress)})
        print(text, file=self._out, flush=True)

    def _is_due(self, progress: Progress) -> bool:
        """The first and the last snapshot, and one about every five seconds."""
        since = progress.elapsed_seconds - self._last
        is_last = progress.done + progress.failed == progress.total
        return self._last < 0 or since >= 5 or (is_last and since > 0)


def _facts(progress: Progress) -> dict[str, Any]:
    totals = {key: getattr(progress, key) for key in ("done", "failed", "total")}
    return {**asdict(progress), **totals}


def summary(progress: Progress) -> str:
    """Returns one line: units, decisions, replies, invalid rate, tokens, cost, time."""
    parts = [f"{progress.done}/{progress.total} units"]
    if progress.failed:
        parts.append(f"{progress.failed} failed")
    parts.append(f"{progress.decisions} decisions")
    if progress.replies:
        parts.append(f"{progress.replies} replies")
        parts.append(f"{progress.invalid / progress.replies:.1%} invalid")
        parts.append(f"{progress.tokens} tokens")
        parts.append(_money(progress))
    if progress.missing:
        parts.append(f"{progress.missing} missing")
    parts.append(f"{_time(progress.elapsed_seconds)} elapsed")
    if progress.eta_seconds is not None and progress.done < progress.total:
        parts.append(f"about {_time(progress.eta_seconds)} left")
    return " · ".join(parts)


def _money(progress: Progress) -> str:
    if progress.unpriced == progress.replies:
        return "cost unknown"
    unknown = f" + {progress.unpriced} unpriced" if progress.unpriced else ""
    return f"${progress.cost_usd:.4f}{unknown}"


def _time(seconds: float) -> str:
    minutes, rest = divmod(round(seconds), 60)
    hours, minutes = divmod(minutes, 60)
    if hours:
        return f"{hours} h {minutes:02d} min"
    return f"{minutes} min {rest:02d} s" if minutes else f"{rest} s"


def _picture(progress: Progress) -> Group:
    table = Table(box=None, pad_edge=False)
    table.add_column("game")
    table.add_column("mechanism")
    table.add_column("", width=24)
    table.add_column("units", justify="right")
    for each in progress.conditions:
        failed = f" ({each.failed} failed)" if each.failed else ""
        table.add_row(
            each.game,
            each.mechanism,
            ProgressBar(total=each.total, completed=each.done, width=24),
            f"{each.done}/{each.total}{failed}",
        )
    return Group(table, Text(summary(progress), style="dim"))
