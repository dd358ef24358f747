"""Every rule of the game has a test that names it."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

# The numbers of each chapter of the rules, first and last.
CHAPTERS = {
    "SET": (1, 18), "TIM": (1, 5), "DRA": (1, 8), "DIC": (1, 10), "ACT": (0, 15), "END": (1, 5),
    "SCO": (1, 8), "PAY": (1, 5), "CAR": (1, 12), "INF": (1, 4), "RND": (1, 2), "EX": (1, 8),
}


def cited_in(text):
    """The rule ids of docstrings, ranges like SCO-3 to SCO-5 included."""
    found = set()
    for chapter, first, last in re.findall(r"\b([A-Z]{2,3})-(\d+)(?: to [A-Z]{2,3}-(\d+))?", text):
        found |= {(chapter, n) for n in range(int(first), int(last or first) + 1)}
    return found


@pytest.mark.parametrize("chapter", CHAPTERS)
def test_every_rule_is_cited_by_a_test(chapter):
    cited = set()
    for path in sorted(Path(__file__).parent.rglob("test_*.py")):
        functions = re.findall(r'def test_\w+\([^)]*\):\n    """(.+?)"""', path.read_text(), re.S)
        for docstring in functions:
            cited |= cited_in(docstring)
    first, last = CHAPTERS[chapter]
    assert [f"{chapter}-{n}" for n in range(first, last + 1) if (chapter, n) not in cited] == []
