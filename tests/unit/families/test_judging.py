"""Codebooks, blindness, strict reading, and judging through the engine."""

import csv
import json
from pathlib import Path
from typing import Any

import polars as pl
import pytest

from ostrom.cli.main import run_command
from ostrom.core.errors import RecordError, SpecError, UnknownNameError
from ostrom.engine.replay import replay
from ostrom.families.judging.codebook import (
    codebook_names,
    load_codebook,
    parse_codebook,
)
from ostrom.families.judging.judge import JUDGES
from ostrom.families.judging.masking import NAME, masked
from ostrom.families.judging.reading import read_codes
from ostrom.families.judging.sheets import take_sheet, write_sheet
from ostrom.families.judging.texts import collect
from ostrom.metrics.protocol.metric import METRICS, measure
from ostrom.metrics.protocol.tables import load_run
from ostrom.records.decision import Outcome
from ostrom.records.journal import read_lines
from ostrom.records.rundir import RunFolder

SAID = (
    "I hardly trust GPT-4o or Claude. As hawk_7 I want the highest payoff for myself, "
    "and defecting is the dominant strategy. My answer: "
)
ANSWER = '{"A0": 0, "A1": 100}'
SPEC = f"""
name = "judged"
seed = 3
repeats = 2
[agents.hawk_7]
kind = "language_model"
model = 'scripted/echo:{SAID}{ANSWER}'
step_by_step = true
[agents.always_cooperate]
[games.prisoners_dilemma]
[mechanisms.none]
"""


def test_the_codebooks_that_are_shipped() -> None:
    assert codebook_names() == ("coopeval15", "public_goods15", "union24")
    games, goods, union = (load_codebook(name) for name in codebook_names())
    assert (len(games.codes), len(goods.codes), len(union.codes)) == (15, 15, 24)
    families = [code.family for code in goods.codes]
    assert set(families) == {"economic", "social", "risk", "control"}
    # The same and close ones are one code in the union, the others are not.
    merged = [each for each in union.crosswalk if each.match in {"same", "close"}]
    assert (len(merged), len(union.crosswalk)) == (6, 12)
    assert set(union.ids) == {*goods.ids, *games.ids} - (
        {each.coopeval15 for each in merged} - {each.public_goods15 for each in merged}
    )
    for each in union.crosswalk:
        assert each.public_goods15 in goods.ids
        assert each.coopeval15 in games.ids
    for book in (games, goods, union):
        assert all(code.keywords for code in book.codes)


def test_bad_codebooks(tmp_path: Path) -> None:
    with pytest.raises(UnknownNameError, match="Did you mean 'coopeval15'"):
        load_codebook("coopeval16")
    head = "name='b'\nversion=1\ntitle='t'\nsource='s'\n"
    code = "[[codes]]\nid='a'\nname='A'\ndefinition='d'\n"
    for text, said in (
        (head + code, "at least 2"),
        (head + code + code, "more than once"),
        (head + code.replace("'a'", "'A b'") + code, "pattern"),
        (head + code + code.replace("id='a'", "id='b'\nfamly='x'"), "famly"),
        ("=", "line 1"),
    ):
        with pytest.raises(SpecError, match=said):
            parse_codebook(text, "book")
    path = tmp_path / "own.toml"
    path.write_text(head + code + code.replace("'a'", "'c'"), encoding="utf-8")
    assert load_codebook(str(path)).ids == ("a", "c")


def test_nothing_tells_who_wrote_a_text_or_what_it_decided() -> None:
    text = (
        f"<think>I am qwen</think>{SAID}Qwen3-30B, hosted/word-smith and word-smith "
        f"agree.\n```json\n{ANSWER}\n```\n{ANSWER}"
    )
    shown = masked(text, ["hawk_7", "hosted/word-smith", "ab"])
    lowered = shown.lower()
    for hidden in ("hawk", "gpt", "claude", "qwen", "word-smith", "100", "think", "{"):
        assert hidden not in lowered
    assert shown.count(NAME) == 6
    assert "I want the highest payoff for myself" in shown
    # Words that only begin like a name stay.
    plain = "The metagame is about the whole geminate."
    assert masked(plain, []) == plain
    assert masked(ANSWER, []) == ""
    assert masked(text, ["hawk_7"]) == masked(text, ["hawk_7"])


def reply(*entries: tuple[str, str]) -> str:
    listed = [{"code": code, "evidence": evidence} for code, evidence in entries]
    return json.dumps({"codes": listed})


GOOD = ("own_utility", "highest payoff")
CODES = load_codebook("coopeval15").ids


