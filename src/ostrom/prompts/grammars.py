"""Grammars (GBNF) that admit legal answers only, without free white space.

Weak models lose themselves in white space that a grammar leaves free, and they do not
keep sums; so these grammars leave neither to them.
"""

import json
from functools import lru_cache

from ostrom.core.answers import IntegerByAction
from ostrom.core.errors import SpecError
from ostrom.prompts.forms import AnswerForm, ValueKind

LARGEST_NUMBER = 9999
"""A number without a bound of its own has at most four digits under a grammar."""

# Free text before the answer: lines without the brackets that could be taken for an
# answer, a think tag or a code fence. 6 lines of 160 characters are about 250 tokens.
_LINE = "line ::= [^{}<>\\[\\]`\\n\\r]{1,160}"


@lru_cache(maxsize=64)
def grammar(
    form: AnswerForm, *, step: int = 1, step_by_step: bool = False, lines: int = 6
) -> str:
    r"""Returns a GBNF grammar whose every text reads back as a legal answer.

    Shares sum to 100: each is chosen from what the earlier ones have left, in one
    rule for each rest, so the grammar stays small however many actions there are.

    Args:
        form: What is asked for.
        step: Shares are multiples of this many per cent; it divides 100. Above 1 the
            grammar admits fewer answers than the question does.
        step_by_step: Whether bounded free text, and a line "Answer:", come first.
        lines: Most lines of free text, each of at most 160 characters; from 1.

    Raises:
        SpecError: `step` does not divide 100.
    """
    if step < 1 or 100 % step:
        raise SpecError(f"grammar_step must divide 100, got {step}.")
    rules = _rules(form, step)
    if not step_by_step:
        return "\n".join(["root ::= reply", *rules]) + "\n"
    root = 'root ::= thought "\\nAnswer:\\n" reply'
    thought = f'thought ::= line ("\\n" line){{0,{lines - 1}}}'
    return "\n".join([root, thought, _LINE, *rules]) + "\n"


def _rules(form: AnswerForm, step: int) -> list[str]:
    if form.kind is ValueKind.PERCENT:
        return _share_rules(form.keys, step)
    return [_object_rule(form.keys), f"value ::= {_value(form)}"]


def _literal(text: str) -> str:
    """A GBNF literal; JSON's escapes are GBNF's."""
    return json.dumps(text, ensure_ascii=False)


def _name(key: str) -> str:
    return json.dumps(key, ensure_ascii=False) + ":"


def _object_rule(keys: tuple[str, ...]) -> str:
    parts = []
    for place, key in enumerate(keys):
        parts += [_literal(("," if place else "{") + _name(key)), "value"]
    return " ".join(["reply ::=", *parts, '"}"'])


def _share_rules(keys: tuple[str, ...], step: int) -> list[str]:
    """One rule for each place and each rest of the hundred, in units of `step`."""
    units = 100 // step
    rules = [f"reply ::= {_literal('{' + _name(keys[0]))} share-0-{units}"]
    rules += [
        f"key-{place + 1} ::= {_literal(',' + _name(key))}"
        for place, key in enumerate(keys[1:])
    ]
    last = len(keys) - 1
    for place in range(last):
        for rest in [units] if place == 0 else range(units + 1):
            ways = (
                f'"{taken * step}" key-{place + 1} share-{place + 1}-{rest - taken}'
                for taken in range(rest + 1)
            )
            rules.append(f"share-{place}-{rest} ::= " + " | ".join(ways))
    rests = [units] if last == 0 else range(units + 1)
    return rules + [f'share-{last}-{rest} ::= "{rest * step}}}"' for rest in rests]


def _value(form: AnswerForm) -> str:
    if form.kind is ValueKind.BOOLEAN:
        return '"true" | "false"'
    if form.kind is ValueKind.CHOICE:
        return " | ".join(
            _literal(json.dumps(label, ensure_ascii=False)) for label, _ in form.choices
        )
    return " | ".join(_integers(*_bounds(form)))


def _bounds(form: AnswerForm) -> tuple[int, int]:
    """The question's own bounds; where it has none, those of a grammar."""
    low = high = None
    if isinstance(form.schema, IntegerByAction):
        low, high = form.schema.minimum, form.schema.maximum
    return (
        min(-LARGEST_NUMBER, high or 0) if low is None else low,
        max(LARGEST_NUMBER, low or 0) if high is None else high,
    )


def _integers(low: int, high: int) -> list[str]:
    """Alternatives that together give each integer from `low` to `high` once."""
    ways: list[str] = []
    if low < 0:
        negative = _naturals(max(1, -high), -low)
        ways += [f'"-" {way}' for way in negative]
    if high >= 0:
        ways += _naturals(max(0, low), high)
    return ways


def _naturals(low: int, high: int) -> list[str]:
    ways: list[str] = []
    for digits in range(len(str(low)), len(str(high)) + 1):
        least = 10 ** (digits - 1) if digits > 1 else 0
        first, last = max(low, least), min(high, 10**digits - 1)
        ways += _between(str(first), str(last))
    return ways


def _between(low: str, high: str) -> list[str]:
    """Alternatives for the numbers between two of equally many digits."""
    zeros, nines = "0" * (len(low) - 1), "9" * (len(low) - 1)
    if low[1:] == zeros and high[1:] == nines:
        return [" ".join([_digits(low[0], high[0]), *["[0-9]"] * len(zeros)])]
    if low[0] == high[0]:
        return [f'"{low[0]}" {way}' for way in _between(low[1:], high[1:])]
    ways = [f'"{low[0]}" {way}' for way in _between(low[1:], nines)]
    if int(high[0]) - int(low[0]) > 1:
        middle = _digits(str(int(low[0]) + 1), str(int(high[0]) - 1))
        ways.append(" ".join([middle, *["[0-9]"] * len(zeros)]))
    return ways + [f'"{high[0]}" {way}' for way in _between(zeros, high[1:])]


def _digits(first: str, last: str) -> str:
    return f'"{first}"' if first == last else f"[{first}-{last}]"
