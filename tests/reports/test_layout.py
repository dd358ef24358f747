"""Test which sections come first and are open for each command, even on a phone."""

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

WIDTHS = {1280: 7_000, 800: 11_000, 390: 12_000}
"""The maximum height of a page of versions by the width of its window, in pixels."""
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
    for table in layout.LAYOUTS.values():
        assert {*table.first, *table.folded, *table.narrow} <= known


@pytest.mark.parametrize("command", ["run", *layout.LAYOUTS])
def test_sections_outside_a_commands_question_are_folded_and_last(
    findings: Findings,
    sections: Sequence[Section],
    command: str,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setitem(findings.run.record, "command", command)
    sections_folded = layout.arrange(findings, sections)
    assert sorted(section.id for section in sections_folded) == sorted(
        section.id for section in sections
    )
    folded = [section.id for section in sections_folded if section.is_folded]
    assert [
        section.id for section in sections_folded[len(sections_folded) - len(folded) :]
    ] == folded
    if command == "run":
        assert folded == [] and not any(section.is_folded_narrow for section in sections_folded)
        return
    assert {"closeness", "points", "scores", "seating", "spots", "findings"} <= set(folded)
    assert "redesign" not in folded
    assert ("cards" in folded) == (command not in (*VERSION_COMMANDS, "cards"))
    narrow = {section.id for section in sections_folded if section.is_folded_narrow}
    assert narrow == (set(layout.GIST) if command in VERSION_COMMANDS else set())


def test_a_chart_without_a_decided_row_is_a_sentence(sections: Sequence[Section]) -> None:
    """This applies to dealt things; turn order is a standing question and always has a chart."""
    (chance,) = (section for section in sections if section.id == "chance")
    charts = [block for block in chance.blocks if block.kind == "chart"]
    assert len(charts) > 3
    for chart in charts:
        assert chart.numbers is not None and chart.numbers.frame is not None
        is_open = set(chart.numbers.frame["verdict"]) == {UNDECIDED}
        assert chart.collapsed == (is_open and "turn order" not in chart.heading), chart.heading
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
@pytest.mark.parametrize("width", WIDTHS)
@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_a_page_is_never_long_or_wide(chromium: Any, file: Path, width: int, scheme: str) -> None:
    there = open_page(chromium, file, width, color_scheme=scheme)
    size = "() => [document.documentElement.scrollWidth, document.documentElement.scrollHeight]"
    across, tall = there.evaluate(size)
    assert across <= width and tall <= WIDTHS[width]
    there.evaluate("document.querySelectorAll('details').forEach((one) => { one.open = true; })")
    across, all_tall = there.evaluate(size)
    assert across <= width and all_tall > 2 * tall, "the rest is folded"
    assert there.log == []
    there.close()


@needs_chromium
def test_a_link_opens_the_section_that_it_leads_to(chromium: Any, file: Path) -> None:
    there = open_page(chromium, file, 1280)
    fold = there.locator("#points > details")
    assert not fold.evaluate("(one) => one.open")
    assert there.locator("#points").bounding_box()["height"] < 60
    there.locator('nav a[href="#points"]').click()
    assert fold.evaluate("(one) => one.open") and there.locator("#points figure").is_visible()
    fold.evaluate("(one) => { one.open = false; }")
    there.locator('nav a[href="#points"]').click()
    assert fold.evaluate("(one) => one.open"), "it opens a second time too"
    there.close()


@needs_chromium
def test_a_phone_folds_sections_that_the_verdict_summarises(chromium: Any, file: Path) -> None:
    for width, is_open in ((1280, True), (390, False)):
        there = open_page(chromium, file, width)
        for name in layout.GIST:
            fold = there.locator(f"#{name} > details")
            assert fold.evaluate("(one) => one.open") == is_open
        there.close()
