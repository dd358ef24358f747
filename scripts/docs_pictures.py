"""Retake the pictures in docs/images from real runs.

A headless Chromium takes them. The pictures in the guides show the run in
docs/guides/spreadsheet.md; the one in README.md shows `eoc-sim demo`. The script needs the extra
`test` and a Chromium, and takes about a minute.
"""

from __future__ import annotations

import argparse
import html
import io
import shutil
import sys
import tempfile
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from guide_outputs import PAGES, output, renew

IMAGES = Path(__file__).resolve().parents[1] / "docs" / "images"
BROWSERS = ("chromium", "chromium-browser", "google-chrome", "chrome")
WIDTH = 960
"""The width of the guides' pictures; text columns there are narrow."""
MAX_BYTES = 150_000
COLOURS = 64
SHEET = "sheet.html"
SHEET_CARDS = ("037", "038", "039", "063", "064", "065")
SHEET_COLUMNS = ("number", "name", "type", "copies", "cost_blue", "stars", "usage", "effect")
"""The columns in the sheet's picture; other rows and columns are hidden."""
SHEET_STYLE = """\
body { margin: 0; font: 13px sans-serif; width: max-content }
table { border-collapse: collapse }
td, th { border: 1px solid #d0d0d0; padding: 3px 7px; white-space: nowrap }
th { background: #f1f1f1; font-weight: normal; color: #555 }
.number { text-align: right }
"""


@dataclass(frozen=True)
class PagePicture:
    """A picture of a page: its selected part, or the first screen."""

    name: str
    page: str
    part: str = ""
    height: int = 800
    width: int = WIDTH
    prepare: Callable[[Any], None] = lambda page: None
    """An action on the page before the picture, such as typing."""


def _search(page: Any) -> None:
    """Open the table of all cards and search it."""
    page.locator("#cards summary", has_text="Every card").first.click()
    field = page.locator("#cards input[type=search]").first
    field.fill("coach")
    field.evaluate("one => one.closest('.search').scrollIntoView()")


PICTURES = (
    PagePicture("sheet", SHEET, "table"),
    PagePicture("first_screen", "results/cards/report.html", "#verdict"),
    PagePicture("changes", "results/cards/report.html", "#redesign", 620),
    PagePicture("table", "results/cards/report.html", height=620, prepare=_search),
    PagePicture("report", "results/demo/report.html", height=760, width=1280),
)


def main() -> int:
    """Write all pictures or the named ones, and return the exit code."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("name", nargs="*", help="; ".join(entry.name for entry in PICTURES))
    names = parser.parse_args().name
    pictures = [entry for entry in PICTURES if not names or entry.name in names]
    with tempfile.TemporaryDirectory() as name, browser() as chromium:
        folder = Path(name)
        # Run the commands of the first guide, about spreadsheets, for the files that they leave.
        for _ in renew(folder, long=False, pages=PAGES[:1]):
            pass
        (folder / SHEET).write_text(_sheet(folder / "my-cards.xlsx"), encoding="utf-8")
        if any("demo" in entry.page for entry in pictures):
            output("eoc-sim demo", folder)
        for picture in pictures:
            path = IMAGES / f"{picture.name}.png"
            path.write_bytes(_draw(chromium, picture, folder))
            size = path.stat().st_size
            print(f"Wrote {path}, {size // 1000} kB.")
            if size > MAX_BYTES:
                print(f"{path.name} is larger than {MAX_BYTES // 1000} kB.")
                return 1
    return 0


@contextmanager
def browser() -> Iterator[Any]:
    """Open a headless Chromium."""
    from playwright.sync_api import sync_playwright

    path = next(filter(None, map(shutil.which, BROWSERS)), None)
    if path is None:
        raise SystemExit(f"No browser was found; looked for {', '.join(BROWSERS)}.")
    with sync_playwright() as tools:
        chromium = tools.chromium.launch(executable_path=path, args=["--no-sandbox"])
        yield chromium
        chromium.close()


def _draw(chromium: Any, picture: PagePicture, folder: Path) -> bytes:
    """Draw a picture as PNG with few colours."""
    from PIL import Image

    page = chromium.new_page(
        viewport={"width": picture.width, "height": picture.height}, color_scheme="light"
    )
    page.goto((folder / picture.page).as_uri())
    picture.prepare(page)
    if picture.part:
        box = page.locator(picture.part).bounding_box()
        box["height"] = min(box["height"], picture.height)
        data = page.screenshot(clip=box, full_page=True)
    else:
        data = page.screenshot()
    page.close()
    png = io.BytesIO()
    with Image.open(io.BytesIO(data)) as image:
        image.convert("RGB").quantize(COLOURS).save(png, "PNG", optimize=True)
    return png.getvalue()


def _sheet(file: Path) -> str:
    """Return HTML that shows rows of the cards sheet as a spreadsheet."""
    import openpyxl

    head, *rows = openpyxl.load_workbook(file)["cards"].iter_rows()
    indices = [cell.column - 1 for cell in head if cell.value in SHEET_COLUMNS]
    letters = "".join(f"<th>{head[index].column_letter}</th>" for index in indices)
    lines = [f"<tr><th></th>{letters}</tr>"]
    for row in (head, *(row for row in rows if row[0].value in SHEET_CARDS)):
        cells = "".join(_cell(row[index].value) for index in indices)
        lines.append(f"<tr><th>{row[0].row}</th>{cells}</tr>")
    return (
        f"<!DOCTYPE html><meta charset='utf-8'><style>{SHEET_STYLE}</style>"
        f"<table>{''.join(lines)}</table>"
    )


def _cell(value: object) -> str:
    kind = " class='number'" if isinstance(value, int) else ""
    return f"<td{kind}>{html.escape('' if value is None else str(value))}</td>"


if __name__ == "__main__":
    sys.exit(main())
