"""JSON is read as JSON, and what is only weighed is no answer."""

import json
import time
from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ostrom.core.answers import ActionDistribution
from ostrom.prompts.forms import AnswerForm, ValueKind
from ostrom.prompts.reader import read
from ostrom.prompts.reading.objects import find_objects
from ostrom.prompts.reading.pieces import Bare, Number, Quoted, excerpt
from ostrom.prompts.reading.thinking import without_thinking
from ostrom.prompts.reading.values import SUM_TOLERANCE, topped_up, whole
from ostrom.records.decision import Outcome

FORM = AnswerForm(ActionDistribution(2), ValueKind.PERCENT, ("A0", "A1"), (0, 1))
OBJECT = '{"A0": 30, "A1": 70}'
SCALARS = st.one_of(
    st.integers(-(10**9), 10**9),
    st.decimals(-1000, 1000, places=3).map(float),
    st.booleans(),
    st.none(),
    st.text(max_size=12),
)


def outcome(text: str) -> Outcome:
    return read(text, "", "stop", FORM).outcome


@given(st.dictionaries(st.text(max_size=12), SCALARS, min_size=1, max_size=6))
def test_json_is_read_as_json(said: dict[str, object]) -> None:
    """What the standard library writes comes back the same and without a repair."""
    for text in (json.dumps(said), json.dumps(said, ensure_ascii=False, indent=2)):
        (found,) = find_objects(text)
        if found.entries is None:
            assert "<" in text or "..." in text or "\u2026" in text
            continue
        assert found.entries.repairs == ()
        assert found.entries.text == text
        read_back: dict[str | None, object] = {}
        for key, piece in found.entries.items:
            assert isinstance(piece, Number | Quoted | Bare)
            words = {"true": True, "false": False, "null": None}
            if isinstance(piece, Number):
                read_back[key] = float(piece.value)
            else:
                is_word = isinstance(piece, Bare)
                read_back[key] = words[piece.text] if is_word else piece.text
        assert read_back == {
            key: float(value) if type(value) is int else value
            for key, value in said.items()
        }


@given(st.text(max_size=300))
def test_no_text_is_read_by_accident(text: str) -> None:
    """Any text is read without an error, and gives an answer only with an object."""
    reading = read(text, text, "stop", FORM)
    if reading.outcome.is_valid:
        assert "{" in text or "[" in text
    else:
        assert reading.answer is None
        assert reading.reason


@given(st.text(alphabet='{}[]":,A01 \n%*`<>/think', max_size=80))
def test_near_misses_are_read_without_an_error(text: str) -> None:
    reading = read(text, "", "stop", FORM)
    assert (reading.answer is not None) == reading.outcome.is_valid
    if reading.answer is not None:
        assert FORM.schema.check(reading.answer) == reading.answer


@pytest.mark.parametrize("cut", range(1, len(OBJECT)))
def test_a_prefix_of_an_object_is_never_an_answer(cut: int) -> None:
    assert not outcome(OBJECT[:cut]).is_valid


@pytest.mark.parametrize(
    "text",
    [
        OBJECT,
        f"Answer: {OBJECT}",
        f"**Final answer:** {OBJECT}",
        f"I choose {OBJECT}.",
        f"Since they will not cooperate, my answer is: {OBJECT}",
        f"Instead of trusting them, I play {OBJECT}",
        f"Here is my answer in the requested format:\n{OBJECT}",
        f"{OBJECT}\n\nThis protects me, though it is not kind.",
        f"{OBJECT} This protects me.",
        f"**My answer:** {OBJECT}, because this protects me.",
        f"$$\\boxed{{{OBJECT}}}$$",
        f"I might give {{'A0': 50, 'A1': 50}}, but no.\n\n{OBJECT}",
        f'Option 1: {{"A0": 100, "A1": 0}}\nOption 2: {{"A0": 0, "A1": 100}}\n{OBJECT}',
        '{\n  "A0": 30,\n  "A1": 70\n}',
        f"[{OBJECT}]",
        f"<answer>{OBJECT}</answer>",
        f"<answer>\n{OBJECT}\n</answer>\nThis protects me.",
        f"Considering the payoffs, my answer is:\n{OBJECT}",
        f"Considering what they gain my answer is:\n{OBJECT}",
        f"### Final answer\n\n{OBJECT}",
        f"They will not cooperate.\n\n{OBJECT}",
        f"{OBJECT}\nIt is not kind, but it is safe. Wait and see.",
    ],
)
def test_what_is_given_is_read(text: str) -> None:
    reading = read(text, "", "stop", FORM)
    assert reading.answer == (30, 70), reading


