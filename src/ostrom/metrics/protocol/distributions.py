"""Submitted mixed actions, read out of the records."""

import polars as pl

from ostrom.metrics.protocol.tables import RunTables

_PLACE = {"game": pl.String, "player": pl.Int64}


def percentages() -> pl.Expr:
    """The submitted distribution as a list of per cent."""
    return pl.col("distribution").str.json_decode(pl.List(pl.Float64))


def with_shares(rounds: pl.DataFrame, tables: RunTables) -> pl.DataFrame:
    """Adds `submitted` and `submitted_other` to rounds of games with cooperation.

    `submitted` is the probability that was put on the cooperative action, from 0 to 1;
    `submitted_other` what was put on choices beyond those of the base game. Both are
    null where no distribution was recorded.
    """
    rows = [
        (label, player, index, len(game["actions"][player]))
        for label, game in tables.manifest["games"].items()
        for player, index in enumerate(game["cooperative_profile"] or ())
    ]
    schema = {**_PLACE, "cooperative_index": pl.Int64, "num_base": pl.Int64}
    known = pl.DataFrame(rows, schema=schema, orient="row")
    joined = rounds.join(known, on=list(_PLACE), how="left", maintain_order="left")
    shares = pl.col("shares")
    return joined.with_columns(percentages().alias("shares")).with_columns(
        (shares.list.get(pl.col("cooperative_index"), null_on_oob=True) / 100).alias(
            "submitted"
        ),
        (shares.list.slice(pl.col("num_base")).list.sum() / 100).alias(
            "submitted_other"
        ),
    )


def named_shares(rounds: pl.DataFrame, tables: RunTables) -> pl.DataFrame:
    """Returns one row for each round, player and choice on offer.

    Columns: those of `rounds`, `choice` replaced by the choice on offer, `is_added`
    (it is none of the base game's), `is_chosen` (0 or 1) and `submitted` (0 to 1, null
    where no distribution was recorded). Choices that a mechanism adds are named as
    they were when somebody chose them, else `added choice 1` and so on.
    """
    offered = _offered(rounds, tables)
    keys = ["game", "mechanism", "player"]
    each = rounds.rename({"choice": "chosen"}).with_columns(
        percentages().alias("shares")
    )
    crossed = each.join(offered, on=keys, how="left", maintain_order="left_right")
    return crossed.with_columns(
        (pl.col("chosen") == pl.col("choice")).cast(pl.Float64).alias("is_chosen"),
        pl.when(pl.col("shares").is_not_null())
        .then(
            pl.col("shares").list.get(pl.col("index"), null_on_oob=True).fill_null(0.0)
            / 100
        )
        .alias("submitted"),
    ).drop("shares", "chosen")


def _offered(rounds: pl.DataFrame, tables: RunTables) -> pl.DataFrame:
    """The choices of each seat under each game and mechanism, by index."""
    base = {label: game["actions"] for label, game in tables.manifest["games"].items()}
    seen: dict[tuple[str, str, int], tuple[set[str], int]] = {}
    columns = rounds.select(
        "game", "mechanism", "player", "choice", percentages().list.len()
    ).unique()
    for game, mechanism, player, choice, length in columns.iter_rows():
        names, longest = seen.get((game, mechanism, player), (set(), 0))
        seen[game, mechanism, player] = names | {choice}, max(longest, length or 0)
    rows = []
    for (game, mechanism, player), (names, longest) in sorted(seen.items()):
        actions = list(base[game][player])
        added = sorted(names - set(actions))
        count = max(longest - len(actions), len(added))
        # With several added choices their order in the distribution is not on record.
        named = added if len(added) == count else added + _unnamed(added, count)
        for index, choice in enumerate(actions + named):
            is_added = index >= len(actions)
            rows.append((game, mechanism, player, index, choice, is_added))
    schema = {
        "game": pl.String,
        "mechanism": pl.String,
        "player": pl.Int64,
        "index": pl.Int64,
        "choice": pl.String,
        "is_added": pl.Boolean,
    }
    return pl.DataFrame(rows, schema=schema, orient="row")


def _unnamed(added: list[str], count: int) -> list[str]:
    return [f"added choice {number}" for number in range(len(added) + 1, count + 1)]
