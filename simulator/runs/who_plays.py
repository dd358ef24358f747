"""A run repeated with other line-ups.

Each line-up's run is an ordinary run with the same seed and all or some of the versions. The file
`WHO_FILE` in a run's folder lists the line-ups that answer a question together, least skilled
first.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

from eoc_sim.errors import InputError
from eoc_sim.simulator.runs.arms import Arms, Row
from eoc_sim.simulator.runs.crossing import Crossing
from eoc_sim.simulator.runs.whole_file import is_inside, read_json, write_json

if TYPE_CHECKING:
    from eoc_sim.simulator.runs.game import Game

WHO = "who"
"""The subfolder of a run for its runs with other line-ups."""
WHO_FILE = "who.json"
LINE_UPS = "line_ups"
"""The key in run.json for the line-ups that `--who` accepts."""
DEFAULT_LINE_UP = "default"
"""The name of the line-up that plays if no seats are given."""
VARIANTS_DIVISOR = 5
"""For other line-ups, ``variants`` divides its number of games by this number.

The original line-up plays the full number of games.
"""
FORMAT = "eoc-sim who plays"
_PLAYER_KEYS = ("seat.", "strategy.")
"""The first words of keys that change the players."""


@dataclass(frozen=True)
class AskedLineUp:
    """One of a question's line-ups, and the run that plays it.

    ``run`` is the run's folder relative to `WHO_FILE`, or "" for the original run. ``words``
    describe the line-up. ``is_search`` marks a line-up of players who search for a long time.
    """

    run: str
    words: str
    is_search: bool = False


@dataclass(frozen=True)
class LineUpQuestion:
    """A question and its line-ups, least skilled first.

    ``strategy`` is the strategy whose results are wanted, in one seat of each line-up, or "" for a
    question about the table as a whole. ``about`` distinguishes the questions of one folder.
    """

    line_ups: tuple[AskedLineUp, ...]
    strategy: str = ""
    about: str = ""


def write_questions(folder: Path, questions: Sequence[LineUpQuestion]) -> None:
    """Write `WHO_FILE` into a folder."""
    write_json(
        folder / WHO_FILE,
        {
            "format": FORMAT,
            "asked": [
                {
                    "about": question.about,
                    "strategy": question.strategy,
                    "line_ups": [vars(line_up) for line_up in question.line_ups],
                }
                for question in questions
            ],
        },
    )


def read_questions(folder: Path) -> tuple[LineUpQuestion, ...]:
    """Read a folder's questions; return none if `WHO_FILE` is missing or invalid."""
    try:
        record: Mapping[str, Any] = read_json((folder / WHO_FILE).read_text(encoding="utf-8"))
        if record["format"] != FORMAT:
            return ()
        questions = tuple(
            LineUpQuestion(
                tuple(
                    AskedLineUp(
                        str(line_up["run"]), str(line_up["words"]), bool(line_up["is_search"])
                    )
                    for line_up in question["line_ups"]
                ),
                str(question["strategy"]),
                str(question["about"]),
            )
            for question in record["asked"]
        )
    except (OSError, ValueError, KeyError, TypeError):
        return ()
    names = [line_up.run for question in questions for line_up in question.line_ups]
    # A name must not lead out of the folder.
    return questions if all(not name or is_inside(name) for name in names) else ()


def who_folder(path: Path, name: str) -> Path:
    """Return the folder of a line-up's run, given the original run's folder."""
    return path / WHO / name


def who_folders(path: Path) -> list[Path]:
    """List the folders of all line-ups whose runs have begun."""
    folder = path / WHO
    return sorted(entry for entry in folder.iterdir() if entry.is_dir()) if folder.is_dir() else []


def changes_players(keys: Iterable[str]) -> bool:
    """Check if changing these keys changes the players, or their play."""
    return any(key.startswith(_PLAYER_KEYS) for key in keys)


def arms_of_line_up(
    game: Game, arms: Arms, seats: Sequence[str], arm_numbers: Sequence[int]
) -> Arms:
    """Return the versions that ``arm_numbers`` lists, with other players.

    Raises:
        InputError: these players cannot play a version.
    """
    settings = [(f"seat.{number}", seat) for number, seat in enumerate(seats, 1)]
    own_arms = tuple(arms.arms[number] for number in arm_numbers)
    try:
        baseline = game.change(arms.baseline.version, settings)
        changed = replace(arms, arms=own_arms).with_baseline(game, baseline)
    except InputError as error:
        raise InputError(f"The line-up {', '.join(seats)} cannot play this: {error}") from None
    return replace(
        changed,
        rows=tuple(Row(arm.label, number) for number, arm in enumerate(own_arms)),
        varied_keys=(),
        notes=(),
        restriction=None,
        crossing=None if arms.crossing is None else _reduce_crossing(arms.crossing, arm_numbers),
    )


def _reduce_crossing(crossing: Crossing, arm_numbers: Sequence[int]) -> Crossing:
    """Reduce a crossing to the simple effects between versions in ``arm_numbers``."""
    arm_of = {number: arm for arm, number in enumerate(arm_numbers)}
    return Crossing(
        (),
        (),
        (),
        tuple(
            replace(effect, arm=arm_of[effect.arm], against=arm_of[effect.against])
            for effect in crossing.simple
            if {effect.arm, effect.against} <= set(arm_numbers)
        ),
    )
