"""The commands that a page offers: repeat, extend, ask further questions.

Several functions below return a `HelpfulCommand`. The first line of their docstrings describes what
that command does, not what the function does.
"""

from __future__ import annotations

import shlex
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import PurePath

from eoc_sim.analysis.average import COST_WITH_TWINS, USUAL_GAMES
from eoc_sim.analysis.balancing import USUAL_MULTIPLE
from eoc_sim.analysis.compensation import games_to_repair
from eoc_sim.analysis.first_player import games_to_explain
from eoc_sim.analysis.tables import Run
from eoc_sim.analysis.targets import DEFAULT_TURN_ORDER_LIMIT
from eoc_sim.counts import duration
from eoc_sim.defaults import CARDS_GAMES, DEFAULT_GAMES, DEFAULT_MAX_GAMES, TWINS_PER_GAME
from eoc_sim.resuming import what_changed
from eoc_sim.simulator.runs.run_file import GAME_FAILED, SPEED_WITHOUT_TWINS
from eoc_sim.simulator.runs.who_plays import DEFAULT_LINE_UP, LINE_UPS, VARIANTS_DIVISOR

REPLY_MINUTES = 10.0
"""Time limit of a suggested search for a reply."""
EVEN_OUT_HEADING = "To even it out"
PLAY_IT, DECIDE_IT = "To play it", "To decide it"
"""The words before a command that plays, or decides on, a proposal."""
FIRST_PLAYER, TOURNAMENT = "first-player", "tournament"
SUBFOLDER_COMMANDS = (FIRST_PLAYER, TOURNAMENT, "watch")
"""Commands that play each run in a subfolder of the requested folder."""
OUTPUT_OPTIONS = ("--out", "--jobs")
DROPPED_FLAGS = ("--resume", "--fresh", "--quiet", "--yes")
PLAYERS = "--players"
GAME_OPTIONS = (
    *("--game", "--seats", PLAYERS, "--rules", "--set", "--data", "--card", "--change"),
    "--seed",
)
"""Options that take a value and determine the game, players and luck.

A game may call `PLAYERS` by its own noun.
"""
LINE_UP = ("--seats", PLAYERS)
"""The options that choose the players."""


@dataclass(frozen=True)
class HelpfulCommand:
    """A command that helps with a finding, with its purpose and duration.

    ``seconds`` is an estimate for the machine that played the run, None if unknown. ``at_most`` is
    True if the command never takes longer.
    """

    purpose: str
    command: str
    seconds: float | None = None
    at_most: bool = False

    @property
    def about(self) -> str:
        """The purpose and the duration: "To even it out (about 2 minutes)"."""
        if self.seconds is None:
            return self.purpose
        return f"{self.purpose} ({'at most' if self.at_most else 'about'} {duration(self.seconds)})"


def with_current(run: Run, setting: str) -> HelpfulCommand:
    """Compare a version with the current rules, to see all its effects."""
    # The setting is quoted for the version string, and _join quotes the version string for the
    # shell.
    command = ["eoc-sim", "compare", "current", shlex.quote(setting), *_game_options(run)]
    return HelpfulCommand(
        "To see all its effects",
        _join(command),
        seconds_of(run, 2 * DEFAULT_MAX_GAMES),
        at_most=True,
    )


def repeat_command(command_line: Sequence[str]) -> str:
    """Return the command that plays the same games again.

    It leaves out the options for where and how fast to play, and `DROPPED_FLAGS`.
    """
    return _join(drop_options(command_line, OUTPUT_OPTIONS)) if command_line else ""


def why_not_resumed(run: Run) -> str:
    """Return why a run cannot be resumed, or ""."""
    if changed := what_changed(run.record):
        return f"{changed} has changed since the run"
    failed = bool(run.sessions) and run.sessions[-1].get("outcome") == GAME_FAILED
    return "a game failed" if failed else ""


