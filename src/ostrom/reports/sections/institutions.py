"""Section: mediators and contracts that agents propose, vote for and take up."""

from collections.abc import Sequence
from typing import Any

import polars as pl

from ostrom.metrics.adoption import METRIC as ADOPTION
from ostrom.metrics.proposal_quality import METRIC as QUALITY
from ostrom.metrics.protocol.metric import Metric, measure
from ostrom.metrics.protocol.tables import RunTables
from ostrom.metrics.votes import METRIC as VOTES
from ostrom.reports.figures.bars import Stack, StackGroup, stacked_bars
from ostrom.reports.figures.rate_bars import RatePanel, rate_bars
from ostrom.reports.layout.parts import (
    Block,
    Exhibit,
    Gallery,
    Prose,
    Section,
    file_stem,
)
from ostrom.reports.sections.wording import (
    ALL,
    counted,
    gaps,
    no_interval,
    numbered,
    rate_bar,
)

USED: tuple[Metric, ...] = (VOTES, ADOPTION, QUALITY)
_PLACE = ("game", "mechanism", "agent")
_VOTE_SERIES = ("received", "given", "proposal chosen")
_QUALITY = (
    "strictly dominant",
    "weakly dominant",
    "Nash equilibrium only",
    "not an equilibrium",
)


def section(tables: RunTables) -> Section:
    """Returns votes, adoption and the quality of proposals, for each game."""
    votes = vote_rates(measure(VOTES, tables))
    adoption = measure(ADOPTION, tables)
    quality = quality_parts(measure(QUALITY, tables))
    blocks: list[Block] = []
    for game in tables.games:
        drawn = []
        for frame, value, draw in (
            (votes, "rate", vote_picture),
            (adoption, "rate", adoption_picture),
            (quality, "share", quality_picture),
        ):
            rows = _told(frame.filter(pl.col("game") == game), value)
            if len(rows):
                drawn.append(draw(rows, game, tables))
        if drawn:
            blocks.append(Gallery(tuple(drawn)))
    if not blocks:
        blocks.append(Prose(("Nothing was proposed, voted on or taken up.",)))
    return Section("institutions", "Votes, adoption and proposals", tuple(blocks))


def _told(rows: pl.DataFrame, value: str) -> pl.DataFrame:
    """The rows of mechanisms in which some agent has a value."""
    known = rows.filter(pl.col(value).is_not_null())["mechanism"].unique()
    return rows.filter(pl.col("mechanism").is_in(known.to_list()))


def vote_rates(votes: pl.DataFrame) -> pl.DataFrame:
    """Returns one row for each agent and side of the vote.

    Args:
        votes: Of the metric `votes`.
    """
    none = pl.lit(None, dtype=pl.Float64)
    sides = (
        ("received", pl.col("received_low"), pl.col("received_high")),
        ("given", pl.col("given_low"), pl.col("given_high")),
        ("won", none, none),
    )
    return pl.concat(
        [
            votes.select(
                *_PLACE,
                pl.lit(series).alias("side"),
                pl.col(f"{side}_rate").alias("rate"),
                low.alias("low"),
                high.alias("high"),
                *("num_ballots", "num_repeats", "reason", "units"),
            )
            for series, (side, low, high) in zip(_VOTE_SERIES, sides, strict=True)
        ]
    )


def vote_picture(behind: pl.DataFrame, game: str, tables: RunTables) -> Exhibit:
    """Returns the votes that agents' proposals got and that agents gave."""
    cells = {
        (line["mechanism"], line["agent"], line["side"]): line
        for line in numbered(behind)
    }
    panels = [
        RatePanel(
            mechanism,
            tuple(
                tuple(rate_bar(cells[mechanism, agent, side]) for side in _VOTE_SERIES)
                for agent in tables.agents
            ),
        )
        for mechanism in behind["mechanism"].unique(maintain_order=True)
    ]
    ballots = behind.filter(pl.col("side") == _VOTE_SERIES[0])
    told = behind.filter(pl.col("side") != _VOTE_SERIES[2])
    return Exhibit(
        name=file_stem("votes", game),
        title=f"{game}: votes received and given",
        caption=(
            "Received: per cent of the other players who approve of an agent's "
            "proposal; given: per cent of the others' proposals that it approves of; "
            "chosen: per cent of its proposals that win. Within each repeat, then over "
            f"repeats; {counted(ballots, 'num_ballots', 'ballot')}. Lines are 95 % t "
            "intervals over repeats; there is none of what was chosen."
            f"{gaps(behind, 'rate')}{no_interval(told, 'rate')}"
        ),
        behind=behind,
        drawing=rate_bars(panels, tables.agents, _VOTE_SERIES, unit="per cent"),
    )


