"""``eoc-sim timing``: what something is worth by when it comes."""

from __future__ import annotations

import rich_click as click

from eoc_sim.cli.family import family_options
from eoc_sim.cli.options import game_options, run_options_of
from eoc_sim.cli.who_plays import TWO_OTHERS, who_options
from eoc_sim.commands.family import FamilyOptions, check_family
from eoc_sim.commands.options import GameOptions, RunOptions, example
from eoc_sim.commands.who_plays import WhoOptions, chosen_line_ups, play_who
from eoc_sim.errors import InputError

GAMES = 72_000
TWINS_A_GAME = 24
METRICS_FOLDER = "metrics"


HELP = f"""Measure what something brings by when it comes, and what a choice brings.

Plays every game again with one thing otherwise, some two dozen times: {example("timing")}. Writes
metric tables to DIR/metrics; eoc-sim report DIR shows them.
"""


@click.command(name="timing", help=HELP)
@game_options
@run_options_of(GAMES)
@family_options
@who_options(TWO_OTHERS)
def command(asked: GameOptions, how: RunOptions, family: FamilyOptions, who: WhoOptions) -> None:
    """Play games with twins in which one thing comes at another time, and print what it did."""
    from eoc_sim.analysis.tables import Run
    from eoc_sim.cli.closing import where
    from eoc_sim.cli.screen import say
    from eoc_sim.commands.baseline import baseline
    from eoc_sim.commands.family import play_family
    from eoc_sim.commands.playing import play
    from eoc_sim.commands.request import make_request
    from eoc_sim.commands.scheduling import with_twins
    from eoc_sim.simulator.runs.arms import baseline_arms
    from eoc_sim.simulator.runs.run_directory import RunDirectory

    how.check()
    game, version = baseline(asked, how.telling)
    if game.twins is None or game.twins.of_timing is None:
        raise InputError(f"The game {game.name} has nothing whose timing could be measured.")
    check_family(game, family)
    chosen_line_ups(game, who)
    directory = RunDirectory.claim(how.out, "timing", resume=how.resume, fresh=how.fresh)
    request = make_request("timing", game, baseline_arms(game, version), asked, how, {}, GAMES)
    request = with_twins(game, request, directory, how, game.twins.of_timing, TWINS_A_GAME)
    outcome = play(game, request, directory, how)
    folder = outcome.path / METRICS_FOLDER
    game.parts.load("timing").tell(Run(outcome.path), folder)
    play_who(game, request, directory, how, who, few=True)
    play_family(game, request, directory, how, family)
    say(where("Metric tables", folder, outcome.path))
