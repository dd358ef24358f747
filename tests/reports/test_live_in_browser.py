"""Test, in a browser without a server, a page that is refreshed in place."""

from __future__ import annotations

from pathlib import Path

import pytest
from chromium import browser, needs_chromium, open_page

from eoc_sim.reports import policy
from eoc_sim.reports.live import PULSE_FILE, LivePage
from eoc_sim.reports.page import MARKER

FOLD = "<details><summary>Fold</summary><p>Folded</p></details>"


def report(first_height: int) -> str:
    """Make a page with three sections, the first of the given height."""
    style = f"section {{ height: 1500px; }} #s0 {{ height: {first_height}px; }}"
    sections = "".join(
        f'<section id="s{number}"><h2>{number}</h2>{FOLD}</section>' for number in range(3)
    )
    return (
        f"<!DOCTYPE html>\n<head>{MARKER}{policy.tag(style, '')}<style>{style}</style></head>\n"
        f"<body>\n{sections}</body>\n"
    )


@pytest.mark.slow
@needs_chromium
def test_readers_keep_their_place(tmp_path: Path):
    (tmp_path / "1").mkdir()
    source = tmp_path / "1" / "report.html"
    live = LivePage(tmp_path)
    source.write_text(report(1500))
    live.show(source, "so far 1")
    with browser() as chromium:
        page = open_page(chromium, live.target, 800, 600)
        top = "document.getElementById('s1').getBoundingClientRect().top"
        folds = "[...document.querySelectorAll('details')].map((one) => one.open)"
        page.evaluate("document.querySelectorAll('details')[1].open = true; scrollTo(0, 1700)")
        before = page.evaluate(top)
        source.write_text(report(2500))
        for renew, words in (
            (lambda: live.show(source, "so far 2"), "so far 2"),
            (lambda: live.keep("broken"), "broken"),
            (lambda: live.end("over"), "over"),
        ):
            renew()
            page.get_by_text(words).wait_for(timeout=10_000)
            page.wait_for_load_state()
            assert abs(page.evaluate(top) - before) < 2
            assert page.evaluate(folds) == [False, True, False]
        # A finished page requests nothing and no longer reloads.
        page.evaluate("window.mark = true")
        requests = len(page.log)
        page.wait_for_timeout(3000)
        assert page.evaluate("window.mark") and len(page.log) == requests
    pulse = live.target.with_name(PULSE_FILE).as_uri()
    assert {entry.partition("?")[0] for entry in page.log} == {pulse}
