"""The map shows every state once, with its tip and in its position."""

from __future__ import annotations

import re
from dataclasses import replace
from pathlib import Path
from xml.etree import ElementTree

import numpy as np
import pytest
from markupsafe import Markup
from synthetic_runs import STRATEGIES, random_run, table, write_run

from eoc_sim.analysis.eoc.country import Country, MapPlace
from eoc_sim.analysis.tables import Run
from eoc_sim.reports.eoc.country import Shade, country_map
from eoc_sim.reports.eoc.spots import section
from eoc_sim.reports.findings import Findings
from eoc_sim.reports.pictures import Charts, Picture
from eoc_sim.simulator.eoc import components
from eoc_sim.simulator.eoc.dims import dims
from eoc_sim.simulator.eoc.rules import resolve
from eoc_sim.simulator.eoc.versions import DEFAULT_SEATS, Version

STANDARD = Version(components.load(), resolve("standard"), DEFAULT_SEATS)


@pytest.fixture(scope="module")
def country() -> Country:
    tables = dims([STANDARD])
    places = tuple(
        MapPlace(
            row["name"],
            row["kind"],
            row["code"],
            tuple(row["regions"].split()),
            row["source"],
            row["x"],
            row["y"],
        )
        for row in tables["places"].iter_rows(named=True)
    )
    trails = tables["trails"]
    return Country(places, tuple(trails.select("start", "end").rows()), tuple(trails["source"]))


def draw(country: Country, is_full_width: bool = True) -> Picture:
    shades = [
        Shade(None if place.name == "Ohio" else float(number), str(number), f"{place.name}: tip")
        for number, place in enumerate(country.states)
    ]
    picture = Charts().draw(
        country_map("Map", "said", country, shades, ("least", "most"), is_full_width=is_full_width)
    )
    # Copy the tips into the drawing for each width, as a script does in a browser.
    tips = re.findall(r"(?<=[^>])><title>([^<]*)", picture.__html__())

    def markup(svg: str) -> Markup:
        return Markup(
            re.sub(
                r' data-tip="(\d+)"/>',
                lambda tip: f"><title>{tips[int(tip[1])]}</title></path>",
                svg,
            )
        )

    return replace(picture, wide=markup(picture.wide), narrow=markup(picture.narrow))


def squares(svg: str) -> dict[str, tuple[float, float, float, float]]:
    """Return the bounds of each square by the name in its tip."""
    by_state: dict[str, tuple[float, float, float, float]] = {}
    for path in ElementTree.fromstring(svg).iter("path"):
        tip = path.findtext("title") or ""
        if tip.endswith(": tip"):
            square = re.fullmatch(
                r"M([\d.]+) ([\d.]+)H([\d.]+)V([\d.]+)H[\d.]+z", str(path.get("d"))
            )
            assert square and tip not in by_state, tip
            left, top, right, bottom = map(float, square.groups())
            by_state[tip.removesuffix(": tip")] = (left, min(top, bottom), right, max(top, bottom))
    return by_state


def test_every_state_is_drawn_once_inside_the_map_without_overlap(country: Country) -> None:
    picture = draw(country)
    assert picture.full is not None
    for svg in (picture.full, picture.wide, picture.narrow):
        width, height = map(float, re.findall(r'viewBox="0 0 (\S+) (\S+)"', svg)[0])
        by_state = squares(svg)
        assert sorted(by_state) == sorted(place.name for place in country.states)
        boxes = list(by_state.values())
        for index, (left, top, right, bottom) in enumerate(boxes):
            assert 0 <= left < right <= width and 0 <= top < bottom <= height
            for other in boxes[:index]:
                assert (
                    right <= other[0] or other[2] <= left or bottom <= other[1] or other[3] <= top
                )


def test_borders_and_unknown_values_are_marked(country: Country) -> None:
    narrow = draw(country).narrow
    (borders,) = re.findall(r'<g[^>]*stroke="var\(--ink\)" stroke-width="2"[^>]*>(.*)', narrow)
    named = re.findall(r"<title>(.*?): tip", borders)
    assert sorted(named) == sorted(
        place.name.replace("&", "&amp;") for place in country.states if len(place.regions) == 2
    )
    assert re.search(r'var\(--head\)"[^<]*<title>Ohio', narrow)


