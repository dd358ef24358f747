"""`Plot` draws what matplotlib's axes draw, and in the same places."""

from __future__ import annotations

import re

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from matplotlib.ticker import MaxNLocator
from matplotlib_marks import marks_of
from sample_charts import sample_charts

from eoc_sim.analysis.eoc.country import Country, MapPlace
from eoc_sim.reports import style
from eoc_sim.reports.canvas import Canvas
from eoc_sim.reports.charts.intervals import point
from eoc_sim.reports.charts.rounds import rounds
from eoc_sim.reports.charts.scatter import Dot, scatter
from eoc_sim.reports.charts.shades import Shade
from eoc_sim.reports.charts.standing import Strip, standing
from eoc_sim.reports.eoc.country import country_map
from eoc_sim.reports.pictures import FULL, NARROW, WIDE, Chart
from eoc_sim.reports.plot import round_ticks
from eoc_sim.reports.stadium.board import BoardStrip, board
from eoc_sim.reports.svg import Mark

LINES = style.Lines(["one", "two"])
COUNTRY = Country(
    (
        MapPlace("Ohio", "state", "OH", ("north",), "printed", 10.0, 10.0),
        MapPlace("Iowa", "state", "OK/AR", ("north", "south"), "printed", 90.0, 60.0),
        MapPlace("a circle", "circle", "", (), "printed", 50.0, 10.0),
        MapPlace("home", "headquarters", "", (), "printed", 50.0, 90.0),
    ),
    ((0, 2), (2, 1), (2, 3)),
    ("printed",) * 3,
)


def charts() -> dict[str, Chart]:
    """Make at least one chart of each kind."""
    estimates = [(1.0, 0.5, 2.0), None, (3.0, 2.5, 3.5)]
    states = ("open", "same", "changed", "above", "dominating")
    dots = [Dot(f"dot {n}", str(n), 9.0 * n, n - 2, n - 3, n, states[n]) for n in range(5)]
    rows = [point("changed", 3.0, 1.0, 5.0, "changed"), point("open", -1.0, None, None)]
    shades = [Shade(float(n), str(n), f"place {n}") for n in range(4)]
    return sample_charts() | {
        "rounds": rounds(
            "Rounds", ["spring", "summer", "autumn"], [("one", LINES["one"], estimates)], "wins"
        ),
        "scatter": scatter("Dots", dots, [4, 0], ("across", "up")),
        "standing": standing("Standing", rows, [Strip("cards", tuple(rows))], "wins in 100"),
        "country": country_map("Map", "said", COUNTRY, shades[:2], ("1", "2"), is_full_width=True),
        "board": board(
            "Board",
            "said",
            [BoardStrip("head", ("a", "b", "c", "a long name"))],
            shades,
            ("0", "3"),
        ),
    }


def numbers(mark: Mark) -> list[float]:
    """Return the coordinates of a mark."""
    return [float(number) for number in re.findall(r"-?[\d.]+", mark.geometry)]


@pytest.mark.parametrize("name", charts())
@pytest.mark.parametrize("width", [FULL, WIDE, NARROW])
def test_marks_are_where_matplotlib_draws_them(name: str, width: int) -> None:
    chart = charts()[name]
    canvas = Canvas(width, style.THEMED)
    chart.draw(canvas)
    drawn, expected = canvas.marks(), marks_of(chart, width)
    assert len(drawn) == len(expected)
    for one, other in zip(drawn, expected, strict=True):
        assert (one.tag, one.look, one.text) == (other.tag, other.look, other.text)
        drawn_numbers, expected_numbers = numbers(one), numbers(other)
        if one.geometry.endswith("z") and not other.geometry.endswith("z"):
            del expected_numbers[-1]  # an area ends where it began
        tolerance = 1.0 if one.tag == "text" else 0.11
        assert drawn_numbers == pytest.approx(expected_numbers, abs=tolerance, rel=0), (
            one,
            other,
        )


@settings(max_examples=300)
@given(
    low=st.floats(-2000, 2000),
    span=st.floats(1e-3, 5000),
    max_ticks=st.integers(min_value=2, max_value=6),
)
def test_ticks_are_those_of_matplotlib(low: float, span: float, max_ticks: int) -> None:
    expected = MaxNLocator(nbins=max_ticks, steps=[1, 2, 5, 10]).tick_values(low, low + span)
    assert round_ticks(low, low + span, max_ticks) == pytest.approx(
        expected.tolist(), abs=1e-9 * span
    )
