"""``eoc-sim bench``: this computer's speed, split by rules, strategies and tables."""

from __future__ import annotations

import rich_click as click

from eoc_sim import commands
from eoc_sim.cli.options import game_option
from eoc_sim.cli.playing import Screen
from eoc_sim.cli.screen import say, table
from eoc_sim.commands.options import GameOptions
from eoc_sim.counts import count
from eoc_sim.defaults import BENCH_SECONDS


@click.command()
@click.option(
    "--seconds",
    type=float,
    default=BENCH_SECONDS,
    show_default=True,
    metavar="T",
    help="Duration of each measurement; the median of three is shown.",
)
@click.option("--seats", metavar="A,B,C,D", help="A line-up to replace the game's default one.")
@game_option
def command(seconds: float, seats: str | None, name: str) -> None:
    """Measure games and decisions per second.

    The first row is the speed of the rules alone, measured with the fastest strategy and without
    tables. The second row adds the strategies of the line-up, the third the default tables, and
    the last a second core.
    """
    result = commands.bench.run_bench(GameOptions(name, seats), seconds, Screen())
    table(
        ("what plays", "games/s", "decisions/s", "microseconds per game"),
        [
            (speed.about, count(speed.games), count(speed.decisions), count(1e6 / speed.games))
            for speed in result.speeds
        ],
    )
    say()
    for sentence in result.sentences:
        say(sentence)
