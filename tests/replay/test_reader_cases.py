"""Replies that models really gave to tools like this one, and what they must come to.

Each case has a name, the exact reply and the correct result. The names group them by
what went wrong elsewhere: O1 substituted moves, O2 think tags, O3 fences and cut-off
JSON, O4 shares and sums of money, O5 empty replies, O6 replies of a published study;
the reserve holds what else the reader promises.
"""

import time
from dataclasses import dataclass
from fractions import Fraction

import pytest

from ostrom.core.answers import (
    ActionByCount,
    ActionDistribution,
    Answer,
    AnswerSchema,
    IntegerByAction,
    YesNo,
)
from ostrom.core.hashing import text_sha256
from ostrom.prompts.forms import AnswerForm, ValueKind
from ostrom.prompts.reader import read
from ostrom.prompts.reading.values import topped_up
from ostrom.records.decision import Outcome


def shares(*keys: str) -> AnswerForm:
    schema = ActionDistribution(len(keys))
    return AnswerForm(schema, ValueKind.PERCENT, keys, tuple(range(len(keys))))


def numbers(*keys: str, low: int | None = None, high: int | None = None) -> AnswerForm:
    schema: AnswerSchema[tuple[int, ...]] = IntegerByAction(len(keys), low, high)
    return AnswerForm(schema, ValueKind.INTEGER, keys, tuple(range(len(keys))))


def choice(key: str, *labels: str) -> AnswerForm:
    choices = tuple((label, action) for action, label in enumerate(labels))
    schema = ActionByCount(1, len(labels))
    return AnswerForm(schema, ValueKind.CHOICE, (key,), (0,), choices)


@dataclass(frozen=True)
class Case:
    """A reply and its correct result; `reason` must occur in the reason given."""

    text: str
    form: AnswerForm
    outcome: Outcome
    answer: Answer | None = None
    repairs: tuple[str, ...] = ()
    reason: str = ""
    stop_reason: str = "stop"
    reasoning: str = ""


AB = shares("A", "B")
CD = shares("C", "D")
A01 = shares("A0", "A1")
CONTRACT = numbers("A0", "A1")
ACTION = choice("action", "C", "D")

LATEX = (
    "Let \\(k\\) contribute: \\text{Payoff} = \\frac{1.5 \\times k}{3}, and with "
    "\\mathbb{E}[k] = {2} I get \\boxed{1}. Keeping pays \\frac{1}{2} more. "
)
CUT_PROPOSAL = (
    'Let me try amounts.\n{"A0": 1, "A1": -1}\n'
    + "This would make both of us indifferent, since what one gains the other pays. "
    * 50
    + "But we can't - because the contract must be in terms of your **own action**, not"
)

