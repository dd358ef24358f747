"""The navigation, links, commands and numbers in the pages of docs/ are right."""

from __future__ import annotations

import re
import shlex
import shutil
import subprocess
import sys
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import pytest
import rich_click as click

from eoc_sim.cli import group
from eoc_sim.simulator.runs.plain_table import MOST_DECISIONS

ROOT = Path(__file__).resolve().parents[1]
DOCS = ROOT / "docs"
PAGES = sorted(DOCS.rglob("*.md"))
GUIDES = [page for page in PAGES if "reference" not in page.parts]
CHECKED_PAGES = [ROOT / "README.md", ROOT / "CONTRIBUTING.md", *PAGES]
CHROMIUM = shutil.which("chromium") or shutil.which("chromium-browser")
MAX_PICTURE_BYTES = 150_000

LINK = re.compile(r"!?\[[^\]]*\]\(([^)\s]+)\)")
FENCE = re.compile(r"^```.*?^```$", re.M | re.S)
COMMAND = re.compile(r"`eoc-sim ([^`]*)`|^(?:\$ )?eoc-sim (.*)$", re.M)
LONG_NUMBER = re.compile(r"(?<![\w.#/-])\d{1,3}(?: \d{3})+|(?<![\w.#/-])\d+\.\d+")
FACTS = {
    "0.5": "a value given to --precision or --detect",
    "20 000": "the default of --games",
    "8.3": "an argument in an example",
    f"{MOST_DECISIONS:,}".replace(",", " "): "the default limit on a game's decisions",
    **{f"3.{minor}": "a version of Python" for minor in range(11, 15)},
}
"""Numbers in the text of guides that appear in no output, with their meaning."""


def ids(pages: list[Path]) -> list[str]:
    return [str(page.relative_to(ROOT)) for page in pages]


@cache
def anchors(page: Path) -> set[str]:
    """Return the anchors of a page's headings, one for each distinct heading."""
    text = FENCE.sub("", page.read_text(encoding="utf-8"))
    heads = re.findall(r"^#+ (.*)$", text, re.M)
    return {re.sub(r"[-\s]+", "-", re.sub(r"[^\w\s-]", "", head.lower())) for head in heads}


def navigation() -> list[str]:
    """Return the pages in mkdocs.yml, in order."""
    settings = (ROOT / "mkdocs.yml").read_text(encoding="utf-8")
    return re.findall(r"^ +- [^:\n]+: (\S+\.(?:md|ipynb))$", settings, re.M)


def test_the_navigation_has_every_page_once():
    pages = [*PAGES, *DOCS.glob("notebooks/*.ipynb")]
    assert sorted(navigation()) == sorted(str(page.relative_to(DOCS)) for page in pages)


@pytest.mark.parametrize("page", CHECKED_PAGES, ids=ids(CHECKED_PAGES))
def test_links_lead_to_a_target(page: Path):
    text = FENCE.sub("", page.read_text(encoding="utf-8"))
    for link in LINK.findall(text):
        assert not link.startswith("http"), link
        name, _, anchor = link.partition("#")
        target = (page.parent / name).resolve() if name else page
        assert target.exists(), link
        if page.is_relative_to(DOCS):
            assert target.is_relative_to(DOCS), f"{link} is outside the site"
        if anchor:
            assert anchor in anchors(target), link


def commands(page: Path) -> Iterator[list[str]]:
    """Yield the command lines that a page shows, as the words after eoc-sim."""
    for inline, own_line in COMMAND.findall(page.read_text(encoding="utf-8")):
        line = re.sub(r"\s+", " ", inline or own_line)
        line = re.split(r" #| > | \| ", line)[0]
        yield shlex.split(line)


@pytest.mark.parametrize("page", CHECKED_PAGES, ids=ids(CHECKED_PAGES))
def test_commands_and_options_exist(page: Path):
    for words in commands(page):
        if not words or not words[0][0].isalpha() or not words[0].islower():
            # eoc-sim alone, or a placeholder for a command.
            continue
        command: click.Command | None = group
        rest = words
        while isinstance(command, click.Group) and rest and not rest[0].startswith("-"):
            command = command.get_command(click.Context(command), rest[0])
            assert command is not None, words
            rest = rest[1:]
        assert command is not None
        options_of_command = {"--help", *(name for param in command.params for name in param.opts)}
        options = {word.partition("=")[0] for word in rest if word.startswith("--")}
        assert options <= options_of_command, words


@pytest.mark.parametrize("page", GUIDES, ids=ids(GUIDES))
def test_numbers_in_the_text_are_in_an_output(page: Path):
    """A decimal, or a whole number with a space (such as 4 008), is also in a code block."""
    text = page.read_text(encoding="utf-8")
    outputs = " ".join(FENCE.findall(text))
    for number in LONG_NUMBER.findall(FENCE.sub("", text)):
        assert number in FACTS or number in outputs, number


def test_pictures_are_used_and_small():
    text = "".join(page.read_text(encoding="utf-8") for page in CHECKED_PAGES)
    for picture in (DOCS / "images").iterdir():
        assert f"images/{picture.name})" in text, picture.name
        assert picture.stat().st_size < MAX_PICTURE_BYTES, picture.name


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Build the site in strict mode."""
    pytest.importorskip("material")
    folder = tmp_path_factory.mktemp("site")
    answer = subprocess.run(
        [sys.executable, "-m", "mkdocs", "build", "--quiet", "--site-dir", str(folder)],
        cwd=ROOT,
        capture_output=True,
        text=True,
    )
    assert answer.returncode == 0, answer.stdout + answer.stderr
    return folder


@pytest.mark.slow
def test_the_site_loads_nothing_from_other_hosts(site: Path):
    loads = re.compile(r'(?:src|<link[^>]*href)="?(?:https?:)?//[^">\s]*')
    for page in site.rglob("*.html"):
        assert not loads.findall(page.read_text(encoding="utf-8")), page


@pytest.mark.slow
@pytest.mark.skipif(CHROMIUM is None, reason="needs Chromium")
def test_the_site_can_be_read_and_searched_from_a_folder(site: Path):
    from playwright.sync_api import sync_playwright

    with sync_playwright() as tools:
        browser = tools.chromium.launch(executable_path=CHROMIUM, args=["--no-sandbox"])
        page = browser.new_page(viewport={"width": 390, "height": 800})
        requests: list[str] = []
        page.on("request", lambda request: requests.append(request.url))
        for name in navigation():
            page.goto((site / name).with_suffix(".html").as_uri())
            page.wait_for_load_state()
            width = page.evaluate("document.documentElement.scrollWidth")
            assert width <= 390, f"{name} is {width} pixels wide"
        page.set_viewport_size({"width": 1280, "height": 800})
        page.goto((site / "index.html").as_uri())
        page.get_by_role("textbox", name="Search").fill("false alarm")
        page.locator(".md-search-result__item").first.wait_for()
        browser.close()
    assert not [url for url in requests if not url.startswith(("file:", "data:", "blob:"))]
