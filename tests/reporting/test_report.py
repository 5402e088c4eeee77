"""The report of the sample run: one offline page, and files that hold the truth."""

import base64
import csv
import hashlib
import io
import json
import re
from html.parser import HTMLParser
from pathlib import Path

import pytest

from ostrom.core.errors import RecordError
from ostrom.metrics.protocol.metric import METRICS
from ostrom.metrics.protocol.tables import RunTables
from ostrom.records.rundir import RunFolder
from ostrom.reports.layout.parts import exhibits_of
from ostrom.reports.page import build_report, build_sections, write_report
from ostrom.reports.sections import further
from reporting.sample_run import HOSTILE, manifest, tables, write_sample_run

VOID = {"meta", "link", "br", "hr", "img", "input", "path", "use", "rect", "circle"}


class Page(HTMLParser):
    """Reads a page: its tags in order, nesting checked, links, captions, texts."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.open: list[str] = []
        self.links: list[tuple[str, str]] = []
        self.tags: list[str] = []
        self.figures: list[list[tuple[str, str]]] = []
        self.words: list[str] = []
        self.titles: list[str] = []
        self.ids: list[str] = []
        self.feed(text)
        self.close()

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.append(tag)
        if tag not in VOID:
            self.open.append(tag)
        if tag == "figure":
            self.figures.append([])
        for name, value in attrs:
            if name in {"src", "href", "action", "srcset"}:
                self.links.append((tag, value or ""))
                if self.figures and "figure" in self.open and tag == "a":
                    self.figures[-1].append(("link", value or ""))
            if name == "title":
                self.titles.append(value or "")
            if name == "id":
                self.ids.append(value or "")

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.handle_starttag(tag, attrs)
        if tag not in VOID:
            self.open.pop()

    def handle_endtag(self, tag: str) -> None:
        if tag in VOID:
            return
        assert self.open, f"</{tag}> closes nothing"
        assert self.open.pop() == tag

    def handle_data(self, data: str) -> None:
        if "style" in self.open or "script" in self.open:
            return
        self.words.append(data)
        if "figcaption" in self.open and data.strip():
            self.figures[-1].append(("caption", data.strip()))


@pytest.fixture(scope="module")
def files() -> dict[str, bytes]:
    model = "local/smollm2-135m"
    return build_report(RunTables(tables(model), manifest(model)))


@pytest.fixture(scope="module")
def page(files: dict[str, bytes]) -> Page:
    return Page(files["index.html"].decode())


def rows(files: dict[str, bytes], name: str) -> list[dict[str, str]]:
    return list(csv.DictReader(io.StringIO(files[f"files/{name}.csv"].decode())))


def test_page_is_well_formed_and_needs_nothing_from_outside(
    files: dict[str, bytes], page: Page
) -> None:
    assert page.open == []
    outside = [link for _, link in page.links if re.match(r"\s*(\w+:)?//", link)]
    assert outside == []
    assert page.tags.count("script") == 2  # the records, and our own script
    assert "iframe" not in page.tags
    text = files["index.html"].decode()
    assert "@import" not in text
    assert "@font-face" not in text
    assert not re.search(r"url\((?!#)", text)
    [policy] = re.findall(r'Content-Security-Policy" content="([^"]*)"', text)
    script = text[text.rindex("<script>") + len("<script>") : text.rindex("</script>")]
    digest = base64.b64encode(hashlib.sha256(script.encode()).digest()).decode()
    assert policy.startswith("default-src 'none';")
    assert policy.endswith(f"script-src 'sha256-{digest}'")


def test_every_link_leads_somewhere(files: dict[str, bytes], page: Page) -> None:
    assert len(page.ids) == len(set(page.ids))
    followed = 0
    for _, link in page.links:
        if link.startswith("#"):
            assert link[1:] in page.ids
        elif not link.startswith("data:"):
            assert link in files
        followed += 1
    assert followed > 40


def test_every_figure_has_a_caption_and_its_numbers(page: Page) -> None:
    assert len(page.figures) > 15
    for figure in page.figures:
        assert any(kind == "caption" and text for kind, text in figure)
        assert any(kind == "link" and text.endswith(".csv") for kind, text in figure)


def test_drawn_figures_say_how_many_matches_or_actions(page: Page) -> None:
    drawn = [
        figure
        for figure in page.figures
        if any(kind == "link" and text.endswith(".svg") for kind, text in figure)
    ]
    assert len(drawn) > 20
    for figure in drawn:
        caption = " ".join(text for kind, text in figure if kind == "caption")
        assert re.search(
            r"\d+ (settled match|action|choice|decision|ballot|game|repeat)",
            caption,
        )
        assert "repeat" in caption


def test_numbers_behind_figures_are_the_hand_computed_ones(
    files: dict[str, bytes],
) -> None:
    means = {
        (row["mechanism"], row["agent"]): float(row["mean"])
        for row in rows(files, "mean_payoff-pd")
    }
    assert means["none", "dove"] == pytest.approx(1.0)
    assert means["none", "hawk"] == pytest.approx(2.0)
    assert means["reputation", "hawk"] == pytest.approx(1.75)
    cells = {
        (row["agent"], row["co_players"]): row
        for row in rows(files, "matchups-pg-none")
    }
    assert float(cells["hawk", "dove talker"]["payoff"]) == pytest.approx(1.75)
    assert len(cells["hawk", "dove talker"]["units"].split()) == 12
    overview = rows(files, "cooperation_overview")
    rates = {(row["game"], row["mechanism"]): float(row["rate"]) for row in overview}
    assert rates["pd", "mediation"] == pytest.approx(21 / 32)
    assert rates["pg", "reputation"] == pytest.approx(2 / 3)
    unpriced = [row for row in rows(files, "cost_and_calls") if row["game"] == "pg"]
    assert [row["cost_usd"] for row in unpriced] == ["", "", ""]


def test_every_number_can_be_traced_to_units(files: dict[str, bytes]) -> None:
    known = {unit["unit_id"] for unit in manifest("x")["units"]}
    traced = 0
    for name in files:
        if not name.endswith(".csv") or name.split("/")[1] in {
            "agents.csv",
            "rules.csv",
            "versions.csv",
        }:
            continue
        for row in csv.DictReader(io.StringIO(files[name].decode())):
            units = set(row["units"].split())
            assert units <= known
            traced += len(units)
    assert traced > 1000


def test_nothing_undefined_is_printed(files: dict[str, bytes], page: Page) -> None:
    text = " ".join(page.words)
    assert not re.search(r"\b(nan|inf|none|null)\b", text.replace("none", ""), re.I)
    assert "None" not in text
    for name, content in files.items():
        if name.endswith((".csv", ".svg")):
            assert not re.search(rb"\bnan\b", content, re.I), name


def test_dashes_carry_their_reason(page: Page) -> None:
    assert "\N{EM DASH}" in page.words
    assert any("no price for 54 of 54 calls" in title for title in page.titles)
    assert any("hang on sampled actions" in title for title in page.titles)


def test_words_of_a_model_are_shown_and_stay_words(
    files: dict[str, bytes], page: Page
) -> None:
    assert HOSTILE in page.words
    text = files["index.html"].decode()
    assert "<script>alert" not in text
    assert "&lt;script&gt;" in text
    assert "Give per cent for A0 and A1 <now>." in page.words
    assert "A sample <run>" in page.words


def test_headline_warns_of_an_unfinished_run(page: Page) -> None:
    text = " ".join(page.words)
    assert "146 of 148 units are done; 1 failed, 1 never run." in text
    assert "1 unit: ProviderError: hosted: no answer after 4 attempts" in text


def test_a_small_embedded_model_is_no_finding(page: Page) -> None:
    text = " ".join(page.words)
    assert "A demonstration, not a finding" in text
    assert "local/smollm2-135m (135 million parameters)" in text
    hosted = RunTables(tables("hosted/x"), manifest("hosted/x"))
    titles = [getattr(block, "title", "") for block in build_sections(hosted)[0].blocks]
    assert "This run is not finished" in titles
    assert "A demonstration, not a finding" not in titles


def test_provenance_is_whole(page: Page) -> None:
    text = " ".join(page.words)
    for fact in ("abc123", "feedbeef", "id-talker", "temperature = 1.0", "k = 3"):
        assert fact in text
    assert "can not be seeded" in text
    assert json.dumps(manifest("local/smollm2-135m")["spec"], indent=2) in page.words


def test_same_tables_give_the_same_bytes(
    files: dict[str, bytes], tmp_path: Path
) -> None:
    run = write_sample_run(tmp_path / "run", "local/smollm2-135m")
    written = write_report(run)
    assert written == tmp_path / "run" / "report" / "index.html"
    for name, content in files.items():
        assert (written.parent / name).read_bytes() == content, name
    elsewhere = write_report(run, tmp_path / "other" / "place")
    assert elsewhere.read_bytes() == files["index.html"]


def test_a_run_without_any_record_still_has_a_page() -> None:
    model = "hosted/x"
    empty = {name: frame.clear() for name, frame in tables(model).items()}
    made = build_report(RunTables(empty, manifest(model)))
    text = " ".join(Page(made["index.html"].decode()).words)
    assert "0 of 148 units are done; 148 never run." in text
    assert "No agent of this run has said anything in words." in text


def test_a_metric_that_no_section_draws_gets_a_table() -> None:
    run = RunTables(tables("hosted/x"), manifest("hosted/x"))
    drawn = [METRICS.load(name) for name in METRICS.names()]
    assert further.section(run, drawn) is None
    left = further.section(run, drawn[1:])
    assert left is not None
    (table,) = exhibits_of([left])
    assert table.name == drawn[0].name
    assert len(table.rows) == len(table.behind) > 0
    assert "units" not in table.header


def test_refuses_a_folder_that_was_not_sealed(tmp_path: Path) -> None:
    run = write_sample_run(tmp_path / "run")
    (run.tables / "rounds.parquet").unlink()
    with pytest.raises(RecordError, match="not sealed"):
        write_report(run)
    with pytest.raises(RecordError, match="no run"):
        write_report(RunFolder(tmp_path))
