"""Do judges agree? For each code by itself, with how common the code is.

A rare code makes kappa and alpha low even where judges nearly always agree, and AC1
high even where they agree on no positive at all. So both kinds and the prevalence stand
together.

Source: Cohen (1960); Krippendorff (2004), Content Analysis; Gwet (2008) for AC1;
Passonneau (2006) for the MASI distance.
"""

from collections.abc import Callable, Hashable, Sequence
from dataclasses import dataclass
from itertools import permutations

import numpy as np
from jaxtyping import Float

from ostrom.core.errors import SpecError


@dataclass(frozen=True)
class Agreement:
    """Agreement of judges on one code.

    Attributes:
        kappa: Cohen's, of exactly two judges, on units that both judged.
        alpha: Krippendorff's, nominal, of any number of judges.
        ac1: Gwet's, of all judges, on units that all judged.
        prevalence: Share of positive verdicts.
        reason: Why a number is absent; empty if none is.
        num_units: Units with at least two verdicts.
        num_judges: How many judges.
        num_positive: Positive verdicts.
    """

    kappa: float | None
    alpha: float | None
    ac1: float | None
    prevalence: float | None
    reason: str
    num_units: int
    num_judges: int
    num_positive: int


def binary_agreement(votes: Float[np.ndarray, "units judges"]) -> Agreement:
    """Returns all measures of agreement on one code.

    Args:
        votes: 1 where the judge saw the code in the unit, 0 where not, not a number
            where the judge gave no verdict.

    Raises:
        SpecError: There is another number in it.
    """
    if not np.isin(votes[~np.isnan(votes)], (0.0, 1.0)).all():
        raise SpecError("Verdicts are 1, 0 or not a number.")
    known = ~np.isnan(votes)
    whole = votes[known.all(axis=1)] if votes.size else votes
    positive = int(np.nansum(votes)) if votes.size else 0
    kappa = cohen_kappa(whole) if votes.shape[1] == 2 else None
    alpha = krippendorff_alpha(_rated(votes), _unlike)
    ac1 = gwet_ac1(whole)
    told = {
        "kappa": kappa is None and votes.shape[1] == 2,
        "alpha": alpha is None,
        "AC1": ac1 is None,
    }
    absent = [name for name, is_absent in told.items() if is_absent]
    reasons = [f"{', '.join(absent)} undefined: no verdicts vary"] if absent else []
    if votes.shape[1] != 2:
        reasons.append("kappa is for two judges")
    return Agreement(
        kappa,
        alpha,
        ac1,
        positive / int(known.sum()) if known.any() else None,
        "; ".join(reasons),
        int((known.sum(axis=1) >= 2).sum()),
        votes.shape[1],
        positive,
    )


def cohen_kappa(votes: Float[np.ndarray, "units 2"]) -> float | None:
    """Returns Cohen's kappa of two judges; None where chance explains everything.

    Args:
        votes: 1 or 0, no gaps.
    """
    if not len(votes):
        return None
    first, second = votes.mean(axis=0)
    by_chance = first * second + (1 - first) * (1 - second)
    if by_chance >= 1.0:
        return None
    observed = float((votes[:, 0] == votes[:, 1]).mean())
    return float((observed - by_chance) / (1 - by_chance))


def gwet_ac1(votes: Float[np.ndarray, "units judges"]) -> float | None:
    """Returns Gwet's AC1; None without units or with fewer than two judges.

    Args:
        votes: 1 or 0, no gaps.
    """
    judges = votes.shape[1]
    if not len(votes) or judges < 2:
        return None
    positive = votes.sum(axis=1)
    negative = judges - positive
    pairs = positive * (positive - 1) + negative * (negative - 1)
    observed = float((pairs / (judges * (judges - 1))).mean())
    share = float(positive.mean()) / judges
    by_chance = 2 * share * (1 - share)
    return float((observed - by_chance) / (1 - by_chance))


def krippendorff_alpha(
    ratings: Sequence[Sequence[Hashable]],
    distance: Callable[[Hashable, Hashable], float],
) -> float | None:
    """Returns Krippendorff's alpha for any distance; None where nothing varies.

    Args:
        ratings: For each unit the ratings it got; units with one are left out.
        distance: From 0 to 1, 0 for the same.
    """
    units = [unit for unit in ratings if len(unit) >= 2]
    counts: dict[Hashable, int] = {}
    for rating in (each for unit in units for each in unit):
        counts[rating] = counts.get(rating, 0) + 1
    total = sum(counts.values())
    if total < 2:
        return None
    observed = sum(
        sum(distance(one, other) for one, other in permutations(unit, 2))
        / (len(unit) - 1)
        for unit in units
    )
    expected = sum(
        counts[one] * counts[other] * distance(one, other)
        for one in counts
        for other in counts
    ) / (total - 1)
    return None if expected <= 0 else float(1 - observed / expected)


def masi_distance(one: Hashable, other: Hashable) -> float:
    """Returns how far two sets of codes are apart, 0 to 1.

    One minus their overlap over their union, weighted by 1 if they are equal, two
    thirds if one holds the other, one third if they overlap, 0 if they are disjoint.
    Two empty sets are the same.

    Args:
        one: A frozen set.
        other: A frozen set.

    Raises:
        SpecError: Another thing was given.

    Example:
        >>> masi_distance(frozenset("ab"), frozenset("abcd"))
        0.6666666666666667
    """
    if not isinstance(one, frozenset) or not isinstance(other, frozenset):
        raise SpecError(f"MASI compares frozen sets, got {one!r} and {other!r}.")
    if one == other:
        return 0.0
    shared = len(one & other)
    weight = 2 / 3 if one < other or other < one else 1 / 3
    return 1 - shared / len(one | other) * weight


def _unlike(one: Hashable, other: Hashable) -> float:
    return float(one != other)


def _rated(votes: Float[np.ndarray, "units judges"]) -> list[list[Hashable]]:
    return [[int(vote) for vote in unit if not np.isnan(vote)] for unit in votes]
