"""Test which sections come first and which are open, for each command and on a phone."""

from __future__ import annotations

import ast
import inspect
from collections.abc import Callable, Iterable, Iterator, Sequence
from pathlib import Path
from typing import Any

import pytest
from chromium import browser, needs_chromium, open_page
from synthetic_runs import random_run

from eoc_sim.analysis.stats import UNDECIDED
from eoc_sim.analysis.tables import Run
from eoc_sim.reports import eleven, eoc, layout, page, stadium
from eoc_sim.reports.blocks import Section
from eoc_sim.reports.findings import Findings
from eoc_sim.reports.game_report import GameReport
from eoc_sim.reports.sections import SECTIONS

MAX_HEIGHTS = {1280: 7_000, 800: 11_000, 390: 12_000}
"""Maximum heights of a page that compares versions, in pixels, by the width of the window."""
KEEP = ("games", "seats", "cards", "offers", "signings")
VERSION_COMMANDS = ("demo", "sweep", "compare", "watch")


@pytest.fixture(scope="module")
def findings(tmp_path_factory: pytest.TempPathFactory) -> Findings:
    """Return the findings of a sweep."""
    path = tmp_path_factory.mktemp("runs") / "sweep"
    page_findings = Findings(Run(random_run(path, 300, stars=(1, 9, 40), keep=KEEP, deck=60)))
    page_findings.run.record["command"] = "sweep"
    return page_findings


@pytest.fixture(scope="module")
def sections(findings: Findings) -> Sequence[Section]:
    return page.make_blocks(page.sections_of(findings)).sections


def ids_of(sections: Iterable[Callable[..., Any]]) -> set[str]:
    """Return the ids of all sections in the modules of these sections."""
    return {
        call.args[0].value
        for section in sections
        for call in ast.walk(ast.parse(inspect.getsource(inspect.getmodule(section))))
        if isinstance(call, ast.Call)
        and isinstance(call.func, ast.Name)
        and call.func.id == "Section"
        and isinstance(call.args[0], ast.Constant)
    }


@pytest.mark.parametrize("report", [eoc.REPORT, stadium.REPORT, eleven.REPORT])
def test_every_section_that_a_game_names_exists(report: GameReport[Findings]) -> None:
    assert {*report.background, *report.folded, *report.narrow} <= ids_of(
        [*report.sections, *SECTIONS]
    )


def test_every_section_that_a_layout_names_exists() -> None:
    known = ids_of([*SECTIONS, *eoc.REPORT.sections])
    for one in layout.LAYOUTS.values():
        assert {*one.first, *one.folded, *one.narrow} <= known


@pytest.mark.parametrize("command", ["run", *layout.LAYOUTS])
def test_sections_outside_a_commands_question_are_folded_and_last(
    findings: Findings,
    sections: Sequence[Section],
    command: str,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setitem(findings.run.record, "command", command)
    arranged_sections = layout.arrange(findings, sections)
    assert sorted(section.id for section in arranged_sections) == sorted(
        section.id for section in sections
    )
    folded = [section.id for section in arranged_sections if section.is_folded]
    assert [
        section.id for section in arranged_sections[len(arranged_sections) - len(folded) :]
    ] == folded
    if command == "run":
        assert folded == [] and not any(section.is_folded_narrow for section in arranged_sections)
        return
    assert {"closeness", "points", "scores", "seating", "spots", "findings"} <= set(folded)
    assert "redesign" not in folded
    assert ("cards" in folded) == (command not in (*VERSION_COMMANDS, "cards"))
    narrow = {section.id for section in arranged_sections if section.is_folded_narrow}
    assert narrow == (set(layout.GIST) if command in VERSION_COMMANDS else set())


def test_a_chart_without_a_decided_row_is_collapsed(sections: Sequence[Section]) -> None:
    """Only charts of dealt things are collapsed.

    Turn order is a standing question, so its chart is always shown.
    """
    (chance,) = (section for section in sections if section.id == "chance")
    charts = [block for block in chance.blocks if block.kind == "chart"]
    assert len(charts) > 3
    for chart in charts:
        assert chart.numbers is not None and chart.numbers.frame is not None
        is_undecided = set(chart.numbers.frame["verdict"]) == {UNDECIDED}
        assert chart.collapsed == (is_undecided and "turn order" not in chart.heading), (
            chart.heading
        )
        assert chart.heading.endswith("none decided") == chart.collapsed
    assert any(chart.collapsed for chart in charts)


# --- In a browser.


@pytest.fixture(scope="module")
def file(findings: Findings) -> Path:
    target = findings.run.path / page.FILE
    page.put(target, page.render(page.content_of(findings)))
    return target


@pytest.fixture(scope="module")
def chromium() -> Iterator[Any]:
    with browser() as started_browser:
        yield started_browser


@needs_chromium
@pytest.mark.parametrize("width", MAX_HEIGHTS)
@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_a_page_is_never_too_long_or_too_wide(
    chromium: Any, file: Path, width: int, scheme: str
) -> None:
    opened_page = open_page(chromium, file, width, color_scheme=scheme)
    size = "() => [document.documentElement.scrollWidth, document.documentElement.scrollHeight]"
    page_width, page_height = opened_page.evaluate(size)
    assert page_width <= width and page_height <= MAX_HEIGHTS[width]
    opened_page.evaluate(
        "document.querySelectorAll('details').forEach((one) => { one.open = true; })"
    )
    page_width, full_height = opened_page.evaluate(size)
    assert page_width <= width and full_height > 2 * page_height, "the rest is folded"
    assert opened_page.log == []
    opened_page.close()


@needs_chromium
def test_a_link_opens_the_section_that_it_leads_to(chromium: Any, file: Path) -> None:
    opened_page = open_page(chromium, file, 1280)
    fold = opened_page.locator("#points > details")
    assert not fold.evaluate("(one) => one.open")
    assert opened_page.locator("#points").bounding_box()["height"] < 60
    opened_page.locator('nav a[href="#points"]').click()
    assert fold.evaluate("(one) => one.open") and opened_page.locator("#points figure").is_visible()
    fold.evaluate("(one) => { one.open = false; }")
    opened_page.locator('nav a[href="#points"]').click()
    assert fold.evaluate("(one) => one.open"), "it opens a second time too"
    opened_page.close()


@needs_chromium
def test_a_phone_folds_sections_that_the_verdict_summarises(chromium: Any, file: Path) -> None:
    for width, is_open in ((1280, True), (390, False)):
        opened_page = open_page(chromium, file, width)
        for name in layout.GIST:
            fold = opened_page.locator(f"#{name} > details")
            assert fold.evaluate("(one) => one.open") == is_open
        opened_page.close()
