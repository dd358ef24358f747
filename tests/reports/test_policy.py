"""Test the content security policy of pages.

The pages are also tested in a browser that enforces the policy.
"""

from __future__ import annotations

from pathlib import Path

import pytest
from chromium import browser, needs_chromium, open_page
from policies import check_policy
from synthetic_orchard import orchard_run
from synthetic_runs import random_run

from eoc_sim.reports import build
from eoc_sim.reports.live import PULSE_FILE, LivePage

KEPT_TABLES = ("games", "seats", "cards", "offers", "signings")


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("runs")
    build(random_run(path / "sweep", 300, stars=(1, 9), keep=KEPT_TABLES))
    return path


@pytest.fixture(scope="module")
def sweep(folder: Path) -> str:
    return (folder / "sweep" / "report.html").read_text(encoding="utf-8")


def test_the_policy_allows_exactly_what_the_page_contains(folder: Path, sweep: str) -> None:
    single = build(random_run(folder / "run", 300))
    orchard = build(orchard_run(folder / "orchard", folder / "sweep"))
    for text in (sweep, *(file.read_text(encoding="utf-8") for file in (single, orchard))):
        assert len(text) > 10_000
        check_policy(text)


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("<h1>", '<h1 style="color: red">'),
        ("<h1>", '<h1 onclick="alert(1)">'),
        ("<h1>", '<a href="javascript:alert(1)"></a><h1>'),
        ("</body>", "<script>1</script></body>"),
        ("</script>", " </script>"),
        ("</style>", " </style>"),
        ("img-src data:", "img-src *"),
    ],
)
def test_the_check_detects_planted_content(sweep: str, old: str, new: str) -> None:
    assert old in sweep
    with pytest.raises(AssertionError):
        check_policy(sweep.replace(old, new, 1))


def test_a_live_page_loads_a_script_until_its_end(folder: Path) -> None:
    page = LivePage(folder)
    page.show(folder / "sweep" / "report.html", "so far 1")
    check_policy(page.target.read_text(encoding="utf-8"), loads_scripts=True)
    page.end("over")
    check_policy(page.target.read_text(encoding="utf-8"))


PLANTED_CONTENT = """<h1 style="color: red" onclick="window.planted = 'handler'"
><script>window.planted = "inline"</script><script src="planted.js"></script
><img src="planted.png"><iframe src="planted.html"></iframe>"""


@needs_chromium
@pytest.mark.parametrize("live", [False, pytest.param(True, marks=pytest.mark.slow)])
def test_planted_content_does_not_run(folder: Path, tmp_path: Path, live: bool) -> None:
    source = folder / "sweep" / "report.html"
    target = tmp_path / "report.html"
    if live:
        page = LivePage(tmp_path)
        page.show(source, "so far 1")
        source = page.target
    (tmp_path / "planted.js").write_text("window.planted = 'file'")
    text = source.read_text(encoding="utf-8")
    target.write_text(text.replace("<h1>", PLANTED_CONTENT, 1), encoding="utf-8")
    with browser() as chromium:
        opened_page = open_page(chromium, target, 1280)
        opened_page.locator("h1").click()
        opened_page.wait_for_timeout(2500 if live else 100)
        assert opened_page.evaluate("window.planted ?? 'nothing'") == "nothing"
        assert opened_page.evaluate("getComputedStyle(document.querySelector('h1')).color") != (
            "rgb(255, 0, 0)"
        )
        blocked = {
            line.split()[0]
            for line in opened_page.log
            if " blocks " in line and PULSE_FILE not in line
        }
        assert blocked == {
            "style-src-attr",
            "script-src-attr",
            "script-src-elem",
            "img-src",
            "frame-src",
        }
        assert not [line for line in opened_page.log if "blocks" in line and PULSE_FILE in line]
        pulses = [
            line for line in opened_page.log if line.startswith((tmp_path / PULSE_FILE).as_uri())
        ]
        assert bool(pulses) == live
