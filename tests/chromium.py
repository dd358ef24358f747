"""A headless Chromium for tests of pages, if the machine has one."""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest

CHROMIUM = shutil.which("chromium") or shutil.which("chromium-browser")
needs_chromium = pytest.mark.skipif(CHROMIUM is None, reason="needs Chromium")


VIOLATIONS = """addEventListener("securitypolicyviolation", (event) => console.error(
  `${event.violatedDirective} blocks ${event.blockedURI} ${event.sample}`))"""
"""A script that prints to the console what a page's policy blocks."""


@contextmanager
def browser() -> Iterator[Any]:
    """Yield the browser and close it at the end."""
    from playwright.sync_api import sync_playwright

    with sync_playwright() as tools:
        chromium = tools.chromium.launch(executable_path=CHROMIUM, args=["--no-sandbox"])
        yield chromium
        chromium.close()


def open_page(chromium: Any, file: Path, width: int, height: int = 900, **options: Any) -> Any:
    """Open a file's page; its console output and network requests are in ``page.log``."""
    page = chromium.new_page(viewport={"width": width, "height": height}, **options)
    page.log = []
    page.add_init_script(VIOLATIONS)
    page.on("console", lambda message: page.log.append(message.text))
    page.on("pageerror", lambda error: page.log.append(str(error)))
    page.on(
        "request",
        lambda request: None if request.url == file.as_uri() else page.log.append(request.url),
    )
    page.goto(file.as_uri())
    return page
