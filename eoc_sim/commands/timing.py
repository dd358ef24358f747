"""Replay games with one gift or changed choice at a certain time."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import TYPE_CHECKING, Unpack

from eoc_sim.analysis.folders import write_metrics
from eoc_sim.analysis.tables import Run
from eoc_sim.commands.baseline import baseline
from eoc_sim.commands.family import play_family
from eoc_sim.commands.keywords import Call, CheckKeywords, with_keywords
from eoc_sim.commands.options import GameOptions, RunOptions
from eoc_sim.commands.playing import claim, play
from eoc_sim.commands.request import make_request
from eoc_sim.commands.result import Result
from eoc_sim.commands.scheduling import with_twins
from eoc_sim.commands.who_plays import check_others, play_other_line_ups
from eoc_sim.defaults import TIMING_GAMES
from eoc_sim.errors import InputError
from eoc_sim.simulator.runs.arms import baseline_arms

if TYPE_CHECKING:
    from eoc_sim.simulator.runs.text_table import TextTable

COMMAND = "timing"
TWINS_PER_GAME = 24


@with_keywords(CheckKeywords)
def timing(**options: Unpack[CheckKeywords]) -> Result:
    """Measure what gains and choices are worth at different times.

    Every game is replayed about two dozen times, each time with one thing changed: a gift or a
    choice. The default for ``games`` is 72 000.

    Raises:
        InputError: An option cannot be used, or the game has nothing to measure.
    """
    call = Call(COMMAND, options)
    return call.add_to_history(run_timing(call.options, call.run_options))


def run_timing(
    options: GameOptions,
    run_options: RunOptions,
    show: Callable[[Iterable[str | TextTable]], None] | None = None,
) -> Result:
    """Play games with their twins, and write the metric tables.

    ``show`` is called with the findings before other line-ups and the data family are played.
    """
    run_options.check()
    game, version = baseline(options, run_options.channel)
    if game.twins is None or game.twins.timing is None:
        raise InputError(
            f"The game {game.name} has nothing whose timing can be measured. A game in plain "
            "Python can declare gifts, as in plain_game(..., gifts=(NAME,))."
        )
    check_others(game, run_options)
    directory = claim(run_options, COMMAND, game)
    request = make_request(
        COMMAND, game, baseline_arms(game, version), options, run_options, {}, TIMING_GAMES
    )
    request = with_twins(game, request, directory, run_options, game.twins.timing, TWINS_PER_GAME)
    outcome = play(game, request, directory, run_options)
    run = Run(outcome.path)
    figures = game.parts.load("timing")(run)
    write_metrics(run.path, COMMAND, figures.tables())
    if show is not None:
        show(game.parts.load("timing_summary")(run, figures))
    play_other_line_ups(game, request, directory, run_options, checks_only=True)
    play_family(game, request, directory, run_options)
    return Result(outcome.path, game, request, tuple(run_options.channel.notes))
