"""The examples in the pages run, and the glossary has every word of the house."""

import doctest
import re
from pathlib import Path

import pytest

from architecture.source_tree import ROOT, markdown_files

_WORDS = {
    "game", "mechanism", "institution", "player", "agent", "strategy", "policy",
    "action", "decision", "round", "stage", "step", "match", "tournament", "trial",
    "episode", "latent configuration", "payoff", "reward", "return", "fitness",
    "rating", "experiment", "condition", "run unit", "reply", "outcome", "record",
    "metric", "statistic", "observation", "prompt", "provider", "model", "seed",
    "base game", "welfare", "population", "utility",
}  # fmt: skip


def examples_in(text: str, name: str) -> doctest.DocTest:
    """The examples of a page."""
    return doctest.DocTestParser().get_doctest(text, {}, name, name, 0)


def failures(text: str, name: str) -> tuple[str, int]:
    """Runs the examples of a page; returns what failed and how many ran."""
    told: list[str] = []
    runner = doctest.DocTestRunner(verbose=False)
    runner.run(examples_in(text, name), out=told.append)
    return "".join(told), runner.tries


def runnable(text: str) -> str:
    """A page without the fences of its code blocks, which doctest would read."""
    return re.sub(r"^```.*$", "", text, flags=re.MULTILINE)


def pages_with_examples() -> list[Path]:
    return [page for page in markdown_files() if ">>> " in page.read_text("utf-8")]


@pytest.mark.parametrize("page", pages_with_examples(), ids=lambda page: page.name)
def test_examples_of_a_page_run(page: Path) -> None:
    failed, tried = failures(runnable(page.read_text("utf-8")), page.name)
    assert failed == ""
    assert tried > 0


def test_the_glossary_has_many_examples() -> None:
    text = (ROOT / "GLOSSARY.md").read_text("utf-8")
    assert len(examples_in(runnable(text), "glossary").examples) > 30


def test_the_glossary_has_every_word() -> None:
    text = (ROOT / "GLOSSARY.md").read_text("utf-8")
    defined = set(re.findall(r"\*\*([a-z -]+)\*\*", text.lower()))
    assert defined >= _WORDS


def test_a_false_example_is_found() -> None:
    failed, tried = failures(runnable("```pycon\n>>> 1 + 1\n3\n\n```\n"), "page")
    assert "Expected:\n    3\nGot:\n    2\n" in failed
    assert tried == 1