@pytest.mark.parametrize(
    ("said", "evidence"),
    [
        (reply(GOOD), {"own_utility": "highest payoff"}),
        (reply(), {}),
        (f"```json\n{reply(GOOD)}\n```", {"own_utility": "highest payoff"}),
        (
            reply(("own_utility", "highest \n  payoff for")),
            {"own_utility": "highest payoff for"},
        ),
        (f"<think>hm</think>{reply(GOOD)}", {"own_utility": "highest payoff"}),
    ],
)
def test_replies_that_are_verdicts(said: str, evidence: dict[str, str]) -> None:
    found = read_codes(said, "stop", text=SAID, codes=CODES)
    assert found.evidence == evidence
    assert found.outcome.is_valid


@pytest.mark.parametrize(
    ("said", "outcome"),
    [
        ("", Outcome.EMPTY),
        ("own_utility", Outcome.UNPARSABLE),
        (reply(("Category1", "highest payoff")), Outcome.ILLEGAL),
        (reply(("1", "highest payoff")), Outcome.ILLEGAL),
        (reply(("other", "highest payoff")), Outcome.ILLEGAL),
        (reply(("own_utility", "the lowest payoff")), Outcome.ILLEGAL),
        (reply(("own_utility", "")), Outcome.ILLEGAL),
        (reply(GOOD, GOOD), Outcome.ILLEGAL),
        ('{"codes": "own_utility"}', Outcome.ILLEGAL),
        ('{"codes": [], "note": 1}', Outcome.ILLEGAL),
        ('{"codes": [], "codes": []}', Outcome.UNPARSABLE),
        (reply() + reply(), Outcome.AMBIGUOUS),
        (reply(GOOD)[:-3], Outcome.UNPARSABLE),
        (reply(GOOD)[:-2], Outcome.ILLEGAL),
        ("<think>" + reply(GOOD), Outcome.TRUNCATED),
    ],
)
def test_replies_that_are_none(said: str, outcome: Outcome) -> None:
    found = read_codes(said, "stop", text=SAID, codes=CODES)
    assert found.evidence is None
    assert found.outcome is outcome
    assert found.reason


def test_a_cut_off_or_declined_reply_is_none_whatever_it_holds() -> None:
    for stop, outcome in (
        ("length", Outcome.TRUNCATED),
        ("refusal", Outcome.REFUSAL),
    ):
        found = read_codes(reply(GOOD), stop, text=SAID, codes=CODES)
        assert (found.evidence, found.outcome) == (None, outcome)


@pytest.fixture
def judged(tmp_path: Path) -> RunFolder:
    spec = tmp_path / "spec.toml"
    spec.write_text(SPEC, encoding="utf-8")
    assert run_command(["run", str(spec), "--plain", "--runs", str(tmp_path)]) == 0
    return RunFolder(next(tmp_path.glob("judged-*")))


def judging(run: RunFolder, *options: str) -> int:
    asked = ["judge", str(run.path), "--codebook", "coopeval15", "--plain", *options]
    return run_command(asked)


def verdicts(run: RunFolder, judge: str) -> dict[tuple[str, str], Any]:
    frame = load_run(run).frames["verdicts"].filter(pl.col("judge") == judge)
    columns = ("text_id", "code", "value")
    return {(text, code): value for text, code, value in frame.select(columns).rows()}


def test_two_judges_through_the_engine(judged: RunFolder) -> None:
    model = "scripted/echo:" + reply(("own_utility", "highest payoff"))
    assert judging(judged, "--offline", "--judge", model) == 0
    by_phrases, by_model = verdicts(judged, "phrases"), verdicts(judged, model)
    # hawk_7 sits in 2 + 1 + 1 seats of four matches, in two repeats.
    assert len(by_phrases) == len(by_model) == 8 * 15
    seen = {code for (_, code), value in by_phrases.items() if value}
    assert seen == {"own_utility", "equilibrium_focus", "trust_evaluation"}
    assert {code for (_, code), value in by_model.items() if value} == {"own_utility"}
    tables = load_run(judged)
    rates = {
        (row["judge"], row["code"]): row["rate"]
        for row in measure(METRICS.load("justifications"), tables).to_dicts()
        if row["agent"] == "hawk_7"
    }
    assert rates["phrases", "trust_evaluation"] == 1.0
    assert rates[None, "trust_evaluation"] == 0.5
    agreement = {
        row["code"]: row
        for row in measure(METRICS.load("judge_agreement"), tables).to_dicts()
        if row["first_judge"] is None
    }
    assert agreement["trust_evaluation"]["ac1"] == pytest.approx(-1.0)
    assert agreement["own_utility"]["prevalence"] == 1.0
    assert agreement["own_utility"]["num_positive"] == 16
    assert agreement["own_utility"]["kappa"] is None
    # Again: nothing is judged twice, and all can be replayed without a model.
    assert judging(judged, "--offline", "--judge", model) == 0
    inner = RunFolder(next(judged.judging.iterdir()))
    assert len(list(judged.judging.iterdir())) == 1
    assert replay(inner).same == 12
    assert run_command(["agree", str(judged.path)]) == 0


