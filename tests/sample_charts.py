"""Sample charts, for tests of pictures."""

from __future__ import annotations

from eoc_sim.reports import style
from eoc_sim.reports.charts.distribution import distribution
from eoc_sim.reports.charts.heat import HeatCell, heat
from eoc_sim.reports.charts.intervals import intervals, point
from eoc_sim.reports.charts.ranges import ranges
from eoc_sim.reports.charts.stacked import draw_stacked
from eoc_sim.reports.pictures import Chart

STATES = ("open", "same", "changed")


def sample_charts() -> dict[str, Chart]:
    """Make charts of several kinds, with long names and negative and unknown values."""
    lines = style.Lines(["one", "two"])
    points = [
        point(
            f"a strategy with a rather long name, {index}",
            value,
            value - 4,
            value + 5,
            STATES[index % 3],
        )
        for index, value in enumerate((20.0, 25.0, 31.5, 40.0))
    ]
    cells = {(0, 0): HeatCell(-3.0, -4.0, -2.0), (1, 1): HeatCell(6.0, 5.0, 7.5)}
    return {
        "intervals": intervals("Wins & shares", points, 25.0, "fair 25"),
        "stacked": draw_stacked(
            "Parts", ["one", "two"], ["a", "b", "c"], [(20, 30, -5), (25, 10.5, -10)]
        ),
        "distribution": distribution(
            "Scores",
            "said",
            [-20, 0, 20, 40],
            20,
            [(name, lines[name], (1, 4, 5, index)) for index, name in enumerate(("one", "two"))],
            "in 100 seats",
            "points",
        ),
        "ranges": ranges(
            "Values",
            "said",
            [
                (name, lines[name], [(value, value - 1, value - 2, value) for value in range(4)])
                for name in ("one", "two")
            ],
            (1, 2),
            "wins in 100",
        ),
        "heat": heat(
            "Worth",
            ["spring", "summer"],
            [f"colour {index}" for index in range(7)],
            lambda row, column: cells.get((row, column), HeatCell(None)),
        ),
    }
