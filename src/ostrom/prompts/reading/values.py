"""Turns the entries of an object into an answer, or says why they are none."""

import re
from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction

from ostrom.core.answers import Answer
from ostrom.core.errors import IllegalActionError
from ostrom.prompts.forms import AnswerForm, ValueKind
from ostrom.prompts.reading.pieces import (
    Bare,
    Entries,
    Number,
    Piece,
    Quoted,
    excerpt,
)
from ostrom.records.decision import Outcome

SUM_TOLERANCE = Fraction(1, 2)
"""Decimal shares may miss 100 by this many per cent; whole ones may not at all."""

# Only the digits of JSON: with `\d`, those of all scripts would be read, and mixed.
_NUMBER_TEXT = re.compile(r"\s*([+-]?[0-9]{1,30}(?:\.[0-9]{1,30})?)\s*(%?)\s*")
_MONEY_TEXT = re.compile(
    r"\s*([+-]?)[$€£]?\s?([0-9]{1,3}(?:,[0-9]{3}){0,9}|[0-9]{1,30})\s*"
)
_YES = {"true": True, "yes": True, "false": False, "no": False}


@dataclass(frozen=True)
class Settled:
    """What an object comes to.

    Attributes:
        outcome: How it was read.
        answer: The legal answer, or None.
        reason: Why there is none, or what was repaired; empty for `ok`.
        repairs: Names of the repairs.
    """

    outcome: Outcome
    answer: Answer | None = None
    reason: str = ""
    repairs: tuple[str, ...] = ()


class _RefusedError(Exception):
    """The entries are no legal answer."""

    def __init__(self, outcome: Outcome, reason: str) -> None:
        super().__init__(reason)
        self.outcome = outcome


def _illegal(reason: str) -> _RefusedError:
    return _RefusedError(Outcome.ILLEGAL, reason)


def known_key(key: str, form: AnswerForm) -> str | None:
    """Returns the entry that a key means: exactly, or but for case, marks and `%`."""
    if key in form.keys:
        return key
    plain = key.strip(" *_`'\"").removesuffix("%").strip().casefold()
    matches = [own for own in form.keys if own.casefold() == plain]
    return matches[0] if len(matches) == 1 else None


def settle(entries: Entries, form: AnswerForm) -> Settled:
    """Returns what an object says as an answer.

    Order: keys are matched (each exactly once, none missing, none besides), values
    are read, then the answer as a whole is checked.
    """
    repairs = dict.fromkeys(entries.repairs)
    try:
        pieces = _in_order(entries, form, repairs)
        values = _values(pieces, form, repairs)
        answer = form.answer(values)
    except _RefusedError as refused:
        return Settled(refused.outcome, None, str(refused), tuple(repairs))
    except IllegalActionError as illegal:
        reason = f"{illegal} It was given as {excerpt(entries.text)}."
        return Settled(Outcome.ILLEGAL, None, reason, tuple(repairs))
    if not repairs:
        return Settled(Outcome.OK, answer)
    return Settled(Outcome.REPAIRED, answer, "", tuple(repairs))


def _in_order(
    entries: Entries, form: AnswerForm, repairs: dict[str, None]
) -> list[Piece]:
    """The value of each key of the form."""
    if entries.is_list:
        repairs["list"] = None
        if all(key is None for key, _ in entries.items):
            return _unnamed(entries, form)
    given: dict[str, Piece] = {}
    for key, value in entries.items:
        own = None if key is None else known_key(key, form)
        if own is None:
            legal = ", ".join(form.keys)
            raise _illegal(f"There is no entry {excerpt(str(key))!r}; legal: {legal}.")
        if own in given:
            raise _RefusedError(Outcome.AMBIGUOUS, f"The entry {own!r} stands twice.")
        if own != key:
            repairs["key_spelling"] = None
        given[own] = value
    missing = [key for key in form.keys if key not in given]
    if missing:
        raise _illegal(f"These entries are missing: {', '.join(missing)}.")
    return [given[key] for key in form.keys]


def _unnamed(entries: Entries, form: AnswerForm) -> list[Piece]:
    if len(entries.items) != len(form.keys):
        raise _illegal(
            f"A list of {len(entries.items)} values was given where "
            f"{len(form.keys)} entries are due: {', '.join(form.keys)}."
        )
    return [value for _, value in entries.items]