def continuation(
    run: Run, games: int, purpose: str, more_runs: Sequence[Run] = ()
) -> HelpfulCommand | None:
    """Continue a run to a planned look.

    It is the first look with at least ``games`` games per version. The command also continues the
    ``more_runs``. If the game, a strategy or eoc-sim has changed, it plays the run again instead.
    Return None if the run's command is unknown, or would fail again.
    """
    line = _command_line(run)
    changed = what_changed(run.record)
    if not line or (why_not_resumed(run) and not changed):
        return None
    games = run.look.next_from(games)
    arguments = drop_options(line, (*OUTPUT_OPTIONS, "--games", "--line-ups"))
    folder = run.path.parent if run.record.get("command") in SUBFOLDER_COMMANDS else run.path
    out = [] if changed else ["--out", str(folder)]
    size_options = ["--games", str(games)]
    if run.record.get("command") == TOURNAMENT:
        # A tournament's --games is the total for all line-ups. Without --line-ups, the number of
        # line-ups would depend on it.
        size_options = ["--games", str(len(run.arms) * games), "--line-ups", str(len(run.arms))]
    games_to_play = sum(
        len(further_run.arms) * max(games - (0 if changed else further_run.games), 0)
        for further_run in (run, *more_runs)
    )
    return HelpfulCommand(
        f"To play the run again, since {changed} has changed" if changed else purpose,
        _join([*arguments, *size_options, *out, *([] if changed else ["--resume"])]),
        seconds_of(run, games_to_play, twins=True),
    )


def average(run: Run, number: str, name: str, *, is_dealt: bool = False) -> HelpfulCommand:
    """Find the value that would make one thing average.

    A thing that chance deals (``is_dealt``) needs no twins.
    """
    command = ["eoc-sim", "balance", "--for", number, *_game_options(run)]
    has_twins = bool(run.parts.average) and not is_dealt
    return HelpfulCommand(
        f"To make {name} average",
        _join(command),
        seconds_of(run, USUAL_GAMES * (COST_WITH_TWINS if has_twins else 1)),
    )


def worth_of_components(run: Run) -> HelpfulCommand:
    """Measure with twins what each component brings its holder."""
    # A twin starts when its thing comes into play, on average about halfway through the game.
    return HelpfulCommand(
        "To measure what each brings its holder",
        _join(["eoc-sim", "cards", *_game_options(run)]),
        seconds_of(run, CARDS_GAMES * (1 + TWINS_PER_GAME / 2)),
    )


def even_turn_order(
    run: Run, players: int | None = None, seats: Sequence[str] = ()
) -> HelpfulCommand:
    """Even out the turn order, or explain it first.

    If the game has no rules that compensate for the turn order, first-player explains it; after
    that, balance searches for numbers that even it out. ``players`` and ``seats`` describe the
    line-up if it is not that of the run's command.
    """
    kinds = run.parts.compensation
    if not kinds and run.record.get("command") != FIRST_PLAYER:
        return _why_turn_order_matters(run)
    if not kinds:
        return _search_for_numbers(run, players, seats)
    kind = next(iter(kinds))
    command = ["eoc-sim", "first-player", "--repair", kind, *_game_options(run)]
    if seats:
        command = ["eoc-sim", "first-player", "--repair", kind, *_game_options(run, LINE_UP)]
        command += ["--seats", ",".join(seats)]
    elif players is not None and not {PLAYERS, _players_option(run)} & {*command}:
        command += [_players_option(run), str(players)]
    return HelpfulCommand(
        EVEN_OUT_HEADING,
        _join(command),
        seconds_of(run, games_to_repair(run.players, DEFAULT_GAMES)),
    )


def _why_turn_order_matters(run: Run) -> HelpfulCommand:
    """Play versions that each switch off one effect of the turn order."""
    command = ["eoc-sim", "first-player", *_game_options(run)]
    seats = run.seat_names
    numbers = [len(seats)] if _players_option(run) in command else range(2, len(seats) + 1)
    games = games_to_explain(
        [seats[:number] for number in numbers],
        len(run.parts.mechanisms),
        _other_line_ups(run),
        DEFAULT_GAMES,
    )
    return HelpfulCommand("To see why it matters", _join(command), seconds_of(run, games))


def _search_for_numbers(run: Run, players: int | None, seats: Sequence[str]) -> HelpfulCommand:
    """Search for numbers that even out the turn order of a line-up."""
    command = ["eoc-sim", "balance", "--turn-order", f"{DEFAULT_TURN_ORDER_LIMIT:g}"]
    seats = seats or run.seat_names[:players]
    command += [*_game_options(run, LINE_UP), "--seats", ",".join(seats)]
    return HelpfulCommand(
        EVEN_OUT_HEADING, _join(command), seconds_of(run, USUAL_MULTIPLE * DEFAULT_GAMES)
    )


def _other_line_ups(run: Run) -> int:
    """Count the line-ups that a command without ``--who`` adds to its own."""
    left_out = [run.parts.experts]
    if "--seats" not in _game_options(run):
        left_out.append(DEFAULT_LINE_UP)
    return sum(name not in left_out for name in run.record.get(LINE_UPS, ()))


