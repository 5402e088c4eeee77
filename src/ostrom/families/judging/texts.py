"""The texts that are judged: rationales of a finished run, made blind."""

from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import polars as pl

from ostrom.core.errors import RecordError, SpecError
from ostrom.core.hashing import content_id, text_sha256
from ostrom.core.naming import did_you_mean
from ostrom.core.seeds import stream
from ostrom.families.judging.masking import masked
from ostrom.records.rundir import RunFolder
from ostrom.records.tables import read_tables

_UNIT = ("unit_id", "condition_id", "game", "mechanism", "repeat")
_PLACE = (*_UNIT, "key", "kind", "match", "round", "agent")


@dataclass(frozen=True)
class Text:
    """One rationale.

    Attributes:
        text_id: Of the unit and the question it answers.
        place: Where it stands in the judged run: unit, game, mechanism, repeat, key,
            kind, match, round and agent. Judges never see it.
        text: What judges see; empty if nothing is left of it.
        sha256: Of that.
    """

    text_id: str
    place: dict[str, Any]
    text: str
    sha256: str


def collect(
    run: RunFolder, *, kinds: Sequence[str] | None, most: int | None, seed: int
) -> tuple[Text, ...]:
    """Returns the rationales of a run, each once, in a fixed order.

    A rationale is the last reply of a decision that its agent itself gave in words, in
    a finished unit; where nothing of the reply is left, reasoning that came beside it.

    Args:
        run: The judged run; its tables are sealed.
        kinds: Kinds of decisions; all if left out.
        most: At most so many of each agent, game, mechanism and kind, drawn by `seed`
            among those with something to judge.
        seed: Of the draw.

    Raises:
        RecordError: The run is not sealed, or has no rationale of these kinds.
        SpecError: There is no such kind of decision in it.
    """
    frames, manifest = read_tables(run), run.read_manifest()
    decisions = _in_words(frames, kinds, run)
    names = _names(manifest, frames)
    replies = _replies(frames["replies"])
    texts = []
    for row in decisions.select(_PLACE).iter_rows(named=True):
        for said in replies.get((row["unit_id"], row["key"]), ("",)):
            shown = masked(said, names)
            if shown:
                break
        identity = content_id([row["unit_id"], row["key"]])
        texts.append(Text(identity, dict(row), shown, text_sha256(shown)))
    if not texts:
        raise RecordError(f"{run.path} has no finished decision in words to judge.")
    return tuple(texts) if most is None else _drawn(texts, most, seed)


def _in_words(
    frames: Mapping[str, pl.DataFrame], kinds: Sequence[str] | None, run: RunFolder
) -> pl.DataFrame:
    done = frames["units"].filter(pl.col("status") == "done").select("unit_id")
    decisions = (
        frames["decisions"]
        .filter(
            pl.col("model").is_not_null()
            & (pl.col("source") == "agent")
            & pl.col("answer").is_not_null()
        )
        .join(done, on="unit_id", how="semi")
        .sort("unit_id", "key")
    )
    if kinds is None:
        return decisions
    known = decisions["kind"].unique().sort().to_list()
    for kind in kinds:
        if kind not in known:
            raise SpecError(
                f"{run.path} has no decision of kind {kind!r} in words."
                f"{did_you_mean(kind, known)} Known: {', '.join(known) or 'none'}."
            )
    return decisions.filter(pl.col("kind").is_in(list(kinds)))


def _replies(frame: pl.DataFrame) -> dict[tuple[str, str], tuple[str, str]]:
    """The last reply of each question, and the reasoning beside it."""
    last = frame.sort("unit_id", "question", "attempt")
    columns = ("unit_id", "question", "text", "reasoning")
    return {
        (unit, question): (text or "", reasoning or "")
        for unit, question, text, reasoning in last.select(columns).iter_rows()
    }


def _names(
    manifest: Mapping[str, Any], frames: Mapping[str, pl.DataFrame]
) -> frozenset[str]:
    """Whatever could tell who wrote a text."""
    names = set(manifest["agents"])
    for facts in manifest["agents"].values():
        names |= set(facts["models"])
    for column in ("model", "model_returned", "provider"):
        names |= set(frames["replies"][column].drop_nulls().unique())
    return frozenset(names)


def _drawn(texts: Sequence[Text], most: int, seed: int) -> tuple[Text, ...]:
    """At most so many of each stratum, in the order they had."""
    strata: dict[tuple[str, ...], list[int]] = defaultdict(list)
    for number, text in enumerate(texts):
        if text.text:
            key = ("agent", "game", "mechanism", "kind")
            strata[tuple(text.place[name] for name in key)].append(number)
    kept: set[int] = set()
    for stratum, numbers in strata.items():
        order = stream(seed, "sample", *stratum).permutation(len(numbers))
        kept |= {numbers[place] for place in order[:most].tolist()}
    return tuple(texts[number] for number in sorted(kept))