@pytest.mark.parametrize(
    "text",
    [
        f"I will not play {OBJECT}.",
        f"I don't want {OBJECT}",
        f"I could play {OBJECT}",
        f"For example: {OBJECT}",
        f"An example of the format:\n{OBJECT}",
        f"If I sent {OBJECT} they would defect",
        f"Suppose I answer: {OBJECT}",
        f"Rather than {OBJECT}",
        f"For instance:\n{OBJECT}\nNow it is your turn.",
        f"### Example\n```json\n{OBJECT}\n```",
        f"I would never play\n\n{OBJECT}",
        f"A wrong answer would be:\n{OBJECT}",
        f"The other player will probably play:\n{OBJECT}",
        f"{OBJECT} is wrong.",
        f"{OBJECT}\nNo wait, I should defect.",
        f"I was considering:\n{OBJECT}",
    ],
)
def test_what_is_mentioned_is_no_answer(text: str) -> None:
    assert outcome(text) is Outcome.UNPARSABLE


@pytest.mark.parametrize(
    "text",
    [
        "I can't help with that.",
        "I'm sorry, but I cannot take part in this.",
        "I must decline to answer.",
        "I won\u2019t participate in games like this one.",
        "I am unable to assist with this request.",
    ],
)
def test_refusals_are_told_apart(text: str) -> None:
    assert outcome(text) is Outcome.REFUSAL


@pytest.mark.parametrize(
    "text",
    [
        "I will not defect.",
        "I can't trust them, so A1.",
        "We decline together.",
        "I'm sorry for the others, A1.",
    ],
)
def test_decisions_in_prose_are_no_refusals(text: str) -> None:
    assert outcome(text) is Outcome.UNPARSABLE


def test_an_answer_with_a_refusal_around_it_is_an_answer() -> None:
    assert outcome(f"I can't help being wary.\n{OBJECT}") is Outcome.OK


@pytest.mark.parametrize(
    ("text", "rest", "is_open"),
    [
        ("<think>a</think>b", "b", False),
        ("<Thinking>a</Thinking>b", "b", False),
        ("<think>a<think>b</think>c</think>d", "d", False),
        ("a</think>b", "b", False),
        ("[THINK]a[/THINK]b", "b", False),
        ("\u25c1think\u25b7a\u25c1/think\u25b7b", "b", False),
        ("a<think>b", "a", True),
        ("I think so", "I think so", False),
        ("x < think > y", "x ", True),
        ("<scratchpad>a</scratchpad>b", "b", False),
    ],
)
def test_think_tags_are_taken_out(text: str, rest: str, is_open: bool) -> None:
    shown = without_thinking(text)
    assert (shown.text, shown.is_open) == (rest, is_open)


@pytest.mark.parametrize("text", ["<" + " " * 200_000, "<think " * 100_000])
def test_tags_that_never_close_take_linear_time(text: str) -> None:
    """At the square of its length, the first would take minutes."""
    started = time.monotonic()
    assert without_thinking(text).text == text
    assert time.monotonic() - started < 5


@pytest.mark.parametrize("digits", ["\u0666\u0660", "6\u0660", "\uff16\uff10"])
@pytest.mark.parametrize("quote", ["", '"'])
def test_only_the_digits_of_json_are_numbers(digits: str, quote: str) -> None:
    """Elsewhere in Unicode 60 is written otherwise; `int` would take it, mixed too."""
    assert int(digits) == 60
    reply = f'{{"A0": {quote}{digits}{quote}, "A1": 40}}'
    assert read(reply, "", "stop", FORM).answer is None


@given(st.lists(st.integers(0, 1000), min_size=1, max_size=8).filter(any))
def test_rounded_shares_sum_to_100_and_move_less_than_one(weights: list[int]) -> None:
    shares = [Fraction(100 * weight, sum(weights)) for weight in weights]
    rounded = whole(topped_up(shares))
    assert sum(rounded) == 100
    assert all(abs(r - s) < 1 for r, s in zip(rounded, shares, strict=True))


@pytest.mark.parametrize(
    ("miss", "is_read"), [("0.5", True), ("-0.5", True), ("0.51", False), ("-1", False)]
)
def test_the_tolerance_is_as_stated(miss: str, is_read: bool) -> None:
    assert Fraction(1, 2) == SUM_TOLERANCE
    share = Fraction("69.75") + Fraction(miss)
    text = f'{{"A0": 30.25, "A1": {float(share)}}}'
    assert outcome(text).is_valid == is_read


def test_excerpts_are_short_and_can_be_written() -> None:
    assert len(excerpt("x" * 1000)) < 100
    assert excerpt("a\n\n\udc80").encode() == b"a \\udc80"
