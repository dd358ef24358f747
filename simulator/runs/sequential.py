"""A run played from look to look, until its question is answered.

Looks come after fixed numbers of games. At each look the run in the directory is complete, as if no
more games had been requested; the next look extends it. So results do not depend on threads, timing
or interruptions, and a killed run continues from its last look. All looks of a command are one
session in log.json.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from pathlib import Path

from eoc_sim.simulator.runs.run_directory import RunDirectory
from eoc_sim.simulator.runs.runner import Outcome, Request


def play_until(
    play: Callable[..., Outcome],
    request: Request,
    directory: RunDirectory,
    looks: Sequence[int],
    is_answered: Callable[[Path], bool],
) -> Outcome:
    """Play up to each of ``looks`` until ``is_answered``, or the last.

    ``play`` is `runner.play` with a game and options. ``looks`` are games per version, ascending. A
    run to resume begins with the look that it last played to; if that is after the last of
    ``looks``, it is refused as in `runner.play`.
    """
    with directory.lock():
        goal = min(directory.read_requested_games(), looks[-1])
        ahead = [look for look in looks if look > goal]
        count, seconds = 0, 0.0
        for number, games in enumerate((goal, *ahead) if goal else ahead):
            outcome = play(replace(request, games=games), directory, continues=number > 0)
            count += outcome.games_played
            seconds += outcome.seconds
            if is_answered(outcome.path):
                break
            directory = replace(directory, resume=True, fresh=False, numbered=False)
        return replace(outcome, games_played=count, seconds=seconds)
