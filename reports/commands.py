"""The commands that a page offers: repeat, extend, ask the next question."""

from __future__ import annotations

import shlex
from collections.abc import Sequence
from dataclasses import dataclass

from eoc_sim.analysis.average import games_in_all
from eoc_sim.analysis.compensation import games_to_repair
from eoc_sim.analysis.tables import Run
from eoc_sim.game_parts import parts_of
from eoc_sim.simulator.runs.durations import duration

DEMO = "demo"
"""The command that always writes to its own folder."""
WATCH = "watch"
WHERE_AND_HOW_FAST = ("--out", "--jobs")
LEFT_OUT = ("--resume", "--fresh", "--quiet", "--yes")
PLAYERS = "--players"
THE_GAME = (
    *("--game", "--seats", PLAYERS, "--rules", "--set", "--data", "--card", "--change"),
    "--seed",
)
"""Options with a value that determine game, players and luck.

A game may call `PLAYERS` by its own noun.
"""
LINE_UP = ("--seats", PLAYERS)
"""Those options that say who plays."""
USUAL_GAMES = 20_000
"""Games that a command plays by default."""


@dataclass(frozen=True)
class HelpfulCommand:
    """A command that helps with a finding, with its purpose and duration.

    ``seconds`` is an estimate for the machine that played the run, None if unknown.
    """

    does: str
    command: str
    seconds: float | None = None

    @property
    def about(self) -> str:
        """Its purpose and duration: "To even it out (about 2 minutes)"."""
        return (
            self.does if self.seconds is None else (f"{self.does} (about {duration(self.seconds)})")
        )


def again(command_line: Sequence[str]) -> str:
    """Return the command that plays the same games again.

    It leaves out the options for where and how fast to play.
    """
    return shlex.join(_drop_options(command_line, WHERE_AND_HOW_FAST)) if command_line else ""


def longer(run: Run, games: int, does: str) -> HelpfulCommand | None:
    """Continue a run to the next planned look after ``games`` games.

    Games are counted per version. Return None if the run's command is unknown.
    """
    line = _command_line(run)
    if not line:
        return None
    games = run.look.next_from(games)
    arguments = _drop_options(line, (*WHERE_AND_HOW_FAST, "--games"))
    # `watch` plays each save in a subfolder of the requested folder.
    folder = run.path.parent if WATCH in arguments[:2] else run.path
    where = [] if _is_demo(line) else ["--out", str(folder)]
    return HelpfulCommand(
        does,
        shlex.join([*arguments, "--games", str(games), *where, "--resume"]),
        seconds_of(run, len(run.arms) * max(games - run.games, 0)),
    )


def average(run: Run, number: str, name: str) -> HelpfulCommand:
    """Find the value that would make one thing average."""
    command = ["eoc-sim", "balance", "--for", number, *_of_game(run)]
    return HelpfulCommand(
        f"What would make {name} an average one",
        shlex.join(command),
        seconds_of(run, games_in_all()),
    )


def even_turn_order(
    run: Run, players: int | None = None, seats: Sequence[str] = ()
) -> HelpfulCommand:
    """Even out the turn order; explain it if no rule can.

    ``players`` and ``seats`` are those of the line-up, if it is not the command's own.
    """
    kinds = parts_of(run.record).compensation
    if not kinds:
        return HelpfulCommand(
            "Why it matters", shlex.join(["eoc-sim", "first-player", *_of_game(run)])
        )
    kind = next(iter(kinds))
    command = ["eoc-sim", "first-player", "--repair", kind, *_of_game(run)]
    if seats:
        command = ["eoc-sim", "first-player", "--repair", kind, *_of_game(run, LINE_UP)]
        command += ["--seats", ",".join(seats)]
    elif players is not None and not {PLAYERS, _players_option(run)} & {*command}:
        command += [_players_option(run), str(players)]
    return HelpfulCommand(
        "What would even it out",
        shlex.join(command),
        seconds_of(run, games_to_repair(run.players, USUAL_GAMES)),
    )


def variant(run: Run, switch: str, values: Sequence[str]) -> HelpfulCommand:
    """Play a rule switch as a variant, to measure all its effects."""
    command = ["eoc-sim", "variants", f"{switch}={','.join(values)}", *_of_game(run)]
    return HelpfulCommand(
        f"What else {switch} changes",
        shlex.join(command),
        seconds_of(run, USUAL_GAMES * (1 + len(values))),
    )


def seconds_of(run: Run, games: float) -> float | None:
    """Estimate the seconds for ``games`` on the run's machine, if known."""
    speeds = [
        speed
        for session in run.sessions
        if isinstance(speed := session.get("games_per_second"), int | float) and speed > 0
    ]
    return games / speeds[-1] if speeds else None


def _players_option(run: Run) -> str:
    """Name the option for the number of players by the game's noun."""
    return f"--{run.declaration.words.player[1]}"


def _of_game(run: Run, without: Sequence[str] = ()) -> list[str]:
    """Return the run's options for the game and its players, except ``without``.

    They are those of the command line, then those that it gives in a plan or a version.
    """
    beside = list(run.sessions[-1].get("options", ())) if run.sessions else []
    pairs = [
        (option, value)
        for option, value in zip(beside[::2], beside[1::2], strict=False)
        if option not in without
    ]
    replaced = LINE_UP if "--seats" in beside else ()
    return [
        *_typed_of_game(run, (*without, *replaced)),
        *(word for pair in pairs for word in pair),
    ]


def _typed_of_game(run: Run, without: Sequence[str]) -> list[str]:
    options = [option for option in THE_GAME if option not in without]
    if PLAYERS in options:
        options.append(_players_option(run))
    words, taken = [], False
    for word in _command_line(run)[1:]:
        if taken or word.startswith(tuple(f"{option}=" for option in options)):
            words.append(word)
            taken = False
        elif word in options:
            words.append(word)
            taken = True
    return words


def _command_line(run: Run) -> list[str]:
    line = run.sessions[-1].get("command_line") if run.sessions else None
    return list(line or ())


def _is_demo(command_line: Sequence[str]) -> bool:
    return DEMO in command_line[1:2]


def _drop_options(command_line: Sequence[str], with_value: Sequence[str]) -> list[str]:
    """Drop `LEFT_OUT` and the options ``with_value`` from a command line."""
    arguments = ["eoc-sim"]
    skip = False
    for argument in command_line[1:]:
        if skip:
            skip = False
        elif argument in with_value:
            skip = True
        elif argument not in LEFT_OUT and not argument.startswith(
            tuple(f"{option}=" for option in with_value)
        ):
            arguments.append(argument)
    return arguments
