"""The commands that a page offers: the same games again, and more of them."""

from __future__ import annotations

import shlex
from collections.abc import Sequence

from eoc_sim.analysis.tables import Run

DEMO = "demo"
"""The command without options of its own, which is a sweep."""
USUAL_GAME = "eoc"
"""The game that is played where none is named."""
WATCH = "watch"
WHERE_AND_HOW_FAST = ("--out", "--jobs")
LEFT_OUT = ("--resume", "--fresh", "--quiet", "--yes")


def again(command_line: Sequence[str]) -> str:
    """The command that plays the same games again, without where and how fast it was done."""
    return shlex.join(_kept(command_line, WHERE_AND_HOW_FAST)) if command_line else ""


def longer(run: Run, games: int) -> str:
    """The command that goes on with a run up to the next planned look from so many games on.

    Empty if it is not known. The demo is the sweep that it stands for.
    """
    if not run.sessions or not run.sessions[-1].get("command_line"):
        return ""
    games = run.look.next_from(games)
    kept = _kept(run.sessions[-1]["command_line"], (*WHERE_AND_HOW_FAST, "--games"))
    if run.record.get("command") == DEMO:
        varied = run.record.get("varied", ())
        options = [f"{one['key']}={','.join(map(str, one['values']))}" for one in varied]
        name = str(run.record["game"])
        game = [] if name == USUAL_GAME else ["--game", name]
        kept = [kept[0], "sweep", *game, *(part for one in options for part in ("--vary", one))]
        return shlex.join([*kept, "--games", str(games)])
    # What is watched has a folder a save, in the one that was asked for.
    folder = run.path.parent if WATCH in kept[:2] else run.path
    return shlex.join([*kept, "--games", str(games), "--out", str(folder), "--resume"])


def _kept(command_line: Sequence[str], with_value: Sequence[str]) -> list[str]:
    """The words of a command line without some options, those ``with_value`` and `LEFT_OUT`."""
    kept = ["eoc-sim"]
    skip = False
    for argument in command_line[1:]:
        if skip:
            skip = False
        elif argument in with_value:
            skip = True
        elif argument not in LEFT_OUT and not argument.startswith(
            tuple(f"{option}=" for option in with_value)
        ):
            kept.append(argument)
    return kept