CASES = {
    "O1a illegal bid after a mentioned legal one": Case(
        'I considered [P0]Bid: 1 but went bigger.\n```json\n{"bid": 99}\n```',
        numbers("bid", low=0, high=3),
        Outcome.ILLEGAL,
        reason="99",
    ),
    "O1b a denied move is no move": Case(
        "I value our trust, therefore I will not defect today",
        shares("cooperate", "defect"),
        Outcome.UNPARSABLE,
    ),
    "O2a draft inside think tags": Case(
        '<think>I could send {"action":"D"}...</think>{"action":"C"}',
        ACTION,
        Outcome.REPAIRED,
        (0,),
        ("think_tags",),
    ),
    "O2b think tags in capitals with attributes": Case(
        '<THINK lang="en">...{"action":"D"}</THINK>\n{"action":"C"}',
        ACTION,
        Outcome.REPAIRED,
        (0,),
        ("think_tags",),
    ),
    "O2c unclosed think tag, cut off": Case(
        '<think>maybe {"action":"D"}',
        ACTION,
        Outcome.TRUNCATED,
        stop_reason="length",
    ),
    "O2d unclosed think tag, said to be done": Case(
        '<think>maybe {"action":"D"}', ACTION, Outcome.TRUNCATED
    ),
    "O3a fence and trailing comma": Case(
        '```json\n{"A": 60, "B": 40,}\n```',
        AB,
        Outcome.REPAIRED,
        (60, 40),
        ("code_fence", "trailing_comma"),
    ),
    "O3b number cut in two": Case('{"C": 60, "D": 4', CD, Outcome.TRUNCATED),
    "O3c null and boolean for numbers": Case(
        "{'C': None, 'D': True}", CD, Outcome.ILLEGAL, reason="None"
    ),
    "O4a thirds that miss 100 by a tenth": Case(
        "[33.3, 33.3, 33.3, 0]",
        shares("A0", "A1", "A2", "A3"),
        Outcome.REPAIRED,
        (34, 33, 33, 0),
        ("list", "rounded_shares"),
    ),
    "O4b shares that sum to 90": Case(
        "[30,30,30,0]", shares("A0", "A1", "A2", "A3"), Outcome.ILLEGAL, reason="90"
    ),
    "O4c named shares in a list": Case(
        "[Product revenue %: 50, Advertising revenue %: 50]",
        shares("Product revenue", "Advertising revenue"),
        Outcome.REPAIRED,
        (50, 50),
        ("bare_key", "list", "key_spelling"),
    ),
    "O4d an option that does not exist": Case(
        '{"Pizza": 50, "unknown": 50}',
        shares("Pizza", "Pasta"),
        Outcome.ILLEGAL,
        reason="unknown",
    ),
    "O4e per cent signs": Case(
        '{"C": "60%", "D": "40%"}',
        CD,
        Outcome.REPAIRED,
        (60, 40),
        ("percent_sign",),
    ),
    "O4f money": Case(
        '{"contribution": "$17,200"}',
        numbers("contribution"),
        Outcome.REPAIRED,
        (17200,),
        ("quoted_number",),
    ),
    "O4f money and nothing else": Case(
        "$17,200",
        numbers("contribution"),
        Outcome.REPAIRED,
        (17200,),
        ("bare_value", "quoted_number"),
    ),
    "O4f grouped digits and nothing else": Case(
        "17,200",
        numbers("contribution"),
        Outcome.REPAIRED,
        (17200,),
        ("bare_value", "quoted_number"),
    ),
    "O4f grouped digits are no JSON number": Case(
        '{"contribution": 17,200}', numbers("contribution"), Outcome.UNPARSABLE
    ),
    "O5 empty because the budget ran out": Case(
        "", A01, Outcome.TRUNCATED, stop_reason="length"
    ),
    "O6a cut off long after a draft": Case(
        CUT_PROPOSAL, CONTRACT, Outcome.TRUNCATED, stop_reason="length"
    ),
    "O6b bold number": Case(
        '{"A0": **50**, "A1": 50}', A01, Outcome.REPAIRED, (50, 50), ("emphasis",)
    ),
    "O6c an object where a number is due": Case(
        '{"A0": {"Player 1": 1, "Player 2": -1}, "A1": {"Player 1": 0, "Player 2": 0}}',
        CONTRACT,
        Outcome.ILLEGAL,
        reason="must be a whole number",
    ),
    "O6d formulas before the object": Case(
        LATEX + '\n\n{"A0": 0, "A1": 100}', A01, Outcome.OK, (0, 100)
    ),
    "O6d formulas before the object on its line": Case(
        LATEX + 'So: {"A0": 0, "A1": 100}', A01, Outcome.OK, (0, 100)
    ),
    "O6d formulas and no word before the object": Case(
        "\\text{Payoff} = \\frac{1.5 \\times k}{3}" + '{"A0": 0, "A1": 100}',
        A01,
        Outcome.OK,
        (0, 100),
    ),
    "O6e nothing at all": Case("", A01, Outcome.EMPTY),
    "O6e white space only": Case(" \n\n\t", A01, Outcome.EMPTY),
    "reserve: lone surrogate beside the answer": Case(
        'ok \udc00 then\n{"A0": 10, "A1": 90}', A01, Outcome.OK, (10, 90)
    ),
    "reserve: lone surrogate in an entry": Case(
        '{"A0\udc00": 10, "A1": 90}', A01, Outcome.ILLEGAL, reason="\\udc00"
    ),
    "reserve: answer only in the reasoning field": Case(
        "",
        A01,
        Outcome.REPAIRED,
        (30, 70),
        ("from_reasoning",),
        reasoning='Perhaps {"A0": 50, "A1": 50}. No.\n{"A0": 30, "A1": 70}',
    ),
    "reserve: reasoning field without an answer at its end": Case(
        "",
        A01,
        Outcome.EMPTY,
        reasoning='Perhaps {"A0": 50, "A1": 50}. But I do not know yet',
    ),
    "reserve: curly quotes": Case(
        "{“A0”: 25, “A1”: 75}", A01, Outcome.REPAIRED, (25, 75), ("curly_quotes",)
    ),
    "reserve: duplicate keys": Case(
        '{"A0": 60, "A1": 40, "A0": 10}', A01, Outcome.AMBIGUOUS, reason="twice"
    ),
    "reserve: NaN": Case('{"A0": NaN, "A1": 100}', A01, Outcome.ILLEGAL, reason="NaN"),
    "reserve: infinity": Case('{"A0": Infinity, "A1": 0}', A01, Outcome.ILLEGAL),
    "reserve: boolean for a number": Case(
        '{"A0": true, "A1": 100}', A01, Outcome.ILLEGAL, reason="true"
    ),
    "reserve: number for a boolean": Case(
        '{"answer": 1}',
        AnswerForm(YesNo(), ValueKind.BOOLEAN, ("answer",), (0,)),
        Outcome.ILLEGAL,
    ),
    "reserve: two answers that contradict": Case(
        'Final answer: {"A0": 100, "A1": 0}\n\nFinal answer: {"A0": 0, "A1": 100}',
        A01,
        Outcome.AMBIGUOUS,
    ),
    "reserve: an answer is taken back": Case(
        'My answer is {"A0": 50, "A1": 50}.\nWait, actually:\n{"A0": 0, "A1": 100}',
        A01,
        Outcome.AMBIGUOUS,
    ),
    "reserve: one answer said twice": Case(
        '{"A0": 20, "A1": 80}\n\nFinal answer:\n{"A1": 80, "A0": 20}',
        A01,
        Outcome.OK,
        (20, 80),
    ),
    "reserve: quoted format and nothing else": Case(
        'I will answer as {"A0": <INT>, "A1": <INT>}.', A01, Outcome.UNPARSABLE
    ),
    "reserve: quoted format with dots": Case(
        'The format is {"A0": <INT>, "A1": <INT>, ...}.', A01, Outcome.UNPARSABLE
    ),
    "reserve: quoted format before the answer": Case(
        'The format is {"A0": <INT>, ...}.\n{"A0": 5, "A1": 95}',
        A01,
        Outcome.OK,
        (5, 95),
    ),
    "reserve: example with numbers and nothing else": Case(
        'For example, {"A0": 50, "A1": 50} is well formed.', A01, Outcome.UNPARSABLE
    ),
    "reserve: denied object": Case(
        'I will not play {"A0": 100, "A1": 0}.', A01, Outcome.UNPARSABLE
    ),
    "reserve: refusal in words": Case(
        "I'm sorry, but I can't help with games that involve deception.",
        A01,
        Outcome.REFUSAL,
    ),
    "reserve: refusal by the provider": Case(
        '{"A0": 50, "A1": 50}', A01, Outcome.REFUSAL, stop_reason="refusal"
    ),
    "reserve: complete object in a reply that was cut off": Case(
        '{"A0": 50, "A1": 50}', A01, Outcome.TRUNCATED, stop_reason="length"
    ),
    "reserve: a fraction is not cut to a whole amount": Case(
        '{"A0": 1.7, "A1": 0}', CONTRACT, Outcome.ILLEGAL, reason="1.7"
    ),
    "reserve: closing think tag alone": Case(
        'so {"A0": 100, "A1": 0} it is?</think>{"A0": 0, "A1": 100}',
        A01,
        Outcome.REPAIRED,
        (0, 100),
        ("think_tags",),
    ),
    "reserve: shares of one": Case(
        '{"A0": 0.6, "A1": 0.4}', A01, Outcome.ILLEGAL, reason="sum to 1"
    ),
    "reserve: whole shares that miss 100 by one": Case(
        '{"A0": 33, "A1": 66}', A01, Outcome.ILLEGAL, reason="99"
    ),
    "reserve: negative share": Case(
        '{"A0": -10, "A1": 110}', A01, Outcome.ILLEGAL, reason="-10"
    ),
}


