"""Test the page that is refreshed in place."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from eoc_sim.errors import InputError
from eoc_sim.reports import policy
from eoc_sim.reports.live import PULSE_FILE, LivePage, with_lines
from eoc_sim.reports.page import MARKER

REPORT = (
    f"<!DOCTYPE html>\n<html>\n<head>{MARKER}{policy.tag('', '')}</head>\n<body>\n"
    "<h1>Mine</h1>\n</body></html>\n"
)


@pytest.fixture
def report(tmp_path: Path) -> Path:
    file = tmp_path / "1" / "report.html"
    file.parent.mkdir()
    file.write_text(REPORT)
    return file


def test_lines_come_first_and_are_escaped():
    text = with_lines(REPORT, ["so <far>"], warning="a & b")
    inside = text.partition("<body>")[2]
    assert inside.index("a &amp; b") < inside.index("so &lt;far&gt;") < inside.index("<h1>Mine")
    assert inside.endswith(REPORT.partition("<body>\n")[2])


def test_a_page_from_its_first_state_to_its_last(tmp_path, report):
    page = LivePage(tmp_path)
    page.keep("broken")
    assert not page.end("over") and not page.target.exists()
    stamps = []
    for step, shown in (
        (lambda: page.show(report, "so far 1"), ("so far 1",)),
        (lambda: page.keep("broken"), ("broken", "so far 1")),
        (page.restore, ("so far 1",)),
        (lambda: page.keep("broken again"), ("broken again", "so far 1")),
        (lambda: page.show(report, "so far 2"), ("so far 2",)),
    ):
        step()
        text = page.target.read_text()
        stamps.append((tmp_path / PULSE_FILE).read_text().split('"')[1])
        # The page knows its own stamp, so that it does not reload itself.
        assert f'data-stamp="{stamps[-1]}" data-pulse="{PULSE_FILE}"' in text
        assert tuple(re.findall(r"<p[^>]*>(.*)</p>", text)) == shown
    assert len(set(stamps)) == len(stamps)
    assert page.end("over")
    text = page.target.read_text()
    assert re.findall(r"<p[^>]*>(.*)</p>", text) == ["so far 2", "over"]
    assert 'data-stamp="" data-pulse=""' in text
    assert (tmp_path / PULSE_FILE).read_text().split('"')[1] not in stamps
    assert LivePage(tmp_path).target == page.target  # eoc-sim may replace its own page


def test_a_foreign_page_is_left_alone(tmp_path):
    (tmp_path / "report.html").write_text("<p>mine</p>")
    with pytest.raises(InputError, match="was not written by eoc-sim"):
        LivePage(tmp_path)