def _values(
    pieces: Sequence[Piece], form: AnswerForm, repairs: dict[str, None]
) -> list[int | bool]:
    named = list(zip(form.keys, pieces, strict=True))
    if form.kind is ValueKind.PERCENT:
        return list(
            _shares(
                [_share(key, piece, form, repairs) for key, piece in named], repairs
            )
        )
    read = {
        ValueKind.INTEGER: _integer,
        ValueKind.BOOLEAN: _boolean,
        ValueKind.CHOICE: _choice,
    }[form.kind]
    return [read(key, piece, form, repairs) for key, piece in named]


def _unfit(key: str, piece: Piece, form: AnswerForm) -> _RefusedError:
    got = excerpt(piece.text) or "nothing"
    return _illegal(f"The entry {key!r} is {got}; it must be {form.values_in_words}.")


def _share(
    key: str, piece: Piece, form: AnswerForm, repairs: dict[str, None]
) -> Fraction:
    """A share in per cent, decimals allowed for now."""
    if isinstance(piece, Number):
        value = piece.value
    elif isinstance(piece, Quoted) and (found := _NUMBER_TEXT.fullmatch(piece.text)):
        repairs["percent_sign" if found[2] else "quoted_number"] = None
        value = Fraction(found[1])
    else:
        raise _unfit(key, piece, form)
    if not 0 <= value <= 100:
        raise _unfit(key, piece, form)
    if isinstance(piece, Number) and value.denominator == 1 and "." in piece.text:
        repairs["whole_decimal"] = None
    return value


def _shares(shares: list[Fraction], repairs: dict[str, None]) -> tuple[int, ...]:
    total = sum(shares, Fraction(0))
    if all(share.denominator == 1 for share in shares):
        if total != 100:
            raise _illegal(f"The shares sum to {total}, not to 100.")
        return tuple(int(share) for share in shares)
    if abs(total - 100) > SUM_TOLERANCE:
        raise _illegal(f"The shares sum to {float(total):.6g}, not to 100.")
    repairs["rounded_shares"] = None
    return whole(topped_up(shares))


def topped_up(shares: Sequence[Fraction]) -> tuple[Fraction, ...]:
    """Returns shares that sum to 100: the greatest, first on ties, takes the rest.

    Example:
        >>> [float(x) for x in topped_up([Fraction("33.3")] * 3 + [Fraction(0)])]
        [33.4, 33.3, 33.3, 0.0]
    """
    taker = max(range(len(shares)), key=shares.__getitem__)
    rest = 100 - sum(shares, Fraction(0))
    return tuple(share + rest * (place == taker) for place, share in enumerate(shares))


def whole(shares: Sequence[Fraction]) -> tuple[int, ...]:
    """Returns shares that sum to 100 in whole per cent, by the largest remainders.

    Ties go to the first.

    Example:
        >>> whole([Fraction("33.4"), Fraction("33.3"), Fraction("33.3")])
        (34, 33, 33)
    """
    floors = [int(share) for share in shares]
    by_remainder = sorted(
        range(len(shares)), key=lambda place: floors[place] - shares[place]
    )
    raised = set(by_remainder[: 100 - sum(floors)])
    return tuple(floor + (place in raised) for place, floor in enumerate(floors))


def _integer(key: str, piece: Piece, form: AnswerForm, repairs: dict[str, None]) -> int:
    """A whole number; a fraction is refused, never cut."""
    if isinstance(piece, Number):
        if piece.is_percent or piece.value.denominator != 1:
            raise _unfit(key, piece, form)
        if "." in piece.text:
            repairs["whole_decimal"] = None
        return int(piece.value)
    if isinstance(piece, Quoted) and (found := _MONEY_TEXT.fullmatch(piece.text)):
        repairs["quoted_number"] = None
        return int(found[1] + found[2].replace(",", ""))
    raise _unfit(key, piece, form)


def _boolean(
    key: str, piece: Piece, form: AnswerForm, repairs: dict[str, None]
) -> bool:
    if isinstance(piece, Bare | Quoted):
        said = _YES.get(piece.text.strip().casefold())
        if said is not None:
            if not (isinstance(piece, Bare) and piece.text in {"true", "false"}):
                repairs["boolean_word"] = None
            return said
    raise _unfit(key, piece, form)


def _choice(key: str, piece: Piece, form: AnswerForm, repairs: dict[str, None]) -> int:
    if isinstance(piece, Bare | Quoted):
        for label, action in form.choices:
            if piece.text == label:
                if isinstance(piece, Bare):
                    repairs["bare_word"] = None
                return action
        plain = piece.text.strip(" *_`'\"").casefold()
        for label, action in form.choices:
            if plain == label.casefold():
                repairs["label_spelling"] = None
                return action
    raise _unfit(key, piece, form)
