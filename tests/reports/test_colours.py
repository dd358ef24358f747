"""Colours that carry meaning are distinct, even for colour-blind readers."""

from __future__ import annotations

from itertools import combinations, pairwise

import numpy as np
import pytest
from colour_vision import VISIONS, ciede2000, contrast, distance

from eoc_sim.reports import style

LIGHT, DARK = 0, 1
MIN_DISTANCE = 12.0
"""The least CIEDE2000 distance allowed between two colours of a set.

Colours more than 10 apart look different at a glance.
"""
MIN_NEIGHBOUR_DISTANCE = 9.0
"""The least CIEDE2000 distance allowed between two touching parts of a whole."""
MIN_CONTRAST = 3.0
"""The least contrast allowed between marks and the page, as WCAG 2 defines it."""
SETS = {
    "lines": lambda side: [pair[side] for pair in style.LINES],
    "verdicts": lambda side: [style.COLOURS[name][side] for name in ("changed", "same", "open")],
    "cards": lambda side: [
        style.COLOURS[name][side] for name in ("above", "below", "ink", "same", "open")
    ],
}
"""Colours with different meanings in one picture, on light and dark pages."""


@pytest.mark.parametrize("vision", VISIONS)
@pytest.mark.parametrize("side", [LIGHT, DARK], ids=["light", "dark"])
@pytest.mark.parametrize("name", SETS)
def test_colours_of_one_picture_are_distinct(name: str, side: int, vision: str) -> None:
    confusable = [
        (one, other)
        for one, other in combinations(SETS[name](side), 2)
        if distance(one, other, vision) < MIN_DISTANCE
    ]
    assert confusable == []


@pytest.mark.parametrize("side", [LIGHT, DARK], ids=["light", "dark"])
@pytest.mark.parametrize("name", SETS)
def test_colours_stand_out_from_the_page(name: str, side: int) -> None:
    page = style.COLOURS["page"][side]
    assert all(contrast(colour, page) >= MIN_CONTRAST for colour in SETS[name](side))


@pytest.mark.parametrize("vision", VISIONS)
def test_neighbouring_parts_are_distinct(vision: str) -> None:
    parts = (*style.PARTS, style.PARTS[0])
    assert (
        min(distance(one, other, vision) for one, other in pairwise(parts))
        >= MIN_NEIGHBOUR_DISTANCE
    )


def test_red_and_green_are_distinct_for_most_but_not_all_readers() -> None:
    """The measure detects colours that are known to be confused."""
    red, green = "#b03045", "#2d7d46"
    assert distance(red, green, "all colours") > 40
    assert distance(red, green, "deuteranopia") < 5


@pytest.mark.parametrize(
    ("one", "other", "published"),
    [
        ((50, 2.6772, -79.7751), (50, 0, -82.7485), 2.0425),
        ((50, -1, 2), (50, 0, 0), 2.3669),
        ((50, 2.5, 0), (73, 25, -18), 27.1492),
        ((60.2574, -34.0099, 36.2677), (60.4626, -34.1751, 39.4387), 1.2644),
    ],
)
def test_the_distance_matches_the_published_one(
    one: tuple[float, ...], other: tuple[float, ...], published: float
) -> None:
    """Sharma, Wu and Dalal published these pairs and their distances."""
    assert ciede2000(np.array(one), np.array(other)) == pytest.approx(published, abs=5e-5)
