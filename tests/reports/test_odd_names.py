"""A name with a colon or an arrow is shown like any other name."""

from __future__ import annotations

import re
from collections.abc import Sequence
from html import unescape
from pathlib import Path

import pytest
import synthetic_runs
from synthetic_runs import random_run

import eoc_sim

PLAIN_NAME = synthetic_runs.NAMES[1]
ODD_NAME = "Nerd: 5 -> 2 a"
"""A name as long as the plain one, since the marks in pictures depend on the length of labels."""


def visible_text(
    folder: Path, name: str, stars: Sequence[int], monkeypatch: pytest.MonkeyPatch
) -> str:
    """Return a report's visible text and first screen, with `PLAIN_NAME` in place of the name."""
    first, _, *others = synthetic_runs.NAMES
    monkeypatch.setattr(synthetic_runs, "NAMES", (first, name, *others))
    run = random_run(folder, 400, stars=stars)
    report = eoc_sim.report(run)
    marks = re.compile(r"<(script|style).*?</\1>|<[^>]*>", re.DOTALL)
    page = unescape(marks.sub("", report.report.read_text(encoding="utf-8")))
    text = "\n".join([page, *report.sentences]).replace("\xa0", " ").replace("→", "->")
    return text.replace(name, PLAIN_NAME).replace(str(folder), "folder")


@pytest.mark.parametrize("stars", [(9, 1), pytest.param((9,), marks=pytest.mark.slow)])
def test_a_page_shows_an_odd_name_everywhere(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, stars: Sequence[int]
) -> None:
    expected = visible_text(tmp_path / "a" / "run", PLAIN_NAME, stars, monkeypatch)
    assert "038 Analytics Nerd" in expected
    assert visible_text(tmp_path / "b" / "run", ODD_NAME, stars, monkeypatch) == expected
