"""The report in a real browser: pointing, opening matches, keyboard, tables, widths."""

import shutil
from collections.abc import Iterator
from typing import Any

import polars as pl
import pytest
from selenium import webdriver
from selenium.webdriver import ActionChains, Keys
from selenium.webdriver.chrome.options import Options
from selenium.webdriver.chrome.service import Service
from selenium.webdriver.common.by import By
from selenium.webdriver.support.ui import WebDriverWait

from ostrom.metrics.protocol.tables import RunTables
from ostrom.reports.evidence.pack import packed_evidence
from ostrom.reports.layout.parts import Cell, Exhibit, Section
from ostrom.reports.layout.render import render
from ostrom.reports.page import write_report
from reporting.sample_run import HOSTILE, manifest, tables, write_sample_run

BROWSER, DRIVER = shutil.which("chromium"), shutil.which("chromedriver")
FLAGS = (
    *("--headless", "--no-sandbox", "--disable-gpu", "--disable-quic"),
    *("--no-first-run", "--disable-background-networking"),
    *("--disable-component-update", "--disable-sync", "--disable-dev-shm-usage"),
)
NARROW, WIDE = (400, 850), (1400, 1000)

pytestmark = pytest.mark.skipif(
    BROWSER is None or DRIVER is None, reason="no chromium with chromedriver here"
)


@pytest.fixture(scope="module")
def page(tmp_path_factory: pytest.TempPathFactory) -> str:
    run = write_sample_run(tmp_path_factory.mktemp("run"))
    return write_report(run).as_uri()


@pytest.fixture(scope="module")
def driver(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Any]:
    options = Options()
    options.binary_location = str(BROWSER)
    for flag in FLAGS:
        options.add_argument(flag)
    options.add_argument(f"--user-data-dir={tmp_path_factory.mktemp('profile')}")
    options.set_capability(
        "goog:loggingPrefs", {"browser": "ALL", "performance": "ALL"}
    )
    driver = webdriver.Chrome(options=options, service=Service(str(DRIVER)))
    driver.set_script_timeout(20)
    yield driver
    driver.quit()


@pytest.fixture
def browser(driver: Any, page: str) -> Iterator[Any]:
    """The page, opened anew in a wide window; nothing may be said on the console."""
    show(driver, page, WIDE)
    yield driver
    assert driver.get_log("browser") == []


def show(driver: Any, page: str, size: tuple[int, int]) -> None:
    screen = {"width": size[0], "height": size[1], "deviceScaleFactor": 1}
    driver.execute_cdp_cmd(
        "Emulation.setDeviceMetricsOverride", {**screen, "mobile": False}
    )
    driver.get("about:blank")
    driver.get(page)
    # A window that is still gliding to its place moves marks away from the pointer.
    driver.execute_script("document.documentElement.style.scrollBehavior = 'auto'")


def wait(driver: Any, script: str) -> Any:
    return WebDriverWait(driver, 15).until(lambda each: each.execute_script(script))


def cell(driver: Any, figure: str, label: str) -> Any:
    """The mark that a reader of the screen is told to be about these words."""
    wait(driver, "return document.querySelector('.mark[aria-label]') !== null")
    for mark in driver.find_elements(By.CSS_SELECTOR, f"#{figure} .mark"):
        if label in mark.get_attribute("aria-label"):
            driver.execute_script(
                "arguments[0].scrollIntoView({block: 'center'})", mark
            )
            return mark
    raise AssertionError(f"{figure} has no mark about {label}")


def opened_units(driver: Any) -> list[str]:
    wait(driver, "return document.querySelector('dialog').open")
    codes = driver.find_elements(By.CSS_SELECTOR, "dialog .match summary code")
    return [code.text.split(",")[0] for code in codes]


def test_a_cell_opens_exactly_its_matches(browser: Any) -> None:
    mark = cell(browser, "matchups-pd-none", "agent talker, co players dove")
    mark.click()
    returns = tables("x")["returns"].filter(
        (pl.col("game") == "pd") & (pl.col("mechanism") == "none")
    )
    expected = {
        unit
        for unit, seated in returns.select("unit_id", "co_players").rows()
        if sorted(seated) == ["dove", "talker"]
    }
    assert len(expected) == 4
    assert sorted(opened_units(browser)) == sorted(expected)
    assert browser.execute_script("return location.hash").startswith(
        "#matchups-pd-none/"
    )