def adoption_picture(behind: pl.DataFrame, game: str, tables: RunTables) -> Exhibit:
    """Returns how often agents delegate and sign."""
    kinds = behind.select("mechanism", "kind").unique(maintain_order=True)
    cells = {
        (line["mechanism"], line["kind"], line["agent"]): line
        for line in numbered(behind)
    }
    panels = [
        RatePanel(
            f"{mechanism}: {kind}",
            tuple(
                (rate_bar(cells.get((mechanism, kind, agent))),)
                for agent in tables.agents
            ),
        )
        for mechanism, kind in kinds.iter_rows()
        if kind is not None
    ]
    return Exhibit(
        name=file_stem(ADOPTION.name, game),
        title=f"{game}: delegating and signing",
        caption=(
            "Per cent of its chances in which an agent delegated to the mediator or "
            "signed the contract, within each repeat, then over repeats; "
            f"{counted(behind, 'num_decisions', 'decision')}. Lines are 95 % t "
            f"intervals over repeats.{gaps(behind, 'rate')}"
            f"{no_interval(behind, 'rate')}"
        ),
        behind=behind,
        drawing=rate_bars(panels, tables.agents, ("",), unit="per cent"),
    )


def quality_parts(quality: pl.DataFrame) -> pl.DataFrame:
    """Returns one row for each agent and part, the parts of an agent adding up to 1.

    What is strictly dominant is also weakly dominant, and that is also an equilibrium;
    each proposal counts once here, for the strongest of these.

    Args:
        quality: Of the metric `proposal_quality`.
    """
    nash, weak = pl.col("nash_rate"), pl.col("weakly_dominant_rate")
    strict = pl.col("strictly_dominant_rate")
    parts = (strict, weak - strict, nash - weak, 1 - nash)
    place = (*_PLACE, "kind")
    return pl.concat(
        [
            quality.select(
                *place,
                pl.lit(name).alias("quality"),
                # Differences of equal means may miss 0 by a rounding error.
                part.clip(lower_bound=0.0).alias("share"),
                *("num_proposals", "num_repeats", "reason", "units"),
            )
            for name, part in zip(_QUALITY, parts, strict=True)
        ]
    )


def quality_picture(behind: pl.DataFrame, game: str, tables: RunTables) -> Exhibit:
    """Returns what mutual cooperation is under the proposals of each agent."""
    lines = list(numbered(behind))
    groups = [
        StackGroup(
            f"{mechanism}: proposed {kind}s",
            tuple(
                _stack(lines, (mechanism, kind, agent))
                for agent in (None, *tables.agents)
            ),
        )
        for mechanism, kind in behind.select("mechanism", "kind")
        .unique(maintain_order=True)
        .iter_rows()
        if kind is not None
    ]
    once = behind.filter(
        (pl.col("quality") == _QUALITY[0]) & pl.col("agent").is_not_null()
    )
    return Exhibit(
        name=file_stem("proposals", game),
        title=f"{game}: what proposals make of mutual cooperation",
        caption=(
            "Per cent of an agent's proposals under which mutual cooperation (with a "
            "mediator: that all delegate and it cooperates) is no equilibrium, a Nash "
            "equilibrium and no more, in weakly dominant actions, or in strictly "
            "dominant ones; within each repeat, then over repeats; "
            f"{counted(once, 'num_proposals', 'proposal')}. A line without bars made "
            f"no proposal that could be read.{gaps(behind, 'share')}"
        ),
        behind=behind,
        drawing=stacked_bars(groups, _QUALITY, unit="per cent of an agent's proposals"),
    )


def _stack(
    lines: Sequence[dict[str, Any]], which: tuple[str, str, str | None]
) -> Stack:
    mine = [
        line
        for line in lines
        if (line["mechanism"], line["kind"], line["agent"]) == which
        and line["share"] is not None
    ]
    return Stack(
        which[2] or ALL,
        {line["quality"]: line["share"] for line in mine},
        {line["quality"]: line["row"] for line in mine},
    )
