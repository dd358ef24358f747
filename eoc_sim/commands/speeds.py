"""Remember recent speeds on this computer, to estimate durations.

The speeds are kept in a small file in the user's cache folder, by kind of work. The file is a
convenience: if it cannot be read it counts as missing, and if it cannot be written, the speeds are
not kept.
"""

from __future__ import annotations

import contextlib
import json
import math
import os
import tempfile
from pathlib import Path
from typing import TYPE_CHECKING, Any

from eoc_sim.simulator.kernel.code_cache import cache_root, make_folder
from eoc_sim.simulator.kernel.compiled import COMPILED
from eoc_sim.simulator.runs.runner import threads
from eoc_sim.simulator.runs.whole_file import read_json
from eoc_sim.version import __version__

if TYPE_CHECKING:
    from eoc_sim.simulator.runs.game import Game
    from eoc_sim.simulator.runs.runner import Outcome, Request

FILE = "speeds.json"
FORMAT = "eoc-sim speeds 1"
MAX_RUNS = 5
"""The number of remembered runs of each kind.

The fastest of them gives the expected speed, because compilation, other work on the computer and
the overhead of a short run can only lower a measured speed.
"""
MAX_KINDS = 200
MIN_SECONDS = 1.0
"""Shorter runs say little about long ones."""


def speeds_file() -> Path:
    """Return the path of the file of speeds."""
    return cache_root() / FILE


def kind_of_work(game: Game, request: Request, jobs: int) -> str:
    """Describe everything that a run's speed depends on, as a key.

    If the run replays games with one thing changed (twins), the command is part of the key, because
    each command plays different twins.
    """
    versions = request.arms.versions()
    strategies = game.dims(versions)[game.standings.role("strategy").dim]["name"]
    return json.dumps(
        [
            __version__,
            game.name,
            game.players_of(request.arms.baseline.version),
            sorted(strategies),
            sorted(request.keep),
            sorted(request.keep_current),
            len(versions) > 1,
            "" if request.twins is None else request.command,
            threads(jobs),
        ]
    )


def expected_speed(kind: str) -> float | None:
    """Return the speed of the fastest similar recent run, if any.

    The speed is in games per second.
    """
    speeds = _read().get(kind, [])
    return max(speeds, default=None)


def remember_speed(kind: str, outcome: Outcome) -> None:
    """Record the speed of a run that has just been played."""
    speed = outcome.games_per_second
    if not COMPILED or outcome.seconds < MIN_SECONDS or not _is_speed(speed):
        return

    kinds = _read()
    kinds[kind] = [*kinds.pop(kind, []), round(speed, 1)][-MAX_RUNS:]
    content = {"format": FORMAT, "kinds": dict(list(kinds.items())[-MAX_KINDS:])}
    file = speeds_file()
    with contextlib.suppress(OSError):
        make_folder(file.parent)
        # Two runs may end at the same time, so each first writes its own file.
        descriptor, name = tempfile.mkstemp(dir=file.parent, prefix=f"{FILE}-")
        try:
            with open(descriptor, "w", encoding="utf-8") as stream:
                json.dump(content, stream)
            os.replace(name, file)
        except OSError:
            os.unlink(name)


def _read() -> dict[str, list[float]]:
    """Read the valid speeds by kind of work, the most recent last."""
    try:
        content = read_json(speeds_file().read_text(encoding="utf-8"))
        if content["format"] != FORMAT:
            return {}
        return {
            kind: [speed for speed in speeds if _is_speed(speed)]
            for kind, speeds in content["kinds"].items()
        }
    except (OSError, ValueError, KeyError, TypeError, AttributeError):
        return {}


def _is_speed(value: Any) -> bool:
    return type(value) in (int, float) and math.isfinite(value) and value > 0