def test_pointing_shows_value_and_number_of_matches(browser: Any) -> None:
    mark = cell(browser, "matchups-pd-none", "agent hawk, co players dove")
    title = browser.find_element(By.CSS_SELECTOR, "#matchups-pd-none h3")

    def told(_: Any) -> str:
        # The pointer must come from elsewhere; and scrolling, which may still be on its
        # way to the page, takes what was shown away again.
        ActionChains(browser).move_to_element(title).move_to_element(mark).perform()
        return str(browser.find_element(By.CSS_SELECTOR, ".tip").text)

    tip = WebDriverWait(browser, 30).until(told)
    assert "payoff 3" in tip
    assert "4 matches behind it" in tip


def test_a_match_holds_rounds_and_the_verbatim_reply(browser: Any) -> None:
    cell(browser, "matchups-pd-none", "agent talker, co players dove").click()
    wait(browser, "return document.querySelector('dialog').open")
    first = browser.find_element(By.CSS_SELECTOR, "dialog .match")
    first.find_element(By.TAG_NAME, "summary").click()
    pre = WebDriverWait(browser, 15).until(
        lambda _: first.find_element(By.CSS_SELECTOR, "pre.reply")
    )
    assert pre.get_property("textContent") == HOSTILE
    rows = first.find_elements(By.CSS_SELECTOR, "tbody tr")
    said = [
        [each.text for each in row.find_elements(By.TAG_NAME, "td")] for row in rows
    ]
    assert sorted(line[2] for line in said) == ["dove", "talker"]
    assert {line[0] for line in said} == {"1"}
    scripts = browser.execute_script("return document.scripts.length")
    assert scripts == 2


def test_keyboard_alone_is_enough(browser: Any) -> None:
    browser.execute_script("document.querySelector('#matchups-pd-none .mark').focus()")
    stops = browser.execute_script(
        "return document.querySelectorAll('#matchups-pd-none [tabindex=\"0\"]').length"
    )
    assert stops == 1
    keys = ActionChains(browser)
    keys.send_keys(Keys.ARROW_RIGHT, Keys.ARROW_DOWN).perform()
    focused = "return document.activeElement.id"
    # From (dove, dove) to the right and down: (hawk, hawk), one row for each cell.
    rows = browser.execute_script(focused)
    assert rows == "matchups-pd-none-row-4"
    ActionChains(browser).send_keys(Keys.ENTER).perform()
    assert sorted(opened_units(browser)) == [
        "pd-none-0-hawk.hawk",
        "pd-none-1-hawk.hawk",
    ]
    ActionChains(browser).send_keys(Keys.ESCAPE).perform()
    wait(browser, "return !document.querySelector('dialog').open")
    assert browser.execute_script(focused) == rows
    assert browser.execute_script("return location.hash") == ""


def test_a_link_to_a_number_opens_it(driver: Any, page: str) -> None:
    show(driver, f"{page}#matchups-pd-none/4", WIDE)
    assert sorted(opened_units(driver)) == [
        "pd-none-0-hawk.hawk",
        "pd-none-1-hawk.hawk",
    ]


@pytest.fixture(scope="module")
def long_page(tmp_path_factory: pytest.TempPathFactory) -> str:
    """A page with a table of 60 rows, the row behind each being `label-<n>`."""
    frame = pl.DataFrame({"label": [f"label-{number}" for number in range(60)]})
    rows = tuple(
        (Cell(f"label-{number}"), Cell(str(number * 7 % 60), is_number=True))
        for number in range(60)
    )
    table = Exhibit("long", "A long table", "60 rows.", frame, None, ("a", "b"), rows)
    model = "hosted/x"
    run = RunTables(tables(model), manifest(model))
    packed = packed_evidence(run, [table])
    path = tmp_path_factory.mktemp("long") / "index.html"
    section = Section("tables", "Tables", (table,))
    path.write_text(render([section], manifest(model), packed), encoding="utf-8")
    return path.as_uri()


