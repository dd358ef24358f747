"""Play games of one rule set."""

from __future__ import annotations

from typing import Unpack

from eoc_sim.commands.baseline import baseline
from eoc_sim.commands.family import play_family
from eoc_sim.commands.keywords import Call, LearnKeywords, with_keywords
from eoc_sim.commands.options import GameOptions, RunOptions
from eoc_sim.commands.playing import claim, play
from eoc_sim.commands.relearning import (
    announce_learning,
    check_relearning,
    play_relearned,
    with_relearning,
)
from eoc_sim.commands.request import make_request
from eoc_sim.commands.result import Result
from eoc_sim.commands.who_plays import check_others, play_other_line_ups
from eoc_sim.simulator.runs.arms import baseline_arms

COMMAND = "run"


@with_keywords(LearnKeywords)
def run(*, precision: float | None = None, **options: Unpack[LearnKeywords]) -> Result:
    """Play many games of one rule set, and write the result tables.

    The same options and seed always give the same games.

    Args:
        precision: Play until every strategy's wins in 100 are known to within ± this number.

    Raises:
        InputError: An option is invalid.
    """
    call = Call(COMMAND, options, precision=precision)
    return call.add_to_history(play_run(call.options, call.run_options, precision))


def play_run(options: GameOptions, run_options: RunOptions, precision: float | None) -> Result:
    """Play a run, and everything else that is requested with it."""
    run_options.check()
    check_relearning(run_options.learning, precision)
    game, version = baseline(options, run_options.channel)
    check_others(game, run_options)
    directory = claim(run_options, COMMAND, game)
    request = make_request(
        COMMAND,
        game,
        baseline_arms(game, version),
        options,
        run_options,
        sequential=precision is not None,
    )
    request = with_relearning(game, request, run_options)
    stopping = None
    if precision is not None:
        from eoc_sim.commands.stopping import stop_when_shares_known

        stopping = stop_when_shares_known(game, request, precision)
    announce_learning(game, request, directory, run_options)
    outcome = play(game, request, directory, run_options, stopping)
    run_options.channel.standings(game, request, outcome)
    if run_options.learning.relearn:
        play_relearned(game, request, directory, run_options)
    by_strategy = run_options.who.is_named
    play_other_line_ups(
        game, request, directory, run_options, checks_only=True, by_strategy=by_strategy
    )
    play_family(game, request, directory, run_options)
    if stopping is not None:
        for line in stopping.closing_lines(outcome):
            run_options.channel.say(line)
    return Result(outcome.path, game, request, tuple(run_options.channel.notes))