def test_what_a_judge_is_shown(judged: RunFolder) -> None:
    assert judging(judged, "--judge", "scripted/first") == 0
    inner = RunFolder(next(judged.judging.iterdir()))
    prompts, orders = [], []
    for line in read_lines(inner.journal):
        if line.kind == "reply":
            prompts.append(json.dumps(line.body["request"]["messages"]))
        if line.kind == "decision":
            orders.append(tuple(line.body["facts"]["order"]))
    assert len(prompts) == len(orders) == 8
    for prompt in prompts:
        lowered = prompt.lower()
        for hidden in ("hawk", "gpt", "claude", "echo", "prisoner", "a1", "mechanism"):
            assert hidden not in lowered
    assert len(set(orders)) > 4
    assert all(sorted(order) == sorted(CODES) for order in orders)


def test_bad_replies_are_missing_and_never_a_code(judged: RunFolder) -> None:
    model = 'scripted/echo:{"codes": [{"code": "Category1", "evidence": "payoff"}]}'
    assert judging(judged, "--judge", model) == 0
    assert set(verdicts(judged, model).values()) == {None}
    inner = RunFolder(next(judged.judging.iterdir()))
    replies = [line for line in read_lines(inner.journal) if line.kind == "reply"]
    assert len(replies) == 2 * 8  # each text was put once more
    rows = measure(METRICS.load("justifications"), load_run(judged))
    rows = rows.filter(pl.col("code").is_not_null())
    assert rows["rate"].null_count() == len(rows) > 0
    assert rows["num_missing"].min() == 8


def test_a_judging_that_was_stopped_goes_on(judged: RunFolder) -> None:
    options = ("--judge", "scripted/first")
    assert judging(judged, *options, "--max-calls", "3") != 0
    inner = RunFolder(next(judged.judging.iterdir()))
    first = [line for line in read_lines(inner.journal) if line.kind == "reply"]
    assert 0 < len(first) <= 3
    assert judging(judged, *options) == 0
    replies = [line for line in read_lines(inner.journal) if line.kind == "reply"]
    assert len(replies) == 8
    assert len(list(judged.judging.iterdir())) == 1


def test_a_sheet_for_people(judged: RunFolder, tmp_path: Path) -> None:
    book = load_codebook("coopeval15")
    texts = collect(judged, kinds=None, most=None, seed=0)
    path = tmp_path / "sheet.csv"
    assert write_sheet(texts, book, path, seed=1) == 8
    with pytest.raises(RecordError, match="overwritten"):
        write_sheet(texts, book, path, seed=1)
    assert "hawk" not in path.read_text("utf-8")
    with path.open(encoding="utf-8", newline="") as file:
        rows = list(csv.DictReader(file))
    for row in rows[:5]:
        row.update({code: str(int(code == "reciprocity")) for code in book.ids})

    def written(changed: list[dict[str, str]]) -> Path:
        with path.open("w", encoding="utf-8", newline="") as file:
            writer = csv.DictWriter(file, list(changed[0]))
            writer.writeheader()
            writer.writerows(changed)
        return path

    half = [{**rows[0], "reciprocity": ""}, *rows[1:]]
    with pytest.raises(RecordError, match="line 2: reciprocity must be 0 or 1"):
        take_sheet(judged, texts, book, written(half), "ann")
    other = [{**rows[0], "text_sha256": "0"}, *rows[1:]]
    with pytest.raises(RecordError, match="line 2: this text"):
        take_sheet(judged, texts, book, written(other), "ann")
    with pytest.raises(SpecError, match="small letters"):
        take_sheet(judged, texts, book, written(rows), "Ann B")
    assert take_sheet(judged, texts, book, written(rows), "ann") == 5
    with pytest.raises(RecordError, match="overwritten"):
        take_sheet(judged, texts, book, path, "ann")
    found = verdicts(judged, "ann")
    assert len(found) == 5 * 15
    assert {code for (_, code), value in found.items() if value} == {"reciprocity"}


def test_samples_are_of_every_stratum_and_stable(judged: RunFolder) -> None:
    whole = collect(judged, kinds=None, most=None, seed=0)
    some = collect(judged, kinds=("choose_action",), most=3, seed=5)
    assert len(some) == 3
    assert some == collect(judged, kinds=None, most=3, seed=5)
    assert {each.text_id for each in some} <= {each.text_id for each in whole}
    with pytest.raises(SpecError, match="Did you mean 'choose_action'"):
        collect(judged, kinds=("choose_actions",), most=None, seed=0)


def test_no_judge_is_an_error(judged: RunFolder) -> None:
    assert judging(judged) == 2
    assert judging(judged, "--offline", "--kind", "vote") == 2
    assert not judged.judging.exists()


@pytest.mark.parametrize("name", JUDGES.names())
def test_every_judge_says_what_it_is(name: str) -> None:
    kind = JUDGES.load(name)
    assert kind.name == name
    assert kind.summary.endswith(".")
