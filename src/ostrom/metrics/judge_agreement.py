"""Do the judges of a run agree? For each code, with how common it is."""

from itertools import combinations
from typing import Any

import numpy as np
import polars as pl

from ostrom.metrics.protocol.metric import Metric
from ostrom.metrics.protocol.tables import RunTables, in_order
from ostrom.stats.agreement import binary_agreement

SCHEMA: dict[str, Any] = {
    "codebook": pl.String,
    "code": pl.String,
    "first_judge": pl.String,
    "second_judge": pl.String,
    "prevalence": pl.Float64,
    "kappa": pl.Float64,
    "alpha": pl.Float64,
    "ac1": pl.Float64,
    "num_texts": pl.Int64,
    "num_positive": pl.Int64,
    "num_missing": pl.Int64,
    "reason": pl.String,
    "units": pl.List(pl.String),
}


def compute(tables: RunTables) -> pl.DataFrame:
    """Returns one row for each code and pair of judges, and one for all judges.

    `kappa` is Cohen's, `alpha` Krippendorff's, `ac1` Gwet's; `prevalence` is the share
    of positive verdicts. `num_texts` counts texts with at least two verdicts,
    `num_missing` verdicts that are missing. Rows without judges are over all of them.
    Without two judges there is one row that says so.
    """
    verdicts = in_order(tables.frames["verdicts"])
    rows: list[tuple[object, ...]] = []
    for (codebook, code), group in verdicts.group_by(
        "codebook", "code", maintain_order=True
    ):
        judges = sorted(group["judge"].unique())
        pairs = [None, *combinations(judges, 2)] if len(judges) > 1 else []
        rows += [_row(str(codebook), str(code), pair, group) for pair in pairs]
    if not rows:
        why = "fewer than two judges have judged anything in this run"
        rows = [(*(None,) * 8, 0, 0, 0, why, [])]
    frame = pl.DataFrame(rows, schema=SCHEMA, orient="row")
    keys = ("codebook", "code", "first_judge", "second_judge")
    return frame.sort(keys, nulls_last=True, maintain_order=True)


def _row(
    codebook: str, code: str, pair: tuple[str, str] | None, group: pl.DataFrame
) -> tuple[object, ...]:
    kept = group if pair is None else group.filter(pl.col("judge").is_in(pair))
    judges = sorted(kept["judge"].unique())
    texts = sorted(kept["text_id"].unique())
    votes = np.full((len(texts), len(judges)), np.nan)
    places = {text: place for place, text in enumerate(texts)}
    for text, judge, value in kept.select("text_id", "judge", "value").iter_rows():
        if value is not None:
            votes[places[text], judges.index(judge)] = float(value)
    found = binary_agreement(votes)
    missing = kept["value"].null_count()
    why = found.reason or None
    if found.prevalence is None:
        why = "no verdict could be read"
    return (
        *(codebook, code),
        *((None, None) if pair is None else pair),
        *(found.prevalence, found.kappa, found.alpha, found.ac1),
        *(found.num_units, found.num_positive, missing),
        why,
        sorted(kept["unit_id"].unique()),
    )


METRIC = Metric(
    name="judge_agreement",
    version=1,
    summary="Agreement of judges on each code, with its prevalence.",
    compute=compute,
)
