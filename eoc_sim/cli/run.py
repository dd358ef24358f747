"""``eoc-sim run``: play games of one rule set and say who wins."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import rich_click as click

from eoc_sim.cli.options import DEFAULT_GAMES, GameOptions, RunOptions, game_options, run_options

if TYPE_CHECKING:
    from eoc_sim.simulator.runs.adapter import GameAdapter
    from eoc_sim.simulator.runs.arms import Arms
    from eoc_sim.simulator.runs.runner import Request


@click.command(name="run")
@game_options
@run_options
def command(game: GameOptions, how: RunOptions) -> None:
    """Play many games, write the result tables and print who wins.

    The same options and seed are always the same games. `eoc-sim report DIR` makes the report.
    """
    from eoc_sim.cli.baseline import baseline
    from eoc_sim.cli.playing import play, print_standings
    from eoc_sim.cli.screen import say
    from eoc_sim.simulator.runs.arms import baseline_arms
    from eoc_sim.simulator.runs.run_directory import RunDirectory

    how.check()
    adapter, version = baseline(game)
    directory = RunDirectory.claim(how.out, "run", resume=how.resume, fresh=how.fresh)
    request = make_request("run", adapter, baseline_arms(adapter, version), game, how)
    outcome = play(adapter, request, directory, how)
    print_standings(adapter, request, outcome)
    if version.rules["solo"] == "on":
        _print_bubba(outcome.path)
    say(f"Tables: {outcome.path}. For the report: eoc-sim report {outcome.path}")


def _print_bubba(run_dir: Path) -> None:
    """Say how Bubba scores, if the run kept the scores."""
    from eoc_sim.analysis.eoc.solo import bubba_scores
    from eoc_sim.analysis.tables import Missing, Run
    from eoc_sim.cli.screen import say
    from eoc_sim.reports.eoc.bubba import bubba_verdict

    say()
    try:
        for verdict in bubba_verdict(bubba_scores(Run(run_dir))):
            for line in verdict.lines:
                say(line)
    except Missing as missing:
        say(f"How Bubba's scores spread is not known. {missing}")


def make_request(
    name: str,
    adapter: GameAdapter,
    arms: Arms,
    game: GameOptions,
    how: RunOptions,
    usual_games: int = DEFAULT_GAMES,
) -> Request:
    """What is to be played, from the options; says so if the games are rounded up."""
    from eoc_sim.cli.screen import say
    from eoc_sim.simulator.runs.runner import Request, kept_tables, whole_rotations

    players = adapter.players(arms.baseline.version)
    asked = how.games if how.games is not None else usual_games
    games, rounded = whole_rotations(asked, players, game.rotate)
    if rounded and not how.quiet:
        say(rounded)
    return Request(name, arms, games, game.seed, game.rotate, kept_tables(adapter, how.keep))
