"""The live bar shows everything at 60, 80 and 120 columns and never splits a part."""

from __future__ import annotations

import io

import pytest

from eoc_sim.cli.progress import live_bar
from eoc_sim.simulator.runs.runner import Progress
from eoc_sim.simulator.runs.standings import RunningStanding

NAMES = ["hoarder:price_weight=4.5", "quick_start", "vegas", "marketing_drip"]


def bar_lines(width: int, progress: Progress, players: int = 4) -> list[str]:
    """Return the lines that a terminal of this width shows."""
    from rich.console import Console

    stream = io.StringIO()
    screen = Console(file=stream, width=width, height=24, force_terminal=True, color_system=None)
    screen.print(live_bar(progress, NAMES, players, 1_200_000, width))
    return stream.getvalue().splitlines()


def progress(
    done: int = 300_000, left: float | None = 130.0, games: int = 75_000, speed: float = 12_345.6
) -> Progress:
    standings = tuple(
        RunningStanding(0, index, games, games * share, games * share, 0.0, 0.0)
        for index, share in enumerate((0.3, 0.2, 0.25, 0.25))
        if games
    )
    return Progress(done, 1_200_000, speed, left, standings)


def test_everything_is_shown_at_80_columns():
    bar, *lines = bar_lines(80, progress())
    assert bar.rstrip() == "━" * 19 + "─" * 60
    assert [line.rstrip() for line in lines] == [
        "300 000 of 1 200 000 games, 12 346 games/s, 2 minutes left",
        "wins in 100 so far (fair: 25):",
        "  hoarder:price_weight=4.5 30.0 +-0.9, quick_start 20.0 +-0.8,",
        "  vegas 25.0 +-0.8, marketing_drip 25.0 +-0.8",
    ]


def test_everything_is_shown_at_120_columns():
    bar, *lines = bar_lines(120, progress())
    assert bar.rstrip() == "━" * 29 + "─" * 90
    assert [line.rstrip() for line in lines] == [
        "300 000 of 1 200 000 games, 12 346 games/s, 2 minutes left",
        "wins in 100 so far (fair: 25):",
        "  hoarder:price_weight=4.5 30.0 +-0.9, quick_start 20.0 +-0.8, vegas 25.0 +-0.8, "
        "marketing_drip 25.0 +-0.8",
    ]


def test_parts_stay_whole_at_60_columns():
    bar, *lines = bar_lines(60, progress())
    assert bar.rstrip() == "━" * 14 + "─" * 45
    assert [line.rstrip() for line in lines] == [
        "300 000 of 1 200 000 games, 12 346 games/s, 2 minutes left",
        "wins in 100 so far (fair: 25):",
        "  hoarder:price_weight=4.5 30.0 +-0.9,",
        "  quick_start 20.0 +-0.8, vegas 25.0 +-0.8,",
        "  marketing_drip 25.0 +-0.8",
    ]


@pytest.mark.parametrize("width", [20, 40, 60, 80, 120])
@pytest.mark.parametrize("done", [0, 300_000, 1_200_000])
def test_no_line_is_wider_than_the_terminal(width: int, done: int):
    for line in bar_lines(width, progress(done, games=done // 4)):
        assert len(line) <= width


def test_before_the_first_games():
    lines = bar_lines(80, progress(0, None, 0, 0.0))
    assert [line.rstrip() for line in lines[1:]] == ["0 of 1 200 000 games", "no standings yet"]