def test_long_tables_page_filter_and_sort(driver: Any, long_page: str) -> None:
    show(driver, long_page, WIDE)

    def shown() -> list[str]:
        rows = driver.find_elements(By.CSS_SELECTOR, "#long tbody tr")
        cells = [row.find_element(By.TAG_NAME, "td") for row in rows]
        return [each.text for each in cells if each.is_displayed()]

    def press(label: str) -> None:
        buttons = driver.find_elements(By.CSS_SELECTOR, "#long button")
        [button] = [each for each in buttons if each.text == label]
        button.send_keys(Keys.ENTER)

    labels = [f"label-{number}" for number in range(60)]
    assert shown() == labels[:25]
    press("Next")
    press("Next")
    assert shown() == labels[50:]
    press("Previous")
    assert shown() == labels[25:50]
    press("b")
    by_value = sorted(labels, key=lambda each: int(each[6:]) * 7 % 60)
    assert len({int(each[6:]) * 7 % 60 for each in labels}) == 60
    assert shown() == by_value[:25]
    press("All")
    assert shown() == by_value
    box = driver.find_element(By.CSS_SELECTOR, "#long input")
    box.send_keys("LABEL-5")
    wanted = [each for each in by_value if each.startswith("label-5")]
    assert shown() == wanted
    box.send_keys("9")
    assert shown() == ["label-59"]
    assert driver.get_log("browser") == []


def test_numbers_sort_by_value_and_dashes_last(browser: Any) -> None:
    figure = browser.find_element(By.ID, "normalised_payoff")
    head = figure.find_elements(By.CSS_SELECTOR, "th .sort")[3]
    values = (
        "return [...document.querySelectorAll('#normalised_payoff tbody tr')]"
        ".map(row => row.cells[3].textContent)"
    )
    for falls in (False, True):
        head.send_keys(Keys.ENTER)
        texts = browser.execute_script(values)
        numbers = [
            float(each.replace("\N{MINUS SIGN}", "-"))
            for each in texts
            if each != "\N{EM DASH}"
        ]
        assert numbers == sorted(numbers, reverse=falls)
        assert len(numbers) > 10
        dashes = [each == "\N{EM DASH}" for each in texts]
        assert dashes == sorted(dashes)


@pytest.mark.parametrize("size", [NARROW, WIDE])
def test_nothing_overflows_the_window(
    driver: Any, page: str, size: tuple[int, int]
) -> None:
    show(driver, page, size)
    widths = "return document.documentElement.scrollWidth <= innerWidth"
    assert driver.execute_script(widths)
    cell(driver, "matchups-pd-none", "agent hawk, co players dove").click()
    assert len(opened_units(driver)) == 4
    assert driver.execute_script(widths)
    inside = (
        "const panel = document.querySelector('dialog');"
        "return panel.scrollWidth <= panel.clientWidth"
    )
    assert driver.execute_script(inside)
    assert driver.get_log("browser") == []


def test_nothing_is_asked_of_a_network(driver: Any, page: str) -> None:
    driver.get_log("performance")
    show(driver, page, WIDE)
    cell(driver, "matchups-pd-none", "agent hawk, co players dove").click()
    opened_units(driver)
    asked = [
        entry["message"]
        for entry in driver.get_log("performance")
        if "Network.requestWillBeSent" in entry["message"]
    ]
    assert asked
    assert not [each for each in asked if '"url":"http' in each or '"url":"ws' in each]


def test_without_scripts_the_page_is_complete(driver: Any, page: str) -> None:
    driver.execute_cdp_cmd("Emulation.setScriptExecutionDisabled", {"value": True})
    try:
        show(driver, page, WIDE)
        rows = driver.find_elements(By.CSS_SELECTOR, "#game-pg tbody tr")
        assert len(rows) > 10
        assert all(row.is_displayed() for row in rows)
        assert not driver.find_elements(By.CSS_SELECTOR, "dialog, .pager, .sort")
    finally:
        driver.execute_cdp_cmd("Emulation.setScriptExecutionDisabled", {"value": False})