def variant(run: Run, switch: str, values: Sequence[str]) -> HelpfulCommand:
    """Play a rule switch's values as variants, to measure all its effects."""
    command = ["eoc-sim", "variants", f"{switch}={','.join(values)}", *_game_options(run)]
    # Each other line-up plays as it is, and with each strategy of the run in one of its seats.
    other_plays = _other_line_ups(run) * (1 + len(set(run.seat_names))) / VARIANTS_DIVISOR
    return HelpfulCommand(
        f"To see what else the switch {switch} changes",
        _join(command),
        seconds_of(run, DEFAULT_GAMES * (1 + len(values)) * (1 + other_plays)),
    )


def with_line_ups(run: Run, number: str) -> HelpfulCommand:
    """Repeat a tournament with more line-ups, in a new folder."""
    line = drop_options(_command_line(run), (*OUTPUT_OPTIONS, "--line-ups"))
    return HelpfulCommand(
        "To play the line-ups that decide it",
        _join([*line, "--line-ups", number]),
        seconds_of(run, len(run.arms) * run.games),
    )


def reply(run: Run, name: str) -> HelpfulCommand:
    """Search for a strategy that beats copies of a participant."""
    typed_words = (word for word in _command_line(run) for word in word.split(","))
    strategy = next((word for word in typed_words if PurePath(word).stem == name), name)
    command = ["eoc-sim", "exploit", strategy, "--minutes", f"{REPLY_MINUTES:g}"]
    return HelpfulCommand(
        f"To find a strategy that beats {name}",
        _join([*command, *_game_options(run, ("--seats", "--seed"))]),
        60 * REPLY_MINUTES,
    )


def seconds_of(run: Run, games: float, *, twins: bool = False) -> float | None:
    """Estimate the seconds for ``games`` on the run's machine, if known.

    With ``twins``, the games have the run's twins; otherwise they have none.
    """
    names = ("games_per_second",) if twins else (SPEED_WITHOUT_TWINS, "games_per_second")
    speeds = [
        speed
        for session in run.sessions
        for speed in [next((session[name] for name in names if name in session), None)]
        if isinstance(speed, int | float) and speed > 0
    ]
    return games / speeds[-1] if speeds else None


def _join(command: Sequence[str]) -> str:
    """Join a command line's words, legibly even if one contains quotes.

    >>> print(_join(["compare", "current", "'row.7.effect=always: 1'", "a b"]))
    compare current "'row.7.effect=always: 1'" 'a b'
    """
    return " ".join(
        f'"{word}"' if "'" in word and not set(word) & set('"$`\\!') else shlex.quote(word)
        for word in command
    )


def _players_option(run: Run) -> str:
    """Return the option for the number of players, with the game's noun."""
    return f"--{run.declaration.words.player[1]}"


def _game_options(run: Run, without: Sequence[str] = ()) -> list[str]:
    """Return the run's `GAME_OPTIONS` with their values, except ``without``.

    The options of the command line come first, then those that a plan or a version implies.
    """
    implied_options = list(run.sessions[-1].get("options", ())) if run.sessions else []
    pairs = [
        (option, value)
        for option, value in zip(implied_options[::2], implied_options[1::2], strict=False)
        if option not in without
    ]
    replaced_options = LINE_UP if "--seats" in implied_options else ()
    return [
        *_typed_game_options(run, (*without, *replaced_options)),
        *(word for pair in pairs for word in pair),
    ]


def _typed_game_options(run: Run, without: Sequence[str]) -> list[str]:
    options = [option for option in GAME_OPTIONS if option not in without]
    if PLAYERS in options:
        options.append(_players_option(run))
    words, is_value = [], False
    for word in _command_line(run)[1:]:
        if is_value or word.startswith(tuple(f"{option}=" for option in options)):
            words.append(word)
            is_value = False
        elif word in options:
            words.append(word)
            is_value = True
    return words


def _command_line(run: Run) -> list[str]:
    line = run.sessions[-1].get("command_line") if run.sessions else None
    return list(line or ())


def drop_options(command_line: Sequence[str], with_value: Sequence[str]) -> list[str]:
    """Drop the options ``with_value`` and `DROPPED_FLAGS` from a command line."""
    arguments = ["eoc-sim"]
    skip = False
    for argument in command_line[1:]:
        if skip:
            skip = False
        elif argument in with_value:
            skip = True
        elif argument not in DROPPED_FLAGS and not argument.startswith(
            tuple(f"{option}=" for option in with_value)
        ):
            arguments.append(argument)
    return arguments