def test_trails_lead_from_place_to_place(country: Country) -> None:
    picture = draw(country)
    assert picture.full is not None
    middles = {
        name: ((left + right) / 2, (top + bottom) / 2)
        for name, (left, top, right, bottom) in squares(picture.full).items()
    }
    lines = re.findall(r'<path d="([^"]*)"[^>]*stroke="var\(--rule\)"', picture.full)
    points = {
        (float(x), float(y))
        for line in lines
        for x, y in re.findall(r"[ML ]?([\d.]+) ([\d.]+)", line)
    }
    assert sum(middle in points for middle in middles.values()) >= 30
    circles = picture.full.count("<circle")
    assert circles == sum(place.kind == "circle" for place in country.places)
    assert "<circle" not in draw(country, is_full_width=False).narrow


def test_another_map_is_drawn_as_declared(country: Country) -> None:
    before = draw(country).full
    moved = replace(
        country,
        places=tuple(
            replace(place, x=60.0, y=55.0, code="Sea") if place.name == "Montana" else place
            for place in country.places
        ),
    )
    after = draw(moved).full
    assert before is not None and after is not None
    old, new = squares(before), squares(after)
    assert new["Montana"][0] > old["Montana"][2] + 200 and new["Montana"][1] > old["Montana"][3]
    assert ">Sea</text>" in after and ">MT</text>" not in after
    shifts = [np.abs(np.subtract(old[name], new[name])).max() for name in old if name != "Montana"]
    assert float(np.median(shifts)) < 20


def test_places_that_coincide_are_separated(country: Country) -> None:
    close = replace(
        country,
        places=tuple(
            replace(place, x=50.0 + number % 2, y=30.0)
            for number, place in enumerate(country.places)
        ),
    )
    assert len(set(squares(draw(close).narrow).values())) == 32


def test_a_page_shows_the_map_only_if_the_run_has_one(tmp_path: Path) -> None:
    run_dims = {
        name: frame.drop("id").to_dict(as_series=False) for name, frame in dims([STANDARD]).items()
    }
    games = 200
    signings = table(
        "signings",
        {
            "game": np.repeat(np.arange(games), 39),
            "seat": np.tile(np.arange(39) % 4, games),
            "spot": np.tile(np.arange(39), games),
            "month": np.tile(1 + np.arange(39) % 12, games),
            "stars": np.tile(np.arange(39) % 5, games),
            "position": [0] * 39 * games,
            "rivals": np.tile(np.arange(39) % 2, games),
        },
    )
    seats = table(
        "seats",
        {
            "game": np.repeat(np.arange(games), 4),
            "seat": np.tile(np.arange(4), games),
            "strategy": np.tile(np.arange(4), games),
            "win_share": np.tile([1, 0, 0, 0], games),
        },
    )
    run_dims["strategies"] = {"name": list(STRATEGIES)}
    run = write_run(tmp_path / "run", {"seats": seats, "signings": signings}, dims=run_dims)
    page = list(section(Findings(Run(run))).blocks)
    assert [block.heading for block in page] == [
        "How often recruits are signed",
        "When recruits are signed",
        "How contested recruits are",
        "Where the recruits come from",
        "Border states",
        "Every spot",
    ]
    full = page[0].picture.full if page[0].picture else None
    assert full and "Ohio (Midwest, Northeast, 2 spots): signed in 100.0 (" in full
    assert "states and headquarters printed in part (names); circles and trails reconstructed" in (
        page[0].text
    )
    assert sum(len(block.picture.__html__()) for block in page if block.picture) < 75_000
    assert len(page[4].rows) == 8 and all(block.collapsed for block in page[4:])
    old = random_run(tmp_path / "old", 40, keep=("seats", "signings"))
    assert [block.heading for block in section(Findings(Run(old))).blocks] == ["Every spot"]
