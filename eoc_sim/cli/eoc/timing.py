"""``eoc-sim timing``: what an EC is worth month by month, and a die at full or half value."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Any

import rich_click as click

from eoc_sim.cli.options import GameOptions, RunOptions, game_options, run_options_of
from eoc_sim.errors import InputError

if TYPE_CHECKING:
    import polars as pl

    from eoc_sim.simulator.runs.game import Game
    from eoc_sim.simulator.runs.run_directory import RunDirectory
    from eoc_sim.simulator.runs.runner import Request

GAMES = 72_000
TWINS_A_GAME = 24
METRICS_FOLDER = "metrics"


@click.command(name="timing")
@game_options
@run_options_of(GAMES)
def command(asked: GameOptions, how: RunOptions) -> None:
    """Measure what one EC or BB brings in each month, and full against half value of a die.

    Plays every game again with one thing otherwise, some two dozen times: one seat is given an
    EC of some colour for some month (known from the start, or as a surprise), or a BB, or takes
    one die in its other mode. Writes metric tables to DIR/metrics; eoc-sim report DIR shows them.
    """
    from eoc_sim.analysis.eoc.timing import NO_MODES, Timing, write_metrics
    from eoc_sim.analysis.tables import Run
    from eoc_sim.cli.baseline import baseline
    from eoc_sim.cli.playing import play
    from eoc_sim.cli.run import make_request
    from eoc_sim.cli.screen import say
    from eoc_sim.simulator.runs.arms import baseline_arms
    from eoc_sim.simulator.runs.run_directory import RunDirectory

    how.check()
    game, version = baseline(asked)
    if game.name != "eoc":
        raise InputError(f"The game {game.name} has no EC whose timing could be measured.")
    directory = RunDirectory.claim(how.out, "timing", resume=how.resume, fresh=how.fresh)
    request = make_request("timing", game, baseline_arms(game, version), asked, how, {}, GAMES)
    request = replace(request, twins=_schedule(game, request, directory, how))
    outcome = play(game, request, directory, how)
    timing = Timing(Run(outcome.path))
    write_metrics(timing, outcome.path / METRICS_FOLDER)
    _print_months(game, timing.gifts(), timing.exchange())
    if timing.has_modes:
        _print_dice(timing.dice())
    else:
        say(NO_MODES)
    folder = outcome.path / METRICS_FOLDER
    say(f"Metric tables: {folder}. For the report: eoc-sim report {outcome.path}")


def _schedule(
    game: Game, request: Request, directory: RunDirectory, how: RunOptions
) -> dict[str, Any]:
    """Which twins are played, by a pilot of gifts and dice."""
    from eoc_sim.cli.eoc.scheduling import scheduled
    from eoc_sim.simulator.eoc import pilot
    from eoc_sim.simulator.eoc.schedule import Schedule, gifts

    dice = request.arms.baseline.version.rules["dice_use"] == "standard"
    schedule = Schedule(tuple(gifts()), TWINS_A_GAME, dice=dice)
    return scheduled(
        game, request, directory, how, pilot.GAMES, lambda engine: pilot.piloted(schedule, engine)
    )


def _print_months(game: Game, gifts: pl.DataFrame, exchange: pl.DataFrame) -> None:
    """A line a month: what an EC of any colour brings, and is worth against March."""
    import polars as pl

    from eoc_sim.cli.screen import say, table

    over_all = (pl.col("strategy") == "all") & (pl.col("colour") == "all")
    named = {
        (row["kind"], row["month"]): row for row in gifts.filter(over_all).iter_rows(named=True)
    }
    against = {
        row["month"]: row
        for row in exchange.filter(over_all & (pl.col("kind") == "EC foreseen")).iter_rows(
            named=True
        )
    }
    rows, spent = [], []
    for month, name in enumerate(game.declaration.words.months[1:], 1):
        foreseen = named["EC foreseen", month]
        rows.append(
            (
                name, _estimate(foreseen, "score"), _estimate(foreseen, "wins"),
                _estimate(foreseen, "others_score"),
                _estimate(named["EC surprise", month], "score"),
                _estimate(named["BB", month], "score"),
            )
        )
        spent.append(
            (
                name, _estimate(foreseen, "wasted", 2), _estimate(foreseen, "spent"),
                _estimate(against.get(month), "rate"),
            )
        )
    say("What one more EC brings, the mean of all colours and strategies (95 % intervals):")
    table(
        ("month", "stars", "wins in 100", "others' stars", "stars, a surprise", "stars of a BB"),
        rows,
    )
    table(("month", "share wasted", "stars if spent", "stars by those in March"), spent)


def _print_dice(dice: pl.DataFrame) -> None:
    """A line a number of the die: what full value brings against half."""
    import polars as pl

    from eoc_sim.cli.screen import say, table

    say("Full value less half value of one die, half at once:")
    table(
        ("number", "taken at", "stars", "wins in 100", "games"),
        [
            (
                str(row["number"]), row["taken"], _estimate(row, "score"), _estimate(row, "wins"),
                str(row["games"]),
            )
            for row in dice.filter(pl.col("strategy") == "all").iter_rows(named=True)
        ],
    )


def _estimate(row: dict[str, Any] | None, name: str, digits: int = 1) -> str:
    """A value with half the width of its interval where it is symmetric, else with its ends."""
    if row is None:
        return "1"
    value, low, high = (row[end] for end in (name, f"{name}_low", f"{name}_high"))
    if value is None or low is None:
        return "?"
    if abs((value - low) - (high - value)) < 10.0**-digits / 2:
        return f"{value:.{digits}f} ±{(high - low) / 2:.{digits}f}"
    return f"{value:.{digits}f} ({low:.{digits}f} to {high:.{digits}f})"
