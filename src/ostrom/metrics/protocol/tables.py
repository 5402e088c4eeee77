"""The records that a metric reads: sealed tables and the manifest."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any

import polars as pl

from ostrom.metrics.protocol.metagames import Metagames, metagames
from ostrom.records.rundir import RunFolder
from ostrom.records.tables import read_tables


@dataclass(frozen=True)
class RunTables:
    """All records of one run.

    Attributes:
        frames: The sealed tables by name; columns as in `ostrom.records.schema`.
        manifest: The resolved spec, versions, seeds, agents, games and units.
    """

    frames: Mapping[str, pl.DataFrame]
    manifest: Mapping[str, Any]

    @property
    def agents(self) -> tuple[str, ...]:
        """Labels of all agents, in the order of the manifest."""
        return tuple(self.manifest["agents"])

    @property
    def games(self) -> tuple[str, ...]:
        """Labels of the games that are played, in the order of the conditions."""
        return tuple(dict.fromkeys(game for game, _ in self.conditions))

    @property
    def mechanisms(self) -> tuple[str, ...]:
        """Labels of the mechanisms that are used, in the order of the conditions."""
        return tuple(dict.fromkeys(mechanism for _, mechanism in self.conditions))

    @cached_property
    def conditions(self) -> tuple[tuple[str, str], ...]:
        """`(game, mechanism)` of every condition, each once, in order."""
        pairs = (
            (each["game"], each["mechanism"]) for each in self.manifest["conditions"]
        )
        return tuple(dict.fromkeys(pairs))

    @cached_property
    def units(self) -> pl.DataFrame:
        """One row for every unit that was planned; without a record: `never_run`."""
        planned = pl.DataFrame(
            [
                {key: unit.get(key) for key in _PLANNED}
                for unit in self.manifest["units"]
            ],
            schema=_PLANNED,
        )
        known = self.frames["units"].select(
            "unit_id", "status", "num_matches", "num_voids", "failure"
        )
        joined = planned.join(known, on="unit_id", how="left", maintain_order="left")
        return joined.with_columns(pl.col("status").fill_null("never_run"))

    def finished(self, table: str) -> pl.DataFrame:
        """Returns the rows of a table that belong to finished units, in a fixed order.

        The order hangs on the rows alone, so sums do not change with the order in
        which they were written.
        """
        done = self.units.filter(pl.col("status") == "done").select("unit_id")
        kept = self.frames[table].join(done, on="unit_id", how="semi")
        return in_order(kept)

    @cached_property
    def metagames(self) -> tuple[Metagames, ...]:
        """The games of choosing agents, one entry for each condition, in order.

        Made once and kept with these records; so are the solutions that they hold.

        Raises:
            RecordError: A match lacks the row of one of its players.
        """
        returns = self.finished("returns")
        planned = self.units.drop_nulls("repeat")
        return tuple(
            metagames(
                game,
                mechanism,
                self.agents,
                self._of(planned, game, mechanism)["repeat"].unique().to_list(),
                self._of(returns, game, mechanism),
                self.why_nothing(game, mechanism),
            )
            for game, mechanism in self.conditions
        )

    @staticmethod
    def _of(frame: pl.DataFrame, game: str, mechanism: str) -> pl.DataFrame:
        """The rows of one condition."""
        return frame.filter(
            (pl.col("game") == game) & (pl.col("mechanism") == mechanism)
        )

    def fallbacks(self, by: Sequence[str]) -> pl.DataFrame:
        """Counts actions that a declared fallback chose, in finished units.

        Args:
            by: Columns of `decisions` that make a group.

        Returns:
            The columns of `by` and `num_fallbacks`; groups without any are left out.
        """
        decisions = self.finished("decisions").filter(
            (pl.col("source") == "fallback") & (pl.col("kind") == "choose_action")
        )
        return decisions.group_by(*by, maintain_order=True).agg(
            pl.len().cast(pl.Int64).alias("num_fallbacks")
        )

    def why_nothing(self, game: str, mechanism: str) -> str:
        """Says why a condition has no value where one was looked for."""
        units = self._of(self.units, game, mechanism)
        counts = dict(units["status"].value_counts().iter_rows())
        parts = [
            f"{counts[status]} of {len(units)} units {words}"
            for status, words in _NOT_DONE.items()
            if counts.get(status)
        ]
        voids = units["num_voids"].sum()
        if voids:
            parts.append(f"{voids} void")
        told = "; ".join(parts) or "not part of the schedule"
        return f"no settled match: {told}"

    @cached_property
    def _played(self) -> frozenset[tuple[str, str]]:
        """Game and mechanism of every condition with a round in a finished unit."""
        rounds = self.finished("rounds").select("game", "mechanism").unique()
        return frozenset(rounds.iter_rows())

    def why_unplayed(self, game: str, mechanism: str) -> str:
        """Says why a condition has no round to its end; empty if it has one."""
        if (game, mechanism) in self._played:
            return ""
        return self.why_nothing(game, mechanism)

    def why_no_cooperation(self, game: str, mechanism: str) -> str:
        """Says why a condition has no cooperative action where one was looked for."""
        if self.manifest["games"][game]["cooperative_profile"] is None:
            return "the game names no cooperation"
        return self.why_nothing(game, mechanism)


_PLANNED: dict[str, type[pl.DataType]] = {
    "unit_id": pl.String,
    "game": pl.String,
    "mechanism": pl.String,
    "repeat": pl.Int64,
    "seed": pl.String,
}
_NOT_DONE = {
    "failed": "failed",
    "started": "unfinished",
    "never_run": "never run",
}


def in_order(frame: pl.DataFrame) -> pl.DataFrame:
    """Returns the rows sorted by all columns that hold single values."""
    keys = [name for name, kind in frame.schema.items() if not kind.is_nested()]
    return frame.sort(keys, nulls_last=True, maintain_order=True)


def load_run(run: RunFolder) -> RunTables:
    """Reads the manifest and the sealed tables of a run, and what judges said of it.

    Raises:
        RecordError: The folder is no run, or it was not sealed.
    """
    manifest = run.read_manifest()
    frames = read_tables(run)
    judged = sorted(run.judging.glob("*/tables/verdicts.parquet"))
    verdicts = [frames["verdicts"], *(pl.read_parquet(path) for path in judged)]
    return RunTables({**frames, "verdicts": pl.concat(verdicts)}, manifest)
