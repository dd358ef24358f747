"""Test the report in a browser: its controls, navigation, dark mode, phone and paper."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from chromium import browser, needs_chromium, open_page
from synthetic_runs import random_run

from eoc_sim.reports import build

pytestmark = needs_chromium
DESKTOP, PHONE = 1280, 390


@pytest.fixture(scope="module")
def file(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("runs") / "sweep"
    keep = ("games", "seats", "cards", "offers", "signings")
    return build(random_run(path, 300, stars=(1, 9, 40), keep=keep, deck=60))


@pytest.fixture(scope="module")
def chromium() -> Iterator[Any]:
    with browser() as started_browser:
        yield started_browser


@pytest.fixture(scope="module")
def desktop(chromium: Any, file: Path) -> Iterator[Any]:
    page = open_page(chromium, file, DESKTOP)
    yield page
    assert page.log == [], "nothing is logged and nothing is requested"


@pytest.fixture(scope="module")
def phone(chromium: Any, file: Path) -> Iterator[Any]:
    page = open_page(chromium, file, PHONE, 800, has_touch=True, is_mobile=True)
    yield page
    assert page.log == []


def overflow(page: Any) -> int:
    """Return how many pixels wider the page is than its window."""
    # If a page is wider than a phone's window, the phone zooms out and innerWidth grows.
    return int(
        page.evaluate("document.documentElement.scrollWidth - document.documentElement.clientWidth")
    )


def test_the_first_screen_fits_a_desktop(desktop: Any) -> None:
    box = desktop.locator("#verdict").bounding_box()
    assert box["y"] + box["height"] < 900
    assert overflow(desktop) <= 0


def test_the_list_of_sections_stays_in_the_margin(desktop: Any) -> None:
    section = desktop.locator("main > section").nth(3)
    name = section.get_attribute("id")
    desktop.locator(f'nav a[href="#{name}"]').click()
    assert abs(section.bounding_box()["y"]) < 40
    assert desktop.locator("nav").bounding_box()["y"] >= 0
    assert desktop.locator("nav").bounding_box()["x"] < section.bounding_box()["x"]
    # An entire heading is a link to itself.
    other = desktop.locator("main > section h2 > a").last
    assert other.bounding_box()["width"] > 500
    other.click()
    assert desktop.url.endswith(other.get_attribute("href"))


def test_tables_sort_by_their_numbers_in_both_directions(desktop: Any) -> None:
    table = desktop.locator("#cards table").first
    desktop.evaluate("document.querySelectorAll('details').forEach((one) => { one.open = true; })")
    head = table.locator("th:has(button)", has_text="drafted in 100 games").first
    column = head.evaluate("(one) => one.cellIndex")
    values = f"""(table) => [...table.tBodies[0].rows]
      .map((row) => row.cells[{column}].firstChild.textContent)"""

    def numbers() -> list[float]:
        return [float(text) for text in table.evaluate(values) if text.strip() != "–"]

    head.locator("button").click()
    descending = numbers()
    assert descending == sorted(descending, reverse=True) and len(set(descending)) > 10
    assert head.get_attribute("aria-sort") == "descending"
    head.locator("button").click()
    assert numbers() == sorted(descending)
    # The first column has words.
    table.locator("th button").first.click()
    names = table.evaluate("(table) => [...table.tBodies[0].rows].map((r) => r.cells[0].innerText)")
    assert names == sorted(names, key=str.lower)


def test_a_long_table_can_be_searched(desktop: Any) -> None:
    desktop.evaluate("document.querySelectorAll('details').forEach((one) => { one.open = true; })")
    field = desktop.locator('#cards input[type="search"]').first
    rows = field.locator("xpath=../following-sibling::*[1]").locator("tbody tr")
    row_count = rows.count()
    field.fill("nerd analytics")
    (visible_row,) = (row for row in rows.all() if row.is_visible())
    assert visible_row.inner_text().startswith("038 Analytics Nerd")
    assert field.locator("xpath=../output").inner_text() == f"1 of {row_count} rows"
    field.fill("")
    assert sum(row.is_visible() for row in rows.all()) == row_count


def test_folds_open_and_close(chromium: Any, file: Path) -> None:
    page = open_page(chromium, file, DESKTOP)
    fold = page.locator("main > section details").first
    assert not fold.evaluate("(one) => one.open")
    page.evaluate("(one) => one.scrollIntoView({block: 'center'})", fold.element_handle())
    fold.locator("summary").first.click()
    assert fold.evaluate("(one) => one.open")
    fold.locator("summary").first.click()
    assert not fold.evaluate("(one) => one.open")


LUMINANCE = """(one) => {
  const [r, g, b] = getComputedStyle(one).COLOUR.match(/[\\d.]+/g).map(Number);
  return (r + g + b) / 3;
}"""


def test_light_and_dark(chromium: Any, file: Path) -> None:
    for scheme, is_dark in (("light", False), ("dark", True)):
        page = open_page(chromium, file, DESKTOP, color_scheme=scheme)
        body = page.locator("body")
        assert (body.evaluate(LUMINANCE.replace("COLOUR", "backgroundColor")) < 60) == is_dark
        text = page.locator("figure svg text").first
        ink = text.evaluate(LUMINANCE.replace("COLOUR", "fill"))
        assert (ink > 140) == is_dark, "text in pictures follows the colour scheme"


def test_nothing_is_cut_off_on_a_phone(phone: Any) -> None:
    assert overflow(phone) <= 0
    clipped = phone.evaluate("""() => {
      const found = [];
      for (const svg of document.querySelectorAll("figure svg")) {
        if (getComputedStyle(svg).display === "none") continue;
        const frame = svg.getBoundingClientRect();
        for (const text of svg.querySelectorAll("text")) {
          const box = text.getBoundingClientRect();
          if (box.left < frame.left - 1 || box.right > frame.right + 1) {
            found.push(text.textContent);
          }
        }
      }
      return found;
    }""")
    assert clipped == []


def test_a_long_word_of_a_command_wraps_on_a_phone(chromium: Any, file: Path) -> None:
    page = open_page(chromium, file, PHONE, 800, has_touch=True, is_mobile=True)
    page.evaluate("document.querySelector('#played dd').textContent = 'tables,'.repeat(20)")
    assert overflow(page) <= 0


@pytest.mark.parametrize("which", ["desktop", "phone"])
def test_text_in_pictures_is_legible(which: str, request: pytest.FixtureRequest) -> None:
    page = request.getfixturevalue(which)
    smallest = page.evaluate("""() => {
      const sizes = [];
      for (const svg of document.querySelectorAll("figure svg")) {
        if (getComputedStyle(svg).display === "none") continue;
        const scale = svg.getBoundingClientRect().width / svg.viewBox.baseVal.width;
        for (const text of svg.querySelectorAll("text")) {
          sizes.push(scale * parseFloat(getComputedStyle(text).fontSize));
        }
      }
      return Math.min(...sizes);
    }""")
    assert smallest >= 10.9


def test_every_picture_shows_one_layout(desktop: Any, phone: Any) -> None:
    shown = """() => [...document.querySelectorAll(".picture")].map((one) =>
      [...one.querySelectorAll("svg")]
        .filter((svg) => getComputedStyle(svg).display !== "none").length)"""
    for page in (desktop, phone):
        assert set(page.evaluate(shown)) == {1}


def test_a_tap_explains_a_mark(phone: Any) -> None:
    marks = phone.locator("figure svg.narrow .tip:visible")
    if not marks.count():
        pytest.fail("no mark of any picture has a tip")
    mark = marks.first
    mark.scroll_into_view_if_needed()
    mark.dispatch_event("click")
    explanation = mark.locator(
        "xpath=ancestor::*[contains(@class, 'picture')][1]"
        "/following-sibling::*[1][contains(@class, 'said-tip')]"
    )
    assert explanation.inner_text() == mark.locator("title").first.evaluate(
        "(one) => one.textContent"
    )
    word = phone.locator("abbr[title]").first
    for fold in word.locator("xpath=ancestor::details").all():
        fold.evaluate("(one) => { one.open = true; }")
    word.scroll_into_view_if_needed()
    word.click()
    assert phone.locator(".toast").inner_text() == word.get_attribute("title")


def test_arrows_move_through_the_tips_and_escape_hides_them(desktop: Any) -> None:
    picture = desktop.locator(".picture[tabindex]:visible").first
    line = picture.locator("xpath=following-sibling::*[1][contains(@class, 'said-tip')]")
    tips = picture.evaluate("""(one) => {
      const shown = [...one.querySelectorAll("svg")]
        .find((svg) => getComputedStyle(svg).display !== "none");
      return [...shown.querySelectorAll(".tip > title")].map((title) => title.textContent);
    }""")
    assert len(tips) >= 3
    picture.focus()
    assert line.text_content() == ""
    presses = {
        "ArrowRight": tips[0],
        "ArrowDown": tips[1],
        "ArrowLeft": tips[0],
        "ArrowUp": tips[-1],
    }
    for key, tip in (*presses.items(), ("ArrowRight", tips[0])):
        picture.press(key)
        assert line.text_content() == tip
        (shown_tip,) = picture.locator(".said").all()
        assert shown_tip.locator("title").text_content() == tip
    picture.press("Escape")
    assert line.text_content() == "" and picture.locator(".said").count() == 0
    # If no tip is shown, going back leads to the last one.
    picture.press("ArrowLeft")
    assert line.text_content() == tips[-1]
    picture.press("Escape")


def test_every_width_of_a_picture_has_its_tips(desktop: Any) -> None:
    """A page has each tip of a picture once; a script copies it into the drawing for each width."""
    missing_tips = desktop.evaluate("""() => [...document.querySelectorAll("[data-tip]")]
      .filter((one) => !one.querySelector("title")?.textContent || !one.matches(".tip")).length""")
    assert desktop.locator("svg.narrow [data-tip]").count() > 10 and missing_tips == 0


def test_the_explanation_opens_from_its_link(chromium: Any, file: Path) -> None:
    page = open_page(chromium, file, DESKTOP)
    fold = page.locator("#reading > details")
    assert not fold.evaluate("(one) => one.open")
    page.locator('#verdict a[href="#reading"]').click()
    assert fold.evaluate("(one) => one.open")
    assert page.locator("#reading dl").is_visible()


@pytest.mark.slow
def test_paper_has_everything_and_no_controls(chromium: Any, file: Path) -> None:
    page = open_page(chromium, file, DESKTOP)
    page.emulate_media(media="print")
    page.evaluate("window.dispatchEvent(new Event('beforeprint'))")
    assert page.evaluate("[...document.querySelectorAll('details')].every((one) => one.open)")
    for hidden in ("nav", ".search", ".said-tip"):
        assert not page.locator(hidden).first.is_visible()
    heights = page.evaluate("""() => [...document.querySelectorAll(".long")]
      .map((one) => one.scrollHeight - one.clientHeight)""")
    assert heights and max(heights) <= 1, "long tables are complete"
    assert page.pdf(format="A4").startswith(b"%PDF")
    assert page.log == []
