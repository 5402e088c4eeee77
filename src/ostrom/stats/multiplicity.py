"""Corrections for many tests at once."""

from collections.abc import Sequence

from ostrom.core.errors import SpecError


def holm(p_values: Sequence[float]) -> tuple[float, ...]:
    """Returns p values corrected so that any false claim at all is rare.

    For claims that were fixed before the run. Source: Holm (1979).

    Raises:
        SpecError: A p value lies outside 0 and 1.

    Example:
        >>> holm([0.01, 0.04])
        (0.02, 0.04)
    """
    return _corrected(p_values, "holm")


def benjamini_hochberg(p_values: Sequence[float]) -> tuple[float, ...]:
    """Returns p values corrected so that few of the claims are false.

    For screens over many codes or labels. Source: Benjamini and Hochberg (1995).

    Raises:
        SpecError: A p value lies outside 0 and 1.

    Example:
        >>> benjamini_hochberg([0.25, 0.5])
        (0.5, 0.5)
    """
    return _corrected(p_values, "fdr_bh")


def _corrected(p_values: Sequence[float], method: str) -> tuple[float, ...]:
    from statsmodels.stats.multitest import multipletests

    odd = [value for value in p_values if not 0 <= value <= 1]
    if odd:
        raise SpecError(f"A p value lies between 0 and 1, got {odd[0]}.")
    if not p_values:
        return ()
    corrected = multipletests(list(p_values), method=method)[1]
    return tuple(float(value) for value in corrected)