@pytest.mark.parametrize("name", CASES)
def test_reply_comes_to_the_stated_result(name: str) -> None:
    case = CASES[name]
    reading = read(case.text, case.reasoning, case.stop_reason, case.form)
    assert reading.outcome is case.outcome, reading
    assert reading.answer == case.answer
    if case.outcome.is_valid:
        assert reading.repairs == case.repairs
        assert not reading.reason
    else:
        assert reading.reason
        assert case.reason in reading.reason


def test_o4a_shares_before_rounding() -> None:
    given = [Fraction("33.3"), Fraction("33.3"), Fraction("33.3"), Fraction(0)]
    assert [str(float(share)) for share in topped_up(given)] == [
        "33.4",
        "33.3",
        "33.3",
        "0.0",
    ]


def test_o5_report_of_answered_and_empty_replies() -> None:
    """25 replies, 11 of them empty and cut off, 12 right: 0.48, 0.857 and 0.44."""
    right = '{"A0": 100, "A1": 0}'
    wrong = '{"A0": 0, "A1": 100}'
    replies = [("", "length")] * 11 + [(right, "stop")] * 12 + [(wrong, "stop")] * 2
    readings = [read(text, "", stop, A01) for text, stop in replies]
    hits = sum(reading.answer == (100, 0) for reading in readings)
    answered = sum(reading.outcome.is_valid for reading in readings)
    cut = sum(reading.outcome is Outcome.TRUNCATED for reading in readings)
    assert hits / len(readings) == 0.48
    assert round(hits / answered, 3) == 0.857
    assert cut / len(readings) == 0.44


def test_surrogates_survive_hashing() -> None:
    """What is kept of a reply with a lone surrogate can be encoded and told apart."""
    assert text_sha256('{"A0\udc00": 10}') != text_sha256('{"A0": 10}')


def test_reasons_can_always_be_sent() -> None:
    reading = read('{"A0\udc00": 10, "A1": 90}', "", "stop", A01)
    assert reading.reason.encode("utf-8")


@pytest.mark.parametrize(
    "text",
    [
        "{" * 200_000,
        '{"' * 100_000,
        "{'" * 100_000,
        '{"A0":' * 40_000,
        "[" * 200_000,
        '{"A0": 1' + "9" * 5000 + "}",
        "<think>" * 30_000,
        '{"A0": 1, ' * 20_000,
    ],
)
def test_hostile_replies_are_refused_in_time(text: str) -> None:
    """A reply of 200,000 characters, as one study has seen, is read in seconds."""
    begin = time.process_time()
    reading = read(text, "", "stop", A01)
    assert not reading.outcome.is_valid
    assert time.process_time() - begin < 10
